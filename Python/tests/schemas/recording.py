"""Random files `recording.yaml`, for the check of the schema `recording`."""

from __future__ import annotations

import copy
import json
import pathlib
import random
from typing import Any, Callable

from schemas import is_accepted
from schemas.layout import ROTATIONS

NAME = "recording"

_VECTORS = ["accelerometer", "gyroscope", "magnetometer"]
_ORIENTATIONS = ["attitude", "pose", "reference"]
_KINDS = [*_VECTORS, "heading", "location", *_ORIENTATIONS, "waypoints"]
_ROLES = {
    **{kind: ["x", "y", "z"] for kind in _VECTORS},
    "heading": ["magnetic", "true", "accuracy"],
    "location": ["latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy"],
    "attitude": ["accuracy", "accuracyRadians"],
    "pose": ["px", "py", "pz"],
    "reference": ["px", "py", "pz", "valid", "evaluate"],
    "waypoints": ["px", "py", "pz"],
}
_OPTIONAL: dict[str, list[object]] = {
    "heading": ["magnetic", True, "true", "accuracy"],
    "location": ["altitude", "horizontalAccuracy", "verticalAccuracy"],
    "attitude": ["accuracy"],
    "reference": ["px", "py", "pz", "valid", "evaluate"],
    "waypoints": ["pz"],
}
_UNITS = {
    "accelerometer": ["m/s^2", "g", "mg"],
    "gyroscope": ["rad/s", "deg/s"],
    "magnetometer": ["uT", "nT", "mT", "G", "mG", "au"],
    "pose": ["m", "cm", "mm"],
    "reference": ["m", "cm", "mm"],
    "waypoints": ["m", "cm", "mm"],
}
_AXES = [["x", "y", "z"], ["-y", "x", "z"], ["y", "+x", "-z"], ["z", "x", "y"], ["-x", "-z", "-y"], ["-z", "y", "x"]]
_FLAGS: list[object] = [True, False, "yes", "no"]
_SHARED: dict[str, list[object]] = {
    "file": ["log.csv", ["a.csv", "b*.csv"], "{name}.csv", "sub/log.csv", 7],
    "notFile": ["c*.csv", ["c.csv", "d.csv"], []],
    "several": ["first", "error"],
    "delimiter": ["comma", "semicolon", "tab", "space", ";", "|", ["semicolon", "tab"], ["|"], 1],
    "collapse": _FLAGS,
    "header": [True, "yes", 1, 2, 9],
    "comment": ["#", "%", "none", "semicolon"],
    "start": [1, 12, 100, "stamp*", "12"],
    "encoding": ["utf-8", "windows-1252"],
    "decimalComma": _FLAGS,
    "empty": ["error", "nan", "skip"],
    "repeats": ["keep", "skip"],
    "backward": ["error", "skip"],
    "required": [False, "no"],
    "axes": list(_AXES),
    "direction": ["device-to-earth", "earth-to-device"],
    "earth": ["ENU", "NWU", "NED"],
    "north": [True, "true", "magnetic"],
    "sequence": ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"],
    "angleUnit": ["deg", "rad"],
    "evaluateWindow": [[0, 10], [-1.5, 1e3], [2, 2]],
}
_TIME_UNITS = {
    "start": ["s", "ms", "us"],
    "boot": ["s", "ms", "us", "ns", "clock"],
    "unix": ["s", "ms", "us", "ns", "datetime"],
    "gps": ["s", "ms", "us", "ns"],
}


def _subset(random: random.Random, values: dict[str, list[object]], share: float) -> dict[str, Any]:
    """Returns a random value for a random share of the keys."""
    return {key: copy.deepcopy(random.choice(choices)) for key, choices in values.items() if random.random() < share}


def _column(random: random.Random) -> object:
    return copy.deepcopy(random.choice(["a", "b ({unit})", "*c*", 3, True, ["d", "e"], [1, "f"]]))


def _time(random: random.Random, clock: str) -> dict[str, object]:
    """Returns changes to the times of a stream that keep its clock."""
    if clock == "start" and random.random() < 0.2:
        rate: object = random.choice([100, 0.5, 1e9, "fs", ["fs", "rate"]])
        return {"rate": rate, "column": None, "unit": None, "origin": None}
    time: dict[str, object] = {"unit": random.choice(_TIME_UNITS[clock]), "origin": clock}
    if random.random() < 0.5:
        time["column"] = _column(random)
    if random.random() < 0.3:
        time["clockOffset"] = random.choice(_FLAGS)
    if clock == "start" and random.random() < 0.5:
        del time["origin"]
        if random.random() < 0.3:
            del time["unit"]
    elif clock != "start" and time["unit"] in ["s", "ms", "us", "ns"] and random.random() < 0.3:
        time["wrap"] = random.choice([1, 86_400, 4_294_967_296])
    if clock == "boot" and random.random() < 0.3:
        time["unix"] = random.choice([{"column": "u"}, {"column": ["u", "v"], "unit": "ms"}])
    return time


