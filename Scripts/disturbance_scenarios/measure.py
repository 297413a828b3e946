#!/usr/bin/env python3
"""Measures the heading of pipelines in simulated magnetic disturbances.

    python3 Scripts/disturbance_scenarios/measure.py .build/release/sextant [--seeds 3] [--pipeline SPEC …] [--keep DIR]

Each scenario is a simulated motion with the noise of `iphone6s`. The script adds a disturbance to the magnetometer:

- hard-iron step: a walk of 90 s; 30 s after the start an offset of 30 µT appears on the device.
- laptop: a phone in the hand, then at rest for a minute in a field with 40 µT more in world axes, then in the hand again.
- lift: from 25 s to 55 s the cabin weakens the field to 60 % and adds 15 µT to the east; the lift accelerates by up to
  1 m/s² for 10 s.
- bus: accelerations of up to 2 m/s² from 20 s to 180 s, and a disturbance of up to 20 µT that changes within 10 s.

The script prints a table with means over the seeds:

- the RMS and the largest heading error during the disturbance (for the step: in the first 20 s) and after it
- the largest inclination error, without the first 5 s of the recording
- the time from the end of the disturbance (for the step: from its start) until the heading error remains below 5°, or
  "never" if it does not in one of the seeds

It requires only Python's standard library.
"""
import argparse
import bisect
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PIPELINES = ["selfCalibrating", "vqf", "madgwick", "ekf"]
ACCEPTED = 5.0
# Seconds after a change that stays which count as during the disturbance.
FIRST = 20
WEAKENED = 0.4


def smooth(value):
    """0 before 0, 1 after 1, smooth between them."""
    u = min(max(value, 0.0), 1.0)
    return u * u * (3 - 2 * u)


def between(time, start, end, ramp):
    return smooth((time - start) / ramp) * (1 - smooth((time - end) / ramp))


class Scenario:
    def __init__(self, name, motion, duration, start, end, on_device=None, in_world=None):
        """`end` is the end of the disturbance, None for one that stays; the functions return µT to add."""
        self.name, self.motion, self.duration = name, motion, duration
        self.start, self.end = start, end
        self.on_device = on_device or (lambda time: (0.0, 0.0, 0.0))
        self.in_world = in_world or (lambda time, field: (0.0, 0.0, 0.0))


def hard_iron(time):
    size = 30 / math.sqrt(3) if time >= 30 else 0.0
    return (size, -size, size)


def laptop(time, field):
    share = between(time, 28, 90, 2)
    return (30 * share, -20 * share, 17 * share)


def cabin(time, field):
    share = between(time, 25, 55, 1)
    return (share * (15 - WEAKENED * field[0]), -share * WEAKENED * field[1], -share * WEAKENED * field[2])


def ride(time, field):
    share = 20 / math.sqrt(3) * between(time, 20, 180, 2)
    return tuple(share * math.sin(2 * math.pi * time / period + phase) for period, phase in ((31, 1), (23, 2), (17, 3)))


SCENARIOS = [
    Scenario("hard-iron step", "walk", 90, 30, None, on_device=hard_iron),
    Scenario("laptop", HERE / "laptop.yaml", 130, 28, 92, in_world=laptop),
    Scenario("lift", HERE / "lift.yaml", 90, 25, 56, in_world=cabin),
    Scenario("bus", HERE / "bus.yaml", 200, 20, 182, in_world=ride),
]


def conjugate(q):
    return (q[0], -q[1], -q[2], -q[3])


def product(a, b):
    return (a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])


def rotate(q, v):
    return product(product(q, (0.0, *v)), conjugate(q))[1:]


def table(file):
    with open(file, newline="") as lines:
        rows = csv.reader(lines)
        names = next(rows)
        return names, [[float(cell) for cell in row] for row in rows]


class Track:
    """Orientations in time, interpolated linearly and normalised."""

    def __init__(self, file):
        names, rows = table(file)
        places = [names.index(name) for name in ("qw", "qx", "qy", "qz")]
        time = names.index("t")
        self.times = [row[time] for row in rows]
        self.values = [tuple(row[place] for place in places) for row in rows]

    def at(self, time):
        index = bisect.bisect_left(self.times, time)
        if index == 0 or index == len(self.times):
            return self.values[min(index, len(self.values) - 1)]
        before, after = self.values[index - 1], self.values[index]
        share = (time - self.times[index - 1]) / (self.times[index] - self.times[index - 1])
        sign = 1 if sum(a * b for a, b in zip(before, after)) >= 0 else -1
        mixed = [a + share * (sign * b - a) for a, b in zip(before, after)]
        length = math.sqrt(sum(part * part for part in mixed))
        return tuple(part / length for part in mixed)


