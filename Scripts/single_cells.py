#!/usr/bin/env python3
"""Measures whether one wrong sensor value can change the results of `sextant evaluate` without a warning.

    python3 Scripts/single_cells.py .build/release/sextant RECORDING [--layout NAME] [--pipelines triad,vqf,madgwick]
                                    [--trials 1500] [--seed 1]

Each trial replaces one value of the accelerometer, gyroscope or magnetometer, drawn at random, with one of forty values.
A trial is "named" if a warning or an error contains the row's file and line. It is "moved" if a figure of a pipeline
(total, heading or inclination RMSE, or the RMS of orientation increments) changes by more than 1 %. The script prints the
counts and every trial that moved a figure unnamed, and requires only Python's standard library. The exit code is 1 if
there is such a trial.
"""
import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

FIGURES = {"accuracy": ["total_rmse_deg", "heading_rmse_deg", "inclination_rmse_deg"], "jitter": ["increment_rms_deg"]}
SENSORS = ("acc", "gyr", "mag")
LARGEST_CHANGE = 0.01
# Factors of the value, offsets in its unit, and values: fill values, limits of integers and floating-point numbers.
FACTORS = (-1, 0.1, 0.5, 1.5, 2, 10, 100, 1000)
OFFSETS = (-10, -1, 1, 10)
VALUES = (
    0, 127, 255, -999, 999, -9999, 9999, 99999, 32767, -32768, 65535, 16777216, 2147483647, 4294967295, -1e6, 1e6, 1e9,
    -1e20, 1e20, 9.97e36, 3.4e38, 1e150, -1e155, 1e300, -1e308, 1.797e308, 5e-324, 1e-300,
)


def evaluate(options, path):
    """Returns the figures by pipeline and name, and all messages."""
    with tempfile.TemporaryDirectory() as folder:
        command = [options.program, "evaluate", path, "--format", "json", "--output", folder]
        command += [word for pipeline in options.pipelines.split(",") for word in ("--pipeline", pipeline)]
        command += ["--layout", options.layout] if options.layout else []
        run = subprocess.run(command, capture_output=True, text=True)
        results = pathlib.Path(folder) / "results.json"
        if not results.exists():
            return {}, run.stdout + run.stderr
        runs = json.loads(results.read_text())["runs"]
    figures = {
        (run["pipeline"]["name"], name): run[group][name] for run in runs for group in FIGURES for name in FIGURES[group]
    }
    return figures, run.stderr + "\n".join(remark for run in runs for remark in run["remarks"])


def cells(folder):
    """Returns the sensors' values: path, index of the row, and index of the cell."""
    for path in sorted(folder.rglob("*.csv")):
        names, *rows = [line.split(",") for line in path.read_text().splitlines()]
        is_sensor = path.stem.lower().startswith(SENSORS)
        columns = [
            index for index, name in enumerate(names)
            if (is_sensor or name.lower().startswith(SENSORS)) and index > 0 and "time" not in name.lower()
        ]
        for index, row in enumerate(rows, 1):
            for column in columns:
                if column < len(row) and row[column].strip().lower() not in ("", "nan"):
                    yield path, index, column


def change(path, row, column, draw):
    """Replaces a value in a file; returns the old and the new value."""
    lines = path.read_text().splitlines(keepends=True)
    cell = lines[row].rstrip("\r\n").split(",")
    value, kind = float(cell[column]), draw.randrange(len(FACTORS) + len(OFFSETS) + len(VALUES))
    new = ([value * factor for factor in FACTORS] + [value + offset for offset in OFFSETS] + list(VALUES))[kind]
    cell[column] = repr(new)
    lines[row] = ",".join(cell) + "\n"
    path.write_text("".join(lines))
    return value, new


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("recording", type=pathlib.Path)
    parser.add_argument("--layout")
    parser.add_argument("--pipelines", default="triad,vqf,madgwick")
    parser.add_argument("--trials", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw, named, moved, silent = random.Random(options.seed), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / options.recording.name
        (shutil.copytree if options.recording.is_dir() else shutil.copy)(options.recording, copy)
        before, messages = evaluate(options, copy)
        if not before:
            sys.exit(f"{options.recording}: not evaluated:\n{messages}")
        every = list(cells(copy if copy.is_dir() else copy.parent))
        for path, row, column in (draw.choice(every) for _ in range(options.trials)):
            original = path.read_bytes()
            value, new = change(path, row, column, draw)
            after, messages = evaluate(options, copy)
            path.write_bytes(original)
            is_named = f"{path.name}:{row + 1}" in messages
            changes = {key: (figure, after[key]) for key, figure in before.items() if after and after[key] != figure}
            large = {
                key: pair for key, pair in changes.items()
                if None in pair or abs(pair[1] - pair[0]) > LARGEST_CHANGE * abs(pair[0])
            }
            named += is_named
            moved += bool(large)
            if not is_named and (large or not after):
                silent += 1
                what = "; ".join(f"{' '.join(key)} {a} -> {b}" for key, (a, b) in large.items()) or "refused"
                print(f"{path.name}:{row + 1} column {column + 1}: {value} -> {new}: {what}", flush=True)
    print(f"{options.recording.name}: {options.trials} values replaced, {moved} moved a figure, {named} named, "
          f"{silent} moved a figure unnamed")
    sys.exit(silent > 0)


if __name__ == "__main__":
    main()
