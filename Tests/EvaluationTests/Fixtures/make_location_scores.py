#!/usr/bin/env python3
"""Writes location-scores.json: made-up walks, points, drives and poses, and the scores that competitions give them.

    pip install numpy==1.23.4 pandas==1.5.0 scipy==1.9.3 matplotlib==3.6.3 seaborn==0.12.2 Pillow==9.5.0 shapely==2.0.1
    python3 make_location_scores.py PATH_OF_XDR_PROGRAM            # writes the file
    python3 make_location_scores.py PATH_OF_XDR_PROGRAM --check    # compares with the committed one

The scores of the xDR Challenge of 2023 are those of its published program, xDR-Challenge-2023-evaluation of the PDR
benchmark standardization committee, of which the path of a checkout is given. Its pinned pandas 1.5 matters: later ones
count cells of the map otherwise, and 3 gets the error accumulation gradient wrong. The other scores are computed here,
with numpy: EvAAL of 2013, IPIN of 2023 track 3, the Smartphone Decimeter Challenge, the recall of the long-term visual
localization benchmark, and the quantities of ISO/IEC 18305. All input is rounded before it is scored.
"""

import contextlib
import json
import math
import pathlib
import sys
import tempfile
from unittest import mock

import matplotlib
import numpy as np
import pandas as pd
from PIL import Image
from scipy.stats import gaussian_kde

START, RATE, COUNT = 1000.0, 16, 960
EVERY = 8
CELLS = 100
WIDE, DEEP, SPEED = 24.0, 15.0, 1.3


def numbers(values):
    return [float(value) for value in values]


def rows(table, decimals):
    """The table with each column rounded, those of 0 decimals to whole numbers."""
    return [[round(float(value), places or None) for value, places in zip(row, decimals)] for row in table]


# xDR Challenge of 2023


def walk(times):
    """Positions and headings, clockwise from +y, on a rectangle from (2, 2), with a rest of 4 s."""
    s = np.interp(times - START, [0, 20, 24, 60], [0, 20 * SPEED, 20 * SPEED, 56 * SPEED])
    corners = np.cumsum([0, WIDE, DEEP, WIDE, DEEP])
    x = 2 + np.interp(s, corners, [0, WIDE, WIDE, 0, 0])
    y = 2 + np.interp(s, corners, [0, 0, DEEP, DEEP, 0])
    return x, y, np.radians([90, 0, -90, 180])[np.searchsorted(corners[1:4], s, side="right")]


def floor(times, change):
    return (times >= START + change).astype(float)


def smooth(rng, count, deviation):
    noise = np.zeros(count)
    for k in range(1, count):
        noise[k] = 0.97 * noise[k - 1] + rng.normal(0, deviation * math.sqrt(1 - 0.97**2))
    return noise


def xdr_input(rng):
    times = START + np.arange(COUNT) / RATE
    truth = rows(np.column_stack([times, *walk(times), floor(times, 40)]), [4, 3, 3, 4, 0])
    # The estimate is at 10 Hz, longer than the truth on one side and shorter on the other, with a gap of 5 s.
    times = np.sort(np.round(START + np.arange(0.83, 61, 0.1) + rng.uniform(-0.03, 0.03, 602), 3))
    times = times[(times < START + 30) | (times > START + 35)]
    x, y, heading = walk(times)
    x = x + 0.7 + smooth(rng, len(times), 0.9) + rng.normal(0, 0.02, len(times))
    y = y - 0.4 + smooth(rng, len(times), 0.7) + rng.normal(0, 0.02, len(times))
    heading = heading + rng.normal(0, 0.1, len(times))
    estimate = rows(np.column_stack([times, x, y, floor(times, 41.7), heading]), [3, 3, 3, 0, 3])
    # Dead reckoning at 5 Hz, which turns and shrinks.
    times = np.round(START + np.arange(0.01, 60, 0.2), 3)
    x, y, _ = walk(times)
    turn = 0.004 * (times - START)
    move_x, move_y = 0.97 * np.diff(x, prepend=x[0]), 0.97 * np.diff(y, prepend=y[0])
    x = x[0] + np.cumsum(move_x * np.cos(turn) - move_y * np.sin(turn))
    y = y[0] + np.cumsum(move_x * np.sin(turn) + move_y * np.cos(turn))
    reckoned = rows(np.column_stack([times, x, y, floor(times, 40)]), [3, 3, 3, 0])
    # The corridor about the rectangle, as half-open ranges of cells: from x, to x, from y, to y.
    walkable = [[80, 2750, 80, 330], [2480, 2750, 80, 1840], [80, 2750, 1590, 1840], [80, 320, 80, 1840]]
    return truth, estimate, reckoned, {"cells_per_metre": CELLS, "cells": [2830, 1920], "walkable": walkable}


