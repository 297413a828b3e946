"""Writes location.json: a walk with fixes, and the metrics of two location pipelines, computed with numpy.

Usage: python make_location.py > location.json
Needs PyPI numpy and pymap3d, which converts between geodetic coordinates and east, north, up.
"""

import json

import numpy as np
import pymap3d

ORIGIN = (48.4043, 9.9794, 480.0)
RADIUS_68 = np.sqrt(-2 * np.log(0.32))
RADIUS_95 = np.sqrt(-2 * np.log(0.05))


def walk():
    """The true positions at 10 Hz: a rest, a walk with turns, a rest."""
    t = np.arange(0, 120.01, 0.1)
    speed = np.where((t > 12) & (t < 105), 1.3, 0.0)
    heading = np.radians(30) + np.cumsum(np.where((t > 40) & (t < 46), 0.3, 0) - np.where((t > 70) & (t < 74), 0.4, 0)) * 0.1
    steps = np.column_stack([speed * np.sin(heading), speed * np.cos(heading), 0.05 * speed]) * 0.1
    return t, np.vstack([[0, 0, 0], np.cumsum(steps, axis=0)[:-1]])


def fixes(rng, t, truth):
    """Fixes about each second, late by 0.7 s, with a bias, noise and a gap of 14 s."""
    times = np.round(np.sort(np.concatenate([np.arange(2.3, 60, 1.0), np.arange(74.1, 119, 1.2)])) + rng.uniform(-0.1, 0.1, 96), 3)
    late = np.column_stack([np.interp(times - 0.7, t, truth[:, axis]) for axis in range(3)])
    accuracy = rng.uniform(3, 12, len(times))
    noise = rng.normal(size=(len(times), 3)) * np.column_stack([accuracy / RADIUS_68] * 2 + [accuracy / 2])
    noise[::17, :2] *= 4
    return times, late + [1.5, -0.8, 2.0] + noise, accuracy, accuracy / 2


def reported(rng, times, t, truth):
    """The receiver's speed and course with noise. Every tenth fix has no speed, every seventh no course."""
    d = (interpolated(times + 0.5, t, truth) - interpolated(times - 0.5, t, truth))[:, :2]
    speed = np.abs(np.hypot(d[:, 0], d[:, 1]) + rng.normal(size=len(times)) * 0.2)
    course = (np.degrees(np.arctan2(d[:, 0], d[:, 1])) + rng.normal(size=len(times)) * 15) % 360
    speed[::10], course[::7] = np.nan, np.nan
    return speed, course


def reported_errors(times, t, truth, speed, course):
    d = (interpolated(times + 0.5, t, truth) - interpolated(times - 0.5, t, truth))[:, :2]
    true = np.hypot(d[:, 0], d[:, 1])
    turn = course - np.degrees(np.arctan2(d[:, 0], d[:, 1]))
    turn = ((turn + 180) % 360 - 180)[(true >= 0.3) & ~np.isnan(course)]
    errors = (speed - true)[~np.isnan(speed) & ~np.isnan(true)]
    return {"reported_speed_rmse_mps": rms(errors), "reported_course_rmse_deg": rms(turn)}


def kalman(times, measured, accuracy, vertical):
    """Constant velocity, by 2 x 2 matrices for each axis."""
    out, deviations = np.zeros_like(measured), np.zeros((len(times), 3))
    for axis in range(3):
        noise = 0.5 if axis < 2 else 0.2
        sigma = accuracy / RADIUS_68 if axis < 2 else vertical
        x = np.array([measured[0, axis], 0.0])
        p = np.diag([sigma[0] ** 2, 1.5**2])
        out[0, axis], deviations[0, axis] = x[0], np.sqrt(p[0, 0])
        for k in range(1, len(times)):
            d = times[k] - times[k - 1]
            f = np.array([[1, d], [0, 1]])
            p = f @ p @ f.T + noise**2 * np.array([[d**3 / 3, d**2 / 2], [d**2 / 2, d]])
            x = f @ x
            h = np.array([[1.0, 0.0]])
            s = (h @ p @ h.T)[0, 0] + sigma[k] ** 2
            gain = (p @ h.T / s)[:, 0]
            x = x + gain * (measured[k, axis] - x[0])
            p = p - np.outer(gain, h @ p)
            out[k, axis], deviations[k, axis] = x[0], np.sqrt(p[0, 0])
    return out, deviations


