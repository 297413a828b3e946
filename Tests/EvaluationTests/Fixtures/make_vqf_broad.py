#!/usr/bin/env python3
"""Writes vqf_broad.json: what the PyPI package vqf makes of eight trials of BROAD.

    pip install numpy==2.4.6 vqf==2.1.2
    python3 make_vqf_broad.py PATH_OF_TRIALS            # writes the file
    python3 make_vqf_broad.py PATH_OF_TRIALS --check    # compares with the committed one

For each trial and mode: every 200th quaternion (scalar first, device to East, North, Up), one after another, and the RMSE over the
samples with movement and a valid reference, as BROAD defines it (doi:10.3390/data6070072).
"""
import json
import sys
from pathlib import Path

import numpy as np
import vqf

STEP = 200
INTERVAL = 0.0035
OUTPUT = Path(__file__).resolve().parent / "vqf_broad.json"


def product(p, q):
    pw, px, py, pz = p.T
    qw, qx, qy, qz = q.T
    return np.stack(
        [
            pw * qw - px * qx - py * qy - pz * qz,
            pw * qx + px * qw + py * qz - pz * qy,
            pw * qy - px * qz + py * qw + pz * qx,
            pw * qz + px * qy - py * qx + pz * qw,
        ],
        axis=1,
    )


def rmse(estimate, reference, mask):
    e = product(estimate, reference * [1, -1, -1, -1])[mask]
    w, x, y, z = np.abs(e.T)
    angles = {
        "total": 2 * np.arctan2(np.sqrt(x * x + y * y + z * z), w),
        "heading": 2 * np.arctan2(z, w),
        "inclination": 2 * np.arctan2(np.hypot(x, y), np.hypot(w, z)),
    }
    return {f"{name}_rmse_deg": round(float(np.degrees(np.sqrt(np.mean(a * a)))), 7) for name, a in angles.items()}


def trial(path):
    table = np.genfromtxt(path, delimiter=",", names=True)

    def columns(*names):
        return np.ascontiguousarray(np.stack([table[name] for name in names], axis=1))

    gyroscope, accelerometer = columns("gx", "gy", "gz"), columns("ax", "ay", "az")
    magnetometer, reference = columns("mx", "my", "mz"), columns("qw", "qx", "qy", "qz")
    mask = (table["movement"] == 1) & np.isfinite(reference).all(axis=1)
    result = {}
    for mode, estimator in (("basic", vqf.BasicVQF(INTERVAL)), ("full", vqf.VQF(INTERVAL))):
        estimate = estimator.updateBatch(gyroscope, accelerometer, magnetometer)["quat9D"]
        result[mode] = rmse(estimate, reference, mask)
        result[mode]["quaternions"] = [round(float(value), 7) for value in estimate[::STEP].ravel()]
    return result


def text(folder):
    trials = {path.stem: trial(path) for path in sorted(Path(folder).glob("*.csv"))}
    return json.dumps({"step": STEP, "trials": trials}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    result = text(sys.argv[1])
    if "--check" in sys.argv:
        sys.exit(0 if OUTPUT.read_text() == result else "vqf_broad.json differs")
    OUTPUT.write_text(result)