def _vector_keys(random: random.Random, kind: str) -> dict[str, Any]:
    """Returns the keys that a vector stream and the vectors added to it have."""
    signs: list[object] = [1, -1, "attitude"] if kind == "accelerometer" else [1, -1]
    return _subset(random, {"unit": list(_UNITS[kind]), "scale": [0.5, 2, 1e-3], "sign": signs}, 0.3)


def _stream(random: random.Random, kind: str, clock: str) -> dict[str, object]:
    """Returns changes to a stream of the native layout whose file does not exist."""
    stream = _subset(random, _SHARED, 0.12)
    if kind in _VECTORS:
        stream.update(_vector_keys(random, kind))
        stream.update(_subset(random, {"zeros": ["keep", "skip"], "uncalibrated": _FLAGS}, 0.2))
        if random.random() < 0.2:
            plus = _vector_keys(random, kind)
            if random.random() < 0.5:
                plus["file"] = random.choice(["more.csv", ["more.csv", "other.csv"]])
            if random.random() < 0.5:
                plus["columns"] = {role: _column(random) for role in ["x", "y", "z"]}
            stream["plus"] = plus
    elif kind in _UNITS and random.random() < 0.3:
        stream["unit"] = random.choice(_UNITS[kind])
    roles = [role for role in _ROLES[kind] if random.random() < 0.5]
    if kind in _ORIENTATIONS:
        rotation = random.choice(ROTATIONS)
        roles += rotation
        if "yaw" in rotation:
            stream["sequence"] = random.choice(["zyx", "zxy"])
    if random.random() < 0.5:
        stream["columns"] = {role: _column(random) for role in roles}
    if kind in _OPTIONAL and random.random() < 0.3:
        optional = _OPTIONAL[kind]
        stream["optionalColumns"] = random.sample(optional, random.randint(0, len(optional)))
    elif random.random() < 0.1:
        stream["optionalColumns"] = []
    if random.random() < 0.2:
        stream["where"] = {"column": _column(random), "is": random.choice(["north", 1, True])}
    if random.random() < 0.2:
        stream["rows"] = random.choice([{"is": "ACC"}, {"is": 1, "column": 2}])
        if random.random() < 0.5:
            stream["header"] = "comment"
    if random.random() < 0.4:
        stream["time"] = _time(random, clock)
    elif kind in _VECTORS and "rows" not in stream and "where" not in stream and random.random() < 0.2:
        stream["header"] = random.choice([False, "no"])
        stream["columns"] = {"x": 2, "y": [3, 4], "z": 4}
        stream["time"] = {"column": 1, "unit": random.choice(_TIME_UNITS[clock]), "origin": clock}
        if clock == "boot":
            stream["time"]["unix"] = {"column": 5}
        stream.pop("plus", None)
    return stream


def _waypoints(clock: str, required: object) -> dict[str, object]:
    """Returns the description of waypoints.csv, independent of the defaults."""
    return {
        "file": "waypoints.csv",
        "notFile": "none.csv",
        "several": "first",
        "delimiter": "comma",
        "collapse": False,
        "header": True,
        "comment": "#",
        "start": 1,
        "encoding": "utf-8",
        "decimalComma": False,
        "empty": "error",
        "repeats": "keep",
        "backward": "error",
        "required": required,
        "time": {"column": "t", "unit": "s", "origin": clock},
    }


def _simulation(random: random.Random) -> dict[str, Any]:
    simulation: dict[str, Any] = {
        "scenario": random.choice(["walk", "sine", 5]),
        "duration": random.choice([0.01, 30, 31_536_000]),
        "seed": random.choice([0, 1, 18_446_744_073_709_551_615]),
        "noise": random.choice(["none", "iphone4s"]),
    }
    if random.random() < 0.5:
        simulation["parameters"] = random.choice([{}, {"azimuth": 30, "mode": "slow", "hold": True}])
    if random.random() < 0.5:
        simulation["events"] = [_event(random) for _ in range(random.randint(0, 2))]
    return simulation


