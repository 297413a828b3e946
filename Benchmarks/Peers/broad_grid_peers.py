#!/usr/bin/env python3
"""Compares the grid of BROAD's authors in Sextant with the authors' method.

    broad_grid_peers.py PROGRAM LIBRARY FOLDER [--cells N] [--jobs N] [--rounds N]

PROGRAM is the built command line, LIBRARY is C/estimators.c as a library, FOLDER contains trials of BROAD as CSV and the
published figures (published-rmse.json). The grid: Madgwick's beta from 0.01 to 0.30 by 0.01, Mahony's Kp from 0.02 to
2.00 by 0.02 and Ki from 0 to 0.0040 by 0.0001: 4,130 settings over each trial. --every N selects every Nth value of each
parameter, and the published ones.

The authors' method: a worker of a pool reads a trial once, calls a C estimator over the whole trial for each setting, and
computes the errors and their root mean square with numpy. Both times include reading. The figures of both are compared
with each other. With the whole grid, the minima and the published settings are compared with the published figures.
Laidig et al. 2021, doi:10.3390/data6070072.
"""
import argparse
import csv
import ctypes
import json
import math
import multiprocessing
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

METRICS = ("total_rmse_deg", "heading_rmse_deg", "inclination_rmse_deg")
# Degrees.
CLOSENESS = 0.001
PUBLISHED = ("madgwick", 12), ("mahony", 37, 12)


def axes(step):
    """Returns every Nth value of each parameter, and the published one: beta in 0.01, Kp in 0.02, Ki in 0.0001."""
    beta = sorted({*range(1, 31, step), PUBLISHED[0][1]})
    kp = sorted({*range(1, 101, step), PUBLISHED[1][1]})
    ki = sorted({*range(0, 41, step), PUBLISHED[1][2]})
    return beta, kp, ki


def settings(step):
    beta, kp, ki = axes(step)
    return [("madgwick", b) for b in beta] + [("mahony", p, i) for p in kp for i in ki]


def experiment(files, step):
    beta, kp, ki = axes(step)
    recordings = "".join(f"  - {{path: {json.dumps(os.path.abspath(file))}, layout: broad}}\n" for file in files)
    return f"""name: broad-grid
recordings:
{recordings}pipelines:
  - spec: madgwick:reference=halved
    grid: {{beta: [{", ".join(f"{b / 100:.2f}" for b in beta)}]}}
    default: false
  - spec: mahony
    grid: {{kp: [{", ".join(f"{p * 2 / 100:.2f}" for p in kp)}], ki: [{", ".join(f"{i / 10000:.4f}" for i in ki)}]}}
    default: false
metrics: [{", ".join(METRICS)}]
"""


def product(p, q):
    (a, b, c, d), (w, x, y, z) = p, q
    return numpy.array(
        [
            a * w - b * x - c * y - d * z,
            a * x + b * w + c * z - d * y,
            a * y - b * z + c * w + d * x,
            a * z + b * y - c * x + d * w,
        ]
    )


def first_orientation(acceleration, field):
    """Returns the start of the authors' code: the transpose of (South, East, Up) relative to (North, West, Up)."""
    up = acceleration / numpy.linalg.norm(acceleration)
    east = numpy.cross(field, up)
    east /= numpy.linalg.norm(east)
    north = numpy.cross(up, east)
    rows = numpy.array([east, north, up])
    w = math.sqrt(max(0, 1 + rows.trace())) / 2
    vector = numpy.array([rows[2, 1] - rows[1, 2], rows[0, 2] - rows[2, 0], rows[1, 0] - rows[0, 1]]) / (4 * w)
    triad = numpy.array([w, *vector])
    turn = numpy.array([math.sqrt(0.5), 0, 0, math.sqrt(0.5)])
    conjugate = product(turn, triad) * numpy.array([1, -1, -1, -1])
    return product(turn, conjugate)


def estimators(library):
    loaded = ctypes.CDLL(library)
    array = numpy.ctypeslib.ndpointer(numpy.float64, flags="C_CONTIGUOUS")
    common = [ctypes.c_size_t, array, array, array, array, array]
    loaded.madgwick.argtypes = [*common, ctypes.c_double, array]
    loaded.mahony.argtypes = [*common, ctypes.c_double, ctypes.c_double, array]
    loaded.madgwick.restype = loaded.mahony.restype = None
    return loaded


