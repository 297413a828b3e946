#!/usr/bin/env python3
"""Compares the cost of the catalogues' entries in two builds of catalogue-cost.

Both programs run at the same time and measure a case in turn, base head head base, then head base base head, milliseconds
apart, so that other processes affect both equally. The figures are processor times. This is one round. Every round
restarts both programs, because the place of a program in memory changes its speed.

The ratio of a case is the median over the rounds. Its interval is from the smallest round to the largest, and contains
the true median with a probability of 1 - 2^(1 - ROUNDS), 99.2 % for eight rounds. With hundreds of cases, one or two
intervals exclude 1 by chance; with --threshold, a case fails only if its whole interval is beyond the threshold.

The number of allocations of a case is compared, too. It does not depend on other processes.

Exit codes: 0, 1 a case is slower than --threshold or allocates more, 2 usage, 4 a program fails.
"""

import argparse
import csv
import math
import statistics
import subprocess
import sys

PIECE_NANOSECONDS = 2e6
# The allocations of a report vary slightly with the order of a dictionary's keys.
MORE_ALLOCATIONS = 1.01
BLOCKS = ((0, 1, 1, 0), (1, 0, 0, 1))


class Program:
    """A running catalogue-cost process."""

    def __init__(self, path):
        self.path = path
        self.process = subprocess.Popen([path, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, name, question):
        try:
            self.process.stdin.write(f"{name} {question}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        answer = self.process.stdout.readline()
        if not answer:
            raise Failure(f"{self.path}: ended with {self.process.wait()} when it was asked for '{name}'")
        return answer.strip()

    def nanoseconds(self, name, pieces):
        return float(self.ask(name, pieces))

    def allocations(self, name):
        answer = self.ask(name, "allocations")
        return None if answer == "-" else int(answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Failure(Exception):
    pass


def names(path):
    try:
        result = subprocess.run([path, "list"], stdout=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    if result.returncode != 0:
        raise Failure(f"{path}: 'list' ended with {result.returncode}")
    return result.stdout.split()


def pieces_of(program, name):
    """Returns the number of pieces of work that take long enough to be measured."""
    pieces = 1
    while program.nanoseconds(name, pieces) < PIECE_NANOSECONDS:
        pieces *= 2
    return pieces


def round_of(programs, name, pieces):
    """Returns the ratio of head's time to base's, and base's time."""
    for program in programs:
        program.nanoseconds(name, 1)
    ratios, base = [], []
    for block in BLOCKS:
        times = [0.0, 0.0]
        for index in block:
            times[index] += programs[index].nanoseconds(name, pieces)
        ratios.append(times[1] / times[0])
        base.append(times[0] / 2 / pieces)
    return math.sqrt(math.prod(ratios)), min(base)


def measure(paths, cases, rounds):
    ratios = {name: [] for name in cases}
    base = {name: math.inf for name in cases}
    pieces, allocations = {}, {}
    for number in range(rounds):
        programs = [Program(path) for path in paths]
        for index, name in enumerate(cases):
            if sys.stderr.isatty():
                print(f"\rround {number + 1} of {rounds}: {index + 1} of {len(cases)} ", end="", file=sys.stderr)
            if number == 0:
                pieces[name] = pieces_of(programs[0], name)
                allocations[name] = tuple(program.allocations(name) for program in programs)
            ratio, time = round_of(programs, name, pieces[name])
            ratios[name].append(ratio)
            base[name] = min(base[name], time)
        for program in programs:
            program.end()
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return [
        {
            "case": name,
            "base_ns": base[name],
            "ratio": statistics.median(ratios[name]),
            "low": min(ratios[name]),
            "high": max(ratios[name]),
            "base_allocations": allocations[name][0],
            "head_allocations": allocations[name][1],
        }
        for name in cases
    ]


def asks_for_more(row):
    before, after = row["base_allocations"], row["head_allocations"]
    return before is not None and after is not None and after > before * MORE_ALLOCATIONS


def allocations_differ(row):
    before, after = row["base_allocations"], row["head_allocations"]
    if before is None or after is None:
        return before != after
    return max(before, after) > min(before, after) * MORE_ALLOCATIONS


def line(row):
    text = f"{row['case']:<44}{row['ratio']:>7.3f}  {row['low']:.3f} … {row['high']:.3f}"
    if allocations_differ(row):
        before, after = ("?" if value is None else value for value in (row["base_allocations"], row["head_allocations"]))
        text += f"  allocations {before} → {after}"
    return text


def report(rows, threshold, everything):
    slower = [row for row in rows if row["low"] > 1]
    faster = [row for row in rows if row["high"] < 1]
    shown = rows if everything else [
        row for row in rows if row in slower or row in faster or allocations_differ(row)
    ]
    if shown:
        print(f"{'case':<44}{'ratio':>7}  smallest … largest round")
    for row in sorted(shown, key=lambda row: -row["ratio"]):
        print(line(row))
    mean = math.exp(statistics.fmean(math.log(row["ratio"]) for row in rows))
    print(
        f"{len(rows)} cases, time of head by base: geometric mean {mean:.3f}; {len(slower)} slower and {len(faster)} "
        "faster in every round"
    )
    if threshold is None:
        return 0
    failed = [row for row in rows if row["low"] > threshold or asks_for_more(row)]
    for row in failed:
        print(f"beyond the threshold of {threshold}: {line(row)}", file=sys.stderr)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base")
    parser.add_argument("head")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--cases", action="append", default=[], metavar="PREFIX", help="measure only cases with this prefix; repeatable")
    parser.add_argument("--threshold", type=float, help="fail if head takes longer than this multiple of base")
    parser.add_argument("--all", action="store_true", help="print every case (default: only those that differ)")
    parser.add_argument("--csv", metavar="FILE", help="write every case to this file")
    given = parser.parse_args()
    if given.rounds < 2:
        parser.error("--rounds must be at least 2")
    try:
        listed = [names(path) for path in (given.base, given.head)]
        cases = [name for name in listed[1] if name in listed[0] and name.startswith(tuple(given.cases or [""]))]
        for name in sorted(set(listed[0]) ^ set(listed[1])):
            print(f"only in {'base' if name in listed[0] else 'head'}: {name}")
        if not cases:
            raise Failure("both programs have no common case; 'catalogue-cost list' lists the cases")
        rows = measure((given.base, given.head), cases, given.rounds)
    except Failure as failure:
        print(f"compare_costs.py: {failure}", file=sys.stderr)
        sys.exit(4)
    if given.csv:
        with open(given.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    sys.exit(report(rows, given.threshold, given.all))


if __name__ == "__main__":
    main()