def frame(table, columns):
    result = pd.DataFrame(table, columns=columns, dtype=float)
    return result.set_index("ts")


class Program:
    """The published program, and what it hands to its percentiles on the way."""

    def __init__(self, path):
        if not pd.__version__.startswith("1.5."):
            sys.exit(f"needs pandas 1.5, not {pd.__version__}")
        matplotlib.use("Agg")
        sys.path.insert(0, path)
        import do_evaluation_XC2023
        from evtools import EV_converter, evaluate_CA, evaluate_CE, evaluate_EAG, evaluate_OE, evaluate_VE

        self.whole, self.convert = do_evaluation_XC2023, EV_converter
        self.ca, self.ce, self.eag, self.oe, self.ve = evaluate_CA, evaluate_CE, evaluate_EAG, evaluate_OE, evaluate_VE

    @contextlib.contextmanager
    def quiet(self):
        with contextlib.redirect_stdout(sys.stderr):
            yield
        matplotlib.pyplot.close("all")

    def percentile(self, run):
        """The value, and the values that it is the median of; nothing if the program fails."""
        with self.quiet(), mock.patch.object(np, "percentile", wraps=np.percentile) as spy:
            try:
                value = run()
            except (IndexError, ValueError):
                value = None
        return (None, []) if value is None else (float(value), numbers(np.array(spy.call_args[0][0])))

    def mode(self, truth, estimate, local=True):
        """The mode of the error's density, with its errors, bandwidth and grid; nothing if the program fails."""
        with self.quiet(), mock.patch.object(math, "hypot", wraps=math.hypot) as spy:
            try:
                value = self.ca.main(truth.copy(), estimate.copy(), RCS_flg=local)
            except (IndexError, ValueError, np.linalg.LinAlgError):
                return None
            mode = numbers(spy.call_args[0])
            errors = (self.ca.make_error_xy_local if local else self.ca.make_error_xy)(estimate.copy(), truth.copy())
        errors = np.array(errors, dtype=float)
        kernel = gaussian_kde(errors)
        return {
            "value": float(value),
            "mode": mode,
            "count": errors.shape[1],
            "scott_factor": float(kernel.factor),
            "kernel_covariance": [numbers(row) for row in kernel.covariance],
            "grid_from": numbers(errors.min(axis=1) - 2),
            "grid_to": numbers(errors.max(axis=1) + 2),
            "errors": [numbers(row) for row in errors.T[::EVERY]],
        }

    def scores(self, truth, estimate, reckoned, correction):
        ends = (truth.index[0], truth.index[-1]) if len(truth) else ()
        ce = self.percentile(lambda: self.ce.main(truth.copy(), estimate.copy()))
        eag = self.percentile(lambda: self.eag.main(truth.copy(), reckoned.copy(), correction))
        ve = self.percentile(lambda: self.ve.main(estimate.copy(), est_timerange=ends, df_gt=truth.copy()))
        return ce, self.mode(truth, estimate), eag, ve


def listed(measured):
    value, values = measured
    return {"value": value, "count": len(values), "values": values[::EVERY]}


