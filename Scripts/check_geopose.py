#!/usr/bin/env python3
"""Validates GeoPose files with the JSON schemas of OGC GeoPose 1.0.

usage: check_geopose.py SCHEMAS FILE…

SCHEMAS is the folder of the published schemas (GeoPose.Advanced.Schema.json and others), for example from the
repository opengeospatial/ets-geopose10. A file contains one JSON value, or one on each line. Needs the PyPI package
jsonschema.
"""
import json
import pathlib
import sys

import jsonschema

# The member that only this kind of GeoPose has.
KINDS = {
    "innerFrameAndTimeSeries": "Composite.Sequence.Series.Irregular",
    "innerFrameSeries": "Composite.Sequence.Series.Regular",
    "frameSpecification": "Advanced",
    "angles": "Basic.YPR",
    "quaternion": "Basic.Quaternion",
}


def values(text):
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder, failures = pathlib.Path(sys.argv[1]), 0
    for path in sys.argv[2:]:
        for number, value in enumerate(values(pathlib.Path(path).read_text(encoding="utf-8")), 1):
            kind = next((kind for member, kind in KINDS.items() if member in value), None)
            if kind is None:
                sys.exit(f"{path}: value {number} is not a GeoPose")
            schema = json.loads((folder / f"GeoPose.{kind}.Schema.json").read_text(encoding="utf-8"))
            for error in jsonschema.Draft201909Validator(schema).iter_errors(value):
                print(f"{path}: value {number} ({kind}): {error.message}")
                failures += 1
    sys.exit(1 if failures else 0)


main()
