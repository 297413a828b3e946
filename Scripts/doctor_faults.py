#!/usr/bin/env python3
"""Measures how often `sextant doctor` finds a fault that was added to good estimates, and how often it reports a false
alarm.

    python3 Scripts/doctor_faults.py .build/release/sextant RECORDING... [--pipelines vqf,ekf] [--repetitions 1]
                                     [--seed 1] [--faults LIST] [--clean-only]

For each recording and pipeline, the script writes the pipeline's estimates with `evaluate --estimates`. It then

- runs the doctor on the original estimates: every finding is a false alarm, except a constant heading error of an
  estimate without a magnetometer;
- adds each fault, with random strength, to the estimates or to the recording, and runs the doctor: the first finding
  should be this fault. Then the script applies the proposed fix and computes the RMS errors (total, inclination,
  heading, short-term) and the jitter. The result is the largest relative increase compared with the original estimates.
  For a fault of the recording, it applies the fix to the recording and compares the results of madgwick.

The script prints a table and every fault that was not found, and requires only Python's standard library. The exit code
is 1 if there is a false alarm, or if less than 99 % of the faults are the first finding.
"""
import argparse
import csv
import itertools
import json
import math
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

AXES = "xyz"
# The figures that a fix should restore, and the smallest one in degrees whose relative increase counts.
FIGURES = {
    "accuracy": ["total_rmse_deg", "inclination_rmse_deg", "heading_rmse_deg", "short_term_rms_deg"],
    "jitter": ["increment_rms_deg", "still_rms_deg"],
}
LEAST_FIGURE = 0.05
DEGREE = math.pi / 180
GRAVITY = 9.80665


def product(a, b):
    return (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])


def rotation(axis, angle):
    length = math.sqrt(sum(x * x for x in axis))
    return (math.cos(angle / 2), *(math.sin(angle / 2) * x / length for x in axis))


def turns_between_axes():
    """Returns the 24 rotations of the cube, the identity first."""
    found = [(1.0, 0.0, 0.0, 0.0)]
    steps = [rotation(axis, math.pi / 2) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    for known in found:
        for step in steps:
            new = product(known, step)
            if all(abs(sum(p * q for p, q in zip(new, other))) < 0.99 for other in found):
                found.append(new)
    return found


TURNS = turns_between_axes()
WORLDS = {"ned": (0.0, math.sqrt(0.5), math.sqrt(0.5), 0.0), "nwu": rotation((0, 0, 1), -math.pi / 2)}


def euler(q):
    """Returns roll, pitch and yaw of the sequence zyx."""
    w, x, y, z = q
    return (math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
            math.asin(max(-1, min(1, 2 * (w * y - z * x)))), math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))


