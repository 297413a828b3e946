#!/usr/bin/env python3
"""Measures the growth of the time and memory of whole `sextant` commands.

    growth.py SEXTANT [ROUNDS]

SEXTANT is the built command line. The figures are medians of ROUNDS (7) pairs, in turn after a warm-up pair:

    recordings   ten times as many recordings: peak memory, and time divided by ten
    threads      the same recordings with --jobs 1 and --jobs 2: real time

SEXTANT simulates the recordings with a seed in a temporary folder. `make bench` builds and runs the script. reading-ratio
measures growth with rows, startup.py the start of a command.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time


def run(command):
    """Returns real time in seconds, and the peak memory in MB."""
    start = time.perf_counter()
    child = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit("failed: " + " ".join(map(str, command)))
    return seconds, usage.ru_maxrss / (1 if sys.platform == "darwin" else 1024) / (1e6 if sys.platform == "darwin" else 1)


def pairs(rounds, first, second):
    """Measures both in turn; returns a list of ((seconds, MB), (seconds, MB))."""
    return [(run(first), run(second)) for _ in range(rounds + 1)][1:]


def median(values):
    return statistics.median(values)


def simulate(program, folder, count, seconds):
    """Simulates recordings of these durations, each in its own folder."""
    paths = []
    for seed in range(1, count + 1):
        path = folder / f"walk-{seconds}-{seed}"
        scenario = ["simulate", "walk", "--noise", "nexus5", "--duration", seconds, "--seed", seed, "--output", path, "--quiet"]
        run([program, *scenario])
        paths.append(path)
    return paths


def main(program, rounds=7):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        evaluate = [program, "evaluate", "--quiet", "--format", "json", "--output", folder / "out"]
        few = [word for pipeline in ("madgwick", "vqf", "triad+lowPass") for word in ("--pipeline", pipeline)]
        print(f"medians of {rounds} pairs")

        many = simulate(program, folder, 40, 60)
        timed = pairs(rounds, [*evaluate, *many[:4], *few, "--jobs", 1], [*evaluate, *many, *few, "--jobs", 1])
        memory = [median(side[1] for side in column) for column in zip(*timed)]
        print(f"recordings  4: {memory[0]:6.1f} MB   40: {memory[1]:6.1f} MB   "
              f"time x {median(b[0] / a[0] for a, b in timed):.2f}")

        timed = pairs(rounds, [*evaluate, *many, *few, "--jobs", 1], [*evaluate, *many, *few, "--jobs", 2])
        one, two = (median(side[0] for side in column) for column in zip(*timed))
        print(f"threads     1: {one:6.2f} s    2: {two:6.2f} s    ratio {median(a[0] / b[0] for a, b in timed):.2f}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:3]))
