"""Metadata of recordings: `recording.yaml`."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any

from schemas import message
from schemas.generator import Path, Schema, restrict

UNITS: dict[str, list[Any]] = {
    "start": ["s", "ms", "us", None],
    "boot": ["s", "ms", "us", "ns", "clock"],
    "unix": ["s", "ms", "us", "ns", "datetime"],
    "gps": ["s", "ms", "us", "ns"],
}


def narrow(schema: Schema, random: random.Random) -> None:
    """Restricts all streams to one clock, with keys of times that complete those of the layout."""
    clock = random.choice(list(UNITS))
    time: Schema = {"properties": {"rate": False, "column": {"not": {"type": "null"}}, "unit": {"enum": UNITS[clock]}, "wrap": {"maximum": 10**9}}}
    if clock == "start":
        time["properties"]["origin"] = {"enum": ["start", None]}
        time = {"anyOf": [time, {"required": ["rate", "column", "unit", "origin"]}]}
    else:
        time["properties"]["origin"] = {"const": clock}
        time["required"] = ["origin", "unit"]
        restrict(schema, "", {"required": ["defaults"], "properties": {"defaults": {"required": ["time"]}}})
    restrict(schema, "$defs/time", time)
    restrict(schema, "$defs/interval", {"enum": [[0, 10], [-1.5, 1e3], [2, 2]]})
    restrict(schema, "properties/calibration", {"const": "own.yaml"})
    restrict(schema, "properties/layout", {"const": "native"})


def is_read(document: Any, path: Path) -> bool:
    """Returns whether the program reads a value. It ignores keys that have no effect on a stream."""
    if len(path) < 2 or path[0] not in ("defaults", "streams"):
        return True
    if path[0] == "defaults":
        return path[1] not in ("file", "sequence", "angleUnit", "evaluateWindow")
    kind, key, *_ = [*path[1:], ""]
    if key in ("sequence", "angleUnit"):
        return "yaw" in document["streams"][kind].get("columns", {})
    return key != "evaluateWindow" or kind == "reference"


def finish(document: Any, random: random.Random) -> None:
    """Makes the waypoints readable, or removes the date, which is read after the streams."""
    if not is_readable(document):
        document.pop("date", None)


def is_readable(document: Any) -> bool:
    """Returns whether the file of waypoints can be read as in the native layout."""
    text = json.dumps(document)
    return '"defaults"' not in text and '"waypoints"' not in text


def judged(document: Any, folder: pathlib.Path) -> str | None:
    """Inspects a recording with the file. The file is valid if only streams are missing."""
    recording = folder / "recording"
    recording.mkdir()
    (recording / "recording.yaml").write_text(json.dumps(document))
    if is_readable(document):
        (recording / "waypoints.csv").write_text("t,px,py,pz\n1,0,0,0\n2,0,0,0\n")
    calibration = {"schema": "sextant.calibration/1", "magnetometer": {"unit": "uT", "offset": [0, 0, 0]}}
    (recording / "own.yaml").write_text(json.dumps(calibration))
    return message(["inspect", "recording", "--quiet"], "recording.yaml:", folder, ["sextant: recording"])
