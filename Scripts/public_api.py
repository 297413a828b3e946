#!/usr/bin/env python3
"""Compares the public interfaces with the committed list, Scripts/public-api.txt.

    public_api.py SYMBOLS [--record]

SYMBOLS is a folder with the symbol graphs of the Swift libraries, a subfolder per library, as `Scripts/check_docs.sh`
extracts them. The list has a line for each public declaration of the libraries for apps, of the C headers and of the
Python package. --record replaces the list. Exit code 1 means that a line was removed, changed or added.
"""
import argparse
import difflib
import inspect
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "Scripts/public-api.txt"
LIBRARIES = ("SensorModel", "SensorFilters", "PublishedEstimators", "Geodesy", "Pipelines")
HEADERS = ("Sources/CSextant/include/sextant.h", "Sources/CSextantEstimator/include/sextant_estimator.h")


def swift(symbols):
    for library in LIBRARIES:
        lines = set()
        for path in (symbols / library).glob(f"{library}*.symbols.json"):
            for symbol in json.loads(path.read_text())["symbols"]:
                text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
                context = ".".join(symbol["pathComponents"][:-1])
                lines.add(f"{library} {context}: {' '.join(text.split())}")
        if not lines:
            sys.exit(f"public_api.py: {symbols / library} has no symbol graph of {library}")
        yield from sorted(lines)


def c():
    for header in HEADERS:
        text = re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#[^\n]*(?:\\\n[^\n]*)*", "", (ROOT / header).read_text(), flags=re.S | re.M)
        for declaration in re.split(r";\s*\n", text):
            words = " ".join(declaration.replace('extern "C" {', "").split())
            if "sextant_" in words:
                yield f"{pathlib.Path(header).name} {words}"


def python():
    sys.path.insert(0, str(ROOT / "Python/src"))
    sys.dont_write_bytecode = True
    import sextant
    from sextant import datasets

    yield f"Python datasets.download{inspect.signature(datasets.download)}"
    for name in sextant.__all__:
        item = getattr(sextant, name)
        if inspect.isfunction(item):
            yield f"Python {name}{inspect.signature(item)}"
            continue
        yield f"Python {name}"
        if not inspect.isclass(item):
            continue
        for member, value in sorted(vars(item).items()):
            if member.startswith("_") and member != "__init__":
                continue
            function = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
            yield f"Python {name}.{member}{inspect.signature(function) if inspect.isfunction(function) else ''}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("symbols", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    lines = [*swift(options.symbols), *c(), *python()]
    if options.record:
        LIST.write_text("\n".join(lines) + "\n")
        return
    committed = LIST.read_text().splitlines()
    changes = [
        line for line in difflib.unified_diff(committed, lines, "committed", "present", n=0, lineterm="")
        if not line.startswith(("---", "+++", "@@"))
    ]
    if changes:
        print("\n".join(changes))
        sys.exit(
            f"public_api.py: {len(changes)} lines of {LIST.relative_to(ROOT)} changed. A removed or changed declaration "
            "breaks programs that use it: describe it in CHANGELOG. Then run 'make docs-check RECORD_API=1'."
        )


if __name__ == "__main__":
    main()
