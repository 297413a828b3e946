#!/usr/bin/env python3
"""Tests the proposal of layouts: writes recordings as logs in random formats, and reads these logs with proposed
layouts.

Usage: guess_layouts.py [--sextant PROGRAM] [--count N] [--seed N] [--keep DIR]

The recordings are those in Datasets and, if the folder exists, BROAD and phone recordings in ../shared/datasets. Each
log has random units, column names, column orders, delimiters and times, in one file or several. The script compares the
results of an evaluation with those of the original recording. The exit code is 1 if fewer than 28 of 30 logs can be
read, or if the results differ without a warning about an assumption.
"""

import argparse
import csv
import datetime
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("SEXTANT_SHARED_DATASETS", ROOT.parent / "shared/datasets"))
STREAMS = {
    "accelerometer": ["x", "y", "z"],
    "gyroscope": ["x", "y", "z"],
    "magnetometer": ["x", "y", "z"],
    "reference": ["qw", "qx", "qy", "qz"],
}
UNITS = {
    "accelerometer": {"m/s^2": 1, "g": 9.80665},
    "gyroscope": {"rad/s": 1, "deg/s": math.pi / 180},
    "magnetometer": {"uT": 1, "nT": 1e-3, "mT": 1e3, "G": 100},
    "reference": {"": 1},
}
NAMES = {
    "english": ["acc_{}", "gyro_{}", "mag_{}", "ref_q{}"],
    "short": ["a{}", "g{}", "m{}", "q{}"],
    "apps": ["accelerometerAcceleration{}", "gyroRotation{}", "magneticField{}", "truthQuaternion{}"],
    "german": ["Beschleunigung {}", "Drehrate {}", "Magnetfeld {}", "Referenz q{}"],
    "french": ["accélération {}", "vitesse angulaire {}", "champ magnétique {}", "ref {}"],
}
BROAD_ROWS = slice(12_000, 24_000)
TOLERANCE_DEG = 1e-6


def native(folder):
    """The streams of a native folder: times and rows of numbers."""
    streams = {}
    for kind, columns in STREAMS.items():
        path = folder / f"{kind}.csv"
        if path.exists():
            rows = list(csv.DictReader(path.open()))
            if "valid" in rows[0]:
                rows = [row for row in rows if row["valid"] == "1"]
            streams[kind] = [(round(float(r["t"]), 6), [float(r[c]) if r[c] else math.nan for c in columns]) for r in rows]
    return streams


def broad(path):
    rows = list(csv.DictReader(path.open()))[BROAD_ROWS]
    letters = {"accelerometer": "a", "gyroscope": "g", "magnetometer": "m"}
    streams = {
        kind: [(float(r["t"]), [float(r[letter + axis]) for axis in "xyz"]) for r in rows]
        for kind, letter in letters.items()
    }
    streams["reference"] = [(float(r["t"]), [float(r[c]) for c in STREAMS["reference"]]) for r in rows]
    return streams


def recordings(sextant, work):
    """The names of recordings, and functions that read their streams."""
    found = []
    for name in ["pan", "simulated-walk", "simulated-look-up", "simulated-pocket", "simulated-step-yaw"]:
        found.append((name, lambda name=name: native(ROOT / "Datasets" / name)))
    for path in sorted((SHARED / "broad").glob("*.csv")):
        found.append((path.stem, lambda path=path: broad(path)))
    for path in sorted((SHARED / "smartphone-attitude").glob("*_*")):

        def phone(path=path):
            folder = work / f"native-{path.name}"
            if not folder.exists():
                subprocess.run([sextant, "convert", path, "--output", folder, "--quiet"], check=True)
            return native(folder)

        found.append((path.name, phone))
    return found


def from_whole_second(streams):
    """The streams with times from their first whole second, from which the reader counts.

    Other times differ in the last digit, which moves single samples over the ends of windows.
    """
    start = math.floor(min(rows[0][0] for rows in streams.values()))
    return {kind: [(round(time - start, 6), cells) for time, cells in rows] for kind, rows in streams.items()}


def write_native(streams, folder):
    folder.mkdir(parents=True)
    (folder / "recording.yaml").write_text("name: original\n")
    for kind, rows in streams.items():
        lines = [",".join(["t"] + STREAMS[kind])]
        lines += [",".join([repr(time)] + [repr(cell) for cell in cells]) for time, cells in rows]
        (folder / f"{kind}.csv").write_text("\n".join(lines) + "\n")


