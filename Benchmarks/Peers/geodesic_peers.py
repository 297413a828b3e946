#!/usr/bin/env python3
"""Compares the cost of a geodesic's length in Python's packages with Sextant and PROJ.

    geodesic_peers.py FORMULA_COST LIBRARY

FORMULA_COST is the built program formula-cost, LIBRARY its C formulas. pyproj's Geod.inv processes whole arrays and
computes azimuths as well; geographiclib processes one pair at a time. The figures are medians of seven rounds. `make
bench-peers` builds and runs the script.
"""
import random
import statistics
import subprocess
import sys
import time

from geographiclib.geodesic import Geodesic
import numpy
import pyproj

ROUNDS = 7


def pairs(band, count):
    generator = random.Random(6378137)
    for _ in range(count):
        start = [generator.uniform(-89.9, 89.9), generator.uniform(-180, 180)]
        if band == "street":
            yield start + [x + generator.uniform(-0.01, 0.01) for x in start]
        else:
            yield start + [generator.uniform(-89.9, 89.9), generator.uniform(-180, 180)]


def nanoseconds(count, work):
    def round_time():
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    round_time()
    return statistics.median(round_time() for _ in range(ROUNDS)) / count * 1e9


def main(program, library):
    geod = pyproj.Geod(ellps="WGS84")
    for band in ("street", "global"):
        rows = list(pairs(band, 10_000))
        latitude1, longitude1, latitude2, longitude2 = (numpy.array(column) for column in zip(*rows))
        vectorised = nanoseconds(len(rows), lambda: geod.inv(longitude1, latitude1, longitude2, latitude2))
        few = rows[:1000]
        single = nanoseconds(
            len(few), lambda: [Geodesic.WGS84.Inverse(*row, outmask=Geodesic.DISTANCE) for row in few]
        )
        print(f"{'pyproj ' + pyproj.__version__ + ', Geod.inv':29}{band:9}{vectorised:10.1f} ns")
        print(f"{'geographiclib, Inverse':29}{band:9}{single:10.1f} ns", flush=True)
    subprocess.run([program, library, "7", "karney"], check=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
