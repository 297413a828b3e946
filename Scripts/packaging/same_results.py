#!/usr/bin/env python3
"""Checks that several builds of Sextant write the same results.json, except for host, compute times, command line and
build.

    python3 Scripts/packaging/same_results.py RESULTS.json RESULTS.json …

If two files differ, the script prints the first differences and exits with 1.
"""
import json
import sys

# What describes the machine, the build and the command line.
OF_THE_RUN = {"host", "tool", "command"}


def values(item, place=""):
    """Every number, text and null with its place."""
    if isinstance(item, dict):
        for name, value in item.items():
            if name not in OF_THE_RUN and not (name.startswith("compute_ns") and not isinstance(value, dict)):
                yield from values(value, f"{place}.{name}")
    elif isinstance(item, list):
        for index, value in enumerate(item):
            yield from values(value, f"{place}[{index}]")
    else:
        yield place, item


def main():
    files = sys.argv[1:]
    if len(files) < 2:
        sys.exit("same_results.py: at least two files are needed; usage: same_results.py RESULTS.json RESULTS.json …")
    first, *others = [dict(values(json.load(open(file, encoding="utf-8")))) for file in files]
    for file, other in zip(files[1:], others):
        places = [place for place in sorted(first.keys() | other.keys()) if first.get(place) != other.get(place)]
        for place in places[:10]:
            print(f"{file}: {place} is {other.get(place)}, in {files[0]} {first.get(place)}", file=sys.stderr)
        if places:
            sys.exit(1)
    print(f"{len(files)} files with {len(first)} equal values")


main()