def figures(sextant, path, output, options):
    """The accuracies of the default pipelines; None and the messages for a failure."""
    command = [sextant, "evaluate", path, "--output", output, "--format", "json", *options]
    result = subprocess.run(command, capture_output=True, text=True)
    if not (output / "results.json").exists():
        return None, result.stderr
    runs = json.loads((output / "results.json").read_text())["runs"]
    if result.returncode != 0 or not runs:
        return None, result.stderr
    return [run["accuracy"] for run in runs], result.stderr


class Form:
    """A random form of a log."""

    def __init__(self, rng, streams):
        times = [[time for time, _ in rows] for rows in streams.values()]
        self.is_wide = all(column == times[0] for column in times) and rng.random() < 0.7
        self.names = rng.choice([*NAMES, "meaningless", "none"])
        if not self.is_wide and self.names == "none":
            self.names = "english"
        self.units = {kind: rng.choice(list(UNITS[kind])) for kind in streams}
        self.names_unit = rng.random() < 0.4 and self.names in NAMES
        self.delimiter = rng.choice([",", ";", "\t", " "])
        if self.names in ["german", "french"] and self.delimiter == " ":
            self.delimiter = ";"
        self.comma = self.delimiter != "," and rng.random() < 0.3
        self.time = rng.choice(["s", "ms", "us", "ns", "unix s", "unix ms", "unix ns", "date"])
        self.scalar_last = self.names in ["meaningless", "none"] and rng.random() < 0.5
        self.conjugate = rng.random() < 0.3
        self.earth = rng.choice(["ENU", "ENU", "NWU", "NED"])
        self.order = list(streams)
        rng.shuffle(self.order)
        self.axes = rng.choice(["xyz", "zyx", "yxz"]) if self.names in NAMES else "xyz"
        self.line = rng.choice(["\n", "\r\n"])
        self.mark = rng.random() < 0.2

    def __str__(self):
        units = "/".join(filter(None, self.units.values()))
        form = "one file" if self.is_wide else "files"
        delimiter = {"\t": "tab", " ": "space"}.get(self.delimiter, self.delimiter)
        return f"{form}, {self.names}, {units}, '{delimiter}'{' decimal comma' if self.comma else ''}, {self.time}, {self.earth}"

    def number(self, value):
        if math.isnan(value):
            return "nan"
        text = repr(value)
        return text.replace(".", ",") if self.comma else text

    def stamp(self, time):
        nanoseconds = round(time * 1e9)
        unix = 1_600_000_000 * 10**9 + nanoseconds
        if self.time == "date":
            whole, rest = divmod(unix, 10**9)
            moment = datetime.datetime.fromtimestamp(whole, datetime.timezone.utc)
            return moment.strftime("%Y-%m-%d %H:%M:%S") + f".{rest:09d}"
        if self.time.startswith("unix"):
            nanoseconds = unix
        digits = {"s": 9, "ms": 6, "us": 3, "ns": 0}[self.time.split()[-1]]
        whole, rest = divmod(abs(nanoseconds), 10**digits)
        text = f"{'-' if nanoseconds < 0 else ''}{whole}" + (f".{rest:0{digits}d}" if digits else "")
        return text.replace(".", ",") if self.comma else text

    def values(self, kind, cells):
        if kind != "reference":
            return [cell / UNITS[kind][self.units[kind]] for cell in cells]
        w, x, y, z = cells
        half = math.sqrt(0.5)
        # The rotations from East, North, Up to the other frames.
        turns = {"ENU": (1, 0, 0, 0), "NWU": (half, 0, 0, -half), "NED": (0, half, half, 0)}
        w, x, y, z = multiply(turns[self.earth], (w, x, y, z))
        if self.conjugate:
            x, y, z = -x, -y, -z
        return [w, x, y, z]

    def columns(self, kind, number):
        """The names of a stream's columns, and the order of its values."""
        is_rotation = kind == "reference"
        if self.names not in NAMES:
            order = ([1, 2, 3, 0] if self.scalar_last else [0, 1, 2, 3]) if is_rotation else [0, 1, 2]
            return [f"ch{number + place}" for place in range(len(order))], order
        pattern = NAMES[self.names][list(STREAMS).index(kind)]
        letters = "w" + self.axes if is_rotation else self.axes
        order = [("wxyz" if is_rotation else "xyz").index(letter) for letter in letters]
        unit = f" ({self.units[kind]})" if self.names_unit and not is_rotation and self.delimiter != " " else ""
        return [pattern.format(letter) + unit for letter in letters], order

    def write(self, streams, path):
        kinds = [kind for kind in self.order if kind in streams]
        if self.is_wide:
            self.write_file(streams, kinds, path.with_suffix(".csv"))
            return path.with_suffix(".csv")
        path.mkdir()
        for index, kind in enumerate(kinds):
            name = kind if self.names in NAMES else f"part{index + 1}"
            self.write_file(streams, [kind], path / f"{name}.txt")
        return path

    def write_file(self, streams, kinds, path):
        stamp = "t" if self.names in NAMES else "ch1"
        header, orders = [stamp], []
        for kind in kinds:
            names, order = self.columns(kind, len(header) + 1)
            header += names
            orders.append(order)
        lines = [] if self.names == "none" else [self.delimiter.join(header)]
        for rows in zip(*(streams[kind] for kind in kinds)):
            cells = [self.stamp(rows[0][0])]
            if self.delimiter == " " and self.time == "date":
                cells[0] = cells[0].replace(" ", "T")
            for kind, order, (_, values) in zip(kinds, orders, rows):
                values = self.values(kind, values)
                cells += [self.number(values[place]) for place in order]
            lines.append(self.delimiter.join(cells))
        mark = "\ufeff" if self.mark else ""
        path.write_bytes((mark + self.line.join(lines) + self.line).encode())


