#!/usr/bin/env python3
"""Compares the phones' attitude with the motion capture.

    python3 Datasets/smartphone-attitude/measure_attitude.py FOLDER

For each recording, it prints samples per second; the delay with the smallest error in the changes of the attitude over
0.2 s; mean and standard deviation of the yaw error, and the rotation over which its correlation falls to 1/e; and the RMS
of the inclination error with its rotation. A rotation is the sum of the angles by which the device rotates, in degrees:
errors change during rotations and are constant at rest. Yaw errors are clockwise. Needs numpy.
"""

import json
import math
import sys
from pathlib import Path

import numpy

END_S = 120
STEP_S = 0.02
CHANGE_S = 0.2
DELAYS_S = numpy.arange(-0.1, 0.4001, 0.005)


def product(p, q):
    w, x, y, z = (p[..., i] for i in range(4))
    a, b, c, d = (q[..., i] for i in range(4))
    return numpy.stack(
        [w * a - x * b - y * c - z * d, w * b + x * a + y * d - z * c, w * c - x * d + y * a + z * b,
         w * d + x * c - y * b + z * a], axis=-1)


def conjugate(q):
    return q * numpy.array([1, -1, -1, -1])


def interpolate(times, table, moments):
    """Normalised linear interpolation, which is accurate for small intervals."""
    table = table.copy()
    for index in range(1, len(table)):
        if table[index] @ table[index - 1] < 0:
            table[index] *= -1
    columns = [numpy.interp(moments, times, table[:, i]) for i in range(4)]
    result = numpy.stack(columns, axis=-1)
    return result / numpy.linalg.norm(result, axis=-1, keepdims=True)


def angle(q):
    return 2 * numpy.arcsin(numpy.clip(numpy.linalg.norm(q[..., 1:], axis=-1), 0, 1))


def correlation_turn(turned, series):
    """The rotation in degrees over which the autocorrelation falls below 1/e."""
    series = numpy.interp(numpy.arange(0, turned[-1]), turned, series)
    series = series - series.mean()
    variance = (series**2).mean()
    for lag in range(1, len(series) // 2):
        if (series[lag:] * series[:-lag]).mean() < variance / math.e:
            return lag
    return float("nan")


def attitude(folder, entry, declination):
    """Device to East, North (true), Up."""
    if entry["os"] == "ios":
        table = numpy.loadtxt(folder / "attitude.txt", usecols=range(5))
        quaternions = table[:, 1:]
        # x points to magnetic north, y to the west.
        turn = math.radians(90 - declination)
    else:
        table = numpy.loadtxt(folder / "rotation-vector.txt", usecols=range(5))
        quaternions = table[:, [4, 1, 2, 3]]
        turn = math.radians(-declination)
    earth = numpy.array([math.cos(turn / 2), 0, 0, math.sin(turn / 2)])
    quaternions = quaternions / numpy.linalg.norm(quaternions, axis=1, keepdims=True)
    return table[:, 0] + entry["clockOffset"], product(earth, quaternions)


def measure(folder, entry, declination):
    times, phone = attitude(folder, entry, declination)
    reference = numpy.loadtxt(folder / "reference.csv", delimiter=",", skiprows=1)
    valid = reference[:, 8] == 1
    truth_times, truth = reference[valid, 0], reference[valid, 1:5]
    start = max(times[0], truth_times[0]) + 1
    moments = numpy.arange(start, min(times[-1], truth_times[-1], END_S) - 1, STEP_S)
    near = numpy.abs(truth_times[numpy.clip(numpy.searchsorted(truth_times, moments), 0, len(truth_times) - 1)] - moments)
    is_known = near < 0.05
    true = interpolate(truth_times, truth, moments)
    lag = round(CHANGE_S / STEP_S)
    best = None
    for delay in DELAYS_S:
        shown = interpolate(times, phone, moments + delay)
        changes = [product(conjugate(q[:-lag]), q[lag:]) for q in (true, shown)]
        both = is_known[:-lag] & is_known[lag:]
        error = numpy.sqrt((angle(product(conjugate(changes[0]), changes[1]))[both] ** 2).mean())
        if not best or error < best[0]:
            best = (error, delay, shown)
    _, delay, shown = best
    error = product(shown, conjugate(true))[is_known]
    # The rotation about the vertical, and the remaining rotation.
    yaw = -2 * numpy.arctan2(error[:, 3], error[:, 0])
    yaw = numpy.degrees(numpy.angle(numpy.exp(1j * yaw)))
    tilt = numpy.degrees(2 * numpy.arcsin(numpy.clip(numpy.hypot(error[:, 1], error[:, 2]), 0, 1)))
    mean = numpy.degrees(numpy.angle(numpy.exp(1j * numpy.radians(yaw)).mean()))
    rest = (yaw - mean + 180) % 360 - 180
    rate = (len(times) - 1) / (times[-1] - times[0])
    # Over 0.1 s, so that the noise of the motion capture has no effect.
    coarse = round(0.1 / STEP_S)
    steps = numpy.degrees(angle(product(conjugate(true[:-coarse]), true[coarse:]))) / coarse
    turned = numpy.concatenate([[0], numpy.cumsum(numpy.pad(steps, (0, coarse - 1), "edge"))])[is_known]
    turned -= turned[0]
    yaw_turn, tilt_turn = correlation_turn(turned, rest), correlation_turn(turned, error[:, 1])
    return rate, delay, mean, rest.std(), yaw_turn, math.sqrt((tilt**2).mean()), tilt_turn


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: measure_attitude.py FOLDER")
    root = Path(sys.argv[1])
    index = json.loads((root / "index.json").read_text())
    declination = index["magneticField"]["declination_deg"]
    print("recording                              Hz  delay s  yaw mean  yaw sd °  turn °  tilt rms °  turn °")
    for entry in index["recordings"]:
        folder = root / entry["name"]
        if not folder.is_dir():
            continue
        rate, delay, mean, deviation, yaw_turn, tilt, tilt_turn = measure(folder, entry, declination)
        print(
            f"{entry['name']:36} {rate:5.1f} {delay:7.3f} {mean:+9.1f} {deviation:9.1f} {yaw_turn:7.0f} {tilt:10.1f} "
            f"{tilt_turn:7.0f}"
        )


if __name__ == "__main__":
    main()