def xdr(path):
    program = Program(path)
    truth_rows, estimate_rows, reckoned_rows, area = xdr_input(np.random.default_rng(2023))
    truth = frame(truth_rows, ["ts", "x", "y", "yaw", "floor"])
    with_yaw = frame(estimate_rows, ["ts", "x", "y", "floor", "yaw"])
    estimate = with_yaw.drop(columns="yaw")
    reckoned = frame(reckoned_rows, ["ts", "x", "y", "floor"])
    cells = np.zeros(area["cells"], dtype=np.uint8)
    for from_x, to_x, from_y, to_y in area["walkable"]:
        cells[from_x:to_x, from_y:to_y] = 255
    corrections = [START + 10.03, START + 49.94]

    def total(reckoned, correction):
        with tempfile.TemporaryDirectory() as folder, program.quiet():
            Image.fromarray(cells).save(f"{folder}/map_0.01_0.01.bmp")
            found = program.whole.evaluate_traj(
                estimate.copy(), reckoned.copy(), truth.copy(), f"{folder}/", floor="map", ALIP_timerange=correction
            )
        return dict(zip(["i_ce", "i_ca", "i_eag", "i_ve", "i_obstacle", "total"], numbers(found)))

    ce, ca, eag, ve = program.scores(truth, estimate, reckoned, [])
    later = program.percentile(lambda: program.eag.main(truth.copy(), reckoned.copy(), corrections))
    with program.quiet():
        size = (area["cells"][0] / CELLS, area["cells"][1] / CELLS)
        obstacle = float(program.oe.main(estimate.copy(), cells / 255.0, size))
    result = {
        "truth": truth_rows,
        "estimate": estimate_rows,
        "dead_reckoning": reckoned_rows,
        "map": area,
        "every": EVERY,
        "ce": listed(ce),
        "ca": ca,
        "ca_with_yaw": program.mode(truth, with_yaw),
        "ca_axes": program.mode(truth, estimate, local=False),
        "eag": listed(eag),
        "eag_between": {"corrections": corrections, **listed(later)},
        "ve": {**listed(ve), "unhalved": 2 * float(np.median(ve[1]))},
        "obstacle": obstacle,
        "indices": total(reckoned, []),
        "indices_between": total(reckoned, corrections),
        "edges": [],
        "converter": {},
    }
    moment = truth.index[200]
    single = estimate.iloc[[int(abs(estimate.index - moment).argmin())]].set_axis([moment]).rename_axis("ts")
    for name, edge_truth, edge_estimate in [
        ("no estimate", truth, estimate.iloc[:0]),
        ("one estimate", truth, estimate.iloc[[300]]),
        ("one truth, one estimate at its time", truth.iloc[[200]], single),
        ("always the wrong floor", truth, estimate.assign(floor=2.0)),
        ("only the first 20 s", truth, estimate[estimate.index < START + 20]),
    ]:
        ce, ca, eag, ve = program.scores(edge_truth, edge_estimate, edge_estimate, [])
        result["edges"].append(
            {
                "name": name,
                "truth": [] if len(edge_truth) == COUNT else rows(edge_truth.reset_index().values, [4, 3, 3, 4, 0]),
                "estimate": rows(edge_estimate.reset_index().values, [4, 3, 3, 0]) if len(edge_estimate) < 2 else [],
                "ce": ce[0],
                "ca": ca and ca["value"],
                "eag": eag[0],
                "ve": ve[0],
            }
        )
    for name, values in {
        "ce": [0.0, 0.99, 1.0, 1.01, 15.5, 30.0, 30.01],
        "ca": [0.0, 0.5, 9.9, 10.0, 10.01, 40.0],
        "eag": [0.0, 0.049, 0.05, 1.0, 2.0, 2.01],
        "ve": [0.0, 0.099, 0.1, 1.0, 2.0, 2.01],
        "obstacle": [0.0, 0.25, 1.0],
    }.items():
        column = ["ce", "ca", "eag", "ve", "obstacle"].index(name)
        inputs = [[value if k == column else 0.0 for k in range(5)] for value in values]
        found = [float(program.convert.main(*row)[column]) for row in inputs]
        result["converter"][name] = [list(pair) for pair in zip(values, found)]
    return result


# EvAAL of 2013


def evaal_points(p):
    if p <= 0.5:
        return 10.0
    if p <= 2:
        return 4 * (0.5 - p) + 10
    return 2 * (4 - p) if p <= 4 else 0.0


def quartile(errors):
    """The third quartile: of numpy, and of Matlab's quantile and prctile, which is Hazen's."""
    if len(errors) == 0:
        return {"linear": None, "matlab": None}
    return {"linear": float(np.quantile(errors, 0.75)), "matlab": float(np.quantile(errors, 0.75, method="hazen"))}


def evaal():
    rng = np.random.default_rng(2013)
    table = [[p, evaal_points(p)] for p in [0.0, 0.25, 0.5, 0.51, 1.0, 1.999, 2.0, 2.001, 3.0, 3.999, 4.0, 4.001, 50.0]]
    cases = []
    for count, scale in [(0, 1), (1, 1), (2, 2), (3, 0.3), (50, 1.2), (53, 3.0), (54, 0.2), (10, 8)]:
        errors = numbers(np.round(scale * np.abs(rng.normal(size=count)), 4))
        found = quartile(errors)
        points = {name: None if value is None else evaal_points(value) for name, value in found.items()}
        cases.append({"errors": errors, "third_quartile": found, "points": points})
    return {"table": table, "cases": cases}


