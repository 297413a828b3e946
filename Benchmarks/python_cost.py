#!/usr/bin/env python3
"""Measures how much slower the Python package is than the command:

    PYTHONPATH=Python/src SEXTANT=.build/release/sextant python3 Benchmarks/python_cost.py [RECORDING …]

The script evaluates three pipelines over the recordings, alternately with the Python module and with the command alone.
Then it evaluates an empty estimator in Python on 12,000 samples. Times are wall times, as the median of seven rounds.
Without arguments, three recordings are simulated. The estimator requires numpy.
"""
import statistics
import subprocess
import sys
import tempfile
import time

import sextant

ROUNDS = 7
PIPELINES = ["vqf", "madgwick", "mahony"]


def duration(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main():
    with tempfile.TemporaryDirectory() as folder:
        recordings = sys.argv[1:]
        if not recordings:
            for scenario in ("pan", "walk", "look-up"):
                recordings.append(f"{folder}/{scenario}")
                subprocess.run(
                    [sextant.command_path(), "simulate", scenario, "--output", recordings[-1], "--quiet"], check=True
                )
        options = [word for pipeline in PIPELINES for word in ("--pipeline", pipeline)]
        command = [sextant.command_path(), "evaluate", *recordings, *options, "--format", "json", "--quiet"]
        pairs = []
        for _ in range(ROUNDS):
            module = duration(lambda: sextant.evaluate(recordings, PIPELINES))
            alone = duration(lambda: subprocess.run([*command, "--output", f"{folder}/out"], check=True))
            pairs.append((module, alone))
        module, alone = (statistics.median(column) for column in zip(*pairs))
        difference = statistics.median(first - second for first, second in pairs)
        print(f"{len(recordings)} recordings, {len(PIPELINES)} pipelines: module {module:.3f} s, command {alone:.3f} s,")
        print(f"  difference {difference:+.3f} s, at most 0.3")

    import numpy

    times = numpy.arange(12_000) / 100
    values = numpy.zeros((12_000, 3))
    recording = sextant.Recording(
        "still", gyroscope=sextant.Stream(times, values), accelerometer=sextant.Stream(times, values + (0, 0, 9.81))
    )

    @sextant.estimator(needs=["gyroscope"])
    def nothing():
        return lambda sensor, time, value: (1.0, 0.0, 0.0, 0.0)

    own = statistics.median(duration(lambda: sextant.evaluate(recording, "gyroscope")) for _ in range(ROUNDS))
    python = statistics.median(duration(lambda: sextant.evaluate(recording, nothing)) for _ in range(ROUNDS))
    print(f"12,000 samples: estimator in Python {python:.3f} s, built in {own:.3f} s, difference {python - own:.3f} s, at most 1")


main()