class Table:
    """A CSV file with a header."""

    def __init__(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.header, self.rows = rows[0], rows[1:]

    def mapped(self, function):
        """Returns the rows with a function applied to the numbers x, y, z."""
        places = [self.header.index(axis) for axis in AXES]
        for row in self.rows:
            if all(row[place] for place in places):
                for place, value in zip(places, function([float(row[place]) for place in places])):
                    row[place] = repr(value)
        return self

    def write(self, path):
        with open(path, "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([self.header, *self.rows])


# Each fault: the doctor's name, and a function that returns (time and quaternion) → row, or changes the recording.

def every(function):
    return lambda rng, rows: ([(t, *function(q)) for t, q in rows], None)


def mirrored(rng, rows):
    axis = rng.randrange(3)
    signs = [1] + [1 if axis == other else -1 for other in range(3)]
    if rng.random() < 0.5:
        signs = [1] + [-1 if axis == other else 1 for other in range(3)]
    return [(t, *(s * x for s, x in zip(signs, q))) for t, q in rows], None


def swapped(rng, rows):
    turn = TURNS[rng.randrange(1, 24)]
    return [(t, *product(q, turn)) for t, q in rows], None


def mounted(rng, rows):
    while True:
        turn = rotation([rng.gauss(0, 1) for _ in AXES], rng.uniform(15, 170) * DEGREE)
        nearest = max(abs(sum(p * q for p, q in zip(turn, other))) for other in TURNS)
        if 2 * math.acos(min(1, nearest)) > 15 * DEGREE:
            return [(t, *product(q, turn)) for t, q in rows], None


def offset(rng, rows):
    shift = rng.choice([-1, 1]) * math.exp(rng.uniform(math.log(0.1), math.log(3)))
    return [(t - shift, *q) for t, q in rows], None


def drifting(rng, rows):
    start, duration = rows[0][0], rows[-1][0] - rows[0][0]
    rate = rng.choice([-1, 1]) * math.exp(rng.uniform(math.log(max(3e-4, 0.06 / duration)), math.log(0.04)))
    return [(start + (t - start) / (1 + rate), *q) for t, q in rows], None


def turned(rng, rows):
    # A heading of 90° is that of North, West, Up.
    angle = rng.choice([-1, 1]) * rng.uniform(25, 170)
    turn = rotation((0, 0, 1), (-angle if abs(angle + 90) < 25 else angle) * DEGREE)
    return [(t, *product(turn, q)) for t, q in rows], None


def angles(rng, rows):
    # Degrees in columns that are read as radians, or the reverse.
    if rng.random() < 0.5:
        return [(t, *(x / DEGREE for x in euler(q))) for t, q in rows], "unit=rad"
    return [(t, *euler(q)) for t, q in rows], "unit=deg"


FILE_FAULTS = {
    "conjugate": ("conjugate", every(lambda q: (q[0], -q[1], -q[2], -q[3]))),
    "order": ("quaternion-order", every(lambda q: (q[1], q[2], q[3], q[0]))),
    "ned": ("world-frame", every(lambda q: product(WORLDS["ned"], q))),
    "nwu": ("world-frame", every(lambda q: product(WORLDS["nwu"], q))),
    "degrees": ("angle-unit", angles),
    "mirror": ("mirrored-axis", mirrored),
    "axes": ("body-axes", swapped),
    "body": ("body-frame", mounted),
    "clock": ("clock-offset", offset),
    "rate": ("clock-rate", drifting),
    "heading": ("constant-heading", turned),
}


def random_axes(rng):
    maps = [(order, signs) for order in itertools.permutations(range(3)) for signs in itertools.product((1, -1), repeat=3)]
    order, signs = rng.choice([entry for entry in maps if entry != ((0, 1, 2), (1, 1, 1))])
    return lambda v: [sign * v[source] for source, sign in zip(order, signs)]


def random_offset(rng):
    direction = [rng.gauss(0, 1) for _ in AXES]
    length = rng.uniform(20, 100) / math.sqrt(sum(x * x for x in direction))
    return lambda v: [x + length * y for x, y in zip(v, direction)]


RECORDING_FAULTS = {
    "gyroscope": ("gyroscope-unit", "gyroscope", lambda rng: lambda v: [x / DEGREE for x in v]),
    "g": ("accelerometer-unit", "accelerometer", lambda rng: lambda v: [x / GRAVITY for x in v]),
    "sign": ("accelerometer-sign", "accelerometer", lambda rng: lambda v: [-x for x in v]),
    "magnetometer": ("magnetometer-axes", "magnetometer", random_axes),
    "hard iron": ("hard-iron", "magnetometer", random_offset),
}

# Faults of the algorithm: pipelines with the fault, and without.
def halved(rng):
    good = f"madgwick:beta={rng.uniform(0.03, 0.3):.4f}"
    return good + ",reference=halved", good


def degrees_in_one_euro(rng):
    gain = rng.uniform(0.01, 0.1)
    return tuple(f"vqf+oneEuro:minCutoff=1,beta={beta:.5f}" for beta in (gain / DEGREE, gain))


ALGORITHM_FAULTS = {
    "halved": ("halved-reference", halved),
    "one euro": ("one-euro-degrees", degrees_in_one_euro),
}


def correction(finding):
    """Returns the function that the remedy of a fault of a recording describes."""
    fault, remedy = finding["fault"], finding["remedy"]
    if fault == "gyroscope-unit":
        return lambda v: [x * DEGREE for x in v] if "seem to be in deg/s" in remedy else None
    if fault == "accelerometer-unit":
        return lambda v: [x * GRAVITY for x in v] if "seem to be in g:" in remedy else None
    if fault == "accelerometer-sign":
        return lambda v: [-x for x in v]
    if fault == "magnetometer-axes":
        words = re.search(r"should be its (.*)$", remedy).group(1).split(", ")
        return lambda v: [(-1 if word[0] == "-" else 1) * v[AXES.index(word[-1])] for word in words]
    numbers = [float(x) for x in re.search(r"\((.*)\)", remedy).group(1).split(", ")]
    return lambda v: [x - y for x, y in zip(v, numbers)]


def increase(figures, base):
    """Returns the largest relative increase of a figure, and its name."""
    changes = [((figures[name] - base[name]) / max(base[name], LEAST_FIGURE), name) for name in base
               if figures[name] is not None and base[name] is not None]
    return max(changes)


class Experiment:
    def __init__(self, path, folder):
        self.path, self.folder = str(pathlib.Path(path).resolve()), folder

    def run(self, *arguments, codes=(0,)):
        outcome = subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True)
        if outcome.returncode not in codes:
            sys.exit(f"sextant {' '.join(map(str, arguments))}: {outcome.returncode}\n{outcome.stderr}")
        return outcome.stdout

    def estimates(self, recording, pipeline):
        """Writes the estimates of a pipeline; returns the rows and the total RMSE."""
        output = self.folder / "own"
        shutil.rmtree(output, ignore_errors=True)
        self.run("evaluate", recording, "--pipeline", pipeline, "--estimates", "--output", output, "--format", "json",
                 "--metrics", self.metrics, "--quiet")
        table = Table(next((output / "estimates").rglob("*.csv")))
        rows = [(float(row[0]), tuple(map(float, row[1:5]))) for row in table.rows]
        return rows, self.figures(output)

    metrics = ",".join(sum(FIGURES.values(), []))

    @staticmethod
    def figures(output):
        run = json.loads((output / "results.json").read_text())["runs"][0]
        return {name: run[group][name] for group, names in FIGURES.items() for name in names}

    def score(self, recording, *arguments):
        output = self.folder / "score"
        shutil.rmtree(output, ignore_errors=True)
        self.run("evaluate", recording, *arguments, "--output", output, "--format", "json", "--metrics", self.metrics,
                 "--quiet")
        return self.figures(output)

    def doctor(self, recording, path, keys):
        argument = f"mine={path}" + (f",{keys}" if keys else "")
        return json.loads(self.run("doctor", recording, "--estimate", argument, "--json", "--quiet", codes=(0, 3)))

    def write(self, rows):
        path = self.folder / "mine.csv"
        names = "t,qw,qx,qy,qz" if len(rows[0]) == 5 else "t,roll,pitch,yaw"
        path.write_text("\n".join([names, *(",".join(map(repr, row)) for row in rows)]) + "\n")
        return path

    def native(self, recording, name):
        path = self.folder / name
        shutil.rmtree(path, ignore_errors=True)
        self.run("convert", recording, "--output", path, "--quiet")
        return path

    def changed(self, native, stream, function):
        path = self.folder / "spoilt"
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(native, path)
        Table(path / f"{stream}.csv").mapped(function).write(path / f"{stream}.csv")
        return path


class Summary:
    def __init__(self):
        self.counts, self.worst = {}, {}

    def add(self, fault, wanted, found, share, where):
        names = [finding["fault"] for finding in found]
        isNamed = names[:1] == [wanted]
        counts = self.counts.setdefault(fault, [0, 0])
        counts[0] += isNamed
        counts[1] += 1
        if isNamed and share is not None:
            self.worst.setdefault(fault, []).append(share[0])
        if not isNamed or len(names) > 1 or (share or (0, ""))[0] > 0.01:
            change = "" if share is None else f", {share[1]} {share[0]:+.2%}"
            print(f"{'named' if isNamed else 'MISSED'}: {fault} in {where}: {names}{change}", flush=True)

    def report(self):
        for fault, (named, count) in self.counts.items():
            shares = self.worst.get(fault, [])
            within = sum(share <= 0.01 for share in shares)
            figures = f", at most {max(shares):+.2%}, {within} of {len(shares)} within 1 %" if shares else ""
            print(f"{fault:14} {named:4} of {count}{figures}")
        named, count = (sum(counts[place] for counts in self.counts.values()) for place in (0, 1))
        print(f"{named} of {count} faults named first")
        return named >= 0.99 * count


def spoil_file(experiment, summary, rng, native, rows, base, fault, where):
    wanted, spoil = FILE_FAULTS[fault]
    spoilt, keys = spoil(rng, rows)
    path = experiment.write(spoilt)
    estimate = experiment.doctor(native, path, keys)["estimates"][0]
    share = None
    proposal = estimate.get("proposal")
    options = [option for finding in estimate["findings"] for option in (finding.get("option") or "").split()]
    if proposal or options:
        argument = proposal or f"mine={path}"
        if "--heading-alignment" in options:
            base = experiment.score(native, "--estimate", f"mine={experiment.unspoilt}", *options)
        share = increase(experiment.score(native, "--estimate", argument, *options), base)
    summary.add(fault, wanted, estimate["findings"], share, where)


def spoil_recording(experiment, summary, rng, native, rows, fault, where):
    wanted, stream, make = RECORDING_FAULTS[fault]
    spoilt = experiment.changed(native, stream, make(rng))
    found = experiment.doctor(spoilt, experiment.write([(t, *q) for t, q in rows]), None)["estimates"][0]["findings"]
    share = None
    if found and found[0]["fault"] == wanted:
        Table(spoilt / f"{stream}.csv").mapped(correction(found[0])).write(spoilt / f"{stream}.csv")
        clean = experiment.score(native, "--pipeline", "madgwick")
        share = increase(experiment.score(spoilt, "--pipeline", "madgwick"), clean)
    summary.add(fault, wanted, found, share, where)


def spoil_algorithm(experiment, summary, rng, native, fault, where):
    wanted, make = ALGORITHM_FAULTS[fault]
    spoilt, good = make(rng)
    path = experiment.write([(t, *q) for t, q in experiment.estimates(native, spoilt)[0]])
    found = experiment.doctor(native, path, None)["estimates"][0]["findings"]
    share = None
    if found and found[0]["fault"] == wanted:
        pipeline = re.search(r"\S+$", found[0]["remedy"]).group()
        share = increase(experiment.score(native, "--pipeline", pipeline), experiment.score(native, "--pipeline", good))
    summary.add(fault, wanted, found, share, f"{where}, {spoilt}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sextant")
    parser.add_argument("recordings", nargs="+")
    parser.add_argument("--pipelines", default="vqf")
    parser.add_argument("--repetitions", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", default=",".join([*FILE_FAULTS, *RECORDING_FAULTS, *ALGORITHM_FAULTS]))
    parser.add_argument("--clean-only", action="store_true")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    summary, alarms, runs = Summary(), 0, 0
    faults = [] if arguments.clean_only else arguments.faults.split(",")
    with tempfile.TemporaryDirectory() as name:
        experiment = Experiment(arguments.sextant, pathlib.Path(name))
        for recording in arguments.recordings:
            native = experiment.native(recording, "native")
            for pipeline in arguments.pipelines.split(";"):
                where = f"{pathlib.Path(recording).stem}, {pipeline}"
                rows, base = experiment.estimates(native, pipeline)
                if not rows:
                    print(f"no estimates of {where}", flush=True)
                    continue
                experiment.unspoilt = experiment.write([(t, *q) for t, q in rows]).rename(experiment.folder / "good.csv")
                found = experiment.doctor(native, experiment.unspoilt, None)["estimates"][0]["findings"]
                runs += 1
                if found:
                    alarms += 1
                    print(f"FALSE ALARM in {where}: {[(x['fault'], x['evidence']) for x in found]}", flush=True)
                for fault, _ in itertools.product(faults, range(arguments.repetitions)):
                    if fault in FILE_FAULTS:
                        spoil_file(experiment, summary, rng, native, rows, base, fault, where)
                    elif fault in RECORDING_FAULTS:
                        spoil_recording(experiment, summary, rng, native, rows, fault, where)
            for fault, _ in itertools.product(faults, range(arguments.repetitions)):
                if fault in ALGORITHM_FAULTS:
                    spoil_algorithm(experiment, summary, rng, native, fault, pathlib.Path(recording).stem)
    print(f"{alarms} false alarms in {runs} unspoilt estimates")
    named = summary.report() if faults else True
    sys.exit(0 if named and alarms == 0 else 1)


if __name__ == "__main__":
    main()
