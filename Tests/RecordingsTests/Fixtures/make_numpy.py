#!/usr/bin/env python3
"""Writes the recording of NumPyArchiveTests with NumPy: `python3 make_numpy.py [--check]`.

The arrays have different types, orders of bytes and orders of dimensions; some are compressed.
"""
import pathlib
import sys

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent / "numpy"
COUNT = 40


def arrays():
    row = np.arange(COUNT)
    half = row * 0.005
    quaternion = np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=1)
    return {
        "gyroscope_t": row * 0.01,
        # Fortran order: the first dimension varies fastest.
        "gyroscope": np.asfortranarray(np.stack([0.001 * row, -0.002 * row, 0.003 * row], axis=1)),
        "accelerometer_t": (row * 0.01).astype(">f8"),
        "accelerometer": np.stack([0.5 * row, 0.25 * row, 8 + 0 * row], axis=1).astype("<f4"),
        "magnetometer_t": row.astype("u1"),
        "magnetometer": np.stack([row, 20 - row, -42 + 0 * row], axis=1).astype(">i2"),
        "reference_t": row * 0.01,
        "reference": quaternion,
        "reference_valid": row >= 10,
        "reference_position": np.stack([row, 2 * row, 3 * row], axis=1).astype("i8"),
        "title": np.array("text is no column"),
    }


def main():
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / "recording.npz"
    if "--check" in sys.argv[1:]:
        stored = np.load(path)
        expected = arrays()
        assert sorted(stored.files) == sorted(expected)
        for name, array in expected.items():
            assert stored[name].dtype == array.dtype and (stored[name] == array).all(), name
    else:
        np.savez_compressed(path, **arrays())


main()
