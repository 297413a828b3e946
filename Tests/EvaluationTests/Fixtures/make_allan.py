#!/usr/bin/env python3
"""Writes allan.json: what the PyPI package allantools makes of noise.

    pip install numpy==2.4.6 allantools==2024.06
    python3 make_allan.py PATH_OF_TRIALS            # writes the file
    python3 make_allan.py PATH_OF_TRIALS --check    # compares with the committed one

Two cases: 600 numbers, made here and kept in the file, and the gyroscope of a trial of BROAD (doi:10.3390/data6070072) during
its first 10,000 samples, in which it rests. Of the latter only deviations are kept.
"""
import json
import sys
from pathlib import Path

import allantools
import numpy as np

TRIAL = "02_undisturbed_slow_rotation_B"
ROWS = 10_000
OUTPUT = Path(__file__).resolve().parent / "allan.json"


def deviations(samples, sizes):
    # At a rate of one the averaging times are the sizes; the deviation does not depend on the rate.
    taus, values, _, _ = allantools.oadev(np.asarray(samples), rate=1.0, data_type="freq", taus=np.array(sizes, float))
    assert list(taus) == sizes
    return [float(value) for value in values]


def main():
    generator = np.random.default_rng(20240229)
    white = generator.normal(0, 0.01, 600)
    samples = [round(float(x), 9) for x in 0.3 + white + np.cumsum(generator.normal(0, 0.001, 600))]
    synthetic = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 199]
    table = np.genfromtxt(Path(sys.argv[1]) / f"{TRIAL}.csv", delimiter=",", names=True)[:ROWS]
    real = [1, 2, 4, 10, 30, 100, 300, 1000, 3000]
    content = {
        "synthetic": {"samples": samples, "sizes": synthetic, "deviations": deviations(samples, synthetic)},
        "rest": {
            "trial": TRIAL,
            "rows": ROWS,
            "sizes": real,
            "deviations": {axis: deviations(table["g" + axis], real) for axis in "xyz"},
        },
    }
    text = json.dumps(content, indent=1) + "\n"
    if "--check" not in sys.argv:
        OUTPUT.write_text(text)
    elif OUTPUT.read_text() != text:
        sys.exit(f"{OUTPUT.name} differs from what this script writes")


main()
