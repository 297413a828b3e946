#!/usr/bin/env python3
"""Makes guo.csv: what the fast Kalman filter of Guo et al. 2017 makes of the samples in smartphone_inputs.csv.

    pip install ahrs==0.4.0 numpy
    python3 make_guo.py            writes the file
    python3 make_guo.py --check    compares the numbers with the committed ones

The parts of the filter are those of ahrs; see Scripts/published_estimators/peers.py. The orientations are those of every
fifth sample, scalar first, device to magnetic East, North, Up.
"""
import pathlib
import sys

import numpy as np

from fixture_file import write_or_check

HERE = pathlib.Path(__file__).resolve().parent
INPUTS, OUTPUTS = HERE / "smartphone_inputs.csv", HERE / "guo.csv"
sys.path.insert(0, str(HERE.parents[2] / "Scripts/published_estimators"))
import peers  # noqa: E402

EVERY = 5
# In the order of peers.GUO.
VARIANTS = {
    "program": (0.001, 0.01, 0.01, 0.001, False),
    "smooth": (0.01, 0.05, 0.4, 0.0001, False),
}


def text():
    rows = np.loadtxt(INPUTS, delimiter=",", skiprows=1)
    columns = [peers.guo(rows, settings) for settings in VARIANTS.values()]
    lines = [",".join(f"{name}_{axis}" for name in VARIANTS for axis in "wxyz")]
    lines += [",".join(f"{value:.15f}" for value in row) for row in np.hstack(columns)[::EVERY]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_or_check(text(), OUTPUTS)
