#!/usr/bin/env python3
"""Stores and verifies the checksums of an experiment's inputs.

    inputs.py write EXPERIMENT.yaml --output inputs.json [--sextant PATH]
    inputs.py verify inputs.json [--sextant PATH]

`write` stores the SHA-256 of the experiment's file and of each recording, as `sextant run --dry-run --json` prints them,
and the build of sextant. `verify` checks all of them and names the differences.

Exit codes: 0 equal, 3 an input differs or cannot be read, 4 sextant is missing.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys

BAD_DATA = 3
NO_SEXTANT = 4


def fail(code, message):
    print(f"inputs.py: {message}", file=sys.stderr)
    sys.exit(code)


def answer(command):
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        fail(NO_SEXTANT, f"{command[0]}: {error.strerror}; pass the sextant that runs the shards with --sextant")
    if result.returncode != 0:
        fail(BAD_DATA, f"'{' '.join(command)}' ended with {result.returncode}")
    return result.stdout


def digest(path):
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError as error:
        fail(BAD_DATA, f"{path}: the experiment cannot be read: {error.strerror}")


def look(experiment, sextant):
    """Returns the present inputs."""
    before = digest(experiment)
    plan = json.loads(answer([sextant, "run", experiment, "--dry-run", "--json"]))
    keys = ("name", "path", "sha256")
    return {
        "experiment": {"path": experiment, "sha256": before},
        "recordings": [{key: recording.get(key) for key in keys} for recording in plan["recordings"]],
        "cells": plan["cells"],
        "sextant": answer([sextant, "--version"]).strip(),
    }


def write(experiment, output, sextant):
    os.makedirs(os.path.dirname(output) or ".", exist_ok=True)
    # Rename the file when it is complete.
    partial = f"{output}.part"
    with open(partial, "w", encoding="utf-8") as file:
        json.dump(look(experiment, sextant), file, indent=2)
        file.write("\n")
    os.replace(partial, output)


def differences(noted, found):
    if noted["experiment"] != found["experiment"]:
        yield difference(noted["experiment"]["path"], noted["experiment"], found["experiment"])
    if noted["sextant"] != found["sextant"]:
        yield f"sextant: the version is {found['sextant']} instead of {noted['sextant']}"
    expected = {recording["name"]: recording for recording in noted["recordings"]}
    actual = {recording["name"]: recording for recording in found["recordings"]}
    for name, recording in expected.items():
        if name not in actual:
            yield f"recording {name}: {recording['path'] or 'the simulated recording'} is missing"
        elif actual[name] != recording:
            yield difference(recording["path"] or f"recording {name}", recording, actual[name])
    for name in actual:
        if name not in expected:
            yield f"recording {name}: this recording is new"
    if not expected.keys() ^ actual.keys() and noted["cells"] != found["cells"]:
        yield f"the experiment has {found['cells']} cells instead of {noted['cells']}"


def difference(name, noted, found):
    if noted.get("path") != found.get("path"):
        return f"{name}: the path is now {found.get('path')}"
    return f"{name}: the SHA-256 is {found['sha256']} instead of {noted['sha256']}"


def verify(manifest, sextant):
    try:
        with open(manifest, encoding="utf-8") as file:
            noted = json.load(file)
    except (OSError, ValueError) as error:
        fail(BAD_DATA, f"{manifest}: {error}; write the file with 'inputs.py write'")
    found = list(differences(noted, look(noted["experiment"]["path"], sextant)))
    for line in found:
        print(line, file=sys.stderr)
    if found:
        fail(
            BAD_DATA,
            f"{manifest}: {len(found)} of the inputs changed. Put them back; or, to go on with them as they are, remove "
            "this file and start again: cells whose recording did not change are not run again",
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    writing = verbs.add_parser("write")
    writing.add_argument("experiment")
    writing.add_argument("--output", required=True)
    verifying = verbs.add_parser("verify")
    verifying.add_argument("manifest")
    for verb in (writing, verifying):
        verb.add_argument("--sextant", default="sextant")
    given = parser.parse_args()
    if given.verb == "write":
        write(given.experiment, given.output, given.sextant)
    else:
        verify(given.manifest, given.sextant)


if __name__ == "__main__":
    main()
