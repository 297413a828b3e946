"""Writes steps.json: the specific force of a walk, its steps, and their lengths by four models.

    python3 make_steps.py > steps.json

The steps are found in whole arrays of the smoothed magnitude, not sample by sample. The walk has a rest of 4 s at both
ends, 70 steps of 0.5 to 0.6 s, harmonics, noise, and uneven sampling at about 50 Hz.
"""

import json

import numpy as np

GRAVITY = 9.80665
CUTOFF, MEAN_TIME, THRESHOLD, INTERVAL, RESTART = 3.0, 1.0, 0.5, 0.3, 1.5


def low_pass(times, values, tau):
    """The exact response of a first-order low-pass to values that are held before each sample."""
    result = [values[0]]
    for step, value in zip(np.diff(times), values[1:]):
        result.append(result[-1] + (1 - np.exp(-step / tau)) * (value - result[-1]))
    return np.array(result)


def walk(rng):
    intervals = rng.normal(0.02, 0.001, 2400)
    times = np.round(np.cumsum(intervals), 6)
    begin = 4.0
    periods = rng.uniform(0.5, 0.6, 70)
    starts = begin + np.concatenate([[0], np.cumsum(periods)])
    magnitude = np.full(len(times), GRAVITY)
    for start, period in zip(starts, periods):
        inside = (times >= start) & (times < start + period)
        phase = 2 * np.pi * (times[inside] - start) / period
        height = rng.uniform(2, 5)
        magnitude[inside] += height * np.sin(phase) + 0.3 * height * np.sin(2 * phase)
    magnitude += rng.normal(0, 0.05, len(times))
    axis = np.array([0.2, 0.5, 0.84])
    force = np.round(magnitude[:, None] * axis / np.linalg.norm(axis), 6)
    return times, force


def steps(times, force):
    magnitude = np.linalg.norm(force, axis=1)
    tau = 1 / (2 * np.pi * CUTOFF)
    smooth = low_pass(times, low_pass(times, magnitude, tau), tau)
    signal = smooth - low_pass(times, magnitude, MEAN_TIME)
    state = np.where(signal > THRESHOLD, 1, np.where(signal < -THRESHOLD, -1, 0))
    marks = np.flatnonzero(state)
    kept = marks[np.concatenate([[True], np.diff(state[marks]) != 0])]
    ups, downs = kept[state[kept] == 1], kept[state[kept] == -1]
    rows, last, last_down = [], -np.inf, 0
    for up in ups:
        after = downs[downs > up]
        if len(after) == 0:
            break
        down = after[0]
        peak = signal[up : down + 1].max()
        valley = min(0.0, signal[last_down : up + 1].min()) if last_down == 0 else signal[last_down : up + 1].min()
        last_down = down
        if times[down] - last < INTERVAL:
            continue
        # Before the first step, the window restarts each 1.5 s until the signal rises.
        if np.isfinite(last):
            window = magnitude[(times > last) & (times <= times[down])]
            begin = last
        else:
            begin = times[0]
            while True:
                later = times[(times - begin > RESTART) & (times <= times[up])]
                if len(later) == 0:
                    break
                begin = later[0]
            window = magnitude[(times >= begin) & (times <= times[down])]
        last = times[down]
        rows.append(
            {
                "time": float(times[down]),
                "weinberg": float(0.43 * (peak - valley) ** 0.25),
                "kim": float(0.47 * np.abs(window - GRAVITY).mean() ** (1 / 3)),
                "scarlett": float(1.73 * (window.mean() - window.min()) / (window.max() - window.min())),
                "constant": 0.66,
            }
        )
    return rows


def main():
    times, force = walk(np.random.default_rng(4))
    rows = [[float(time)] + [float(value) for value in vector] for time, vector in zip(times, force)]
    print(json.dumps({"force": rows, "steps": steps(times, force)}))


main()
