#!/usr/bin/env python3
"""Makes self_calibrating_inputs.csv and self_calibrating.csv: a simulated motion, and what self_calibrating.py makes of it.

    pip install numpy
    python3 make_self_calibrating.py            writes both files
    python3 make_self_calibrating.py --check    compares the numbers with the committed ones

A hand turns a phone for 46 s. The gyroscope samples at 80 Hz, the accelerometer at 40 Hz, the magnetometer at 25 Hz at
times of its own. The magnetometer's offset is 20 µT and changes to 45 µT at 16 s; a disturbance of the place lasts from
24 s to 28 s; the device is at rest from 8 s to 13 s; there is a gap of all sensors from 30 s to 31.5 s. From 36 s, the
device rotates faster than the gyroscope can measure (4.5 rad/s). The gyroscope has a bias, and all sensors have noise.

The first file has one sample a row: its time, the sensor (0 gyroscope, 1 accelerometer, 2 magnetometer) and x, y, z. The
second has the state after every fortieth sample of the gyroscope, from the start on: orientation (scalar first, device to magnetic East,
North, Up), bias (rad/s), offset (µT), the deviation of the offset (µT), the covariance of the orientation (rad²; upper
triangle) and rest (0 or 1), with default settings, and then for others.
"""
import pathlib
import sys

import numpy as np

from fixture_file import write_or_check
from self_calibrating import OFFSET, SelfCalibrating, quaternion, rotation

HERE = pathlib.Path(__file__).resolve().parent
INPUTS, OUTPUTS = HERE / "self_calibrating_inputs.csv", HERE / "self_calibrating.csv"
EVERY = 40
SENSORS = ["gyroscope", "accelerometer", "magnetometer"]
SETTINGS = {
    "default": {},
    "other": {
        "gyroscopeNoise": 0.1,
        "gyroscopeScale": 0.02,
        "initialBias": 2,
        "biasWalk": 0.05,
        "restBias": 0.2,
        "velocity": 1.5,
        "accelerometerError": 0.5,
        "fieldVariation": 3,
        "slowVariation": 5,
        "magnetometerAge": 0.1,
        "initialOffset": 60,
        "offsetShare": 0.8,
        "uncalibratedBias": 4,
    },
}
FIELD = np.array([0.0, 21.0, -43.0])
BIAS = np.array([0.006, -0.004, 0.003])
STEP = 0.0025
RANGE = 4.5


def rate(time):
    """The angular velocity, rad/s in device axes."""
    if 8 <= time < 13:
        return np.zeros(3)
    if time >= 36:
        return np.array([6.5 * np.sin(7 * (time - 36)), 0.8 * np.cos(0.7 * time + 1), 0.7 * np.sin(0.31 * time)])
    return np.array([
        1.1 * np.sin(0.9 * time) + 0.3 * np.cos(4.1 * time),
        0.8 * np.cos(0.7 * time + 1),
        0.7 * np.sin(0.31 * time) + 0.4 * np.sin(2.3 * time),
    ])


def acceleration(time):
    """m/s² in Earth axes: the derivative of a velocity of up to 0.6 m/s."""
    if 8 <= time < 13:
        return np.zeros(3)
    return np.array([1.2 * np.cos(2 * time), -0.9 * np.sin(3 * time), 1.5 * np.sin(12 * time)])


def offset(time):
    return np.array([12, -14, 8.0]) if time < 16 else np.array([-20, 25, 31.0])


def disturbance(time):
    return np.array([25, -8, 12.0]) * np.sin(np.pi * (time - 24) / 4) if 24 <= time < 28 else np.zeros(3)


def samples():
    """(time, sensor, value), rounded as in the file."""
    random = np.random.default_rng(24)
    turn, all_samples = rotation(np.array([0.4, -0.2, 2.0])), []
    for index in range(int(46 / STEP)):
        time = index * STEP
        if index > 0:
            turn = turn @ rotation(rate(time - STEP / 2) * STEP)
        if 30 < time < 31.5:
            continue
        if index % 5 == 0:
            measured = np.clip(rate(time) + BIAS, -RANGE, RANGE) + 0.003 * random.standard_normal(3)
            all_samples.append((time, 0, measured.round(4)))
        if index % 10 == 0:
            force = turn.T @ (np.array([0, 0, 9.81]) + acceleration(time)) + 0.02 * random.standard_normal(3)
            all_samples.append((time, 1, force.round(3)))
        if index % 16 == 0:
            field = turn.T @ (FIELD + disturbance(time)) + offset(time) + 0.4 * random.standard_normal(3)
            all_samples.append((time, 2, field.round(2)))
    return all_samples


def upper_triangle(matrix):
    return matrix[np.triu_indices(3)]


def states(rows, settings):
    filter = SelfCalibrating(**settings)
    states, count = [], 0
    for time, sensor, *value in rows:
        filter.read(SENSORS[int(sensor)], np.array(value), time)
        if sensor != 0 or filter.time is None:
            continue
        if count % EVERY == 0:
            deviation = np.sqrt(np.diag(filter.p)[OFFSET])
            is_at_rest = float(filter.rest.duration > 1.5)
            orientation, covariance = quaternion(filter.orientation), upper_triangle(filter.covariance)
            states.append(np.hstack([orientation, filter.bias, filter.offset, deviation, covariance, is_at_rest]))
        count += 1
    return np.array(states)


def names(setting):
    vectors = [f"{setting}_{name}_{axis}" for name in ("bias", "offset", "deviation") for axis in "xyz"]
    matrix = [f"{setting}_{axes}" for axes in ("xx", "xy", "xz", "yy", "yz", "zz")]
    return [f"{setting}_{axis}" for axis in "wxyz"] + vectors + matrix + [f"{setting}_rest"]


def inputs_text():
    lines = ["t,sensor,x,y,z"]
    lines += [f"{time:.4f},{sensor}," + ",".join(f"{number:.12g}" for number in value) for time, sensor, value in samples()]
    return "\n".join(lines) + "\n"


def outputs_text():
    rows = np.loadtxt(INPUTS, delimiter=",", skiprows=1)
    table = np.hstack([states(rows, settings) for settings in SETTINGS.values()])
    lines = [",".join(name for setting in SETTINGS for name in names(setting))]
    lines += [",".join(f"{number:.13g}" for number in row) for row in table]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" not in sys.argv:
        INPUTS.write_text(inputs_text())
    elif INPUTS.read_text() != inputs_text():
        sys.exit(f"{INPUTS.name} differs")
    write_or_check(outputs_text(), OUTPUTS, tolerance=1e-9)
