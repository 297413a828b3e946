#!/usr/bin/env python3
"""Compares the absolute pose error of a pair of long trajectories by `sextant ape` with `evo_ape`.

    ape_peers.py SEXTANT [POSES [ROUNDS]]

SEXTANT is the built command line. The script writes a pair of TUM files with POSES poses (1,000,000) to a temporary
folder, the same in every run. The times are those of whole commands, including reading, in turn: real time, and processor
time, which excludes the work of other processes. The figures are medians of ROUNDS rounds (7), and of their ratios. The
statistics must agree to the digits that evo prints. `make bench-peers` builds and runs the script.
"""
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

# The program of the environment that runs this script.
EVO_APE = os.path.join(os.path.dirname(sys.executable), "evo_ape")

# The names of the statistics in evo and in Sextant's results.
KEYS = {
    "max": "max_m", "mean": "mean_m", "median": "median_m", "min": "min_m", "rmse": "rmse_m", "sse": "sse_m2", "std": "std_m"
}


def quaternions(angles):
    """Returns x, y, z, w of rotations about z, y and x in this order."""
    cr, cp, cy = (numpy.cos(angle / 2) for angle in angles)
    sr, sp, sy = (numpy.sin(angle / 2) for angle in angles)
    return numpy.column_stack([
        sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy
    ])


def write_pair(folder, count):
    """Writes a walk and its estimate, which is rotated, shifted and noisy, with a clock offset of milliseconds."""
    generator = numpy.random.Generator(numpy.random.PCG64(20210707))
    times = 1e9 + numpy.arange(count) / 100
    phase = numpy.arange(count) / 100
    position = numpy.column_stack([20 * numpy.sin(phase / 7), 15 * numpy.cos(phase / 11), 2 * numpy.sin(phase / 3)])
    angles = numpy.array([0.3 * numpy.sin(phase), 0.2 * numpy.cos(phase / 2), phase / 5])
    columns = numpy.column_stack([times, position, quaternions(angles)])
    turn = numpy.array([[0.36, 0.48, -0.8], [-0.8, 0.6, 0], [0.48, 0.64, 0.6]])
    noisy = position @ turn.T + [3, -2, 1] + generator.normal(0, 0.05, position.shape)
    seen = angles + generator.normal(0, 0.01, angles.shape)
    jitter = times + generator.uniform(-0.004, 0.004, count)
    estimate = numpy.column_stack([jitter, noisy, quaternions(seen)])
    paths = [os.path.join(folder, name) for name in ("reference.tum", "estimate.tum")]
    for path, rows in zip(paths, (columns, estimate)):
        numpy.savetxt(path, rows, fmt=["%.6f"] + ["%.9f"] * 7)
    return paths


def timed(command):
    """Returns real time and processor time in seconds, and the output of the command."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


def sextant_figures(output):
    return json.loads(output)["statistics"]


def evo_figures(output):
    words = (line.split() for line in output.splitlines())
    return {line[0]: float(line[1]) for line in words if len(line) == 2 and line[0] in KEYS}


def main(program, count=1_000_000, rounds=7):
    with tempfile.TemporaryDirectory() as folder:
        pair = write_pair(folder, count)
        ours = [program, "ape", *pair, "--align", "se3", "--json"]
        theirs = [EVO_APE, "tum", *pair, "-a"]
        timed(ours)
        seconds = []
        for _ in range(rounds):
            *mine, output = timed(ours)
            *evo, printed = timed(theirs)
            seconds.append((mine, evo))
        figures, expected = sextant_figures(output), evo_figures(printed)
        for key, value in expected.items():
            if f"{figures[KEYS[key]]:.6f}" != f"{value:.6f}":
                sys.exit(f"{key}: {figures[KEYS[key]]} in sextant, {value} in evo")
    print(f"{count} poses, median of {rounds} rounds")
    for place, clock in enumerate(("wall", "processor")):
        mine, evo = (statistics.median(times[place] for times in column) for column in zip(*seconds))
        ratio = statistics.median(theirs[place] / ours[place] for ours, theirs in seconds)
        print(f"{clock:10} sextant {mine:6.2f} s   evo_ape {evo:6.2f} s   ratio {ratio:5.1f}")
    print("the same to the last digit that evo prints: " + ", ".join(expected))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:4]))
