#!/usr/bin/env python3
"""Checks the stores of `sextant run` and `sextant merge` for check.sh.

    stores.py same STORE OTHER          exit 1 if their cells differ, except in times
    stores.py finished STORE            print one line per finished cell
    stores.py once STORE <CELLS         exit 1 if one of these cells was run again
"""

import sqlite3
import sys


def rows(path, query):
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10) as store:
            return store.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        # The shard has just started.
        if "no such table" in str(error) or "unable to open" in str(error):
            return []
        raise


def figures(path):
    columns = [name for (_, name, *_) in rows(path, "PRAGMA table_info(cells)") if not name.startswith("compute_")]
    return columns, rows(path, f"SELECT {', '.join(chr(34) + name + chr(34) for name in columns)} FROM cells")


def same(path, other):
    columns, mine = figures(path)
    _, theirs = figures(other)
    differing = sum(a != b for a, b in zip(mine, theirs))
    print(f"{len(mine)} and {len(theirs)} cells of {len(columns)} columns, {differing} differ")
    return 0 if mine and mine == theirs else 1


KEY = """SELECT recording.name || '|' || recording.conditions || '|' || pipeline.spec || '|' || pipeline.parameters
    FROM {0} JOIN recording ON recording.id = {0}.recording JOIN pipeline ON pipeline.id = {0}.pipeline"""


def finished(path):
    for (key,) in rows(path, KEY.format("cell")):
        print(key)
    return 0


def once(path):
    before = set(sys.stdin.read().splitlines())
    counts = {}
    for (key,) in rows(path, KEY.format("claim")):
        counts[key] = counts.get(key, 0) + 1
    twice = {key for key, count in counts.items() if count > 1}
    again = twice & before
    print(
        f"{len(counts)} cells, {len(before)} of them done before; {len(twice)} were begun twice, "
        f"{len(again)} of these although they were done"
    )
    return 1 if again or not before or len(before) == len(counts) else 0


def main():
    match sys.argv[1:]:
        case ["same", path, other]:
            sys.exit(same(path, other))
        case ["finished", path]:
            sys.exit(finished(path))
        case ["once", path]:
            sys.exit(once(path))
        case _:
            print(__doc__, file=sys.stderr)
            sys.exit(2)


if __name__ == "__main__":
    main()