def _event(random: random.Random) -> dict[str, Any]:
    event: dict[str, Any] = {
        "kind": random.choice(["step", "sine", "chirp"]),
        "from": random.choice([0, 0.5]),
        "to": random.choice([1.5, 2]),
        "axis": random.choice(["azimuth", "pitch", "roll", "east", "north", "up"]),
        "size": random.choice([60, -0.5]),
    }
    event.update(_subset(random, {"startFrequency": [0.5, 1e9], "endFrequency": [2]}, 0.5))
    return event


def _metadata(random: random.Random) -> dict[str, Any]:
    intervals: list[object] = [[], [[0, 10]], [[0.5, 1], [2, 2]]]
    document = _subset(
        random,
        {
            "name": ["walk", 7, "naïve"],
            "source": ["Me 2026", "https://example.org"],
            "licence": ["CC0-1.0"],
            "place": ["Ulm", {"city": "Ulm"}],
            "device": ["phone", ["phone", 2]],
            "notes": ["windy", ["windy", "cold"]],
            "declination": [2.4, -3600, 0, 3600],
            "date": ["2026-05-31", "2026-05-31T12:00:00Z", 2026.41, 2026],
            "origin": [{"latitude": 48.4, "longitude": 9.98}, {"latitude": -90, "longitude": 361, "altitude": 478.5}],
            "clockOffsets": [{}, {"gyroscope": 0.01, "reference": -1e10}, {kind: 1 for kind in _KINDS}],
            "attitudeNorth": [True, "true", "magnetic"],
            "calibration": ["device.yaml", "phone 1.yaml"],
        },
        0.3,
    )
    if random.random() < 0.3:
        document["masks"] = _subset(random, {"evaluate": intervals, "exclude": intervals}, 0.7)
    if random.random() < 0.3:
        document["simulation"] = _simulation(random)
    return document


def valid(random: random.Random) -> dict[str, object]:
    """Returns a file that the schema and the program accept."""
    document = _metadata(random)
    if random.random() < 0.15:
        document["layout"] = "phyphox"
        if random.random() < 0.5:
            document["streams"] = {"accelerometer": {"unit": random.choice(["g", "m/s^2"]), "scale": 2}}
    elif random.random() < 0.8:
        if random.random() < 0.3:
            document["layout"] = "native"
        clock = "start"
        streams: dict[str, Any] = {}
        if random.random() < 0.5:
            clock = random.choice(list(_TIME_UNITS))
            defaults = _subset(random, _SHARED, 0.15)
            if clock != "start" or random.random() < 0.3:
                time = {**_time(random, clock), "origin": clock}
                excluded = ["rate", "wrap"]
                defaults["time"] = {key: time[key] for key in time if time[key] is not None and key not in excluded}
                if clock == "start" and defaults["time"].get("unit") is None:
                    defaults["time"]["unit"] = "s"
            document["defaults"] = defaults
            streams["waypoints"] = _waypoints(clock, random.choice(_FLAGS))
        kinds = [kind for kind in _KINDS if kind not in streams and random.random() < 0.4]
        for kind in kinds:
            if kind != "waypoints":
                streams[kind] = _stream(random, kind, clock)
            elif random.random() < 0.5:
                streams[kind] = {"unit": random.choice(_UNITS[kind]), "columns": {"px": ["px", "X"]}}
        if streams or random.random() < 0.1:
            document["streams"] = streams
    keys = list(document)
    random.shuffle(keys)
    return {key: document[key] for key in keys}


_Fault = Callable[[random.Random, dict[str, Any]], None]


def _set(document: dict[str, Any], path: list[str], value: object) -> None:
    """Sets the value at a path of keys, and adds missing mappings on the path."""
    for key in path[:-1]:
        document = document.setdefault(key, {})
    document[path[-1]] = copy.deepcopy(value)


def _metadata_fault(path: str, *values: object) -> _Fault:
    """Returns a fault of a value that is not part of a stream."""

    def apply(random: random.Random, document: dict[str, Any]) -> None:
        if path.startswith("simulation."):
            document["simulation"] = {"scenario": "a", "duration": 1, "seed": 1, "noise": "none"}
        if path.startswith("origin."):
            document["origin"] = {"latitude": 1, "longitude": 2}
        _set(document, path.split("."), random.choice(values))

    return apply


