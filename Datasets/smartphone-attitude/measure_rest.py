#!/usr/bin/env python3
"""Measures the rates of the phones' sensors, and the correlation of successive accelerometer samples at rest.

    python3 Datasets/smartphone-attitude/measure_rest.py FOLDER

FOLDER contains the authors' recordings for the calibration of gyroscopes (calib_gyr_*), in which the phone lies still.
The correlation is printed for x, y and z, with the mean of each second subtracted. Seconds with a deviation of 0.03 m/s²
or more are skipped. Each line is repeated for every second sample, which halves the rate. Needs numpy.
"""

import sys
from pathlib import Path

import numpy

from measure_noise import G, samples

WINDOW_S = 1
LARGEST_DEVIATION = 0.03


def rate(table):
    return (len(table) - 1) / (table[-1, 0] - table[0, 0])


def correlation(table, every):
    """The correlation of neighbours among every `every`-th sample, for each axis."""
    products, squares = numpy.zeros(3), numpy.zeros(3)
    for start in numpy.arange(table[0, 0], table[-1, 0] - WINDOW_S, WINDOW_S):
        window = table[(table[:, 0] >= start) & (table[:, 0] < start + WINDOW_S), 1:]
        if numpy.sqrt(window.var(axis=0).mean()) >= LARGEST_DEVIATION:
            continue
        for first in range(every):
            part = window[first::every] - window[first::every].mean(axis=0)
            products += (part[1:] * part[:-1]).sum(axis=0)
            squares += (part**2).sum(axis=0)
    return products / squares


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: measure_rest.py FOLDER")
    for folder in sorted(Path(sys.argv[1]).glob("**/calib_gyr_*")):
        accelerometer = samples(folder / "accelerometer.txt")
        # iPhones record in units of gravity.
        if numpy.median(numpy.linalg.norm(accelerometer[:, 1:], axis=1)) < 2:
            accelerometer[:, 1:] *= G
        magnetometer = rate(samples(folder / "magnetometer.txt"))
        for every in (1, 2):
            axes = " ".join(f"{value:6.3f}" for value in correlation(accelerometer, every))
            hertz = rate(accelerometer) / every
            print(f"{folder.name:24} {hertz:6.1f} Hz, magnetometer {magnetometer:5.1f} Hz, correlation {axes}")


if __name__ == "__main__":
    main()
