#!/usr/bin/env python3
"""Compares the run times of `sextant` and of the authors' program in GNU Octave on cells of the smartphone benchmark.

    time_cells.py DIR --work WORK --sextant .build/release/sextant --output OUT --grid

DIR contains benchmarks-attitude-smartphones, a checkout of the authors' repository, and WORK the copy that authors.py
makes. A cell is a recording, an algorithm, a calibration and a sampling rate. The script selects 20 cells of the
authors' 36 algorithms at random, with a fixed seed. The algorithms whose names end in Sn have the noises of each
phone's sensors as parameters.

Each cell runs in Octave and then in `sextant run`, one process after the other. The files are read once before, so that
they are in the system's cache for both. The times are

    process     from start to exit: start of the program, reading of the recording, calibration, resampling, estimation,
                score, output. Octave also fits the own calibration, which the experiment reads from a file.
    estimator   the estimator alone, per sample

"Octave" is the score that the authors' program computes, and "rescored" the score that `sextant run` computes for the
same orientations. The two differ in their definition: the authors compute errors at the samples of the estimator and
exclude the first 5 s of the motion capture; the experiment computes errors at the samples of the motion capture and
excludes the first 5 s of the phone's sensors. "difference" is sextant's own score minus the rescored one, which is due
to different fits of the own calibration.

The extrapolations are the means multiplied by the number of cells of the experiment, with 95 % bootstrap intervals over
the selected cells:

    processes   one process per cell
    loop        reading once per recording, estimation and score once per cell, as in the authors' program
    grid        no extrapolation: `sextant run` of the whole experiment, with --grid

OUT receives cells.csv and cells.md. WORK and OUT must be on a local disk.
"""

import argparse
import csv
import math
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import fmean

import authors

PROJECT = authors.HERE.parent.parent
EXPERIMENT = PROJECT / "Benchmarks" / "experiments" / "smartphone-benchmark.yaml"
FOLDER = "benchmarks-attitude-smartphones"
RATES = (100, 40, 10, 2)
# Standard deviations of accelerometer, gyroscope and magnetometer, as in device_noises.m.
NOISES = {
    "Nexus5": ((1.60e-2, 1.56e-2, 2.85e-2), (9.38e-4, 8.18e-4, 7.77e-4), (0.650, 0.687, 0.625)),
    "iPhone4S": ((1.9e-2, 1.9e-2, 2.3e-2), (2.9e-3, 2.7e-3, 3.8e-3), (1.2, 1.1, 1.4)),
    "iPhone5": ((1e-2, 1e-2, 1e-2), (2e-3, 2e-3, 2e-3), (0.75, 0.75, 0.8)),
}
RESAMPLES = 2000


@dataclass
class Experiment:
    """What the experiment's file says of each cell."""

    specs: dict  # algorithm -> SPEC
    calibrations: dict  # name -> entry of the file
    recordings: dict  # name -> (path in DIR, calibration file)
    cells: int


@dataclass
class Measurement:
    recording: str
    algorithm: str
    calibration: str
    rate_hz: int
    samples: int
    octave_process_s: float
    octave_processor_s: float
    octave_peak_mb: float
    octave_reading_s: float
    octave_scoring_s: float
    octave_estimator_us: float
    sextant_process_s: float
    sextant_processor_s: float
    sextant_peak_mb: float
    sextant_estimator_us: float
    octave_score_deg: float
    octave_rescored_deg: float
    sextant_score_deg: float

    @property
    def looped_s(self) -> float:
        """The authors' time for a cell whose recording has been read."""
        return 1e-6 * self.octave_estimator_us * self.samples + self.octave_scoring_s


def read_experiment() -> Experiment:
    """Reads the pipelines with the names in their comments, the calibrations and the recordings."""
    text = EXPERIMENT.read_text()
    pipelines = text.split("\npipelines:\n")[1]
    specs, count = {}, len(re.findall(r"^  - ", pipelines, re.MULTILINE))
    for spec, names in re.findall(r"^  - (\S+) +# (.+)$", pipelines, re.MULTILINE):
        specs |= {name: spec for name in names.split(", ")}
    calibrations = {name: entry for entry, name in re.findall(r"^  - (\{name: (\S+), .*\})$", text, re.MULTILINE)}
    recordings, calibration = {}, None
    for line in text.splitlines():
        if found := re.match(r"  - calibration: (\S+)$", line):
            calibration = (EXPERIMENT.parent / found[1]).resolve()
        elif found := re.match(rf"      - ({FOLDER}/\S+/(\S+))$", line):
            recordings[found[2]] = (found[1], calibration)
    return Experiment(specs, calibrations, recordings, count * len(calibrations) * len(recordings) * len(RATES))


