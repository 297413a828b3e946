#!/usr/bin/env python3
"""Writes trajectory_errors.json: what the Python package evo makes of small synthetic trajectories and of real ones.

    pip install numpy==2.4.6 scipy==1.17.1 evo==1.38.1
    python3 make_trajectory_errors.py                       # writes the trajectories and the figures
    python3 make_trajectory_errors.py --check               # compares them with the committed ones
    python3 make_trajectory_errors.py REAL_TRAJECTORIES     # writes trajectory_errors_real.json from that folder
    python3 make_trajectory_errors.py REAL_TRAJECTORIES --check

evo has no alignment about the vertical: its rotation is evo's own planar alignment of x and y, its translation the
difference of the means. evo has no delta in seconds: its pairs are found here, by the definition in words.
"""
import copy
import json
import sys
from pathlib import Path

import numpy as np
from evo.core import geometry, metrics, sync
from evo.core.metrics import PoseRelation, StatisticsType, Unit
from evo.core.sync_method import SyncMethod
from evo.core.trajectory import PoseTrajectory3D
from evo.tools import file_interface
from scipy.spatial.transform import Rotation

FOLDER = Path(__file__).resolve().parent
SEED = 20240917
ALIGNMENTS = ["none", "origin", "yaw", "se3", "sim3", "scale"]
PARTS = {
    "translation": PoseRelation.translation_part,
    "rotation": PoseRelation.rotation_angle_deg,
    "full": PoseRelation.full_transformation,
    "distance": PoseRelation.point_distance,
}
# delta, unit, all pairs
PAIRINGS = [
    (1, "frames", False), (7, "frames", False), (7, "frames", True),
    (0.9, "metres", False), (0.9, "metres", True),
    (11.0, "degrees", False), (11.0, "degrees", True),
    (0.53, "seconds", False), (0.53, "seconds", True),
]
UNITS = {"frames": Unit.frames, "metres": Unit.meters, "degrees": Unit.degrees}
TOLERANCE = 0.1
# Before them the count, behind them the 95th percentile.
STATISTICS = ["rmse", "mean", "median", "std", "min", "max", "sse"]


def synthetic():
    """A smooth walk at 30 Hz, and an estimate of it at 20 Hz in another frame, of another scale, with noise."""
    random = np.random.default_rng(SEED)
    frequencies = np.array([[0.31, 0.17, 0.53], [0.23, 0.41, 0.29]])

    def pose(t):
        t = np.asarray(t)[:, None]
        xyz = 3 * np.sin(2 * np.pi * frequencies[0] * t + [0.1, 0.7, 1.9]) + [1, -2, 0.5]
        turn = Rotation.from_rotvec(1.3 * np.sin(2 * np.pi * frequencies[1] * t + [0.5, 1.1, 2.3]))
        return xyz, turn

    reference_times = 1403715500 + np.arange(400) / 30 + random.uniform(-0.003, 0.003, 400)
    xyz, turn = pose(reference_times - 1403715500)
    reference = np.column_stack([reference_times, xyz, turn.as_quat()])
    times = 1403715501 + np.arange(200) / 20 + random.uniform(-0.003, 0.003, 200)
    xyz, turn = pose(times - 1403715500)
    frame = Rotation.from_rotvec([0.2, -0.5, 1.1])
    xyz = 0.7 * frame.apply(xyz + random.normal(0, 0.02, xyz.shape)) + [4, 5, -6]
    turn = frame * turn * Rotation.from_rotvec(random.normal(0, 0.01, (200, 3)))
    return {"reference.tum": reference, "estimate.tum": np.column_stack([times, xyz, turn.as_quat()])}


def kitti(table):
    matrices = Rotation.from_quat(table[:, 4:]).as_matrix()
    return np.concatenate([matrices, table[:, 1:4, None]], axis=2).reshape(len(table), 12)


def text(table):
    return "".join(" ".join(repr(float(value)) for value in row) + "\n" for row in table)


def euroc(table):
    rows = ["#timestamp [ns], p_x [m], p_y [m], p_z [m], q_w [], q_x [], q_y [], q_z []"]
    for t, x, y, z, qx, qy, qz, qw in table:
        rows.append(",".join([str(round(t * 1e9))] + [repr(float(v)) for v in (x, y, z, qw, qx, qy, qz)]))
    return "".join(row + "\n" for row in rows)


def files():
    tables = synthetic()
    reference, estimate = tables["reference.tum"], tables["estimate.tum"]
    result = {name: text(table) for name, table in tables.items()}
    result["reference.csv"] = euroc(reference)
    result["reference.kitti"] = text(kitti(reference)[:200])
    result["estimate.kitti"] = text(kitti(estimate))
    return {f"trajectory_{name}": content for name, content in result.items()}


def read(path):
    name = path.name
    if name.endswith(".kitti"):
        return file_interface.read_kitti_poses_file(str(path))
    if name.endswith(".csv"):
        return file_interface.read_euroc_csv_trajectory(str(path))
    return file_interface.read_tum_trajectory_file(str(path))


def align(reference, estimate, alignment):
    estimate = copy.deepcopy(estimate)
    if alignment == "origin":
        estimate.align_origin(reference)
    elif alignment == "yaw":
        x, y = estimate.positions_xyz, reference.positions_xyz
        planar, _, _ = geometry.umeyama_alignment(x[:, :2].T, y[:, :2].T)
        transform = np.eye(4)
        transform[:2, :2] = planar
        transform[:3, 3] = y.mean(axis=0) - transform[:3, :3] @ x.mean(axis=0)
        estimate.transform(transform)
    elif alignment != "none":
        estimate.align(reference, correct_scale=alignment == "sim3", correct_only_scale=alignment == "scale")
    return estimate


