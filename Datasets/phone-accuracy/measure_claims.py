#!/usr/bin/env python3
"""Compares the accuracy that phones claim with their errors.

    python3 Datasets/phone-accuracy/measure_claims.py [--decimeter FOLDER] [--ipin FOLDER] [--attitude FOLDER]

FOLDER of --decimeter has drives with PHONE_chipset.nmea and SPAN_PHONE_10Hz.nmea, of --ipin logs of GetSensorData, and of
--attitude recordings of the layout smartphone-attitude with rotation-vector.txt. Needs numpy and .build/release/sextant.

In the drives, HDOP is a tenth of Android's accuracy in metres: the authors wrote it there. In the logs, the truth is the
marked positions (POSI), interpolated linearly.

Prints Markdown: first for each device the shares of errors within the claims, and the factor that would make the claims true.
Values are means over recordings. The intervals are those of Sextant for one recording, and percentiles of 2,000 bootstrap
samples of recordings for several. Then the errors of location pipelines: means over the logs, and for each drive.
"""

import argparse
import collections
import json
import re
import subprocess
import tempfile
from pathlib import Path

import numpy

SEXTANT = Path(__file__).resolve().parents[2] / ".build/release/sextant"
LOCATION = ["claimed_68_percent", "claimed_95_percent", "claimed_factor"]
PIPELINES = ["fixes", "fixes+positionKalman", "fixes+positionKalman:processNoise=3", "fixes+movingAverage:window=5"]
WALKERS = ["fixes", "fixes+positionKalman", "pdr:anchor=kalman"]
WALKERS += ["pdr:anchor=kalman,offsetDeviation=30", "pdr:anchor=kalman,offsetDeviation=0"]
ERRORS = {
    "location_error_p50_m": 1,
    "location_error_p95_m": 1,
    "decimeter_score_m": 2,
    "location_still_rms_m": 2,
    "location_lag_ms": 0,
    "location_available_percent": 1,
    "claimed_68_percent": 0,
}
HEADING = ["heading_claimed_68_percent", "heading_claimed_95_percent", "heading_claimed_factor"]


def evaluate(recordings, pipelines, metrics, more=()):
    """The values and intervals of each run, in the order of the recordings and pipelines."""
    with tempfile.TemporaryDirectory() as folder:
        command = [SEXTANT, "evaluate", *recordings, "--quiet", "--format", "json"]
        for pipeline in pipelines:
            command += ["--pipeline", pipeline]
        command += ["--metrics", ",".join(metrics), "--output", f"{folder}/results", *more]
        # Sextant prints which recordings have no value, and ends with 3.
        code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
        if code not in [0, 3]:
            raise SystemExit(f"sextant ended with {code}")
        return json.loads(Path(folder, "results/results.json").read_text())["runs"]


def drives(folder, work):
    """Native recordings of the drives with a claimed accuracy, and their true positions, by device."""
    recordings = {}
    for path in sorted(Path(folder).rglob("*_chipset.nmea")):
        phone = path.name.removesuffix("_chipset.nmea")
        name = f"{path.parent.name}-{phone}"
        rows = ["t,latitude,longitude,altitude,horizontalAccuracy"]
        for line in path.read_text().splitlines():
            cells = line.split(",")
            if cells[0].endswith("GGA") and cells[2]:
                clock = float(cells[1])
                seconds = clock // 10000 * 3600 + clock // 100 % 100 * 60 + clock % 100
                degrees = []
                for text, side in [cells[2:4], cells[4:6]]:
                    value = float(text) // 100 + float(text) % 100 / 60
                    degrees.append(-value if side in "SW" else value)
                height = float(cells[9]) + float(cells[11])
                rows.append(f"{seconds},{degrees[0]:.9f},{degrees[1]:.9f},{height:.3f},{10 * float(cells[8]):.3f}")
        (work / name).mkdir()
        (work / name / "location.csv").write_text("\n".join(rows) + "\n")
        (work / name / "recording.yaml").write_text(f"name: {name}\n")
        (work / "truth").mkdir(exist_ok=True)
        (work / "truth" / f"{name}.nmea").write_text(Path(path.parent, f"SPAN_{phone}_10Hz.nmea").read_text())
        recordings.setdefault(phone, []).append(work / name)
    return recordings


