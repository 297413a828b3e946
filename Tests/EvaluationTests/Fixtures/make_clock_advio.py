#!/usr/bin/env python3
"""Writes clock_advio.json: clock offsets of ADVIO's IMU against its ARKit poses and its truth, by scipy.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 make_clock_advio.py PATH_OF_ADVIO            # writes the file
    python3 make_clock_advio.py PATH_OF_ADVIO --check    # compares with the committed one

Both angular speeds are brought to a grid of 1 ms, their means taken out, and correlated by FFT; the offset, in seconds
to be added to the IMU's times, is that of the highest product.
"""
import json
import pathlib
import sys

import numpy as np
from scipy.signal import correlate, correlation_lags
from scipy.spatial.transform import Rotation, Slerp

STEP = 0.001
HALF = 0.05


def offset(folder, poses):
    gyro = np.loadtxt(folder / "iphone/gyro.csv", delimiter=",")
    pose = np.loadtxt(folder / poses, delimiter=",")
    slerp = Slerp(pose[:, 0], Rotation.from_quat(pose[:, [5, 6, 7, 4]]))
    increments = (gyro[1:, 1:4] + gyro[:-1, 1:4]) / 2 * np.diff(gyro[:, 0])[:, None]
    turned = np.vstack([np.zeros(3), np.cumsum(increments, axis=0)])
    start = max(pose[0, 0], gyro[0, 0]) + HALF + STEP
    end = min(pose[-1, 0], gyro[-1, 0]) - HALF - STEP
    grid = np.arange(start, end, STEP)

    def turn(times):
        return np.stack([np.interp(times, gyro[:, 0], turned[:, axis]) for axis in range(3)], axis=1)

    reference = (slerp(grid - HALF).inv() * slerp(grid + HALF)).magnitude() / (2 * HALF)
    sensor = np.linalg.norm(turn(grid + HALF) - turn(grid - HALF), axis=1) / (2 * HALF)
    products = correlate(reference - reference.mean(), sensor - sensor.mean(), method="fft")
    lags = correlation_lags(len(reference), len(sensor))
    near = abs(lags * STEP) <= 5
    return round(float(lags[near][products[near].argmax()] * STEP), 3)


def main():
    advio = pathlib.Path(sys.argv[1])
    result = {
        name: {
            "pose": offset(advio / name, "iphone/arkit.csv"),
            "truth": offset(advio / name, "ground-truth/pose.csv"),
        }
        for name in ("advio-20", "advio-22")
    }
    text = json.dumps(result, indent=2) + "\n"
    file = pathlib.Path(__file__).resolve().parent / "clock_advio.json"
    if "--check" in sys.argv[2:]:
        sys.exit(0 if file.read_text() == text else f"{file.name} differs from what this script makes")
    file.write_text(text)


if __name__ == "__main__":
    main()