# IPIN


def ipin_errors(truth, estimate):
    """For each point, the newest estimate that is at most 0.01 s later: distance, and 15 m for each floor."""
    times = np.array([row[0] for row in estimate])
    found = []
    for time, x, y, level in truth:
        _, own_x, own_y, own_level = estimate[int(np.flatnonzero(times <= time + 0.01)[-1])]
        found.append(float(np.sqrt((x - own_x) ** 2 + (y - own_y) ** 2) + 15 * abs(level - own_level)))
    return found


def ipin():
    rng = np.random.default_rng(14)
    times = np.cumsum(rng.uniform(4, 12, 30))
    x, y = np.cumsum(rng.normal(0, 8, 30)), np.cumsum(rng.normal(0, 8, 30))
    truth = rows(np.column_stack([times, x, y, np.repeat([0, 1, -1], 10)]), [3, 3, 3, 0])
    own = np.arange(0.2, times[-1] + 2, 0.5)
    levels = np.interp(own, times, np.repeat([0, 1, -1], 10)).round()
    path = np.column_stack([own, np.interp(own, times, x), np.interp(own, times, y), levels])
    path[:, 1:3] += rng.normal(0, 1.5, (len(own), 2))
    path[(own > times[12]) & (own < times[14]), 3] += 1
    path[(own > times[24]) & (own < times[25]), 3] += 3
    estimate = rows(path, [3, 3, 3, 0])
    start, end = numbers(np.round([times[3] - 1, times[8] + 1], 3))
    kept = [row for row in estimate if not start < row[0] < end]
    cases = [("whole", truth, estimate), ("gap", truth, kept), ("one", truth[:1], estimate), ("none", truth, [])]
    result = {"truth": truth, "estimate": estimate, "gap": [start, end], "cases": []}
    for name, points, estimates in cases:
        errors = ipin_errors(points, estimates) if estimates else []
        result["cases"].append({"name": name, "errors": errors, "third_quartile": quartile(errors)})
    return result


# Smartphone Decimeter Challenge


def haversine(radius, one, two):
    one, two = np.radians(one), np.radians(two)
    half = np.sin((two - one) / 2) ** 2
    return 2 * radius * np.arcsin(np.sqrt(half[:, 0] + np.cos(one[:, 0]) * np.cos(two[:, 0]) * half[:, 1]))


def decimeter():
    rng = np.random.default_rng(37)
    phones = []
    for name, scale, count in [("a", 1.5, 60), ("b", 4.0, 45), ("gap", 2.5, 50), ("one", 3.0, 1), ("none", 1.0, 3)]:
        times = np.arange(count) + 100.0
        degrees = np.column_stack([37.42 + 9e-5 * np.arange(count), -122.08 + 1.2e-4 * np.arange(count)])
        own = degrees + rng.normal(0, scale, (count, 2)) / [111000, 88000]
        own[::11] += [9e-5, 0]
        truth = rows(np.column_stack([times, degrees]), [0, 7, 7])
        estimate = rows(np.column_stack([times, own]), [0, 7, 7])
        if name == "gap":
            estimate = estimate[:12] + estimate[31:]
        if name == "none":
            estimate = []
        phone = {"name": name, "truth": truth, "estimate": estimate, "radii": []}
        both = {row[0]: row[1:] for row in estimate}
        pairs = np.array([[row[1:], both[row[0]]] for row in truth if row[0] in both])
        for radius in [6367000.0, 6371000.0]:
            if len(pairs) == 0:
                phone["radii"].append({"radius_m": radius, "p50": None, "p95": None, "score": None})
                continue
            p50, p95 = np.percentile(haversine(radius, pairs[:, 0], pairs[:, 1]), [50, 95])
            score = (p50 + p95) / 2
            phone["radii"].append({"radius_m": radius, "p50": float(p50), "p95": float(p95), "score": float(score)})
        phones.append(phone)
    scores = [[entry["score"] for entry in phone["radii"]] for phone in phones if phone["estimate"]]
    means = zip([6367000.0, 6371000.0], np.mean(scores, axis=0))
    return {"phones": phones, "mean": [{"radius_m": radius, "score": float(score)} for radius, score in means]}


# Recall of visual localization


