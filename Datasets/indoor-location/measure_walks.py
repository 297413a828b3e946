#!/usr/bin/env python3
"""Compares pedestrian dead reckoning on the walks of Indoor Location Competition 2.0.

    python3 Datasets/indoor-location/measure_walks.py REPOSITORY [--half 0|1]

REPOSITORY is a copy of github.com/location-competition/indoor-location-competition-20. Needs numpy and scipy, and
.build/release/sextant. The walks are divided into halves by the SHA-256 of their file names: the factors of the step
lengths were fitted on half 0, and the page's table shows half 1.

The competition's own program, compute_f.py, is run on the same walks. It starts at the first waypoint like `pdr`, and
its correction by later waypoints is left out. At each waypoint, the latest position is compared.

Prints Markdown: walks, median and 95 % interval of the error after 60 s and of the error per metre, and shares within
the claimed radii. The intervals are percentiles of 2,000 bootstrap samples of walks.
"""

import argparse
import hashlib
import importlib.util
import json
import subprocess
import tempfile
from pathlib import Path

import numpy

PIPELINES = [
    "pdr",
    "pdr:length=kim",
    "pdr:length=scarlett",
    "pdr:length=constant",
    "pdr:heading=deviceAttitude",
    "pdr:heading=madgwick",
    "pdr:heading=selfCalibrating",
]
PROGRAM = "compute_f.py of the competition"
TIME, TOLERANCE, SHORTEST = 60.0, 10.0, 10.0


def half_of(path):
    return int(hashlib.sha256(path.name.encode()).hexdigest(), 16) % 2


def rows(path):
    """The rows of a walk by type: milliseconds and values."""
    result = {"TYPE_ACCELEROMETER": [], "TYPE_ROTATION_VECTOR": [], "TYPE_WAYPOINT": []}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        cells = line.split("\t")
        if len(cells) > 3 and cells[1] in result:
            count = 2 if cells[1] == "TYPE_WAYPOINT" else 3
            result[cells[1]].append([float(cells[0])] + [float(cell) for cell in cells[2 : 2 + count]])
    return {name: numpy.array(values) for name, values in result.items()}


def program(module, walk):
    """Error after 60 s in metres and error per metre in percent of the competition's program."""
    waypoints = walk["TYPE_WAYPOINT"]
    waypoints = waypoints[numpy.unique(waypoints[:, 0], return_index=True)[1]]
    if len(waypoints) < 2:
        return None, None
    times, _, extremes = module.compute_steps(walk["TYPE_ACCELEROMETER"])
    position, path = waypoints[0, 1:3], [(waypoints[0, 0], *waypoints[0, 1:3])]
    if len(times) > 1:
        headings = module.compute_headings(walk["TYPE_ROTATION_VECTOR"])
        nearest = numpy.clip(numpy.searchsorted(headings[:, 0], times, side="right") - 1, 0, None)
        moves = module.compute_rel_positions(module.compute_stride_length(extremes), headings[nearest])
        for time, east, north in moves:
            if time > waypoints[0, 0]:
                position = position + (east, north)
                path.append((time, *position))
    path = numpy.array(path)
    latest = numpy.searchsorted(path[:, 0], waypoints[:, 0], side="right") - 1
    errors = numpy.hypot(*(path[latest, 1:3] - waypoints[:, 1:3]).T)
    seconds = (waypoints[:, 0] - waypoints[0, 0]) / 1000
    later = errors[(seconds >= TIME) & (seconds <= TIME + TOLERANCE)]
    length = numpy.hypot(*numpy.diff(waypoints[:, 1:3], axis=0).T).sum()
    return (later[0] if len(later) else None), (100 * errors[-1] / length if length >= SHORTEST else None)


def interval(values, rng):
    values = numpy.array(values)
    medians = numpy.median(rng.choice(values, (2000, len(values))), axis=1)
    low, high = numpy.percentile(medians, [2.5, 97.5])
    return f"{numpy.median(values):.1f} ({low:.1f} to {high:.1f})"


def evaluate(walks):
    sextant = Path(__file__).resolve().parents[2] / ".build/release/sextant"
    with tempfile.TemporaryDirectory() as folder:
        command = [sextant, "evaluate", *walks, "--quiet", "--format", "json", "--output", f"{folder}/results"]
        for pipeline in PIPELINES:
            command += ["--pipeline", pipeline]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return json.loads(Path(folder, "results/results.json").read_text())["runs"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("repository", type=Path)
    parser.add_argument("--half", type=int, default=1, choices=[0, 1])
    arguments = parser.parse_args()
    files = sorted(arguments.repository.glob("data/*/*/path_data_files/*.txt"))
    walks = [path for path in files if half_of(path) == arguments.half]
    spec = importlib.util.spec_from_file_location("compute_f", arguments.repository / "compute_f.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    values = {name: {"60": [], "drift": [], "68": [], "95": []} for name in PIPELINES + [PROGRAM]}
    for run in evaluate(walks):
        location, own = run["location"], values[run["pipeline"]["name"]]
        for key, metric in [("60", "location_error_60s_m"), ("drift", "location_drift_percent")]:
            if location[metric] is not None:
                own[key].append(location[metric])
        for key in ["68", "95"]:
            if location[f"claimed_{key}_percent"] is not None:
                own[key].append((location["location_count"], location[f"claimed_{key}_percent"]))
    for path in walks:
        later, drift = program(module, rows(path))
        values[PROGRAM]["60"] += [] if later is None else [later]
        values[PROGRAM]["drift"] += [] if drift is None else [drift]

    rng = numpy.random.default_rng(1)
    print(f"{len(files)} walks, {len(walks)} in half {arguments.half}\n")
    print("| method | walks | error per metre (%) | walks of 60 s | error after 60 s (m) | within 68 % | within 95 % |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, own in values.items():
        shares = []
        for key in ["68", "95"]:
            pairs = numpy.array(own[key])
            shares.append("–" if not len(pairs) else f"{(pairs[:, 0] * pairs[:, 1]).sum() / pairs[:, 0].sum():.0f} %")
        label = name if name == PROGRAM else f"`{name}`"
        cells = [label, len(own["drift"]), interval(own["drift"], rng), len(own["60"]), interval(own["60"], rng)]
        print("| " + " | ".join(str(cell) for cell in cells + shares) + " |")


main()
