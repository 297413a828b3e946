#!/usr/bin/env python3
"""Runs the algorithms of the smartphone benchmark in its authors' own program.

The authors (Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004) published a MATLAB program,
https://github.com/tyrex-team/benchmarks-attitude-smartphones. The script runs a copy of it in GNU Octave, without the
blocks of abstract methods. `shims` contains replacements for the functions of MATLAB's toolboxes. This folder contains
no part of the authors' program.

    authors.py REPOSITORY --work WORK run --recording NAME --algorithms Madgwick,Martin --output FOLDER
    authors.py REPOSITORY --work WORK table --inputs inputs.csv --algorithms Madgwick --output FOLDER
    authors.py REPOSITORY --work WORK score --folder FOLDER estimates.csv ...

`run` reads a recording of the benchmark, calibrates and resamples it as the benchmark does, and writes to FOLDER

    inputs.csv       t [s], gyroscope [rad/s], accelerometer [m/s^2], magnetometer [uT]: the rows that an algorithm gets
    reference.csv    t [s], w, x, y, z, bad: the motion capture
    ALGORITHM.csv    w, x, y, z of each row, device -> true East, North, Up
    scores.csv       algorithm, mean error from 5 s to 120 s [deg], microseconds per row, rows, seconds for the score,
                     seconds for reading, calibrating and resampling

`table` passes the rows of an `inputs.csv` to the algorithms, and writes ALGORITHM.csv. `score` computes the mean error
of other orientations for the rows of a FOLDER, with the authors' function. WORK is the folder for the copy of the
program.
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CALIBRATIONS = {
    "system": ("osR", "osR", "osR"),
    "own": ("own", "own", "own"),
    "raw": ("raw", "raw", "raw"),
    "own-raw-own": ("own", "raw", "own"),
    "own-own-raw": ("own", "own", "raw"),
    "own-raw-raw": ("own", "raw", "raw"),
    "own-system-own": ("own", "osO", "own"),
}


def without_abstract_methods(text: str) -> str:
    """The text of a class without its `methods (Abstract)` block, which Octave 7 does not parse."""
    lines, kept, skipping = text.splitlines(), [], False
    for line in lines:
        if re.match(r"\s*methods\s*\(Abstract\)", line):
            skipping = True
        elif skipping and re.match(r"\s*end\s*$", line):
            skipping = False
        elif not skipping:
            kept.append(line)
    return "\n".join(kept) + "\n"


def prepare(repository: Path, work: Path) -> Path:
    """The path of a scratch copy of the authors' sources that Octave can run."""
    source = work / "src"
    if source.exists():
        return source
    unfinished = work / "src.unfinished"
    if unfinished.exists():
        shutil.rmtree(unfinished)
    shutil.copytree(repository / "src", unfinished)
    for path in unfinished.rglob("*.m"):
        text = path.read_text(errors="surrogateescape")
        changed = without_abstract_methods(text)
        if "(Abstract)" in text:
            path.write_text(changed, errors="surrogateescape")
    datasets = work / "datasets"
    if not datasets.exists():
        datasets.symlink_to((repository / "datasets").resolve(), target_is_directory=True)
    unfinished.rename(source)
    return source


def octave_command(call: str) -> list[str]:
    """The command that runs a call of `run_cell.m` or `run_table.m` in the sources' folder."""
    paths = f"warning('off', 'all'); addpath(genpath('.')); addpath('{HERE}'); addpath('{HERE / 'shims'}');"
    return ["octave-cli", "--no-gui", "--no-history", "--no-init-file", "--eval", f"{paths} {call}"]


def octave(source: Path, call: str) -> None:
    """Runs a call in the sources' folder."""
    finished = subprocess.run(octave_command(call), cwd=source, check=False)
    if finished.returncode:
        sys.exit(f"octave-cli ended with exit code {finished.returncode}")


def cell(names: list[str]) -> str:
    """A cell array of strings in Octave's syntax."""
    return "{" + ", ".join(f"'{name}'" for name in names) + "}"


def run_call(recording: str, algorithms: list[str], rate: float, calibration: str, output: Path) -> str:
    """The call of `run_cell.m` for a recording of the benchmark."""
    sensors = cell(list(CALIBRATIONS[calibration]))
    return f"run_cell('{recording}', {cell(algorithms)}, {rate}, {sensors}, '{output}');"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path, help="a checkout of benchmarks-attitude-smartphones")
    parser.add_argument("--work", type=Path, required=True, help="folder of the scratch copy")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="a recording of the benchmark")
    run.add_argument("--recording", required=True, help="for example Guillaume_iPhone4S_NoDist_AR")
    run.add_argument("--rate", type=float, default=100, help="samples per second (default: 100)")
    run.add_argument("--calibration", choices=sorted(CALIBRATIONS), default="system")
    table = commands.add_parser("table", help="rows of a CSV file")
    table.add_argument("--inputs", type=Path, required=True, help="t, gyroscope, accelerometer, magnetometer")
    for command in (run, table):
        command.add_argument("--algorithms", required=True, help="names, separated by commas")
        command.add_argument("--output", type=Path, required=True, help="folder for the results")
    score = commands.add_parser("score", help="the score of other orientations")
    score.add_argument("--folder", type=Path, required=True, help="output of run")
    score.add_argument("estimates", nargs="+", type=Path, help="CSV files: w, x, y, z")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    source = prepare(options.repository, options.work.resolve())
    if options.command == "score":
        estimates = cell([str(path.resolve()) for path in options.estimates])
        octave(source, f"run_score('{options.folder.resolve()}', {estimates});")
        return
    options.output.mkdir(parents=True, exist_ok=True)
    algorithms = options.algorithms.split(",")
    output = options.output.resolve()
    if options.command == "run":
        octave(source, run_call(options.recording, algorithms, options.rate, options.calibration, output))
    else:
        octave(source, f"run_table('{options.inputs.resolve()}', {cell(algorithms)}, '{output}');")


if __name__ == "__main__":
    main()
