#!/usr/bin/env python3
"""Measures the drift of ARKit's poses and the errors of Core Location's fixes in sequences of ADVIO.

    python3 Datasets/advio/measure_tracking.py FOLDER...

Poses: the rate; the scale of the path relative to the ground truth; the change of yaw between consecutive windows of 20,
40 and 80 s, as a random walk in one second; and the drift of the position by axis, as a random walk in one second, without
the scale and yaw of each window. The change of yaw is an upper bound, because the yaw of short windows is uncertain.

Fixes: samples per second; the reported accuracy (geometric mean, and standard deviation of its logarithm); the standard
deviation of the error to the east and north, each, relative to the ground truth; the time over which the correlation of
the error falls to 1/e; and the share of fixes whose error is within the reported accuracy. The ground truth has no fixed
position on the Earth: one rotation and one shift are fitted to all fixes, so the true errors are slightly larger.

Sensors: the white noise of the quietest two seconds, from sixth differences as in
Datasets/smartphone-attitude/measure_noise.py. Needs numpy.
"""

import math
import sys
from pathlib import Path

import numpy

EARTH_M = 6_371_000.0
STEP_S = 0.1
WINDOWS_S = (20, 40, 80)
LEAST_SPEED_M_S = 0.5


def fit(source, target, with_scale):
    """Fits target = shift + factor * source in complex numbers. Without a scale, the factor has length one."""
    source_mean, target_mean = source.mean(), target.mean()
    p, q = source - source_mean, target - target_mean
    factor = (p.conj() * q).sum() / (abs(p) ** 2).sum()
    if not with_scale:
        factor /= abs(factor)
    return factor, target_mean - factor * source_mean


def residual(source, target):
    factor, shift = fit(source, target, with_scale=True)
    return (abs(target - shift - factor * source) ** 2).mean()


def poses(folder):
    arkit = numpy.loadtxt(folder / "iphone/arkit.csv", delimiter=",", usecols=(0, 1, 2, 3))
    truth = numpy.loadtxt(folder / "ground-truth/pose.csv", delimiter=",", usecols=(0, 1, 2, 3))
    start, end = max(arkit[0, 0], truth[0, 0]), min(arkit[-1, 0], truth[-1, 0])
    moments = numpy.arange(start, end, STEP_S)

    def track(table):
        x, z = (numpy.interp(moments, table[:, 0], table[:, i]) for i in (1, 3))
        return x - 1j * z

    rate = (len(arkit) - 1) / (arkit[-1, 0] - arkit[0, 0])
    shown, true = track(arkit), track(truth)
    # The ground truth's y axis points up or down, depending on the sequence.
    return rate, moments, shown, min((true, true.conj()), key=lambda track: residual(track, shown))


def drift(shown, true):
    length = round(WINDOWS_S[-1] / STEP_S)
    parts = [slice(first, first + length + 1) for first in range(0, len(true) - length, length)]
    scale = numpy.median([abs(fit(true[part], shown[part], with_scale=True)[0]) for part in parts])
    yaw_walks, position_walks = [], []
    for window in WINDOWS_S:
        length = round(window / STEP_S)
        yaws, errors = [], []
        for first in range(0, len(true) - length, length):
            part = slice(first, first + length + 1)
            if numpy.ptp(true[part].real) + numpy.ptp(true[part].imag) < LEAST_SPEED_M_S * window:
                yaws.append(None)
                continue
            turn, _ = fit(true[part], shown[part] / scale, with_scale=False)
            yaws.append(numpy.angle(turn))
            moved = (shown[part][-1] - shown[part][0]) / scale - turn * (true[part][-1] - true[part][0])
            errors.append(moved)
        steps = [b - a for a, b in zip(yaws, yaws[1:]) if a is not None and b is not None]
        steps = numpy.degrees(numpy.angle(numpy.exp(1j * numpy.array(steps))))
        yaw_walks.append(math.sqrt((steps**2).mean() / window))
        position_walks.append(math.sqrt((abs(numpy.array(errors)) ** 2).mean() / 2 / window))
    return scale, yaw_walks, position_walks


def fixes(folder, moments, true):
    table = numpy.loadtxt(folder / "iphone/platform-locations.csv", delimiter=",")
    table = table[(table[:, 0] >= moments[0]) & (table[:, 0] <= moments[-1])]
    latitude = numpy.radians(table[:, 1])
    east = EARTH_M * math.cos(latitude[0]) * (numpy.radians(table[:, 2]) - math.radians(table[0, 2]))
    measured = east + 1j * EARTH_M * (latitude - latitude[0])
    real, imag = (numpy.interp(table[:, 0], moments, part) for part in (true.real, true.imag))
    placed = real + 1j * imag
    factor, shift = fit(placed, measured, with_scale=False)
    error = measured - (shift + factor * placed)
    grid = numpy.arange(table[0, 0], table[-1, 0], 1.0)
    times = []
    for part in (error.real, error.imag):
        even = numpy.interp(grid, table[:, 0], part)
        even -= even.mean()
        variance = (even**2).mean()
        lags = [lag for lag in range(1, len(even) // 2) if (even[lag:] * even[:-lag]).mean() < variance / math.e]
        times.append(lags[0] if lags else float("nan"))
    logarithms = numpy.log(table[:, 3])
    return (
        (len(table) - 1) / (table[-1, 0] - table[0, 0]),
        math.exp(logarithms.mean()),
        logarithms.std(),
        math.sqrt((abs(error) ** 2).mean() / 2),
        sum(times) / 2,
        100 * (abs(error) <= table[:, 3]).mean(),
    )


def noise(folder, name):
    table = numpy.loadtxt(folder / f"iphone/{name}.csv", delimiter=",")
    rate = (len(table) - 1) / (table[-1, 0] - table[0, 0])
    length = int(2 * rate)
    differences = numpy.diff(table[:, 1:], 6, axis=0) / math.sqrt(math.comb(12, 6))
    windows = [differences[i : i + length] for i in range(0, len(differences) - length, length // 4)]
    return rate, numpy.array([numpy.sqrt((window**2).mean(axis=0)) for window in windows]).min(axis=0)


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: measure_tracking.py FOLDER...")
    for name in sys.argv[1:]:
        folder = Path(name)
        rate, moments, shown, true = poses(folder)
        scale, yaw_walks, position_walks = drift(shown, true)
        print(f"{folder.name}: {moments[-1] - moments[0]:.0f} s")
        print(f"  poses {rate:.1f} Hz, scale {scale:.3f}")
        for window, yaw, position in zip(WINDOWS_S, yaw_walks, position_walks):
            print(f"  windows of {window} s: yaw walk {yaw:.3f}°/√s, position walk {position:.3f} m/√s")
        rate, claimed, spread, deviation, time, share = fixes(folder, moments, true)
        print(
            f"  fixes {rate:.2f} Hz, claimed {claimed:.1f} m (log sd {spread:.2f}), error {deviation:.1f} m by axis, "
            f"correlated over {time:.0f} s, {share:.0f} % within the claim"
        )
        for sensor in ("accelerometer", "gyro", "magnetometer"):
            rate, deviation = noise(folder, sensor)
            print(f"  {sensor} {rate:.1f} Hz, noise " + " ".join(f"{value:.2g}" for value in deviation))


if __name__ == "__main__":
    main()