def matrix(w, x, y, z):
    w, x, y, z = np.array([w, x, y, z]) / np.sqrt(w * w + x * x + y * y + z * z)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def recall(errors):
    if len(errors) == 0:
        return [None, None, None]
    limits = [(0.25, 2), (0.5, 5), (5, 10)]
    return [float(np.mean([d < metres and a < degrees for d, a in errors])) for metres, degrees in limits]


def visual():
    """Each row: query, position, quaternion with w first. A query without an estimate fails; its errors are null."""
    rng = np.random.default_rng(6)
    truth, estimate, errors = [], [], []
    for query in range(48):
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        place = rng.uniform(-40, 40, 3)
        angle, axis = np.radians(10 ** rng.uniform(-0.7, 1.4)), rng.normal(size=3)
        a, v = np.cos(angle / 2), np.sin(angle / 2) * axis / np.linalg.norm(axis)
        own = np.concatenate([[a * q[0] - v @ q[1:]], a * q[1:] + q[0] * v + np.cross(v, q[1:])])
        step = rng.normal(size=3)
        own_place = place + step / np.linalg.norm(step) * 10 ** rng.uniform(-1.5, 1.1)
        sign = -1 if query % 5 == 0 else 1
        truth += rows([[query, *place, *q]], [0, 4, 4, 4, 9, 9, 9, 9])
        if query % 12 == 7:
            errors.append((np.inf, 180.0))
            continue
        estimate += rows([[query, *own_place, *(sign * own)]], [0, 4, 4, 4, 9, 9, 9, 9])
        one, two = truth[-1], estimate[-1]
        cosine = (np.trace(matrix(*one[4:]).T @ matrix(*two[4:])) - 1) / 2
        distance = np.linalg.norm(np.subtract(one[1:4], two[1:4]))
        errors.append((float(distance), float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))))
    return {
        "truth": truth,
        "estimate": estimate,
        "errors": [[None, None] if d == np.inf else [d, a] for d, a in errors],
        "recall": recall(errors),
        "recall_of_one": recall(errors[:1]),
        "recall_of_none": recall([]),
    }


# ISO/IEC 18305


def standard(samples):
    """From rows of the error's east, north and up, the true floor, and the own floor."""
    if len(samples) == 0:
        return None
    table = np.array(samples)
    error = table[:, :3]
    horizontal, vertical = np.hypot(error[:, 0], error[:, 1]), np.abs(error[:, 2])
    spatial = np.linalg.norm(error, axis=1)
    result = {
        "floor_detection_probability": float((table[:, 3] == table[:, 4]).mean()),
        "mean_error": numbers(error.mean(axis=0)),
        "absolute_mean_error": float(np.linalg.norm(error.mean(axis=0))),
        "covariance": [numbers(row) for row in np.cov(error.T)] if len(table) > 1 else None,
        "covariance_by_count": [numbers(row) for row in np.cov(error.T, bias=True)],
    }
    for name, values in [("horizontal", horizontal), ("vertical", vertical), ("spherical", spatial)]:
        result[name] = {
            "mean": float(values.mean()),
            "variance": float(values.var(ddof=1)) if len(values) > 1 else None,
            "rms": float(np.sqrt(np.mean(values**2))),
            "p50": float(np.percentile(values, 50)),
            "p95": float(np.percentile(values, 95)),
        }
    return result


def iso():
    rng = np.random.default_rng(18305)
    error = rng.normal(size=(60, 3)) @ [[2.0, 0.6, 0.1], [0, 1.2, -0.2], [0, 0, 1.4]] + [0.8, -0.5, 1.1]
    level = np.repeat([-1, 0, 1, 2], 15)
    own = level + (rng.uniform(size=60) < 0.15) * rng.choice([-1, 1, 2], 60)
    samples = rows(np.column_stack([error, level, own]), [4, 4, 4, 0, 0])
    return {"samples": samples, "all": standard(samples), "first": standard(samples[:1]), "none": standard([])}


def main():
    document = {
        "versions": {"numpy": np.__version__, "pandas": pd.__version__},
        "xdr": xdr(sys.argv[1]),
        "evaal": evaal(),
        "ipin": ipin(),
        "decimeter": decimeter(),
        "visual": visual(),
        "iso18305": iso(),
    }
    text = json.dumps(document, separators=(",", ":"), allow_nan=False) + "\n"
    file = pathlib.Path(__file__).resolve().parent / "location-scores.json"
    if "--check" in sys.argv[2:]:
        sys.exit(0 if file.read_text() == text else f"{file.name} differs from what this script makes")
    file.write_text(text)


if __name__ == "__main__":
    main()
