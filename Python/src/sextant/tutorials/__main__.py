"""Copies the tutorials to a folder: python -m sextant.tutorials [FOLDER]"""

import argparse
import pathlib
import shutil
import sys


def main() -> int:
    """Copies the notebooks and the example filter. Files that exist are not replaced."""
    parser = argparse.ArgumentParser(prog="python -m sextant.tutorials", description="Copy the tutorials to a folder.")
    parser.add_argument("folder", nargs="?", default=".", type=pathlib.Path, help="default: this folder")
    folder: pathlib.Path = parser.parse_args().folder
    here = pathlib.Path(__file__).parent
    # The wheel contains the folder python-stream of the repository's examples.
    sources = [*sorted(here.glob("*.ipynb")), *here.glob("python-stream")]
    taken = [source.name for source in sources if (folder / source.name).exists()]
    if taken:
        print(f"sextant.tutorials: {folder / taken[0]} exists; choose another folder", file=sys.stderr)
        return 4
    folder.mkdir(parents=True, exist_ok=True)
    for source in sources:
        target = folder / source.name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
        print(target)
    print("To open the notebooks: jupyter lab")
    return 0


if __name__ == "__main__":
    sys.exit(main())