def authors_algorithms(repository: Path) -> list:
    """The algorithms of the authors' program, without the phone's own attitude."""
    text = (repository / "src" / "Benchmark" / "AttitudeBenchmarks.m").read_text(errors="surrogateescape")
    listed = re.search(r"toProcess\.algorithms = \{(.*?)\};", text, re.DOTALL)[1]
    return [name for name in re.findall(r"'(\w+)'", listed) if name != "OS"]


def spec_of(algorithm: str, recording: str, specs: dict) -> str:
    if not algorithm.endswith("Sn"):
        return specs[algorithm]
    noises = zip(("accelerometer", "gyroscope", "magnetometer"), NOISES[recording.split("_")[1]])
    axes = [f"{sensor}Noise{axis}={value}" for sensor, values in noises for axis, value in zip(("", "Y", "Z"), values)]
    return ",".join([specs[algorithm.removesuffix("Sn")], *axes])


def draw(count: int, seed: int, algorithms: list, experiment: Experiment) -> list:
    """Different cells with equal probability: recording, algorithm, calibration, rate."""
    axes = (sorted(experiment.recordings), algorithms, sorted(experiment.calibrations), RATES)
    cells = []
    for number in random.Random(seed).sample(range(math.prod(map(len, axes))), count):
        cell = []
        for axis in axes:
            number, position = divmod(number, len(axis))
            cell.append(axis[position])
        cells.append(tuple(cell))
    return cells


def timed(command: list, folder: Path) -> tuple:
    """Wall time, processor time [s] and peak memory [MB] of a command, with those of its children."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command[0]} ended with exit code {process.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def run_octave(source: Path, cell: tuple, output: Path) -> tuple:
    recording, algorithm, calibration, rate = cell
    call = authors.run_call(recording, [algorithm], rate, calibration, output)
    figures = timed(authors.octave_command(call), source)
    row = next(csv.reader((output / "scores.csv").open()))
    return figures, dict(zip(("name", "score", "estimator_us", "samples", "scoring_s", "reading_s"), row))


def run_sextant(options: argparse.Namespace, cell: tuple, experiment: Experiment, output: Path, subject: str) -> tuple:
    """Times and figures of a subject: the experiment's line for a pipeline or for estimates."""
    recording, _, calibration, rate = cell
    path, file = experiment.recordings[recording]
    name = subject.split(":")[0]
    definition = output / f"{name}.yaml"
    definition.write_text(
        f"recordings:\n  - {{path: {path}, layout: smartphone-attitude, calibration: {file}}}\n"
        f"calibrations:\n  - {experiment.calibrations[calibration]}\n"
        f"resample:\n  - {{rate: {rate}, method: hold}}\n"
        f"metrics: [total_mean_deg, compute_ns_p50]\nskip: 5\nreports: [json]\n{subject}\n"
    )
    command = [options.sextant, "run", definition, "--data", options.data, "--output", output / name]
    figures = timed([*map(str, command), "--export", "csv", "--jobs", "1", "--quiet"], output)
    return figures, next(csv.DictReader((output / name / "cells.csv").open()))


def write_estimates(output: Path, algorithm: str) -> None:
    """Writes Octave's orientations with their times."""
    with (output / "inputs.csv").open() as inputs, (output / f"{algorithm}.csv").open() as orientations:
        lines = [f"{row.split(',')[0]},{orientation}" for row, orientation in zip(inputs, orientations)]
    (output / "octave.csv").write_text("t,qw,qx,qy,qz\n" + "".join(lines[1:]))


def measure(options: argparse.Namespace, source: Path, cell: tuple, experiment: Experiment) -> Measurement:
    output = options.output / "-".join(map(str, cell))
    output.mkdir(parents=True)
    path, _ = experiment.recordings[cell[0]]
    reference = options.data / FOLDER / "datasets" / "qualisys" / f"{cell[0]}.mat"
    for file in [*(options.data / path).iterdir(), reference]:
        file.read_bytes()
    octave, theirs = run_octave(source, cell, output)
    spec = spec_of(cell[1], cell[0], experiment.specs)
    sextant, ours = run_sextant(options, cell, experiment, output, f'pipelines: ["{spec}"]')
    write_estimates(output, cell[1])
    _, rescored = run_sextant(options, cell, experiment, output, f"estimates: [octave={output / 'octave.csv'}]")
    theirs_us = float(theirs["estimator_us"])
    reading, scoring = float(theirs["reading_s"]), float(theirs["scoring_s"])
    ours_us = float(ours["compute_ns_p50"]) / 1000
    scores = float(theirs["score"]), float(rescored["total_mean_deg"]), float(ours["total_mean_deg"])
    return Measurement(
        *cell, int(theirs["samples"]), *octave, reading, scoring, theirs_us, *sextant, ours_us, *scores
    )


