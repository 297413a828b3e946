"""Layouts of recordings."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any

from schemas import Kind, message, write
from schemas.generator import Path, Schema, value_at

INTEGER = {"type": "integer"}
INTERVALS = {"enum": [[0, 10], [-1.5, 1e3], [2, 2]]}
INSIDE = {"not": {"enum": ["..", "../a.csv"]}}
# The origins and units of the times of each clock.
CLOCKS = {
    "start": (["start"], ["s", "ms", "100us", "us"]),
    "boot": (["boot"], ["s", "ms", "100us", "us", "ns", "clock"]),
    "unix": (["unix", "gps"], ["s", "ms", "us", "ns", "datetime"]),
}
ORIENTATIONS = ["attitude", "pose", "reference"]
# The kinds of streams on which a key has an effect.
FRAMES = {
    "axes": ["accelerometer", "gyroscope", "magnetometer", *ORIENTATIONS],
    "direction": ORIENTATIONS,
    "earth": ["attitude", "reference"],
    "north": ["attitude", "reference"],
    "evaluateWindow": ["reference"],
    "sequence": ORIENTATIONS,
    "angleUnit": ORIENTATIONS,
}


def has_effect(document: Any, path: Path) -> bool:
    """Returns whether a key has an effect on its stream. The program does not read the other keys."""
    key = next((part for part in path if part in FRAMES), None)
    if key is None:
        return True
    place = path[: path.index(key)]
    if "streams" not in place:
        return False
    kind = place[place.index("streams") + 1 :]
    if kind and kind[0] not in FRAMES[str(key)]:
        return False
    return not kind or key not in ("sequence", "angleUnit") or "yaw" in value_at(document, place).get("columns", {})


class Layout(Kind):
    name = "layout"
    # The program accepts this sign.
    exceptions = {"+1"}

    def conditions(self, schema: Schema, random: random.Random) -> dict[str, Schema]:
        """Restricts all streams to one clock, and columns of default times to positions, which any file has."""
        clock = random.choice(list(CLOCKS))
        origins, units = CLOCKS[clock]
        # The program reads this text as a number.
        rate = {"not": {"const": "nan"}}
        time: Schema = {"properties": {"origin": {"enum": origins}, "unit": {"enum": units}, "rate": rate}}
        if clock != "start":
            time["required"] = ["origin"]
            time["properties"]["rate"] = False
        default_time = {"properties": {"column": INTEGER, "unix": {"properties": {"column": INTEGER}}}}
        return {
            "properties/defaults": {"properties": {"time": default_time}},
            "properties/calibration": INSIDE,
            "properties/variants": {"maxItems": 2},
            "$defs/streams": {"maxProperties": 3},
            "$defs/names": {"items": INSIDE, **INSIDE},
            "$defs/condition": INSIDE,
            "$defs/condition/properties/file": {"items": INSIDE, **INSIDE},
            "$defs/stream/properties/beside": {"additionalProperties": INSIDE},
            "$defs/metadata/properties/file": INSIDE,
            "$defs/metadata/properties/required": INSIDE,
            "$defs/metadata/properties/clockOffset/items/properties/file": INSIDE,
            "$defs/interval": INTERVALS,
            "$defs/time": time,
        }

    def finish(self, document: Any, random: random.Random) -> None:
        """Removes optional columns that a stream does not have."""
        for streams in [document.get("streams", {}), *(item["streams"] for item in document.get("variants", []))]:
            for value in streams.values():
                for stream in value if isinstance(value, list) else [value]:
                    names = stream.get("optionalColumns", [])
                    # The column `true` may be written without quotes.
                    names[:] = [name for name in names if ("true" if name is True else name) in stream["columns"]]

    def is_read(self, document: Any, path: Path) -> bool:
        # The metadata of recordings without the file are not read here.
        is_unread = path == ("metadata", "values")
        # A default that no stream needs is not read, either.
        is_overridden = path[:1] == ("defaults",) and json.dumps(document).count(f'"{path[-1]}"') > 1
        return has_effect(document, path) and not is_overridden and not is_unread

    def judged(self, document: Any, folder: pathlib.Path) -> str | None:
        """Inspects an empty recording. The layout was read if the recording lacks data, or another file is missing."""
        write(folder / "layout.yaml", document)
        recording = folder / "recording"
        if isinstance(document, dict) and document.get("recording") == "file":
            recording = folder / "recording.csv"
            recording.write_text("a,b\n1,2\n")
        else:
            recording.mkdir()
        arguments = ["inspect", recording.name, "--layout", "layout.yaml", "--quiet"]
        later = ["sextant: recording", "sextant: the layout:", "no such file"]
        return message(arguments, "layout.yaml:", folder, later)
