#!/usr/bin/env python3
"""Writes vqf_pan.csv: the first 20 s of Datasets/pan and the orientations of the PyPI package vqf for them.

    pip install numpy==2.4.6 vqf==2.1.2
    python3 make_vqf_pan.py            # writes the file
    python3 make_vqf_pan.py --check    # compares with the committed one

The package starts where Sextant does: at the first gyroscope sample at which the others are known, with their last samples.
Gyroscope and accelerometer sample every 10 ms, the magnetometer every 30 ms. An orientation stands at every tenth gyroscope sample.

There are three runs: basic; full; and apart, the full one again with its bias set back to that of a new estimator behind the first
samples. The package takes the first inclination correction, from the identity to what gravity says, for the effect of a bias, and only
limits the harm; Sextant learns nothing from it.
"""
import csv
import sys
from pathlib import Path

import numpy as np
import vqf

HERE = Path(__file__).resolve().parent
PAN = HERE.parents[2] / "Datasets" / "pan"
SPAN = 20.0
TIMES = (0.01, 0.01, 0.03)


def samples(name):
    with open(PAN / f"{name}.csv") as file:
        for row in csv.DictReader(file):
            if float(row["t"]) < SPAN:
                yield row["t"], [row["x"], row["y"], row["z"]]


def frames():
    merged = {}
    for sensor in ("gyroscope", "accelerometer", "magnetometer"):
        for time, values in samples(sensor):
            merged.setdefault(time, {})[sensor] = values
    return sorted(merged.items(), key=lambda item: float(item[0]))


def numbers(values):
    return np.array([float(value) for value in values])


def run(estimator, events, apart=False):
    held = {}
    started = False
    outputs = []
    for _, frame in events:
        held.update({name: frame[name] for name in frame if name != "gyroscope"})
        taken = frame
        if not started:
            started = "gyroscope" in frame and len(held) == 2
            taken = {**frame, **held} if started else {}
        if "gyroscope" in taken:
            estimator.updateGyr(numbers(taken["gyroscope"]))
        if "accelerometer" in taken:
            estimator.updateAcc(numbers(taken["accelerometer"]))
        if "magnetometer" in taken:
            estimator.updateMag(numbers(taken["magnetometer"]))
        if apart and started and taken is not frame:
            estimator.setBiasEstimate(np.zeros(3), np.radians(estimator.params["biasSigmaInit"]))
        outputs.append(estimator.getQuat9D() if started else None)
    return outputs


def text():
    events = frames()
    basic = run(vqf.BasicVQF(*TIMES), events)
    full = run(vqf.VQF(*TIMES), events)
    apart = run(vqf.VQF(*TIMES), events, apart=True)
    header = ["t"] + [sensor + axis for sensor in "agm" for axis in "xyz"]
    header += [f"{mode}_{axis}" for mode in ("basic", "full", "apart") for axis in "wxyz"]
    lines = [",".join(header)]
    turn = 0
    for (time, frame), first, second, third in zip(events, basic, full, apart):
        cells = [time]
        for sensor in ("accelerometer", "gyroscope", "magnetometer"):
            cells += frame.get(sensor, ["", "", ""])
        turn += "gyroscope" in frame
        if first is not None and "gyroscope" in frame and turn % 10 == 0:
            cells += [f"{value:.9f}" for value in (*first, *second, *third)]
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    path = HERE / "vqf_pan.csv"
    if "--check" in sys.argv:
        sys.exit(0 if path.read_text() == text() else "vqf_pan.csv differs")
    path.write_text(text())