def interval(rows: list, figure) -> tuple:
    """The figure of the rows, and its 95 % bootstrap interval."""
    chance = random.Random(1)
    values = sorted(figure(chance.choices(rows, k=len(rows))) for _ in range(RESAMPLES))
    return figure(rows), values[round(0.025 * RESAMPLES)], values[round(0.975 * RESAMPLES) - 1]


def table(rows: list, experiment: Experiment) -> str:
    """The measurements as Markdown, with sums, ratios and extrapolations."""
    lines = [
        "| recording | algorithm | calibration | Hz | Octave s | sextant s | ratio | Octave µs | sextant µs | ratio "
        "| Octave ° | Octave, rescored ° | sextant ° | difference ° |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        lines.append(
            f"| {row.recording} | {row.algorithm} | {row.calibration} | {row.rate_hz} | {row.octave_process_s:.2f} | "
            f"{row.sextant_process_s:.3f} | {row.octave_process_s / row.sextant_process_s:.0f} | "
            f"{row.octave_estimator_us:.0f} | {row.sextant_estimator_us:.3f} | "
            f"{row.octave_estimator_us / row.sextant_estimator_us:.0f} | {row.octave_score_deg:.4f} | "
            f"{row.octave_rescored_deg:.4f} | {row.sextant_score_deg:.4f} | "
            f"{row.sextant_score_deg - row.octave_rescored_deg:+.4f} |"
        )
    lines.append("")
    for name in ("process_s", "processor_s"):
        octave, sextant = (sum(getattr(row, f"{program}_{name}") for row in rows) for program in ("octave", "sextant"))
        lines.append(f"{name}: Octave {octave:.1f}, sextant {sextant:.2f}, ratio {octave / sextant:.0f}")
    octave, sextant = (
        sum(1e-6 * getattr(row, f"{program}_estimator_us") * row.samples for row in rows)
        for program in ("octave", "sextant")
    )
    lines.append(f"estimators alone, s: Octave {octave:.1f}, sextant {sextant:.4f}, ratio {octave / sextant:.0f}")
    for program in ("octave", "sextant"):
        lines.append(f"peak memory of {program}: {max(getattr(row, f'{program}_peak_mb') for row in rows):.0f} MB")
    hours, recordings = experiment.cells / 3600, len(experiment.recordings)
    extrapolations = {
        "Octave, processes": lambda rows: hours * fmean(row.octave_process_s for row in rows),
        "Octave, loop": lambda rows: hours * fmean(row.looped_s for row in rows)
        + recordings * fmean(row.octave_reading_s for row in rows) / 3600,
        "sextant, processes": lambda rows: hours * fmean(row.sextant_process_s for row in rows),
    }
    for name, figure in extrapolations.items():
        value, low, high = interval(rows, figure)
        lines.append(f"{experiment.cells} cells, {name}: {value:.1f} h [{low:.1f}, {high:.1f}]")
    return "\n".join(lines)


def run_grid(options: argparse.Namespace, experiment: Experiment) -> str:
    command = [options.sextant, "run", EXPERIMENT, "--data", options.data, "--output", options.output / "grid", "--quiet"]
    seconds, processor, peak = timed([str(word) for word in command], options.output)
    return (
        f"{experiment.cells} cells, sextant, grid: {seconds:.0f} s on {os.cpu_count()} cores, {processor:.0f} s of "
        f"processor time, {peak:.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, metavar="DIR", help=f"folder with {FOLDER}")
    parser.add_argument("--work", type=Path, required=True, help="folder of the scratch copy for Octave")
    parser.add_argument("--sextant", type=Path, required=True, help="a release build")
    parser.add_argument("--output", type=Path, required=True, help="new folder for the results")
    parser.add_argument("--cells", type=int, default=20, help="number of cells (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw (default: 1)")
    parser.add_argument("--grid", action="store_true", help="run the whole experiment with sextant, too")
    options = parser.parse_args()
    for name in ("data", "sextant", "output"):
        setattr(options, name, getattr(options, name).resolve())
    options.output.mkdir(parents=True)
    options.work.mkdir(parents=True, exist_ok=True)
    source = authors.prepare(options.data / FOLDER, options.work.resolve())
    experiment = read_experiment()
    cells = draw(options.cells, options.seed, authors_algorithms(options.data / FOLDER), experiment)
    for program in (authors.octave_command("1;"), [str(options.sextant), "--version"]):
        timed(program, source)
    rows = []
    with (options.output / "cells.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Measurement)])
        writer.writeheader()
        for cell in cells:
            rows.append(measure(options, source, cell, experiment))
            writer.writerow(asdict(rows[-1]))
            file.flush()
            print(f"{len(rows)} of {len(cells)}", file=sys.stderr)
    text = table(rows, experiment)
    if options.grid:
        text += "\n" + run_grid(options, experiment)
    (options.output / "cells.md").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
