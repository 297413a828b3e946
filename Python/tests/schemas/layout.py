"""Random layouts, to compare the schema of layouts with the program."""

from __future__ import annotations

import copy
import json
import pathlib
import random
from collections.abc import Callable
from typing import Any

from schemas import is_accepted

NAME = "layout"

Keys = dict[str, Any]

SENSORS = {
    "accelerometer": ["m/s^2", "g", "mg"],
    "gyroscope": ["rad/s", "deg/s"],
    "magnetometer": ["uT", "nT", "mT", "G", "mG", "au"],
}
POSITIONS = ["pose", "reference", "waypoints"]
ORIENTATIONS = ["attitude", "pose", "reference"]
KINDS = [*SENSORS, "heading", "location", *ORIENTATIONS, "waypoints"]
ROTATIONS = [
    ["qw", "qx", "qy", "qz"],
    ["r11", "r12", "r13", "r21", "r22", "r23", "r31", "r32", "r33"],
    ["roll", "pitch", "yaw"],
    ["rx", "ry", "rz"],
]
OPTIONAL = {
    "heading": ["magnetic", "true", "accuracy"],
    "location": ["altitude", "horizontalAccuracy", "verticalAccuracy"],
    "attitude": ["accuracy", "accuracyRadians"],
    "reference": ["valid", "evaluate"],
    "waypoints": ["pz"],
}
ITEMS = [
    *["name", "source", "licence", "simulation", "declination", "date", "calibration", "origin", "clockOffset"],
    *["clockOffsets", "attitudeNorth", "evaluate", "exclude", "excludeReference"],
]
SEQUENCES = ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
# Values of keys that the program checks in each stream.
FORMAT: dict[str, list[Any]] = {
    "notFile": ["*.bak", ["a*.csv", "b.csv"]],
    "several": ["first", "error"],
    "delimiter": ["comma", "semicolon", "tab", "space", ";", "|", " ", ["comma", "tab"], [";"]],
    "collapse": [True, False],
    "comment": ["none", "#", "%", "semicolon"],
    "start": ["*time*", 3],
    "encoding": ["utf-8", "windows-1252"],
    "decimalComma": [True, False],
    "empty": ["error", "nan", "skip"],
    "repeats": ["keep", "skip"],
    "backward": ["error", "skip"],
    "required": [True, False],
}
BAD_FORMAT: dict[str, list[Any]] = {
    "notFile": [{}, [["a"]]],
    "several": ["both", 1, True],
    "delimiter": ["ab", "", "é", '"', [], {}, ["comma", "dot"]],
    "collapse": ["perhaps", 2, []],
    "comment": ["##", "", [], "\n"],
    "start": [[], {}],
    "encoding": ["latin-1", False],
    "decimalComma": [1, "comma"],
    "empty": ["zero", True],
    "repeats": ["error", False],
    "backward": ["keep", 0],
    "required": ["always", 0],
    "header": [0, 10, -1, "maybe", []],
}
# Values of keys that the program checks in some kinds of streams.
FRAME: dict[str, list[Any]] = {
    "axes": [["-y", "x", "z"], ["x", "y", "z"], ["z", "-y", "x"]],
    "direction": ["device-to-earth", "earth-to-device"],
    "earth": ["ENU", "NWU", "NED"],
    "north": [True, "magnetic"],
    "sequence": SEQUENCES,
    "angleUnit": ["deg", "rad"],
    "evaluateWindow": [[0, 120], [-0.5, 1e3], [2, 2]],
}


def some(random: random.Random, share: float = 0.25) -> bool:
    return random.random() < share


