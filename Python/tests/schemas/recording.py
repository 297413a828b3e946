"""Metadata of recordings: `recording.yaml`."""

from __future__ import annotations

import pathlib
import random
from typing import Any

from schemas import Kind, message, write
from schemas.generator import Path, Schema
from schemas.layout import INTERVALS, has_effect

# The units of the times of each clock. Null removes the unit of the layout.
UNITS: dict[str, list[Any]] = {
    "start": ["s", "ms", "us", None],
    "boot": ["s", "ms", "us", "ns", "clock"],
    "unix": ["s", "ms", "us", "ns", "datetime"],
    "gps": ["s", "ms", "us", "ns"],
}
POSITION = {"type": "integer", "minimum": 1}
NO_HEADER = {"enum": [False, "no"]}
ANGLES = ["roll", "pitch", "yaw"]
# The native layout names its columns, but no angles.
WITH_HEADER: Schema = {
    "properties": {"header": {"not": NO_HEADER}},
    "anyOf": [
        {"required": ["sequence", "columns"], "properties": {"columns": {"required": ANGLES}}},
        {"properties": {"columns": {"properties": {angle: False for angle in ANGLES}}}},
    ],
}
WITHOUT_HEADER: Schema = {
    "required": ["header", "columns", "time"],
    "properties": {
        "header": NO_HEADER,
        "columns": {"required": ["x", "y", "z"], "additionalProperties": POSITION},
        "time": {"required": ["column"], "properties": {"column": POSITION, "unix": False}},
        "where": False,
        "plus": False,
    },
}
CALIBRATION = {"schema": "sextant.calibration/1", "magnetometer": {"unit": "uT", "offset": [0, 0, 0]}}


class Recording(Kind):
    name = "recording"
    # The program accepts this sign.
    exceptions = {"+1"}

    def conditions(self, schema: Schema, random: random.Random) -> dict[str, Schema]:
        """Restricts streams to those of the native layout, with the same clock."""
        clock = random.choice(list(UNITS))
        # A wrap is limited to 2^62 ns in each unit.
        limits: Schema = {"unit": {"enum": UNITS[clock]}, "rate": False, "wrap": {"maximum": 10**9}}
        column = {"column": {"not": {"type": "null"}}}
        # The time of a stream lacks the header or the unit that these keys need.
        default_time = {"properties": {"unix": {"properties": {"column": POSITION}}, "wrap": False}}
        is_native: Schema = {"properties": {"layout": {"const": "native"}}}
        # The program reads no other key if the files of the layout are missing.
        root: Schema = {"anyOf": [is_native, {"required": ["layout"], "maxProperties": 1}]}
        time: Schema = {"required": ["origin", "unit"], "properties": {**column, **limits, "origin": {"const": clock}}}
        if clock == "start":
            origin = {"enum": ["start", None]}
            with_column = {"properties": {**column, **limits, "origin": origin, "wrap": False}}
            removed = ["column", "unit", "origin"]
            with_rate = {"required": ["rate", *removed], "properties": {key: {"const": None} for key in removed}}
            time = random.choice([with_column, with_rate])
        else:
            root = {"required": ["defaults", "streams"], **is_native}
            root["properties"]["defaults"] = {"required": ["time"]}
        kinds = schema["properties"]["streams"]["properties"]
        return {
            "": root,
            "properties/streams": {"minProperties": random.choice([0, 3, 6])},
            **{f"properties/streams/properties/{kind}": WITH_HEADER for kind in kinds},
            "properties/streams/properties/gyroscope": {"anyOf": [WITH_HEADER, WITHOUT_HEADER]},
            "properties/defaults": {"properties": {"header": {"not": NO_HEADER}, "time": default_time}},
            "properties/calibration": {"const": "own.yaml"},
            "$defs/stream/properties/plus/properties/columns": {"required": ["x", "y", "z"]},
            "$defs/interval": INTERVALS,
            "$defs/time": time,
        }

    def finish(self, document: Any, random: random.Random) -> None:
        """Removes an optional column that the layout does not have."""
        attitude = document.get("streams", {}).get("attitude", {})
        if "accuracyRadians" not in attitude.get("columns", {}):
            names = attitude.get("optionalColumns", [])
            names[:] = [name for name in names if name != "accuracyRadians"]

    def is_read(self, document: Any, path: Path) -> bool:
        # The native layout sets the file of each stream.
        return has_effect(document, path) and path[:2] != ("defaults", "file")

    def judged(self, document: Any, folder: pathlib.Path) -> str | None:
        """Inspects a recording with the file. The file was read if data are missing."""
        write(folder / "recording" / "recording.yaml", document)
        write(folder / "recording" / "own.yaml", CALIBRATION)
        (folder / "recording" / "waypoints.csv").write_text("t,px,py,pz\n1,0,0,0\n2,0,0,0\n")
        return message(["inspect", "recording", "--quiet"], "recording.yaml:", folder, ["sextant: recording"])
