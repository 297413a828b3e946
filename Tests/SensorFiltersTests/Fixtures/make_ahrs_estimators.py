#!/usr/bin/env python3
"""Makes ahrs_estimators.csv: what the estimators of ahrs make of the samples of ahrs.csv.

    pip install ahrs==0.4.0 numpy
    python3 make_ahrs_estimators.py            writes ahrs_estimators.csv
    python3 make_ahrs_estimators.py --check    compares the numbers with the committed ones

The file has the orientations of every tenth sample. `Scripts/smartphone_benchmark/ahrs_estimators.py` converts the frames
of ahrs, with a dip of 64 degrees. The estimators that integrate the gyroscope start from triad.
"""
import pathlib
import sys

import numpy as np

from fixture_file import write_or_check
from make_ahrs import INTERVAL, recording

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "Scripts/smartphone_benchmark"))
from ahrs_estimators import ESTIMATORS, Samples  # noqa: E402

FILE = HERE / "ahrs_estimators.csv"
EVERY = 10


def text():
    rows = recording()
    times = np.arange(len(rows)) * INTERVAL
    samples = Samples(np.column_stack([times, rows[:, 3:6], rows[:, 0:3], rows[:, 6:9]]), 64.0)
    tables = [function(samples)[::EVERY] for function in ESTIMATORS.values()]
    # q and -q are the same orientation.
    tables = [table * np.where(table[:, :1] < 0, -1, 1) for table in tables]
    names = [f"{name}_{axis}" for name in ESTIMATORS for axis in "wxyz"]
    lines = [",".join(names)]
    lines += [",".join(f"{value:.15f}" for value in row) for row in np.hstack(tables)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_or_check(text(), FILE)