class Context:
    """The choices that the streams of a layout share."""

    def __init__(self, random: random.Random) -> None:
        self.random = random
        self.container = random.choice(["file", "folder", "file-or-folder"])
        self.clock = random.choice(["start", "boot", "unix", "bridged"])
        self.defaults: Keys = {}
        if some(random, 0.6):
            for key, values in {**FORMAT, **FRAME}.items():
                if some(random, 0.2):
                    self.defaults[key] = random.choice(values)
            if some(random, 0.4):
                self.defaults["header"] = random.choice([True, False, 1, 2, 9, "comment"])
            if self.container != "file" and some(random, 0.5):
                self.defaults["file"] = self.files()
            if some(random, 0.5):
                self.defaults["time"] = self.time(self.defaults.get("header") is False)

    def files(self) -> Any:
        return self.random.choice(["log.csv", "*acc*.csv", ["a.csv", "sub/{name}.csv"], "{acceleration}.csv"])

    def column(self, numbered: bool, name: str = "c") -> Any:
        position = self.random.randint(1, 40)
        if numbered:
            return self.random.choice([position, [position], [position, position + 1]])
        return self.random.choice([name, f"*{name}*", [name, f"{{acceleration}} {name}"], position, f"{name}(:,1)"])

    def stamps(self, numbered: bool, units: list[str]) -> Keys:
        stamps: Keys = {"column": self.column(numbered, "t")}
        unit = self.random.choice(units)
        if unit != "s" or some(self.random, 0.5):
            stamps["unit"] = unit
        return stamps

    def time(self, numbered: bool) -> Keys:
        clock = self.random.choice(["boot", "unix"]) if self.clock == "bridged" else self.clock
        if clock == "start" and some(self.random, 0.4):
            time: Keys = {"rate": self.random.choice([50, 0.5, 1e9, "*.FrameRate", ["rate", "@rate"]])}
        elif clock == "start":
            time = self.stamps(numbered, ["s", "ms", "us"])
            if some(self.random):
                time["origin"] = "start"
        elif clock == "boot":
            time = self.stamps(numbered, ["s", "ms", "us", "ns", "clock"])
            if time.get("unit") not in ["ns", "clock"] or some(self.random):
                time["origin"] = "boot"
        else:
            time = self.stamps(numbered, ["s", "ms", "us", "ns", "clock", "datetime"])
            if time.get("unit") != "datetime" or some(self.random):
                time["origin"] = "unix" if time.get("unit") == "datetime" else self.random.choice(["unix", "gps"])
        if clock != "start" and time.get("unit") not in ["clock", "datetime"] and some(self.random):
            time["wrap"] = self.random.choice([1, 65536, 4294967296])
        if self.clock == "bridged" or some(self.random, 0.1):
            time["unix"] = self.stamps(numbered, ["s", "ms", "us", "ns", "datetime", "clock"])
        if some(self.random, 0.2):
            time["clockOffset"] = self.random.choice([True, False])
        return time

    def columns(self, kind: str, numbered: bool) -> Keys:
        random = self.random
        if kind in SENSORS:
            names = ["x", "y", "z"]
        elif kind == "heading":
            names = random.sample(OPTIONAL[kind], random.randint(1, 3))
        elif kind == "location":
            names = ["latitude", "longitude"]
        elif kind == "waypoints":
            names = ["px", "py"]
        else:
            names = list(random.choice(ROTATIONS))
            if kind == "pose" or (kind == "reference" and some(random, 0.5)):
                names += ["px", "py", "pz"]
        if kind != "heading":
            names += [name for name in OPTIONAL.get(kind, []) if some(random, 0.5)]
        return {name: self.column(numbered, name) for name in names}

    def sensor(self, kind: str, numbered: bool) -> Keys:
        random = self.random
        stream: Keys = {"columns": self.columns(kind, numbered)}
        if not numbered and some(random, 0.3):
            stream["columns"] = {axis: random.choice([f"{axis} ({{unit}})", [f"{axis} {{unit}}"]]) for axis in "xyz"}
        else:
            stream["unit"] = random.choice(SENSORS[kind])
        if some(random):
            stream["sign"] = random.choice([1, -1] + (["attitude"] if kind == "accelerometer" else []))
        if some(random, 0.2):
            stream["scale"] = random.choice([2, 0.001, 1e-6])
        return stream

    def stream(self, kind: str) -> Keys:
        random = self.random
        own: Keys = {}
        if some(random):
            own["header"] = random.choice([True, False, 1, 2, 9, "comment"])
        header = own.get("header", self.defaults.get("header", True))
        numbered = header is False
        if header == "comment" or some(random, 0.1):
            own["rows"] = {"is": random.choice(["ACCE", 1, True])}
            if some(random, 0.5):
                own["rows"]["column"] = random.randint(1, 5)
        if kind in SENSORS:
            own.update(self.sensor(kind, numbered))
            if some(random):
                own["zeros"] = random.choice(["keep", "skip"])
            if some(random):
                own["uncalibrated"] = random.choice([True, False])
            if some(random):
                plus = self.sensor(kind, numbered)
                if "unit" in own and some(random, 0.5):
                    plus.pop("unit", None)
                if self.container != "file" and some(random, 0.5):
                    plus["file"] = "more.csv"
                own["plus"] = plus
        else:
            own["columns"] = self.columns(kind, numbered)
            if kind in POSITIONS and some(random, 0.5):
                own["unit"] = random.choice(["m", "cm", "mm"])
            optional = [name for name in OPTIONAL.get(kind, []) if name in own["columns"]]
            if optional and some(random, 0.6):
                own["optionalColumns"] = [True if name == "true" and some(random) else name for name in optional]
        if "yaw" in own["columns"] and "sequence" not in self.defaults:
            own["sequence"] = random.choice(SEQUENCES)
        own.update({key: random.choice(values) for key, values in FORMAT.items() if some(random, 0.07)})
        own.update({key: random.choice(values) for key, values in FRAME.items() if some(random, 0.1)})
        if self.container != "file" and ("file" not in self.defaults or some(random)):
            own["file"] = self.files()
        if self.container == "file" and some(random, 0.1):
            own["beside"] = {"imu": "vi"}
        if some(random, 0.2):
            own["where"] = {"column": self.column(numbered), "is": random.choice(["walk", 3, True, 0.5])}
        # Names of columns in the default time do not apply to a file without a header.
        if "time" not in self.defaults or some(random) or (numbered and self.defaults.get("header") is not False):
            own["time"] = self.time(numbered)
        return own

    def streams(self) -> Keys:
        kinds = self.random.sample(KINDS, self.random.randint(1, 4))
        return {
            kind: [self.stream(kind) for _ in range(self.random.randint(1, 3))]
            if some(self.random)
            else self.stream(kind)
            for kind in kinds
        }

    def condition(self) -> Any:
        random = self.random
        if some(random, 0.2):
            return "recording.yaml"
        texts: list[Any] = ["*a.csv", ["a*", "b"], []]
        keys: Keys = {key: random.choice(texts) for key in ["file", "header", "columns", "line"] if some(random, 0.4)}
        if "line" in keys and some(random, 0.5):
            keys["withoutLine"] = random.choice(texts)
        if some(random):
            keys["length"] = [9, 10.5]
        if some(random):
            keys["root"] = "gpx"
        if some(random):
            keys["numbers"] = random.randint(1, 12)
            if some(random, 0.5):
                keys["between"] = random.choice(["space", "comma"])
        if some(random) or not keys:
            keys["metadata"] = {
                "platform": random.choice(["ios", ["ios", "android"], 7, True]),
                "device.model": [1, "b"],
            }
        return keys

    def metadata(self) -> Keys:
        random = self.random
        paths = [{"name": "name"}, {}, {item: f"a.{item}" for item in random.sample(ITEMS, 5)}]
        entries = [{"name": "recording", "id": "recording"}]
        values: dict[str, list[Any]] = {
            "required": [True, False, "reference.csv"],
            "missing": ["recording.yaml is missing"],
            "paths": paths,
            "list": ["recordings"],
            "entryKey": ["id"],
            "entryPaths": paths,
            "keys": [[], ["name", "date", "recordings"]],
            "values": [{"recordings": entries}, {"date": "2016-05-31", "recordings": entries}],
            "clockOffset": [
                [],
                [{"file": "a.txt"}, {"file": "b.txt", "key": "BootTime", "sign": random.choice([1, -1])}],
            ],
        }
        keys: Keys = {"file": random.choice(["recording.yaml", "index.json"])}
        keys.update({key: random.choice(choices) for key, choices in values.items() if some(random, 0.4)})
        return keys

    def layout(self) -> Keys:
        random = self.random
        layout: Keys = {"layout": random.choice(["mine", "my-app", "log 2"]), "recording": self.container}
        for key in ["summary", "expects", "remark", "source", "licence"]:
            if some(random):
                layout[key] = f"The {key}."
        if some(random):
            layout["reportsUnread"] = ".csv"
        if some(random, 0.1):
            layout["calibration"] = random.choice(["calibration.yaml", "sub/calibration.yaml"])
        if some(random, 0.5):
            layout["detect"] = [self.condition() for _ in range(random.randint(0, 3))]
        if some(random):
            layout["words"] = {"acceleration": random.choice(["Acceleration", ["Acceleration", "Beschleunigung"]])}
        if some(random):
            layout["estimators"] = {"madgwick": {"start": "broad", "gain": 0.1, "fast": True}, "mahony": {}}
        if some(random, 0.1):
            layout["form"] = random.choice(["gpx", "nmea", "geopose"])
            layout["recording"] = "file"
            return layout
        if some(random, 0.2):
            layout["form"] = "delimited"
        if self.container != "file" and some(random, 0.4):
            layout["metadata"] = self.metadata()
        if self.defaults:
            layout["defaults"] = self.defaults
        if some(random, 0.7):
            layout["streams"] = self.streams()
            return layout
        layout["variants"] = [{"streams": self.streams()} for _ in range(random.randint(1, 3))]
        for variant in layout["variants"]:
            if some(random, 0.7):
                variant["when"] = self.condition()
            if some(random):
                variant["remark"] = "A caveat."
        return layout


