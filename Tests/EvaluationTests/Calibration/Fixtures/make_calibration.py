#!/usr/bin/env python3
"""Makes magnetometer.csv and expected.csv: simulated fields with known hard and soft iron, and fits of them by scipy.

magnetometer.csv has three devices: `full` turns through all orientations, `band` tilts by up to 35 degrees only, and
`flat` turns about its z axis only. Columns x, y and z are the measured field in uT:
measured = inverse(matrix) · field + offset + noise. A disturbance of 25 uT lasts for three seconds of `full`.

expected.csv has the parameters of Huber's estimate (constant 1.345, scale from the median of absolute residuals) of
matrix and offset, by scipy's least_squares with repeated weights, and the half-widths of the 95 % intervals by numpy:
the covariance clustered by blocks of a second, with Student's quantile.

    python3 make_calibration.py            writes the files
    python3 make_calibration.py --check    compares them with the committed ones, byte for byte
"""
from pathlib import Path
import sys

import numpy as np
from scipy.optimize import least_squares
from scipy.stats import t as student

RATE, SECONDS, STRENGTH = 20, 60, 47.0
OFFSET = np.array([62.5, -178.25, 581.75])
MATRIX = np.array([[1.04, 0.02, -0.015], [0.02, 0.97, 0.03], [-0.015, 0.03, 1.01]])
ENTRIES = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


def directions(kind, times):
    """Unit vectors of the field in device axes."""
    if kind == "flat":
        turn = 2 * np.pi * times / 10
        return np.stack([0.5 * np.cos(turn), 0.5 * np.sin(turn), np.full(times.shape, -np.sqrt(0.75))], 1)
    widest = np.pi if kind == "full" else np.radians(35)
    tilt = widest / 2 * (1 - np.cos(2 * np.pi * times / 13.7))
    turn = 2 * np.pi * times / 3.1
    return np.stack([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)], 1)


def matrix(p):
    m = np.zeros((3, 3))
    for (row, column), value in zip(ENTRIES, p[3:]):
        m[row, column] = m[column, row] = value
    return m


def residuals(p, points):
    return np.linalg.norm((points - p[:3]) @ matrix(p).T, axis=1) - 1


def jacobian(p, points):
    centred = points - p[:3]
    corrected = centred @ matrix(p).T
    unit = corrected / np.linalg.norm(corrected, axis=1)[:, None]
    columns = [-(unit @ matrix(p))[:, k] for k in range(3)]
    for row, column in ENTRIES:
        part = unit[:, row] * centred[:, column]
        columns.append(part if row == column else part + unit[:, column] * centred[:, row])
    return np.stack(columns, 1)


def weights(p, points):
    size = np.abs(residuals(p, points))
    limit = 1.345 * 1.4826 * np.sort(size)[len(size) // 2]
    return np.where(size <= limit, 1, limit / size)


def fit(points, blocks):
    p = np.concatenate([points.mean(0), [1, 1, 1, 0, 0, 0]])
    p = least_squares(residuals, p, jacobian, args=(points,), xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    for _ in range(300):
        w = np.sqrt(weights(p, points))
        p = least_squares(lambda q: w * residuals(q, points), p, lambda q: w[:, None] * jacobian(q, points),
                          xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    w, j, r = weights(p, points), jacobian(p, points), residuals(p, points)
    inverse = np.linalg.inv(j.T @ (w[:, None] * j))
    scores = np.array([(j * (w * r)[:, None])[blocks == b].sum(0) for b in np.unique(blocks)])
    count, freedom = len(scores), len(scores) - len(p)
    covariance = inverse @ (scores.T @ scores) @ inverse * count / freedom
    return p, student.ppf(0.975, freedom) * np.sqrt(np.diag(covariance))


generator = np.random.default_rng(20250101)
times = np.arange(RATE * SECONDS) / RATE
rows, expected = ["device,t,x,y,z"], ["parameter,value,half_width"]
for device in ["full", "band", "flat"]:
    field = STRENGTH * directions(device, times)
    if device == "full":
        field[400:460] += [25, 0, 0]
    points = field @ np.linalg.inv(MATRIX).T + OFFSET + generator.normal(0, 0.4, field.shape)
    points = np.round(points, 4)
    rows += [f"{device},{t:g},{x:.4f},{y:.4f},{z:.4f}" for t, (x, y, z) in zip(times, points)]
    if device == "full":
        p, half = fit(points / STRENGTH, np.floor(times))
        names = ["offset_x", "offset_y", "offset_z", "xx", "yy", "zz", "xy", "xz", "yz"]
        scale = [STRENGTH] * 3 + [1] * 6
        expected += [f"{n},{v * s:.8f},{h * s:.6f}" for n, v, h, s in zip(names, p, half, scale)]

write("magnetometer.csv", rows)
write("expected.csv", expected)