def statistics(error):
    metric = metrics.APE()
    metric.error = error
    values = [metric.get_statistic(StatisticsType(name)) for name in STATISTICS]
    # Far below the tolerance of the tests.
    return [len(error)] + [float(f"{value:.13g}") for value in values + [np.percentile(error, 95)]]


def pairs_in_seconds(times, delta, all_pairs):
    if not all_pairs:
        pairs, start = [], 0
        for end in range(len(times)):
            if times[end] - times[start] >= delta:
                pairs.append((start, end))
                start = end
        return pairs
    pairs = []
    for start in range(len(times) - 1):
        off = np.abs(times[start + 1 :] - times[start] - delta)
        end = int(np.argmin(off))
        if off[end] <= TOLERANCE * delta:
            pairs.append((start, start + 1 + end))
    return pairs


def relative(reference, estimate, part, delta, unit, all_pairs):
    if unit == "seconds":
        pairs = pairs_in_seconds(estimate.timestamps, delta, all_pairs)
        metric = metrics.RPE(PARTS[part], 1, Unit.frames)
        saved = metrics.id_pairs_from_delta
        metrics.id_pairs_from_delta = lambda *_, **__: pairs
        try:
            metric.process_data((reference, estimate))
        finally:
            metrics.id_pairs_from_delta = saved
    else:
        metric = metrics.RPE(PARTS[part], delta, UNITS[unit], TOLERANCE, all_pairs)
        metric.process_data((reference, estimate))
    return metric.error


def compare(reference_path, estimate_path, method="nearest", offset=0.0, pairings=PAIRINGS, relative_to=("none", "sim3")):
    reference, estimate = read(reference_path), read(estimate_path)
    if isinstance(reference, PoseTrajectory3D):
        sync_method = SyncMethod.interpolation if method == "interpolated" else SyncMethod.nearest_time
        reference, estimate = sync.associate_trajectories(
            reference, estimate, sync_method=sync_method, max_diff=0.01, offset_2=offset
        )
    cases = []
    for alignment in ALIGNMENTS:
        aligned = align(reference, estimate, alignment)
        for part in ("translation", "rotation", "full"):
            metric = metrics.APE(PARTS[part])
            metric.process_data((reference, aligned))
            cases.append({"alignment": alignment, "part": part, "statistics": statistics(metric.error)})
        for delta, unit, all_pairs in pairings if alignment in relative_to else []:
            if unit == "seconds" and not isinstance(aligned, PoseTrajectory3D):
                continue
            for part in PARTS:
                error = relative(reference, aligned, part, delta, unit, all_pairs)
                pairing = {"delta": delta, "unit": unit, "all": all_pairs}
                cases.append(
                    {"alignment": alignment, "part": part, "pairing": pairing, "statistics": statistics(error)}
                )
    return {
        "reference": reference_path.name,
        "estimate": estimate_path.name,
        "method": method,
        "offset": offset,
        "matched": reference.num_poses,
        "cases": cases,
    }


def figures():
    def path(name):
        return FOLDER / f"trajectory_{name}"

    return [
        compare(path("reference.tum"), path("estimate.tum"), relative_to=ALIGNMENTS),
        compare(path("reference.tum"), path("estimate.tum"), offset=0.007),
        compare(path("reference.tum"), path("estimate.tum"), method="interpolated", offset=-0.004),
        compare(path("estimate.tum"), path("reference.tum"), offset=0.007),
        compare(path("estimate.tum"), path("reference.tum"), method="interpolated", offset=0.002),
        compare(path("reference.csv"), path("estimate.tum")),
        compare(path("reference.kitti"), path("estimate.kitti")),
    ]


def real_figures(folder):
    # Search of all pairs by turns takes evo minutes on trajectories of this length.
    pairings = [p for p in PAIRINGS if p[1:] != ("degrees", True)]
    names = [
        ("freiburg1_xyz-groundtruth.txt", "freiburg1_xyz-rgbdslam.txt"),
        ("freiburg1_xyz-groundtruth.txt", "freiburg1_xyz-rgbdslam_drift.txt"),
        ("fr2_desk_groundtruth.txt", "fr2_desk_ORB.txt"),
        ("V102_groundtruth.csv", "V102.txt"),
    ]
    return [
        compare(folder / reference, folder / estimate, method=method, pairings=pairings)
        for reference, estimate in names
        for method in ("nearest", "interpolated")
    ]


def encode(comparisons):
    # A line per case, so that differences can be read.
    blocks = []
    for comparison in comparisons:
        cases = ",\n".join(json.dumps(case) for case in comparison.pop("cases"))
        head = json.dumps(comparison)
        blocks.append(f'{head[:-1]}, "cases": [\n{cases}\n]}}')
    return "[\n" + ",\n".join(blocks) + "\n]\n"


if __name__ == "__main__":
    check = "--check" in sys.argv
    folders = [Path(argument) for argument in sys.argv[1:] if argument != "--check"]
    contents = {} if folders else files()
    if not check:
        for name, content in contents.items():
            (FOLDER / name).write_text(content)
    differing = [name for name, content in contents.items() if (FOLDER / name).read_text() != content]
    if folders:
        contents = {"trajectory_errors_real.json": encode(real_figures(folders[0]))}
    else:
        contents = {"trajectory_errors.json": encode(figures())}
    for name, content in contents.items():
        if not check:
            (FOLDER / name).write_text(content)
        elif (FOLDER / name).read_text() != content:
            differing.append(name)
    sys.exit(f"{', '.join(differing)} differ" if differing else 0)