def valid(random: random.Random) -> dict[str, object]:
    """Returns a layout that the schema and the program accept."""
    layout: Keys = copy.deepcopy(Context(random).layout())
    return layout


def all_streams(layout: Keys) -> list[tuple[str, Keys]]:
    """Returns the streams of a layout, with their kinds."""
    maps = [layout["streams"]] if "streams" in layout else [item["streams"] for item in layout.get("variants", [])]
    found: list[tuple[str, Keys]] = []
    for streams in maps:
        for kind, value in streams.items():
            found += [(kind, stream) for stream in (value if isinstance(value, list) else [value])]
    return found


# Each fault returns whether it applies to the layout.
Fault = Callable[[Keys, random.Random], bool]


def put(target: Keys, key: str, value: Any) -> None:
    """Sets a key, or removes it if the value is None."""
    if value is None:
        target.pop(key)
    else:
        target[key] = value


def root_fault(layout: Keys, random: random.Random) -> bool:
    key, value = random.choice(
        [
            *[("unknown", 1), ("stream", {}), ("layout", None), ("layout", []), ("layout", {}), ("recording", None)],
            *[("recording", "zip"), ("recording", True), ("recording", ["file"]), ("form", "csv"), ("form", 3)],
            *[("summary", ["a"]), ("remark", {"a": 1}), ("source", []), ("licence", {}), ("expects", ["a", "b"])],
            *[("reportsUnread", [".csv"]), ("calibration", ["a.yaml"]), ("calibration", "../calibration.yaml")],
            *[("detect", "a.csv"), ("detect", {"file": "a.csv"}), ("words", ["a"]), ("words", {"unit": ["a"]})],
            *[("words", {"a": []}), ("words", {"a": {}}), ("words", {"a": [["b"]]}), ("estimators", ["madgwick"])],
            *[("estimators", {"madgwick": 1}), ("estimators", {"madgwick": {"gain": [1]}}), ("defaults", ["a"])],
            *[("defaults", {"columns": {"x": "x"}}), ("defaults", {"unit": "g"}), ("defaults", {"colapse": True})],
            *[("streams", {}), ("streams", ["accelerometer"]), ("streams", {"barometer": {}}), ("streams", "all")],
            *[("variants", {}), ("variants", [1]), ("variants", "all")],
        ]
    )
    put(layout, key, value)
    return True


