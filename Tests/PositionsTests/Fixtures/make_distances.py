#!/usr/bin/env python3
"""Writes geodesics.csv and error_figures.csv.

    pip install geographiclib==2.1 numpy==2.4.6
    python3 make_distances.py            # writes the files
    python3 make_distances.py --check    # compares with the committed ones

geodesics.csv: distance and initial bearing by PyPI geographiclib, which is written in Python and shares no code with PROJ.
error_figures.csv: a row for each of several samples of errors: largest, 99th percentile, RMS by numpy, then the errors.
"""
import sys
from pathlib import Path

import numpy as np
from geographiclib.geodesic import Geodesic

FOLDER = Path(__file__).resolve().parent


def geodesics():
    random = np.random.default_rng(42)
    pairs = [
        (0, 0, 0, 0),
        (90, 0, -90, 0),
        (0, 179.75, 0, -179.75),
        (0, 0, 0.5, 179.5),
        (0, 0, 0, 179.3),
        (48.4, 9.98, 48.4000001, 9.9800001),
        (89.999999, 10, 89.999999, -170),
    ]
    for _ in range(200):
        latitude = random.uniform(-90, 90)
        longitude = random.uniform(-180, 180)
        arc = 10 ** random.uniform(-7, 2)
        end = Geodesic.WGS84.ArcDirect(latitude, longitude, random.uniform(-180, 180), arc)
        pairs.append((latitude, longitude, end["lat2"], end["lon2"]))
    lines = ["lat1,lon1,lat2,lon2,distance_m,bearing_deg"]
    for pair in pairs:
        inverse = Geodesic.WGS84.Inverse(*pair)
        values = [*(repr(float(value)) for value in pair), f"{inverse['s12']:.9f}", f"{inverse['azi1']:.9f}"]
        lines.append(",".join(values))
    return "\n".join(lines) + "\n"


def error_figures():
    random = np.random.default_rng(7)
    samples = [
        10 ** random.uniform(-3, 5, 1000),
        random.exponential(0.1, 333) + 1e-5,
        np.full(50, 2.5),
        np.array([3.0]),
        np.arange(1, 101, dtype=float),
        np.arange(1, 102, dtype=float),
    ]
    lines = ["max,p99,rms,errors"]
    for sample in samples:
        p99 = np.percentile(sample, 99, method="inverted_cdf")
        figures = [sample.max(), p99, np.sqrt(np.mean(sample**2))]
        lines.append(",".join(repr(float(value)) for value in [*figures, *sample]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    different = []
    for name, text in (("geodesics.csv", geodesics()), ("error_figures.csv", error_figures())):
        if "--check" not in sys.argv:
            (FOLDER / name).write_text(text)
        elif (FOLDER / name).read_text() != text:
            different.append(name)
    sys.exit(f"{', '.join(different)} differs" if different else 0)