def _stream_fault(kinds: list[str], path: str, *values: object, **keys: object) -> _Fault:
    """Returns a fault of a stream. `keys` are other keys of the stream, on which the fault depends."""

    def apply(random: random.Random, document: dict[str, Any]) -> None:
        document.pop("layout", None)
        kind = random.choice(kinds)
        for key, value in keys.items():
            _set(document, ["streams", kind, key], value)
        _set(document, ["streams", kind, *path.split(".")], random.choice(values))

    return apply


def _defaults_fault(path: str, *values: object) -> _Fault:
    """Returns a fault under `defaults` that no stream overrides."""

    def apply(random: random.Random, document: dict[str, Any]) -> None:
        document.pop("layout", None)
        document.pop("streams", None)
        document["defaults"] = {}
        _set(document, ["defaults", *path.split(".")], random.choice(values))

    return apply


def _missing(path: str, base: dict[str, Any]) -> _Fault:
    """Returns a fault that replaces the mapping at a path by `base` without one of its keys."""

    def apply(random: random.Random, document: dict[str, Any]) -> None:
        document.pop("layout", None)
        value = copy.deepcopy(base)
        del value[random.choice(list(value))]
        keys = path.split(".")
        if keys[-1] == "events":
            document["simulation"] = {"scenario": "a", "duration": 1, "seed": 1, "noise": "none", "events": [value]}
        else:
            _set(document, keys, value)

    return apply


_EVENT: dict[str, Any] = {"kind": "step", "from": 0, "to": 1, "axis": "up", "size": 1}


def _event_fault(key: str, *values: object) -> _Fault:
    def apply(random: random.Random, document: dict[str, Any]) -> None:
        event = {**_EVENT, key: copy.deepcopy(random.choice(values))}
        simulation = {"scenario": "a", "duration": 1, "seed": 1, "noise": "none", "events": [_EVENT, event]}
        document["simulation"] = simulation

    return apply


_OTHERS = [kind for kind in _KINDS if kind not in _VECTORS]
_BAD_TIMES: list[tuple[str, list[object]]] = [
    ("time", [["t"], "t", 3]),
    ("time.unit", ["minutes", "S", 1, ["s"]]),
    ("time.origin", ["epoch", "Unix", 1970]),
    ("time.column", [[], {}, [[1]]]),
    ("time.wrap", [0, -1, 1.5, "x"]),
    ("time.clockOffset", ["maybe", 1, []]),
    ("time.unix", ["u", {}, {"unit": "s"}, {"column": "u", "unit": "min"}, {"column": "u", "origin": "unix"}]),
    ("time", [{"unit": "datetime", "origin": "boot"}, {"unit": "ns", "origin": "start"}]),
    ("time", [{"unit": "clock", "origin": "start"}, {"unit": "datetime", "origin": "gps"}]),
    ("time", [{"wrap": 5, "origin": "start"}, {"wrap": 5, "unit": "datetime"}, {"wrap": 5, "unit": "clock"}]),
    ("time.timezone", ["UTC"]),
    ("time", [{"rate": 5, "column": "t"}, {"rate": "fs", "unit": "s"}, {"rate": 5, "origin": "start"}]),
    ("time", [{"rate": rate, "column": None, "unit": None, "origin": None} for rate in [0, -1, 2e9, [], {}]]),
    ("time", [{"rate": 5, "column": None, "unit": None, "origin": None, "wrap": 5}]),
]
_BAD_SHARED: list[tuple[str, list[object]]] = [
    ("several", ["last", True]),
    ("delimiter", ["ab", "", [], ["comma", "xy"], "é", '"', {}]),
    ("collapse", ["maybe", 0, [True]]),
    ("header", [0, 10, -1, "maybe", [1], 1.5]),
    ("comment", ["##", "", [], "noone"]),
    ("start", [["a"], {"line": 1}]),
    ("encoding", ["utf-16", "UTF-8", 8]),
    ("decimalComma", ["maybe", 3, {}]),
    ("required", ["maybe", 1, []]),
    ("repeats", ["error", True]),
    ("backward", ["keep", False]),
]