def logs(folder, work):
    """Logs of GetSensorData and their true positions, by phone model."""
    recordings = {}
    (work / "marked").mkdir(exist_ok=True)
    for path in sorted(Path(folder).glob("*.txt")):
        text = path.read_text(encoding="latin1")
        marks = [line.split(";") for line in text.splitlines() if line.startswith("POSI;")]
        model = re.search(r"% Model:\s*(\S+)", text)
        if len(marks) < 2 or not model or "\nGNSS;" not in text:
            continue
        rows = ["t,latitude,longitude"] + [f"{cells[1]},{cells[3]},{cells[4]}" for cells in marks]
        (work / "marked" / f"{path.stem}.csv").write_text("\n".join(rows) + "\n")
        recordings.setdefault(model[1], []).append(path)
    return recordings


def row(device, claim, reference, runs, metrics, rng):
    group = "location" if claim == "location" else "accuracy"
    runs = [run for run in runs if run[group][metrics[0]] is not None]
    cells = [device, claim, reference, str(len(runs))]
    for metric in metrics:
        own = numpy.array([run[group][metric] for run in runs])
        decimals, unit = (0, " %") if "percent" in metric else (2, "")
        text = f"{own.mean():.{decimals}f}{unit}"
        limits = runs[0]["intervals"].get(metric)
        if len(own) > 1:
            low, high = numpy.percentile(rng.choice(own, (2000, len(own))).mean(axis=1), [2.5, 97.5])
            limits = {"lower": low, "upper": high}
        if limits:
            text += f" ({limits['lower']:.{decimals}f} to {limits['upper']:.{decimals}f})"
        cells.append(text)
    print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser()
    for name in ["decimeter", "ipin", "attitude"]:
        parser.add_argument(f"--{name}", type=Path)
    arguments = parser.parse_args()
    rng = numpy.random.default_rng(1)
    print("| device | claim | reference | recordings | within claim (68 %) | within 95 % | factor |")
    print("|---|---|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        if arguments.decimeter:
            for phone, recordings in drives(arguments.decimeter, work).items():
                for recording in recordings:
                    runs = evaluate([recording], ["fixes"], LOCATION, ["--true-positions", work / "truth"])
                    row(recording.name, "location", "inertial and satellite receiver (SPAN)", runs, LOCATION, rng)
        if arguments.ipin:
            for model, recordings in logs(arguments.ipin, work).items():
                runs = evaluate(recordings, ["fixes"], LOCATION, ["--true-positions", work / "marked"])
                row(model, "location", "surveyed points", runs, LOCATION, rng)
            walks = [path for recordings in logs(arguments.ipin, work).values() for path in recordings]
            print("\n| pipeline | walks | 50 % (m) | 95 % (m) | jumps | within claim (%) |")
            print("|---|---:|---:|---:|---:|---:|")
            metrics = ["location_error_p50_m", "location_error_p95_m", "location_jumps", "claimed_68_percent"]
            runs = evaluate(walks, WALKERS, metrics, ["--true-positions", work / "marked"])
            for pipeline in WALKERS:
                own = [run["location"] for run in runs if run["pipeline"]["name"] == pipeline]
                cells = []
                for metric in metrics:
                    values = numpy.array([run[metric] for run in own if run[metric] is not None])
                    low, high = numpy.percentile(rng.choice(values, (2000, len(values))).mean(axis=1), [2.5, 97.5])
                    cells.append(f"{values.mean():.1f} ({low:.1f} to {high:.1f})")
                print(f"| `{pipeline}` | {len(values)} | " + " | ".join(cells) + " |")
        if arguments.attitude:
            kinds = collections.defaultdict(list)
            for path in sorted(Path(arguments.attitude).rglob("rotation-vector.txt")):
                disturbed = "_Dist_" in path.parent.name
                kinds["beside magnets" if disturbed else "undisturbed"].append(path.parent)
            for kind, recordings in kinds.items():
                runs = evaluate(recordings, ["deviceAttitude"], HEADING)
                row(f"Nexus 5, {kind}", "heading", "motion capture", runs, HEADING, rng)
        if arguments.decimeter:
            print("\n| drive and phone | pipeline | " + " | ".join(f"`{name}`" for name in ERRORS) + " |")
            print("|---|---|" + "---:|" * len(ERRORS))
            recordings = [path for path in sorted(work.iterdir()) if (path / "location.csv").exists()]
            for run in evaluate(recordings, PIPELINES, ERRORS, ["--true-positions", work / "truth"]):
                values = [(run["location"][name], decimals) for name, decimals in ERRORS.items()]
                cells = ["–" if value is None else f"{value:.{decimals}f}" for value, decimals in values]
                print(f"| {run['recording']['name']} | `{run['pipeline']['name']}` | " + " | ".join(cells) + " |")


main()
