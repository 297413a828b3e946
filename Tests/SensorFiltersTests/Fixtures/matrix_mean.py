"""Writes matrix_mean.csv: means of rotation matrices over the last 20 as numpy and scipy compute them.

python3 matrix_mean.py [--check]        (numpy 2, scipy 1.17; the seed makes the bytes repeatable)
"""
import os
import sys

import numpy
from scipy.spatial.transform import Rotation

COUNT = 300
WINDOW = 20


def drawn(mean):
    """Gram-Schmidt on the device's mean x and y axes, in this order."""
    right, up = mean[:, 0], mean[:, 1]
    back = numpy.cross(right, up)
    right = right / numpy.linalg.norm(right)
    back = back / numpy.linalg.norm(back)
    return Rotation.from_matrix(numpy.stack([right, numpy.cross(back, right), back], axis=1))


def table():
    generator = numpy.random.Generator(numpy.random.PCG64(20242))
    turns = generator.normal(0, 0.06, (COUNT, 3)) + [0.02, -0.01, 0.03]
    inputs = []
    rotation = Rotation.from_quat([0.5, -0.5, 0.1, 0.7])
    for turn in turns:
        rotation = rotation * Rotation.from_rotvec(turn)
        inputs.append(rotation)
    rows = ["input_w,input_x,input_y,input_z,drawn_w,drawn_x,drawn_y,drawn_z,nearest_w,nearest_x,nearest_y,nearest_z"]
    for n in range(COUNT):
        window = Rotation.concatenate(inputs[max(0, n - WINDOW + 1): n + 1])
        mean = window.as_matrix().mean(axis=0)
        nearest = window.mean()
        # The mean in scipy's sense is the projection of the mean matrix.
        assert (nearest.inv() * Rotation.from_matrix(mean)).magnitude() < 1e-12
        row = []
        for rotation, sign in [(inputs[n], generator.choice([-1, 1])), (drawn(mean), 1), (nearest, 1)]:
            x, y, z, w = rotation.as_quat() * sign
            row += [w, x, y, z]
        rows.append(",".join(repr(float(v)) for v in row))
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    path = os.path.splitext(os.path.abspath(__file__))[0] + ".csv"
    text = table()
    if "--check" in sys.argv:
        sys.exit(None if open(path).read() == text else path + " is not what this script makes")
    open(path, "w").write(text)
