"""Madgwick's filter for gyroscope, accelerometer and magnetometer, in plain Python.

S. Madgwick, "An efficient orientation filter for inertial and inertial/magnetic sensor arrays", 2010; the numbers in
parentheses are those of its equations. A quaternion rotates device coordinates into the axes North, West, Up.
"""
import math


def product(p, q):
    """The product of two quaternions w, x, y, z."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


def rotated(q, v):
    """A vector in device axes, rotated by q."""
    return product(product(q, (0.0, *v)), (q[0], -q[1], -q[2], -q[3]))[1:]


def unit(v):
    """A vector or quaternion with length 1."""
    length = math.sqrt(sum(x * x for x in v))
    return tuple(x / length for x in v)


def start(a, m):
    """The orientation that turns gravity upright and the horizontal field to North."""
    tilt = unit((1 + a[2], a[1], -a[0], 0.0)) if a[2] > -1 else (0.0, 1.0, 0.0, 0.0)
    x, y, _ = rotated(tilt, m)
    half = -math.atan2(y, x) / 2
    return product((math.cos(half), 0.0, 0.0, math.sin(half)), tilt)


class Madgwick:
    """Reads samples one by one; `q` is the orientation after the last one, None before the first orientation."""

    def __init__(self, beta):
        self.beta = beta
        self.q = self.time = self.a = self.m = None

    def update(self, sensor, time, value):
        if sensor == "accelerometer":
            self.a = unit(value)
        elif sensor == "magnetometer":
            self.m = unit(value)
        elif self.q is not None:
            self.q = self.step(value, time - self.time)
            self.time = time
        elif self.a and self.m:
            self.q = start(self.a, self.m)
            self.time = time

    def step(self, rate, interval):
        w, x, y, z = self.q
        ax, ay, az = self.a
        mx, my, mz = self.m
        # (45), (46) the direction of the Earth's field: north and up
        hx, hy, bz = rotated(self.q, self.m)
        bx = math.hypot(hx, hy)
        # (25), (29) the predicted directions minus the measured ones
        f = (
            2 * (x * z - w * y) - ax,
            2 * (w * x + y * z) - ay,
            2 * (0.5 - x * x - y * y) - az,
            2 * bx * (0.5 - y * y - z * z) + 2 * bz * (x * z - w * y) - mx,
            2 * bx * (x * y - w * z) + 2 * bz * (w * x + y * z) - my,
            2 * bx * (w * y + x * z) + 2 * bz * (0.5 - x * x - y * y) - mz,
        )
        # (26), (30) their derivatives with respect to w, x, y, z
        jacobian = (
            (-2 * y, 2 * z, -2 * w, 2 * x),
            (2 * x, 2 * w, 2 * z, 2 * y),
            (0, -4 * x, -4 * y, 0),
            (-2 * bz * y, 2 * bz * z, -4 * bx * y - 2 * bz * w, -4 * bx * z + 2 * bz * x),
            (-2 * bx * z + 2 * bz * x, 2 * bx * y + 2 * bz * w, 2 * bx * x + 2 * bz * z, -2 * bx * w + 2 * bz * y),
            (2 * bx * y, 2 * bx * z - 4 * bz * x, 2 * bx * w - 4 * bz * y, 2 * bx * x),
        )
        # (34) the gradient, and (43), (44) its direction
        gradient = [sum(row[i] * e for row, e in zip(jacobian, f)) for i in range(4)]
        length = math.sqrt(sum(g * g for g in gradient))
        # A shorter gradient is rounding: its direction is arbitrary.
        pull = self.beta / length if length > 1e-12 else 0.0
        # (12) the derivative from the gyroscope, and (42) the step
        turn = product(self.q, (0.0, *rate))
        return unit([q + (t / 2 - pull * g) * interval for q, t, g in zip(self.q, turn, gradient)])
