#!/usr/bin/env python3
"""Measures the white noise of the phones' sensors in recordings without rests.

    python3 Datasets/smartphone-attitude/measure_noise.py FOLDER

A hand moves slowly compared with the sampling rate, so sixth differences nearly remove its motion. White noise with
standard deviation s has sixth differences with s * sqrt(C(12, 6)). The two seconds with the least noise are used. Needs
numpy.
"""

import json
import math
import sys
from pathlib import Path

import numpy

ORDER = 6
WINDOW_S = 2
G = 9.80665


def samples(path):
    return numpy.loadtxt(path, usecols=(0, 1, 2, 3))


def quietest(table):
    """The smallest standard deviation of each axis over windows of WINDOW_S."""
    rate = (len(table) - 1) / (table[-1, 0] - table[0, 0])
    length = int(WINDOW_S * rate)
    differences = numpy.diff(table[:, 1:], ORDER, axis=0) / math.sqrt(math.comb(2 * ORDER, ORDER))
    windows = [differences[i : i + length] for i in range(0, len(differences) - length, length // 4)]
    deviations = numpy.array([numpy.sqrt((window**2).mean(axis=0)) for window in windows])
    return rate, deviations.min(axis=0)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: measure_noise.py FOLDER")
    root = Path(sys.argv[1])
    figures = {}
    for entry in json.loads((root / "index.json").read_text())["recordings"]:
        folder = root / entry["name"]
        if not folder.is_dir():
            continue
        is_phone = entry["os"] == "ios"
        files = {
            "accelerometer": ("accelerometer.txt", G if is_phone else 1),
            "gyroscope": ("gyroscope.txt" if is_phone else "gyroscope-calibrated.txt", 1),
            # The raw magnetometer, because iOS smooths the calibrated one.
            "magnetometer": ("magnetometer.txt", 1),
        }
        for sensor, (name, factor) in files.items():
            rate, deviation = quietest(samples(folder / name))
            figures.setdefault((entry["device"], sensor), []).append((rate, deviation * factor))
    for (device, sensor), found in sorted(figures.items()):
        least = numpy.min([deviation for _, deviation in found], axis=0)
        rate = numpy.median([rate for rate, _ in found])
        print(f"{device:9} {sensor:14} {rate:6.1f} Hz  " + " ".join(f"{value:.2g}" for value in least))


if __name__ == "__main__":
    main()