def form_fault(layout: Keys, random: random.Random) -> bool:
    if layout.get("form", "delimited") == "delimited":
        fault = random.choice(["form", "none", "both"])
        if fault == "form":
            layout["form"] = random.choice(["gpx", "nmea", "geopose"])
        elif fault == "none":
            layout.pop("streams", None)
            layout.pop("variants", None)
        elif "streams" in layout:
            layout["variants"] = [{"streams": layout["streams"]}]
        else:
            layout["streams"] = layout["variants"][0]["streams"]
        return True
    layout["recording"] = random.choice(["folder", "file-or-folder"])
    return True


def variant_fault(layout: Keys, random: random.Random) -> bool:
    if "variants" not in layout:
        return False
    variant = random.choice(layout["variants"])
    key, value = random.choice(
        [
            ("if", "a.csv"),
            ("streams", None),
            ("streams", {}),
            ("remark", ["a"]),
            ("when", ["a.csv"]),
            ("when", {"files": "a"}),
        ]
    )
    put(variant, key, value)
    return True


def condition_fault(layout: Keys, random: random.Random) -> bool:
    faults: list[Keys] = [
        {"files": "a.csv"},
        {"file": {}},
        {"header": {"a": "b"}},
        {"columns": [["a"]]},
        {"line": {}},
        {"line": "a", "withoutLine": {}},
        {"length": 9},
        {"length": [9]},
        {"length": [1, 2, 3]},
        {"length": ["short", "long"]},
        {"root": []},
        {"numbers": 0},
        {"numbers": -1},
        {"numbers": 1.5},
        {"numbers": "many"},
        {"numbers": 3, "between": "tab"},
        {"metadata": ["ios"]},
        {"metadata": {"platform": {"a": "b"}}},
    ]
    fault = random.choice(faults)
    layout["detect"] = [*layout.get("detect", []), fault]
    return True


