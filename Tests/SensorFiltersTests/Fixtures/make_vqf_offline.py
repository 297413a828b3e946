#!/usr/bin/env python3
"""Makes vqf_offline.csv: what offlineVQF of the package vqf makes of the samples in smartphone_inputs.csv.

    pip install vqf==2.1.2 numpy
    python3 make_vqf_offline.py            writes the file
    python3 make_vqf_offline.py --check    compares the numbers with the committed ones

The orientations are those of every fifth sample, scalar first, device to magnetic East, North, Up.
"""
import pathlib

import numpy as np
from vqf import offlineVQF

from fixture_file import write_or_check

HERE = pathlib.Path(__file__).resolve().parent
INPUTS, OUTPUTS = HERE / "smartphone_inputs.csv", HERE / "vqf_offline.csv"
EVERY = 5
BASIC = {"motionBiasEstEnabled": False, "restBiasEstEnabled": False, "magDistRejectionEnabled": False}
FORMS = {
    "full": {},
    "basic": BASIC,
    "gravity": {},
    "quick": {"tauAcc": 1.0, "tauMag": 2.0, "restMinT": 0.3, "restThAcc": 3.0, "magNewFirstTime": 1.0},
}


def text():
    rows = np.loadtxt(INPUTS, delimiter=",", skiprows=1)
    gyr, acc, mag = (np.ascontiguousarray(rows[:, k:k + 3]) for k in (1, 4, 7))
    # In the fixture, 0.04 s is the time in which the first gain 1/N of the heading ends: rounding decides.
    interval = float(np.median(np.diff(rows[:, 0])))
    columns = []
    for name, parameters in FORMS.items():
        field = None if name == "gravity" else mag
        output = offlineVQF(gyr, acc, field, interval, parameters)
        columns.append(output["quat6D" if field is None else "quat9D"])
    lines = [",".join(f"{name}_{axis}" for name in FORMS for axis in "wxyz")]
    lines += [",".join(f"{value:.15f}" for value in row) for row in np.hstack(columns)[::EVERY]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_or_check(text(), OUTPUTS)
