"""A complementary filter over a whole recording, with numpy.

The gyroscope is integrated and pulled towards the orientation from gravity and magnetic field with one time constant
(W. Higgins, "A comparison of complementary and Kalman filtering", 1975). A quaternion w, x, y, z rotates device
coordinates into the axes East, North, Up.
"""
import argparse

import numpy as np


def product(p, q):
    """The products of quaternions, along the last axis."""
    w, x, y, z = np.moveaxis(p, -1, 0)
    rows = [[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]]
    return np.einsum("ij...,...j->...i", np.array(rows), q)


def exponential(v):
    """The quaternions of rotation vectors in radians."""
    angle = np.linalg.norm(v, axis=-1, keepdims=True)
    # np.sinc(x) is sin(πx)/(πx), also at 0.
    return np.concatenate([np.cos(angle / 2), v / 2 * np.sinc(angle / (2 * np.pi))], axis=-1)


def logarithm(q):
    """The shortest rotation vector of a quaternion in radians."""
    q = -q if q[0] < 0 else q
    length = np.linalg.norm(q[1:])
    return q[1:] * (2 * np.arctan2(length, q[0]) / length if length > 0 else 2)


def triad(a, m):
    """The orientations that turn gravity upright and the horizontal field to North."""
    a = a / np.linalg.norm(a, axis=1, keepdims=True)
    zero = np.zeros(len(a))
    tilt = np.stack([1 + a[:, 2], a[:, 1], -a[:, 0], zero], axis=1)
    tilt[a[:, 2] <= -1] = [0, 1, 0, 0]
    tilt /= np.linalg.norm(tilt, axis=1, keepdims=True)
    field = product(product(tilt, np.column_stack([zero, m])), tilt * [1, -1, -1, -1])
    half = np.arctan2(field[:, 1], field[:, 2]) / 2
    return product(np.stack([np.cos(half), zero, zero, np.sin(half)], axis=1), tilt)


def read(folder, sensor):
    """The times and the values of a sensor."""
    table = np.loadtxt(f"{folder}/{sensor}.csv", delimiter=",", skiprows=1, ndmin=2)
    return table[:, 0], table[:, 1:]


def held(sensor, times):
    """The last value of a sensor at each time."""
    own, values = sensor
    return values[np.searchsorted(own, times, side="right") - 1]


def estimate(gyroscope, accelerometer, magnetometer, time_constant):
    """The times and the orientations, from the first gyroscope sample after a sample of the other sensors on."""
    times, rates = gyroscope
    is_known = times >= max(accelerometer[0][0], magnetometer[0][0])
    times, rates = times[is_known], rates[is_known]
    targets = triad(held(accelerometer, times), held(magnetometer, times))
    intervals = np.diff(times)
    turns = exponential(rates[1:] * intervals[:, None])
    shares = -np.expm1(-intervals / time_constant)
    orientations = targets.copy()
    for i, (turn, share) in enumerate(zip(turns, shares), start=1):
        integrated = product(orientations[i - 1], turn)
        error = logarithm(product(integrated * [1, -1, -1, -1], targets[i]))
        q = product(integrated, exponential(share * error))
        orientations[i] = q / np.linalg.norm(q)
    return times, orientations


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("recording")
    parser.add_argument("output")
    parser.add_argument("--time-constant", type=float, default=1)
    arguments = parser.parse_args()
    sensors = [read(arguments.recording, name) for name in ("gyroscope", "accelerometer", "magnetometer")]
    times, orientations = estimate(*sensors, arguments.time_constant)
    table = np.column_stack([times, orientations])
    np.savetxt(arguments.output, table, delimiter=",", header="t,qw,qx,qy,qz", comments="", fmt="%.17g")


main()
