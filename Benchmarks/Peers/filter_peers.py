#!/usr/bin/env python3
"""Compares a low-pass over three columns of long CSVs by `sextant filter` with polars.

    filter_peers.py SEXTANT [MEGABYTES [ROUNDS]]

SEXTANT is the built command line. The script writes CSVs of about MEGABYTES MB (300) to a temporary folder, the same in
every run: one of narrow rows with a time and three sensor columns, one with a label and a count as well, and one with ten
wide columns of fifteen digits. Both read them, filter the columns x, y and
z with y += α (x − y), and write all columns to a file, in turn. The time of polars is that of its calls, without the start of Python and the
import; that of Sextant is the whole command. The figures are medians of ROUNDS pairs (5): real time, processor time, peak
memory. The last rows must agree to 1e-9. `make bench-peers` builds and runs the script; it requires polars and numpy from
PyPI.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

ALPHA = 0.2
COLUMNS = ["x", "y", "z"]

POLARS = """
import json, resource, sys, time, polars
start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
table = polars.read_csv(sys.argv[1])
columns = [polars.col(name).ewm_mean(alpha=float(sys.argv[3]), adjust=False) for name in "xyz"]
table.with_columns(columns).write_csv(sys.argv[2])
wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime]))
"""


def narrow(generator, start, rows):
    """Returns a header, and rows with four decimals."""
    values = generator.normal(0, 9.81, (rows, 3)).tolist()
    return "t,x,y,z", (f"{n / 100:.2f},{x:.4f},{y:.4f},{z:.4f}\n" for n, (x, y, z) in enumerate(values, start))


def labelled(generator, start, rows):
    """Returns a header, and rows with six decimals, as in the exports of phones."""
    values = generator.normal(0, 9.81, (rows, 3)).tolist()
    lines = (
        f"{n / 100:.2f},{x:.6f},{y:.6f},{z:.6f},walk-{n % 7},{n}\n" for n, (x, y, z) in enumerate(values, start)
    )
    return "t,x,y,z,label,count", lines


def wide(generator, start, rows):
    """Returns a header, and rows of ten columns with fifteen digits."""
    values = generator.normal(0, 9.81, (rows, 9)).tolist()
    lines = (f"{n / 100:.2f}," + ",".join(f"{x:.15g}" for x in row) + "\n" for n, row in enumerate(values, start))
    return "t,x,y,z,a,b,c,d,e,f", lines


TABLES = {"narrow rows": narrow, "rows with a label": labelled, "ten wide columns": wide}


def write_table(path, megabytes, table):
    generator = numpy.random.Generator(numpy.random.PCG64(20260801))
    rows, target, start = 1 << 16, megabytes * 1_000_000, 0
    with open(path, "w") as file:
        while file.tell() < target:
            header, lines = table(generator, start, rows)
            if start == 0:
                file.write(header + "\n")
            file.writelines(lines)
            start += rows
    return start


def run(command):
    """Returns real time and processor time in seconds, the peak memory in MB, and the output of the command."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command[0]} ended with {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output


def last_row(path):
    with open(path, "rb") as file:
        file.seek(-1000, os.SEEK_END)
        return [float(cell) for cell in file.read().splitlines()[-1].split(b",")[1:4]]


def compare(program, name, megabytes, rounds):
    with tempfile.TemporaryDirectory() as folder:
        path, mine, theirs = (os.path.join(folder, name) for name in ("in.csv", "sextant.csv", "polars.csv"))
        rows = write_table(path, megabytes, TABLES[name])
        ours = [program, "filter", path, "--filter", f"lowPass:alpha={ALPHA}", "--columns", ",".join(COLUMNS)]
        ours += ["--time", "t", "--output", mine, "--replace"]
        pairs = []
        for count in range(rounds + 1):
            sextant = run(ours)[:3]
            *_, peak, printed = run([sys.executable, "-c", POLARS, path, theirs, str(ALPHA)])
            polars = (*json.loads(printed), peak)
            if count:
                pairs.append((sextant, polars))
            differences = [abs(a - b) for a, b in zip(last_row(mine), last_row(theirs))]
            os.remove(mine)
        if max(differences) > 1e-9:
            sys.exit(f"the last rows differ by {max(differences)}")
        print(f"{name}: {os.path.getsize(path)} bytes, {rows} rows, medians of {rounds} pairs")
    for place, (name, unit) in enumerate([("wall", "s"), ("processor", "s"), ("peak", "MB")]):
        medians = [statistics.median(pair[side][place] for pair in pairs) for side in (0, 1)]
        ratio = statistics.median(pair[0][place] / pair[1][place] for pair in pairs)
        print(f"{name:10} sextant {medians[0]:8.2f} {unit:3} polars {medians[1]:8.2f} {unit:3} {ratio:6.2f} times polars")


def main(program, megabytes=300, rounds=5):
    for name in TABLES:
        compare(program, name, megabytes, rounds)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:4]))