def multiply(left, right):
    (a, b, c, d), (w, x, y, z) = left, right
    return (
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    )


def largest_difference(left, right):
    pairs = [(run[key], other[key]) for run, other in zip(left, right) for key in run if key.endswith("_deg")]
    if len(left) != len(right) or any((a is None) != (b is None) for a, b in pairs):
        return math.inf
    return max((abs(a - b) for a, b in pairs if a is not None), default=math.inf)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sextant", default=str(ROOT / ".build/debug/sextant"))
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--keep", help="folder for the logs")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(arguments.keep or temporary)
        work.mkdir(exist_ok=True)
        sources = recordings(arguments.sextant, work)
        counts = {"read": 0, "asks": 0, "differs with a warning": 0, "wrong without a warning": 0}
        for index in range(arguments.count):
            name, read = sources[index % len(sources)]
            streams = from_whole_second(read())
            form = Form(rng, streams)
            original = work / f"original-{name}"
            if not original.exists():
                write_native(streams, original)
            log = form.write(streams, work / f"log{index:02d}")
            outcome, detail = compare(arguments.sextant, work, original, log, index, name)
            counts[outcome] += 1
            print(f"{index:2d} {outcome}: {name}: {form}{detail}", flush=True)
    print(", ".join(f"{key}: {count}" for key, count in counts.items()))
    enough = counts["read"] >= math.ceil(arguments.count * 28 / 30)
    return 0 if enough and counts["wrong without a warning"] == 0 else 1


def compare(sextant, work, original, log, index, name):
    expected_path = work / f"expected-{name}"
    expected, _ = figures(sextant, original, expected_path, [])
    layout = work / f"layout{index:02d}.yaml"
    guess = subprocess.run([sextant, "layout", log, "--output", layout], capture_output=True, text=True)
    if guess.returncode != 0:
        return "asks", "\n   " + guess.stderr.strip()
    found, messages = figures(sextant, log, work / f"figures{index:02d}", ["--layout", layout])
    if found is None:
        return "asks", "\n   " + messages.strip()
    difference = largest_difference(expected, found)
    if difference <= TOLERANCE_DEG:
        return "read", f" (difference {difference:.1e}°)"
    words = f"\n   difference {difference:.3g}°"
    assumed = [line for line in layout.read_text().splitlines() if "(assumed)" in line and "north" not in line]
    return ("differs with a warning" if assumed else "wrong without a warning"), words


if __name__ == "__main__":
    sys.exit(main())
