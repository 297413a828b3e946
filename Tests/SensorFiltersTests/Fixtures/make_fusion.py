#!/usr/bin/env python3
"""Makes fusion.csv: what x-io's Fusion makes of the samples in smartphone_inputs.csv.

    python3 make_fusion.py PACKAGE            writes the file
    python3 make_fusion.py PACKAGE --check    compares the numbers with the committed ones

PACKAGE is the unpacked source package of imufusion 1.3.3 from PyPI. Needs numpy, imufusion and a C compiler; see
Scripts/published_estimators/peers.py. The columns of a variant are its C code in double precision; `single` is the
variant `gain` in the package's single precision. The orientations are those of every fifth sample, scalar first, device
to magnetic East, North, Up, from the identity.
"""
import pathlib
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
INPUTS, OUTPUTS = HERE / "smartphone_inputs.csv", HERE / "fusion.csv"
sys.path.insert(0, str(HERE.parents[2] / "Scripts/published_estimators"))
import peers  # noqa: E402

EVERY = 5
# In the order of peers.FUSION.
VARIANTS = {
    "gain": (0.5, 0, 0, 0, 0, 0, 1, 3, 3),
    "rejecting": (0.4, 0, 5, 4, 0.6, 0, 1, 3, 3),
    "recovering": (0.4, 0, 5, 4, 0.2, 0, 1, 3, 3),
    "range": (0.3, 55, 5, 4, 0.6, 0, 1, 3, 3),
    "offset": (0.5, 0, 0, 0, 0, 1, 1, 40, 0.4),
    "gravity": (0.5, 0, 0, 0, 0, 0, 0, 3, 3),
}


def text(package):
    columns = []
    with tempfile.TemporaryDirectory() as folder:
        program = peers.double_precision(package, pathlib.Path(folder))
        columns = [peers.doubles(program, INPUTS, settings) for settings in VARIANTS.values()]
    rows = np.loadtxt(INPUTS, delimiter=",", skiprows=1)
    columns.append(peers.fusion(rows, VARIANTS["gain"]))
    names = [f"{name}_{axis}" for name in [*VARIANTS, "single"] for axis in "wxyz"]
    lines = [",".join(names)]
    lines += [",".join(f"{value:.15f}" for value in row) for row in np.hstack(columns)[::EVERY]]
    return "\n".join(lines) + "\n"


def main():
    package = pathlib.Path(sys.argv[1])
    made = text(package)
    if "--check" not in sys.argv:
        OUTPUTS.write_text(made)
        return
    old = np.loadtxt(OUTPUTS, delimiter=",", skiprows=1)
    new = np.loadtxt(made.splitlines(), delimiter=",", skiprows=1)
    difference = np.abs(old - new)
    print(f"largest difference {difference[:, :-4].max():.1e}, in single precision {difference[:, -4:].max():.1e}")
    sys.exit(0 if difference[:, :-4].max() < 1e-12 and difference[:, -4:].max() < 1e-5 else 1)


if __name__ == "__main__":
    main()