def interpolated(at, times, values):
    """Linear interpolation; NaN outside."""
    result = np.column_stack([np.interp(at, times, values[:, axis]) for axis in range(3)])
    result[(at < times[0]) | (at > times[-1])] = np.nan
    return result


def rms(values):
    return float(np.sqrt(np.mean(np.square(values))))


def metrics(t, truth, times, estimates, deviation, vertical):
    result = {}
    index = np.searchsorted(times, t, side="right") - 1
    known = index >= 0
    error = estimates[index[known]] - truth[known]
    distance = np.hypot(error[:, 0], error[:, 1])
    result["location_count"] = int(known.sum())
    result["location_error_mean_m"] = float(distance.mean())
    result["location_error_rms_m"] = rms(distance)
    for share in [50, 75, 90, 95]:
        result[f"location_error_p{share}_m"] = float(np.percentile(distance, share))
    result["location_error_max_m"] = float(distance.max())
    result["location_bias_m"] = float(np.hypot(*error[:, :2].mean(axis=0)))
    result["vertical_bias_m"] = float(error[:, 2].mean())
    result["vertical_rms_m"] = rms(error[:, 2])
    result["vertical_p95_m"] = float(np.percentile(np.abs(error[:, 2]), 95))
    result["spherical_p95_m"] = float(np.percentile(np.linalg.norm(error, axis=1), 95))

    motion = (interpolated(t[known] + 0.5, t, truth) - interpolated(t[known] - 0.5, t, truth))[:, :2]
    moves = np.linalg.norm(motion, axis=1) >= 0.3
    direction = motion[moves] / np.linalg.norm(motion[moves], axis=1)[:, None]
    result["along_track_rms_m"] = rms((error[moves, :2] * direction).sum(axis=1))
    result["cross_track_rms_m"] = rms(error[moves, 0] * direction[:, 1] - error[moves, 1] * direction[:, 0])

    grid = t[0] + np.arange(0, int(np.floor(t[-1] - t[0])) + 1) * 1.0
    before, after = interpolated(grid - 1, t, truth), interpolated(grid + 1, t, truth)
    own = (interpolated(grid + 1, times, estimates) - interpolated(grid - 1, times, estimates))[:, :2]
    true = (after - before)[:, :2]
    both = (np.linalg.norm(true, axis=1) >= 0.6) & (np.linalg.norm(own, axis=1) >= 0.3)
    turn = np.degrees(np.arctan2(own[both, 0], own[both, 1]) - np.arctan2(true[both, 0], true[both, 1]))
    result["course_rmse_deg"] = rms((turn + 180) % 360 - 180)

    at = interpolated(times, t, truth)
    inside = ~np.isnan(at[:, 0])
    own_error = (estimates - at)[inside]
    result["location_jumps"] = int((np.linalg.norm(np.diff(own_error[:, :2], axis=0), axis=1) > 5).sum())
    half = interpolated(grid + 0.5, t, truth) - interpolated(grid - 0.5, t, truth)
    moved = interpolated(grid + 0.5, times, estimates) - interpolated(grid - 0.5, times, estimates)
    ok = ~np.isnan(half[:, 0]) & ~np.isnan(moved[:, 0])
    result["path_length_ratio"] = float(
        np.linalg.norm(moved[ok, :2], axis=1).sum() / np.linalg.norm(half[ok, :2], axis=1).sum()
    )
    squares = []
    for first, last in [(0.0, 12.0), (105.0, 120.0)]:
        inside_rest = (times >= first) & (times <= last)
        rest = estimates[inside_rest, :2]
        squares += list(((rest - rest.mean(axis=0)) ** 2).sum(axis=1))
    result["location_still_rms_m"] = float(np.sqrt(np.mean(squares)))

    ages = []
    for second in range(int(np.floor(t[-1])) + 1):
        earlier = times[times <= second]
        if len(earlier):
            ages.append(second - earlier[-1])
    result["location_available_percent"] = 100 * sum(age <= 10 for age in ages) / (int(np.floor(t[-1])) + 1)
    result["location_age_p95_s"] = float(np.percentile(ages, 95))
    result["first_location_s"] = float(times[0] - t[0])
    for limit in [10, 5]:
        value = None
        for start in range(len(distance)):
            window = (t[known] >= t[known][start]) & (t[known] <= t[known][start] + 10 + 1e-9)
            if t[known][-1] - t[known][start] >= 10 and (distance[window] < limit).all():
                value = float(t[known][start])
                break
        result[f"time_to_{limit}m_s"] = value

    for name, step in [("ipin", 0.5), ("gsdc", 1.0)]:
        moments = t[0] + np.arange(0, int(np.floor((t[-1] - t[0]) / step)) + 1) * step
        d = interpolated(moments, times, estimates) - interpolated(moments, t, truth)
        d = np.hypot(d[:, 0], d[:, 1])
        d = d[~np.isnan(d)]
        if name == "ipin":
            quartile = float(np.percentile(d, 75))
            result["ipin_third_quartile_m"] = quartile
            result["evaal_2013_points"] = float(np.interp(quartile, [0.5, 2, 4], [10, 4, 0]))
        else:
            result["decimeter_score_m"] = float((np.percentile(d, 50) + np.percentile(d, 95)) / 2)

    first = t[known][0]
    later = (t[known] >= first + 60) & (t[known] <= first + 70)
    result["location_error_60s_m"] = float(distance[later][0])
    lengths = np.linalg.norm(half[:, :2], axis=1)[grid >= first]
    result["location_drift_percent"] = float(100 * distance[-1] / np.nansum(lengths))

    ratio = np.hypot(own_error[:, 0], own_error[:, 1]) / deviation[inside]
    result["claimed_68_percent"] = float(100 * (ratio <= RADIUS_68).mean())
    result["claimed_95_percent"] = float(100 * (ratio <= RADIUS_95).mean())
    result["claimed_nees"] = float(np.mean(ratio**2))
    result["claimed_factor"] = float(np.percentile(ratio, 68) / RADIUS_68)
    result["claimed_vertical_percent"] = float(100 * (np.abs(own_error[:, 2]) <= vertical[inside]).mean())

    result["floor_detection_percent"] = None
    # Measured only on request; make_location_scores.py has their values.
    for name in ["xdr_ce_m", "xdr_ca_m", "xdr_eag_mps", "xdr_ve_mps", "xdr_score"]:
        result[name] = None

    # The shift with the smallest variance, on a grid of 0.1 s and refined by a parabola.
    start, stop = max(t[0], times[0] + 2), min(t[-1], times[-1] - 10)
    moments = start + np.arange(0, int(np.floor((stop - start) / 0.2)) + 1) * 0.2
    shifts = -2 + np.arange(121) * 0.1
    variances = []
    for shift in shifts:
        d = (interpolated(moments + shift, times, estimates) - interpolated(moments, t, truth))[:, :2]
        d = d[~np.isnan(d[:, 0])]
        variances.append(((d - d.mean(axis=0)) ** 2).sum(axis=1).mean())
    best = int(np.argmin(variances))
    a, b, c = variances[best - 1 : best + 2]
    result["location_lag_ms"] = float(1000 * (shifts[best] + 0.1 * (a - c) / (2 * (a - 2 * b + c))))
    return result