def metadata_fault(layout: Keys, random: random.Random) -> bool:
    if layout["recording"] == "file" and "form" not in layout:
        layout["metadata"] = {"file": "recording.yaml"}
        return True
    if "metadata" not in layout:
        return False
    faults: list[Keys] = [
        {"file": []},
        {"path": "a"},
        {"required": ["a"]},
        {"missing": {}},
        {"paths": {"title": "a"}},
        {"paths": {"name": ["a"]}},
        {"paths": ["name"]},
        {"list": []},
        {"entryKey": {}},
        {"entryPaths": {"date": {}}},
        {"keys": "name"},
        {"keys": [["a"]]},
        {"clockOffset": {"file": "a.txt"}},
        {"clockOffset": [{}]},
        {"clockOffset": ["a.txt"]},
        {"clockOffset": [{"file": "a.txt", "unit": "s"}]},
        {"clockOffset": [{"file": "a.txt", "sign": 2}]},
        {"clockOffset": [{"file": [], "key": "a"}]},
    ]
    layout["metadata"].update(random.choice(faults))
    if some(random, 0.1):
        layout["metadata"].pop("file")
    return True


def defaults_fault(layout: Keys, random: random.Random) -> bool:
    streams = all_streams(layout)
    if not streams:
        return False
    defaults = layout.setdefault("defaults", {})
    if layout["recording"] == "file" and some(random):
        defaults["file"] = "a.csv"
        return True
    if some(random):
        defaults[random.choice(["columns", "rows", "where", "plus", "zeros", "scale", "sign", "beside", "tme"])] = "x"
        return True
    key = random.choice([key for key in BAD_FORMAT if key != "header"])
    defaults[key] = random.choice(BAD_FORMAT[key])
    random.choice(streams)[1].pop(key, None)
    return True


def stream_fault(layout: Keys, random: random.Random) -> bool:
    streams = all_streams(layout)
    if not streams:
        return False
    kind, stream = random.choice(streams)
    key = random.choice(
        [*BAD_FORMAT, *["file", "beside", "rows", "where", "unknown", "columns", "optionalColumns", "none"]]
    )
    values: dict[str, list[Any]] = {
        **BAD_FORMAT,
        "file": ["a.csv"] if layout["recording"] == "file" else [[], {}],
        "beside": [{"a": "b", "c": "d"}, {}, "vi", {"": "a"}] if layout["recording"] == "file" else [{"imu": "vi"}],
        "rows": [
            "ACCE",
            {},
            {"column": 2},
            {"is": "A", "column": 0},
            {"is": "A", "column": "a"},
            {"is": []},
            {"is": 1, "a": 2},
        ],
        "where": [
            "a",
            {"is": "a"},
            {"column": 1},
            {"column": 1, "is": []},
            {"column": [], "is": "a"},
            {"column": 1, "is": 1, "a": 1},
        ],
        "unknown": [1],
        "columns": [{}, [], "x", {"v": 1}, {"q": 1}],
        "optionalColumns": ["pz", {}, ["x"], ["qw"], ["unknown"]],
        "none": [None],
    }
    if key == "none":
        if kind in SENSORS and "columns" in stream and some(random):
            stream.pop("columns")
            return True
        missing = random.choice(["columns", "file", "time"])
        if missing in layout.get("defaults", {}) or missing not in stream:
            return False
        stream.pop(missing)
    else:
        stream[key] = random.choice(values[key])
    return True


def shape_fault(layout: Keys, random: random.Random) -> bool:
    maps = [layout["streams"]] if "streams" in layout else [item["streams"] for item in layout.get("variants", [])]
    if not maps:
        return False
    random.choice(maps)[random.choice(KINDS)] = random.choice(["a.csv", 1, True, ["a.csv"], [[]], {}])
    if some(random, 0.3):
        random.choice(maps)["barometer"] = {}
    return True


