#!/usr/bin/env python3
"""Measures the start of `sextant` and the time of whole commands on a small recording, in turn.

    startup.py SEXTANT [ROUNDS]

SEXTANT is the built command line. It simulates the recording, 10 s of a walk with a seed, in a temporary folder: six
files, the longest of about 2,000 rows. The figures are medians of ROUNDS (21) of real time, after a warm-up:

    --help     only the start, also for --version
    convert    read the recording and write its 600 poses
    inspect    read, summarise and check it
    evaluate   read, check and evaluate it, with one metric, with all, and to a file

The last line is the time of an evaluation beyond reading. It should be below 30 ms.
"""
import pathlib
import sys
import tempfile

from growth import median, run, simulate


def main(program, rounds=21):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        walk = simulate(program, folder, 1, 10)[0]
        evaluate = [program, "evaluate", walk, "--pipeline", "madgwick", "--quiet"]
        commands = {
            "--help": [program, "--help"],
            "--version": [program, "--version"],
            "convert": [program, "convert", walk, "--to", "tum", "--output", folder / "walk.tum", "--replace", "--quiet"],
            "inspect": [program, "inspect", walk, "--quiet"],
            "evaluate, one metric": [*evaluate, "--metrics", "total_rmse_deg"],
            "evaluate": evaluate,
            "evaluate to a file": [*evaluate, "--format", "json", "--output", folder / "out"],
        }
        times = [{name: run(command)[0] * 1e3 for name, command in commands.items()} for _ in range(rounds + 1)][1:]
        print(f"medians of {rounds} rounds")
        for name in commands:
            print(f"{name:22}{median(row[name] for row in times):7.1f} ms")
        beyond = median(row["evaluate"] - row["convert"] for row in times)
        print(f"{'evaluate - convert':22}{beyond:7.1f} ms")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:3]))
