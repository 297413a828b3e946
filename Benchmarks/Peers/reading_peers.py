#!/usr/bin/env python3
"""Compares the time to read a CSV of fifteen columns in polars with Sextant's parsers.

    reading_peers.py READING_RATIO [ROUNDS [ROWS]]

READING_RATIO is the built program reading-ratio. All processes keep running, and read in turn after a warm-up. `make
bench-peers` builds and runs the script; it requires polars from PyPI.
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

POLARS = """
import sys, time, polars
for _ in sys.stdin:
    start = time.perf_counter()
    polars.read_csv(sys.argv[1])
    print(time.perf_counter() - start, flush=True)
"""


class Reader:
    """A process that reads the file on request."""

    def __init__(self, command, **environment):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
        )

    def seconds(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def main(program, rounds=7, rows=260_000):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rows.csv"
        subprocess.run([program, "write", path, str(rows)], check=True)
        readers = {}
        for threads in (1, 2):
            readers["polars", threads] = Reader(
                [sys.executable, "-c", POLARS, path], POLARS_MAX_THREADS=str(threads)
            )
            for parser in ("fast", "libcsv"):
                readers[parser, threads] = Reader([program, "serve", f"{parser}-{threads}", path])
        times = {name: [] for name in readers}
        for count in range(rounds + 1):
            for name, reader in readers.items():
                time = reader.seconds()
                if count:
                    times[name].append(time)
        for reader in readers.values():
            reader.end()
        print(f"{path.stat().st_size} bytes, {rows} rows, medians of {rounds}")
    for threads in (1, 2):
        for name in ("polars", "fast", "libcsv"):
            own = times[name, threads]
            ratio = statistics.median(a / b for a, b in zip(own, times["polars", threads]))
            print(f"{name:8}{threads} thread{'s' * (threads > 1):4}{statistics.median(own):8.3f} s{ratio:8.2f} times polars")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], *map(int, sys.argv[2:]))