def header_fault(layout: Keys, random: random.Random) -> bool:
    for _, stream in all_streams(layout):
        header = stream.get("header", layout.get("defaults", {}).get("header", True))
        if header == "comment":
            stream.pop("rows")
            return True
        if header is False:
            parent = random.choice([stream["columns"], stream.get("time", {}), stream.get("where", {})])
            names = [name for name in parent if parent is stream["columns"] or name == "column"]
            if names:
                parent[random.choice(names)] = random.choice(["name", ["name"], 0, -1, [0]])
                return True
    return False


def column_fault(layout: Keys, random: random.Random) -> bool:
    streams = all_streams(layout)
    if not streams:
        return False
    kind, stream = random.choice(streams)
    columns: Keys = stream["columns"]
    fault = random.choice(["role", "missing", "type"])
    if fault == "role":
        foreign = {"x": ["latitude", "qw", "w"], "latitude": ["x", "accuracy"], "px": ["x", "roll", "valid"]}
        own = next(
            (foreign[name] for name in foreign if name in columns and kind not in ORIENTATIONS), ["x", "latitude"]
        )
        columns[random.choice(own)] = 1
    elif fault == "missing":
        optional = [name for name in OPTIONAL.get(kind, []) if name in columns]
        needed = [name for name in columns if name not in optional]
        if not needed:
            return False
        columns.pop(random.choice(needed))
    else:
        columns[random.choice(list(columns))] = random.choice([[], {}, {"a": "b"}, [["a"]], [{}]])
    return True


def time_fault(layout: Keys, random: random.Random) -> bool:
    streams = all_streams(layout)
    if not streams:
        return False
    random.choice(streams)[1]["time"] = random.choice(
        [
            *["t", [], {}, {"unit": "s"}, {"column": 1, "unit": "min"}, {"column": 1, "zone": "UTC"}, {"column": []}],
            *[{"column": {}}, {"column": 1, "origin": "1970"}, {"column": 1, "rate": 50}, {"rate": 50, "unit": "s"}],
            *[{"rate": 50, "origin": "start"}, {"rate": 0}, {"rate": -5}, {"rate": 2e9}, {"rate": []}, {"rate": {}}],
            *[{"column": 1, "unit": "datetime", "origin": "boot"}, {"column": 1, "unit": "ns", "origin": "start"}],
            *[{"column": 1, "unit": "clock", "origin": "start"}, {"column": 1, "clockOffset": "perhaps"}],
            *[
                {"column": 1, "wrap": 10},
                {"column": 1, "unit": "ns", "wrap": 0},
                {"column": 1, "unit": "ns", "wrap": -1},
            ],
            *[{"column": 1, "unit": "clock", "wrap": 10}, {"rate": 50, "wrap": 10}, {"column": 1, "unix": 2}],
            *[{"column": 1, "unit": "us", "origin": "boot", "wrap": 1.5}, {"column": 1, "unix": {}}],
            *[{"column": 1, "unit": "datetime", "wrap": 10}, {"column": 1, "origin": "start", "wrap": 10}],
            *[{"column": 1, "origin": "boot", "wrap": 4611686019}, {"column": 1, "unit": "ns", "wrap": 2**62 + 1}],
            *[{"column": 1, "unit": "ms", "origin": "gps", "wrap": 4611686018428}, {"column": 1, "clockOffset": 1}],
            *[
                {"column": 1, "unit": "us", "origin": "unix", "wrap": 4611686018427388},
                {"column": 1, "unix": {"unit": "s"}},
            ],
            *[
                {"column": 1, "unix": {"column": 2, "unit": "h"}},
                {"column": 1, "unix": {"column": 2, "origin": "unix"}},
            ],
        ]
    )
    return True