def errors(estimates, truth):
    """(time, heading error, inclination error) in degrees."""
    result = []
    for time, estimate in zip(estimates.times, estimates.values):
        w, x, y, z = product(estimate, conjugate(truth.at(time)))
        heading = math.remainder(2 * math.atan2(z, w), 2 * math.pi)
        inclination = 2 * math.atan2(math.hypot(x, y), math.hypot(w, z))
        result.append((time, abs(math.degrees(heading)), math.degrees(inclination)))
    return result


def disturb(recording, scenario, field, truth):
    file = recording / "magnetometer.csv"
    names, rows = table(file)
    with open(file, "w") as output:
        output.write(",".join(names) + "\n")
        for time, *sample in rows:
            inverse = conjugate(truth.at(time))
            added = rotate(inverse, scenario.in_world(time, field))
            parts = [a + b + c for a, b, c in zip(sample, added, scenario.on_device(time))]
            output.write(",".join([repr(time)] + [f"{part:.4f}" for part in parts]) + "\n")


def rms(values):
    return math.sqrt(sum(value * value for value in values) / len(values)) if values else None


def figures(series, scenario):
    end = scenario.end or scenario.start + FIRST
    during = [heading for time, heading, _ in series if scenario.start <= time < end]
    after = [heading for time, heading, _ in series if time >= end]
    change = scenario.end or scenario.start
    late = [time for time, heading, _ in series if time >= change and heading >= ACCEPTED]
    last = max(late, default=change)
    settled = last - change if last < series[-1][0] - 1 else None
    tilt = max(inclination for time, _, inclination in series if time >= 5)
    return [rms(during), max(during), rms(after), max(after, default=None), tilt], settled


def run(*arguments):
    done = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(argument) for argument in arguments)}\n{done.stdout}{done.stderr}")


def measure(sextant, scenario, seed, pipelines, folder):
    recording = folder / f"{scenario.name.replace(' ', '-')}-{seed}"
    run(sextant, "simulate", scenario.motion, "--noise", "iphone6s", "--duration", scenario.duration, "--seed", seed,
        "--output", recording)
    truth = Track(recording / "reference.csv")
    # East, North, Up of the simulated place: 47.06 µT, dip 61.05°, declination 1.5°.
    level, down = 47.06 * math.cos(math.radians(61.05)), 47.06 * math.sin(math.radians(61.05))
    field = (level * math.sin(math.radians(1.5)), level * math.cos(math.radians(1.5)), -down)
    disturb(recording, scenario, field, truth)
    results = []
    for number, pipeline in enumerate(pipelines):
        output = folder / f"{recording.name}-{number}"
        run(sextant, "evaluate", recording, "--pipeline", pipeline, "--estimates", "--format", "json", "--quiet",
            "--output", output)
        [estimates] = output.glob("**/*.csv")
        results.append(figures(errors(Track(estimates), truth), scenario))
    return results


def cell(values):
    known = [value for value in values if value is not None]
    return f"{sum(known) / len(known):.1f}" if known else "–"


def print_table(scenario, pipelines, seeds):
    print(f"\n{scenario.name}\n")
    print("| pipeline | heading RMS, ° | largest, ° | RMS after, ° | largest after, ° | largest inclination, ° "
          "| within 5° after, s |")
    print("|---|---|---|---|---|---|---|")
    for place, pipeline in enumerate(pipelines):
        runs = [results[place] for results in seeds]
        cells = [cell(column) for column in zip(*(values for values, _ in runs))]
        times = [settled for _, settled in runs]
        cells.append("never" if None in times else cell(times))
        print(f"| {pipeline} | " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measures the heading of pipelines in simulated magnetic disturbances.")
    parser.add_argument("sextant", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--pipeline", action="append")
    parser.add_argument("--keep", type=pathlib.Path, help="directory for recordings and estimates")
    arguments = parser.parse_args()
    pipelines = arguments.pipeline or PIPELINES
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for scenario in SCENARIOS:
            seeds = [measure(arguments.sextant.resolve(), scenario, seed, pipelines, folder)
                     for seed in range(1, arguments.seeds + 1)]
            print_table(scenario, pipelines, seeds)


if __name__ == "__main__":
    main()
