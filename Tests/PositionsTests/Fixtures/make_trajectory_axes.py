#!/usr/bin/env python3
"""Writes trajectory_axes.json: the errors along each axis of the trajectories of make_trajectory_errors.py.

    pip install numpy==2.4.6 scipy==1.17.1 evo==1.38.1
    python3 make_trajectory_axes.py                       # writes the figures
    python3 make_trajectory_axes.py --check               # compares them with the committed ones
    python3 make_trajectory_axes.py REAL_TRAJECTORIES     # writes trajectory_axes_real.json from that folder
    python3 make_trajectory_axes.py REAL_TRAJECTORIES --check

evo matches and aligns the trajectories and selects the pairs. The errors are computed here with numpy, and the angles
with scipy, by the definitions of Zhang & Scaramuzza 2018: in the world frame, angles in the order yaw, pitch, roll.
"""
import json
import sys
from pathlib import Path

import numpy as np
from evo.core import metrics, sync
from evo.core.metrics import Unit
from make_trajectory_errors import ALIGNMENTS, FOLDER, align, read
from scipy.spatial.transform import Rotation

FRAMES = 7


def absolute(q, p):
    """The errors of poses p with respect to q, as rows x, y, z, roll, pitch, yaw."""
    translation = p[:, :3, 3] - q[:, :3, 3]
    rotation = p[:, :3, :3] @ q[:, :3, :3].transpose(0, 2, 1)
    return np.column_stack([translation, angles(rotation)])


def relative(q, p, pairs):
    rows = []
    for i, j in pairs:
        error = np.linalg.inv(np.linalg.inv(q[i]) @ q[j]) @ (np.linalg.inv(p[i]) @ p[j])
        turn = np.eye(4)
        turn[:3, :3] = q[j][:3, :3]
        rows.append(turn @ error @ turn.T)
    rows = np.array(rows)
    return np.column_stack([rows[:, :3, 3], angles(rows[:, :3, :3])])


def angles(matrices):
    return Rotation.from_matrix(matrices).as_euler("ZYX", degrees=True)[:, ::-1]


def statistics(errors):
    """Per axis: the root mean square, mean, median, standard deviation, minimum and maximum."""
    values = [
        np.sqrt((errors**2).mean(axis=0)), errors.mean(axis=0), np.median(errors, axis=0), errors.std(axis=0),
        errors.min(axis=0), errors.max(axis=0),
    ]
    return [[float(f"{value:.13g}") for value in axis] for axis in np.array(values).T]


def compare(reference_path, estimate_path):
    reference, estimate = sync.associate_trajectories(read(reference_path), read(estimate_path), max_diff=0.01)
    cases = []
    for alignment in ALIGNMENTS:
        aligned = align(reference, estimate, alignment)
        q, p = np.array(reference.poses_se3), np.array(aligned.poses_se3)
        pairs = metrics.id_pairs_from_delta(aligned.poses_se3, FRAMES, Unit.frames, all_pairs=True)
        cases.append(
            {
                "alignment": alignment,
                "absolute": statistics(absolute(q, p)),
                "relative": statistics(relative(q, p, pairs)),
            }
        )
    return {"reference": reference_path.name, "estimate": estimate_path.name, "frames": FRAMES, "cases": cases}


def figures():
    return [compare(FOLDER / "trajectory_reference.tum", FOLDER / "trajectory_estimate.tum")]


def real_figures(folder):
    names = [
        ("freiburg1_xyz-groundtruth.txt", "freiburg1_xyz-rgbdslam.txt"),
        ("V102_groundtruth.csv", "V102.txt"),
    ]
    return [compare(folder / reference, folder / estimate) for reference, estimate in names]


def encode(comparisons):
    """JSON with a line per axis, so that differences can be read."""
    return json.dumps(comparisons).replace('"absolute"', '\n "absolute"').replace("[[", "[\n  [").replace("], [", "],\n  [") + "\n"


if __name__ == "__main__":
    folders = [Path(argument) for argument in sys.argv[1:] if argument != "--check"]
    name = "trajectory_axes_real.json" if folders else "trajectory_axes.json"
    text = encode(real_figures(folders[0]) if folders else figures())
    if "--check" not in sys.argv:
        (FOLDER / name).write_text(text)
    elif (FOLDER / name).read_text() != text:
        sys.exit(f"{name} differs")