def trial(task):
    path, library, grid = task
    loaded = estimators(library)
    table = numpy.loadtxt(path, delimiter=",", skiprows=1)
    columns = [numpy.ascontiguousarray(table[:, part]) for part in (0, slice(1, 4), slice(4, 7), slice(7, 10))]
    times, acceleration, rate, field = columns
    assert numpy.isfinite(table[:, :10]).all()
    start = first_orientation(acceleration[0], field[0])
    counts = (table[:, 14] > 0) & numpy.isfinite(table[:, 10:14]).all(axis=1)
    reference = numpy.ascontiguousarray(table[counts, 10:14].T) * numpy.array([[1], [-1], [-1], [-1]])
    out = numpy.empty((len(times), 4))
    rows = []
    for setting in grid:
        if setting[0] == "madgwick":
            loaded.madgwick(len(times), times, acceleration, rate, field, start, setting[1] / 100, out)
        else:
            gains = (setting[1] * 2 / 100, setting[2] / 10000)
            loaded.mahony(len(times), times, acceleration, rate, field, start, *gains, out)
        w, x, y, z = product(out[counts].T, reference)
        total = 2 * numpy.arccos(numpy.minimum(numpy.abs(w), 1))
        heading = 2 * numpy.arctan(numpy.abs(z / w))
        inclination = 2 * numpy.arccos(numpy.minimum(numpy.sqrt(w * w + z * z), 1))
        rows.append([math.degrees(math.sqrt(numpy.mean(e * e))) for e in (total, heading, inclination)])
    return pathlib.Path(path).stem, rows


def peers(files, library, grid, jobs):
    start = time.perf_counter()
    with multiprocessing.Pool(jobs) as pool:
        results = dict(pool.map(trial, [(file, library, grid) for file in files], chunksize=1))
    return time.perf_counter() - start, results


def ours(files, program, step, jobs):
    with tempfile.TemporaryDirectory() as folder:
        definition = pathlib.Path(folder) / "broad-grid.yaml"
        definition.write_text(experiment(files, step))
        output = pathlib.Path(folder) / "out"
        command = [program, "run", str(definition), "--jobs", str(jobs), "--output", str(output), "--quiet"]
        start = time.perf_counter()
        subprocess.run([*command, "--export", "csv"], check=True)
        seconds = time.perf_counter() - start
        rows = list(csv.DictReader((output / "cells.csv").open(newline="")))
    results = {}
    for row in rows:
        results.setdefault(row["recording"], []).append([float(row[name]) for name in METRICS])
    return seconds, results


def check_published(folder, grid, whole, results):
    """Returns the largest difference in degrees, and the number of compared figures."""
    published = json.loads((folder / "published-rmse.json").read_text())
    worst, count = 0, 0
    for setting in PUBLISHED:
        rows = [i for i, other in enumerate(grid) if other[0] == setting[0]]
        for name, figures in published[setting[0]]["trials"].items():
            for column, metric in enumerate(METRICS):
                at = results[name][grid.index(setting)][column]
                pairs = [(at, figures["tagp_parameters"][metric])]
                if whole:
                    least = min(results[name][row][column] for row in rows)
                    pairs.append((least, figures["minimum_value"][metric]))
                for found, expected in pairs:
                    worst = max(worst, abs(found - expected))
                    count += 1
    return worst, count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, help="use every Nth value of each parameter (default: all)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=1, help="number of rounds")
    options = parser.parse_args()
    files = sorted(str(path) for path in options.folder.glob("*.csv"))
    grid = settings(options.every)
    cells = len(grid) * len(files)
    print(f"{len(grid)} settings x {len(files)} trials = {cells} cells, {options.jobs} jobs, {os.cpu_count()} cores")
    times = {"C and numpy in a pool": [], "sextant": []}
    for _ in range(options.rounds):
        seconds, theirs = peers(files, os.path.abspath(options.library), grid, options.jobs)
        times["C and numpy in a pool"].append(seconds)
        seconds, results = ours(files, options.program, options.every, options.jobs)
        times["sextant"].append(seconds)
    for name, seconds in times.items():
        middle = statistics.median(seconds)
        print(f"{name:24}{middle:9.2f} s{cells / middle:10.1f} cells/s")
    ratio = statistics.median(a / b for a, b in zip(*times.values()))
    print(f"{'ratio':24}{ratio:9.2f}")
    between = max(
        abs(a - b) for name in results for ours_, theirs_ in zip(results[name], theirs[name]) for a, b in zip(ours_, theirs_)
    )
    print(f"largest difference between the two: {between:.2g} deg")
    worst, count = check_published(options.folder, grid, options.every == 1, results)
    print(f"largest difference from {count} published figures: {worst:.2g} deg")
    if max(between, worst) > CLOSENESS:
        sys.exit(f"more than {CLOSENESS} deg")


if __name__ == "__main__":
    main()