_FAULTS: list[_Fault] = [
    _metadata_fault("nam", "x"),
    _metadata_fault("Name", "x"),
    _metadata_fault("metadata", {}),
    _metadata_fault("layout", "mine", "Native", ["native"], 5),
    *[_metadata_fault(key, ["x"], {"a": "x"}) for key in ["name", "source", "licence", "date"]],
    _metadata_fault("declination", "east", 3601, -4000, [2], {}),
    _metadata_fault("origin", "Ulm", [48, 10], {"latitude": 1}, {"longitude": 1}, {}),
    _metadata_fault("origin.latitude", 91, -90.5, "north", [1]),
    _metadata_fault("origin.longitude", "east", [1]),
    _metadata_fault("origin.altitude", "high", 2e9, {}),
    _metadata_fault("clockOffsets", 0.1, ["gyroscope"], {"gyro": 0.1}, {"gyroscope": "late"}, {"pose": 2e10}),
    _metadata_fault("attitudeNorth", False, "grid", "True", ["true"]),
    _metadata_fault("masks", [[0, 1]], "all"),
    *[
        _metadata_fault(f"masks.{key}", "x", 5, [0, 1], [[1]], [[0, 1, 2]], [["a", "b"]])
        for key in ["evaluate", "exclude"]
    ],
    _metadata_fault("calibration", ["a.yaml"], {}),
    _metadata_fault("simulation", "walk", [], {}),
    _metadata_fault("simulation.seed", -1, 1.5, "x", 18_446_744_073_709_551_616 * 2, [1]),
    _metadata_fault("simulation.duration", 0, 0.001, 4e7, "long"),
    _metadata_fault("simulation.scenario", ["walk"], {}),
    _metadata_fault("simulation.noise", ["none"], {}),
    _metadata_fault("simulation.parameters", [1], "x", {"a": [1]}, {"a": {}}),
    _metadata_fault("simulation.events", {}, "step", [1], ["step"]),
    _metadata_fault("simulation.rate", 100),
    _missing("simulation", {"scenario": "a", "duration": 1, "seed": 1, "noise": "none"}),
    _missing("simulation.events", _EVENT),
    _event_fault("kind", "jump", 1, ["step"]),
    _event_fault("axis", "yaw", "x", {}),
    _event_fault("from", "start", 2e9, [0]),
    _event_fault("to", "end", -2e9),
    _event_fault("size", "big", 2e9),
    _event_fault("startFrequency", 0, -1, 2e9, "fast"),
    _event_fault("endFrequency", 0, -1, 2e9, [1]),
    _event_fault("duration", 1),
    _metadata_fault("streams", [], "x", {"gyro": {}}, {"time": {}}),
    _metadata_fault("defaults", [], "x", 5),
    *[_defaults_fault(key, "x", {}) for key in ["columns", "unit", "scale", "sign", "where", "rows", "zeros", "plus"]],
    *[_defaults_fault(key, "x", True) for key in ["uncalibrated", "optionalColumns", "beside", "delimeter"]],
    *[_defaults_fault(path, *values) for path, values in _BAD_TIMES + _BAD_SHARED],
    _defaults_fault("axes", ["x", "y"], ["x", "z", "y"], "xyz"),
    _defaults_fault("direction", "up", 1),
    _defaults_fault("empty", "zero", True),
    *[_stream_fault(_KINDS, path, *values) for path, values in _BAD_TIMES + _BAD_SHARED],
    _stream_fault(_KINDS, "fiel", "x.csv"),
    _stream_fault(_KINDS, "beside", {"imu": "vi"}),
    _stream_fault(_KINDS, "file", [], {}, [["a.csv"]], "../a.csv", ["a.csv", "../../b.csv"]),
    _stream_fault(_KINDS, "notFile", {}, [["a.csv"]]),
    _stream_fault(_KINDS, "empty", "zero", True),
    _stream_fault(_KINDS, "columns", "x", [], {"w": 1}, {"qv": 1}, {"r14": 1}),
    _stream_fault(_VECTORS, "columns.x", [], {}, [["a"]]),
    _stream_fault(_VECTORS, "columns", {"px": "a"}, {"qw": "a"}, {"accuracy": "a"}),
    _stream_fault(["heading"], "columns", {"x": "a"}, {"altitude": "a"}),
    _stream_fault(["location"], "columns", {"accuracy": "a"}, {"px": "a"}),
    _stream_fault(["attitude", "pose"], "columns", {"valid": "a"}, {"x": "a"}),
    _stream_fault(["waypoints"], "columns", {"qw": "a"}, {"x": "a"}),
    _stream_fault(_KINDS, "optionalColumns", "pz", {}, ["x"], ["qw"]),
    _stream_fault([*_VECTORS, "pose"], "optionalColumns", ["accuracy"], ["pz"]),
    *[_stream_fault([kind], "unit", "furlong", "deg", 1, ["g"]) for kind in _UNITS],
    _stream_fault(["heading", "location", "attitude"], "unit", "deg", "m"),
    _stream_fault(["accelerometer"], "sign", 0, 2, "-", [1]),
    _stream_fault(["gyroscope", "magnetometer"], "sign", 0, 2, "attitude"),
    _stream_fault(_VECTORS, "scale", 0, -1, "double", [1]),
    _stream_fault(_VECTORS, "zeros", "error", True),
    _stream_fault(_VECTORS, "uncalibrated", "maybe", 1),
    _stream_fault(_VECTORS, "plus", "more.csv", {"zeros": "skip"}, {"scale": 0}, {"unit": "x"}, {"columns": {"w": 1}}),
    _stream_fault(_VECTORS, "plus.file", [], {}, "../a.csv"),
    _stream_fault(["gyroscope", "magnetometer"], "plus.sign", "attitude", 3),
    _stream_fault(_OTHERS, "sign", -1, 1),
    _stream_fault(_OTHERS, "scale", 2),
    _stream_fault(_OTHERS, "zeros", "skip", "keep"),
    _stream_fault(_OTHERS, "plus", {}, {"file": "a.csv"}),
    _stream_fault(_OTHERS, "uncalibrated", True, False),
    _stream_fault(_KINDS, "where", "x", {"column": "a"}, {"is": "a"}, {"column": [], "is": 1}, {"is": 1, "col": "a"}),
    _stream_fault(_KINDS, "rows", "ACC", {"column": 1}, {"is": 1, "column": 0}, {"is": 1, "column": "a"}, {"type": 1}),
    _stream_fault(_KINDS, "header", "comment", rows=None),
    _stream_fault(
        [*_VECTORS, *_ORIENTATIONS],
        "axes",
        ["x", "y"],
        ["x", "x", "z"],
        ["x", "z", "y"],
        ["-x", "y", "z"],
        ["-x", "-y", "-z"],
        ["y", "x", "z"],
        ["a", "b", "c"],
        ["--x", "y", "z"],
        ["x", "y", "z", "x"],
        "x",
        {},
    ),
    _stream_fault(_ORIENTATIONS, "direction", "earth", True),
    _stream_fault(["attitude", "reference"], "earth", "enu", "EUN", 1),
    _stream_fault(["attitude", "reference"], "north", False, "grid"),
    _stream_fault(
        _ORIENTATIONS, "sequence", "zzx", "ZYX", 321, columns={"roll": "a", "pitch": "b", "yaw": "c"}, header=True
    ),
    _stream_fault(
        _ORIENTATIONS,
        "angleUnit",
        "grad",
        180,
        columns={"roll": "a", "pitch": "b", "yaw": "c"},
        sequence="zyx",
        header=True,
    ),
    _stream_fault(["reference"], "evaluateWindow", [1], [1, 2, 3], "all", ["a", "b"], 5),
]