def main():
    rng = np.random.default_rng(20260)
    t, truth = walk()
    times, measured, accuracy, vertical = fixes(rng, t, truth)
    filtered, deviations = kalman(times, measured, accuracy, vertical)
    geodetic = np.array([pymap3d.enu2geodetic(*position, *ORIGIN) for position in measured])
    speed, course = reported(np.random.default_rng(20261), times, t, truth)
    rows = np.column_stack([times, geodetic, accuracy, vertical, speed, course])
    of_fixes = metrics(t, truth, times, measured, accuracy / RADIUS_68, vertical)
    of_kalman = metrics(t, truth, times, filtered, deviations[:, 0], deviations[:, 2])
    of_fixes.update(reported_errors(times, t, truth, speed, course))
    # A filter does not pass on what the receiver reported.
    of_kalman.update({"reported_speed_rmse_mps": None, "reported_course_rmse_deg": None})
    document = {
        "origin": ORIGIN,
        "reference": [[round(float(value), 9) for value in row] for row in np.column_stack([t, truth])],
        "fixes": [[None if np.isnan(value) else float(value) for value in row] for row in rows],
        "fixes_metrics": of_fixes,
        "kalman_metrics": of_kalman,
        "kalman_end": [float(value) for value in np.concatenate([filtered[-1], deviations[-1]])],
    }
    print(json.dumps(document))


main()