def vector_fault(layout: Keys, random: random.Random) -> bool:
    streams = all_streams(layout)
    if not streams:
        return False
    kind, stream = random.choice(streams)
    if kind not in SENSORS:
        key, value = random.choice(
            [
                ("sign", 1),
                ("sign", -1),
                ("scale", 2),
                ("zeros", "keep"),
                ("uncalibrated", False),
                ("plus", {}),
                ("unit", "g"),
            ]
        )
        stream[key] = value
        return True
    key, value = random.choice(
        [
            *[("unit", "mile"), ("unit", "m"), ("unit", 1), ("sign", 2), ("sign", 0), ("sign", []), ("scale", 0)],
            *[("scale", -1), ("scale", "big"), ("scale", []), ("zeros", "error"), ("zeros", True), ("plus", [])],
            *[("uncalibrated", "perhaps"), ("uncalibrated", 2), ("plus", "x"), ("plus", {"zeros": "skip"})],
            *[
                ("plus", {"time": {"column": 1}}),
                ("plus", {"unit": "mile"}),
                ("plus", {"scale": 0}),
                ("plus", {"sign": 3}),
            ],
            *[("plus", {"columns": {"x": 1}}), ("plus", {"columns": {"x": 1, "y": 2, "z": 3, "w": 4}}), ("unit", None)],
            *[("sign", "attitude"), ("plus", {"plus": {}})],
        ]
    )
    if value == "attitude" and kind == "accelerometer":
        return False
    if value is not None:
        stream[key] = value
        return True
    if "unit" not in stream:
        return False
    stream.pop("unit")
    return True


def frame_fault(layout: Keys, random: random.Random) -> bool:
    faults: list[tuple[str, Any, Callable[[str, Keys], bool]]] = [
        *[
            ("axes", axes, lambda kind, _: kind in SENSORS or kind in ORIENTATIONS)
            for axes in [
                ["y", "x", "z"],
                ["x", "y"],
                ["x", "y", "w"],
                "x",
                ["x", "x", "x"],
                ["x", "y", "z", "x"],
                ["-x", "-y", "-z"],
                {},
            ]
        ],
        *[("direction", word, lambda kind, _: kind in ORIENTATIONS) for word in ["device-to-world", True]],
        *[("earth", word, lambda kind, _: kind in ["attitude", "reference"]) for word in ["NUE", "enu", 1]],
        *[("north", word, lambda kind, _: kind in ["attitude", "reference"]) for word in ["grid", False]],
        *[("sequence", word, lambda _, stream: "yaw" in stream["columns"]) for word in ["xyx", "ZYX", []]],
        *[("angleUnit", word, lambda _, stream: "yaw" in stream["columns"]) for word in ["grad", 360]],
        *[
            ("evaluateWindow", value, lambda kind, _: kind == "reference")
            for value in [5, [1], [1, 2, 3], ["a", "b"], "all"]
        ],
        ("unit", "km", lambda kind, _: kind in POSITIONS),
    ]
    key, value, applies = random.choice(faults)
    for kind, stream in all_streams(layout):
        if applies(kind, stream):
            stream[key] = value
            return True
    return False


def sequence_fault(layout: Keys, random: random.Random) -> bool:
    for _, stream in all_streams(layout):
        if "yaw" in stream["columns"] and "sequence" not in layout.get("defaults", {}):
            stream.pop("sequence")
            return True
    return False


FAULTS: list[Fault] = [
    *[
        root_fault,
        form_fault,
        variant_fault,
        condition_fault,
        metadata_fault,
        defaults_fault,
        stream_fault,
        shape_fault,
    ],
    *[header_fault, column_fault, time_fault, vector_fault, frame_fault, sequence_fault],
]


def invalid(random: random.Random) -> dict[str, object]:
    """Returns a layout with a fault that the schema and the program refuse."""
    while True:
        layout = valid(random)
        if random.choice(FAULTS)(layout, random):
            return layout


def accepts(document: dict[str, object], folder: pathlib.Path) -> bool:
    """Returns whether the program accepts a layout, which it reads before it looks for the streams of a recording."""
    layout = folder / "layout.yaml"
    layout.write_text(json.dumps(document), encoding="utf-8")
    recording = folder / "recording"
    if document.get("recording") == "file":
        recording = folder / "recording.csv"
        recording.write_text("a,b\n1,2\n", encoding="utf-8")
    else:
        recording.mkdir()
    # The layout was read if the recording lacks the data, or the layout's calibration file is missing.
    later = [f"sextant: {recording}", f"sextant: {folder}/calibration.yaml", f"sextant: {folder}/sub/"]
    arguments = ["inspect", str(recording), "--layout", str(layout), "--quiet"]
    return is_accepted(arguments, f"sextant: {layout}:", folder, later)