def invalid(random: random.Random) -> dict[str, object]:
    """Returns a file with one fault, which the schema and the program refuse."""
    document: dict[str, Any] = copy.deepcopy(valid(random))
    random.choice(_FAULTS)(random, document)
    for stream in _streams(document):
        if "rows" in stream and stream["rows"] is None:
            del stream["rows"]
    return document


def _streams(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the streams that are mappings."""
    streams = document.get("streams")
    return [stream for stream in streams.values() if isinstance(stream, dict)] if isinstance(streams, dict) else []


def accepts(document: dict[str, object], folder: pathlib.Path) -> bool:
    """Returns whether a recording with the file can be read."""
    recording = folder / "recording"
    recording.mkdir()
    (recording / "recording.yaml").write_text(json.dumps(document))
    rows = "".join(f"{t},{t},{t},0,0\n" for t in [1, 2, 3])
    (recording / "waypoints.csv").write_text("t,u,px,py,pz\n" + rows)
    if document.get("layout") == "phyphox":
        header = '"Time (s)","X (m/s^2)","Y (m/s^2)","Z (m/s^2)"\n'
        (recording / "Accelerometer.csv").write_text(header + "".join(f"{t},0,0,9.8\n" for t in [1, 2, 3]))
    calibration = document.get("calibration")
    if isinstance(calibration, str):
        content = {"schema": "sextant.calibration/1", "magnetometer": {"unit": "uT", "offset": [0, 0, 0]}}
        (recording / calibration).write_text(json.dumps(content))
    return is_accepted(["inspect", "recording", "--quiet"], "recording.yaml:", folder)
