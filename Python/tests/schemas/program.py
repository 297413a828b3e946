"""Random descriptions of programs, for the check of the schema `program`."""

from __future__ import annotations

import copy
import json
import pathlib
import random
from typing import Any, Callable

from schemas import is_accepted

NAME = "program"

_SENSORS = ["gyroscope", "accelerometer", "magnetometer"]
_INPUTS = ["model.bin", "weights.csv"]


def _parameter(random: random.Random) -> tuple[object, bool]:
    """Returns a parameter, and whether it is a mapping."""
    form = random.choice(["number", "flag", "full", "unit", "choices", "flags", "other"])
    if form == "number":
        return random.choice([0, 5, -2.5, 0.1]), False
    if form == "flag":
        return random.choice([True, False]), False
    full: dict[str, Any]
    if form == "full":
        full = {"default": random.choice([1, 2.5, 3])}
        if random.random() < 0.5:
            full["minimum"] = random.choice([0, 1, -5.5])
        if random.random() < 0.5:
            full["maximum"] = random.choice([3, 1e9])
    elif form == "unit":
        unit, suffixes = random.choice(
            [("s", ["", "s", "ms", "min"]), ("Hz", ["", "kHz"]), ("deg", ["deg", "rad"]), ("rad/s", ["deg/s"])]
        )
        suffix = random.choice(suffixes)
        full = {"default": f"{random.choice([1, 0.5])}{suffix}" if suffix else 2, "unit": unit}
        if random.random() < 0.5:
            full["minimum"] = 0
    elif form == "choices":
        words: list[object] = random.choice([["fast"], ["fast", "exact"], [1, 2, 4], [True, False]])
        full = {"default": random.choice(words), "choices": words}
        if full["default"] == "fast" and random.random() < 0.3:
            full["choices"] = "fast"
    elif form == "flags":
        full = {"default": random.choice([True, False])}
    else:
        full = {"default": 0.1, "unit": random.choice(["1/s", "px", ""])}
    if random.random() < 0.4:
        full["summary"] = random.choice(["Gain of the accelerometer.", "Number of steps."])
    return full, True


def valid(random: random.Random) -> dict[str, object]:
    """Returns a description that the schema and the program accept."""
    command: list[object] = [random.choice(["python3", "./estimate", "octave", "/opt/a b"])]
    document: dict[str, object] = {}
    names = random.sample(["beta", "kp", "use_mag", "Window2", "x"], random.choice([0, 0, 1, 2, 3]))
    if names:
        document["parameters"] = {name: _parameter(random)[0] for name in names}
    elif random.random() < 0.2:
        document["parameters"] = {}
    placeholders = [f"{{{name}}}" for name in names]
    if random.random() < 0.5:
        document["mode"] = random.choice(["stream", "batch"])
        if document["mode"] == "batch":
            placeholders += ["{recording}", "{output}"]
    for word in placeholders:
        if random.random() < 0.5:
            command.append("--option")
        command.append(random.choice(["{}", "a={}", "{}{{{{b}}}}", "{}{{{{"]).format(word))
    command += random.sample([3, 0.5, True, "", "{{", "}}x", "{{recording}}", "ä"], random.choice([0, 0, 1, 2]))
    document["command"] = command
    if random.random() < 0.4:
        document["name"] = random.choice(["my-ekf", "A_1", 7, "lowPass"])
    if random.random() < 0.5:
        document["needs"] = random.sample(_SENSORS, random.randint(1, 3))
    if random.random() < 0.4:
        needs = document.get("needs", _SENSORS)
        assert isinstance(needs, list)
        document["driver"] = random.choice(needs)
    if random.random() < 0.4:
        document["order"] = random.choice(["wxyz", "xyzw"])
    if random.random() < 0.4:
        document["world"] = random.choice(["enu", "nwu", "ned"])
    if random.random() < 0.5:
        document["timeout"] = random.choice([60, 0.5, 86_400, "60s", "500ms", "2min", "1h", "1e2us", "0.5s", ".5s"])
    if random.random() < 0.3:
        document["inputs"] = random.choice([_INPUTS[0], _INPUTS, _INPUTS[1:], []])
    if random.random() < 0.3:
        document["repeat"] = random.choice([True, False, "yes", "no"])
    keys = list(document)
    random.shuffle(keys)
    return {key: document[key] for key in keys}


def _with_parameter(value: object, name: str = "fault") -> Callable[[dict[str, Any]], None]:
    """Returns a function that adds a parameter and its placeholder to a description."""

    def apply(document: dict[str, Any]) -> None:
        document.setdefault("parameters", {})[name] = value
        document["command"].append(f"{{{name}}}")

    return apply


def _with_value(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Returns a function that sets a top-level key of a description."""
    return lambda document: document.update({key: value})


def _with_word(word: object, **keys: object) -> Callable[[dict[str, Any]], None]:
    """Returns a function that adds a word to the command, and sets top-level keys."""

    def apply(document: dict[str, Any]) -> None:
        document["command"].append(word)
        document.update(keys)

    return apply


def _without_placeholder(name: str) -> Callable[[dict[str, Any]], None]:
    """Returns a function that makes a batch program whose command lacks a path."""

    def apply(document: dict[str, Any]) -> None:
        document["mode"] = "batch"
        words = [word for word in document["command"] if "{recording}" not in str(word) and "{output}" not in str(word)]
        document["command"] = words + [word for word in ["{recording}", "{output}"] if word != f"{{{name}}}"]

    return apply


def _without_command(document: dict[str, Any]) -> None:
    del document["command"]


def _with_missing_driver(document: dict[str, Any], sensor: int) -> None:
    document["driver"] = _SENSORS[sensor]
    document["needs"] = [name for name in _SENSORS if name != _SENSORS[sensor]]


_BAD_VALUES: dict[str, list[object]] = {
    "nam": ["x"],
    "order ": ["wxyz"],
    "arguments": [[]],
    "name": ["a b", "", "a.b", "ä", "madgwick", "vqfOffline", 1.5, ["a"], {"a": "b"}],
    "command": ["python3 a.py", [], {"program": "a"}, 5],
    "mode": ["streams", "Batch", ["stream"], 1, True],
    "parameters": [["beta"], "beta", 3],
    "needs": ["gyroscope", [], ["gyroscope", "gyroscope"], ["heading"], [["gyroscope"]], {"gyroscope": True}],
    "driver": ["heading", "location", ["gyroscope"], 1],
    "order": ["xwyz", "WXYZ", ["wxyz"], 4],
    "world": ["ENU", "wnu", ["enu"], False],
    "timeout": [0, -1, 86_401, "0s", "-5s", "5 s", "5m", "1d", "soon", ["60s"], {}, True],
    "inputs": [{"file": "model.bin"}, [["model.bin"]], [{}]],
    "repeat": ["maybe", 1, 0, [True], {}],
}

_FAULTS: list[Callable[[dict[str, Any]], None]] = [
    _without_command,
    _without_placeholder("recording"),
    _without_placeholder("output"),
    lambda document: _with_missing_driver(document, 0),
    lambda document: _with_missing_driver(document, 1),
    lambda document: _with_missing_driver(document, 2),
    *[_with_value(key, value) for key, values in _BAD_VALUES.items() for value in values],
    *[_with_word(word) for word in ["{", "a}", "{{x}", "{}", "{no such}", "{{{x", ["a"], {"a": "b"}]],
    _with_word("{recording}", mode="stream"),
    _with_word("x{output}", mode="stream"),
    *[
        _with_parameter(value)
        for value in [
            "fast",
            [1],
            {},
            {"unit": "s"},
            {"default": [1]},
            {"default": {}},
            {"default": "5ms"},
            {"default": "fast"},
            {"default": 1, "minimum": "low"},
            {"default": 1, "maximum": [2]},
            {"default": 1, "minimum": True},
            {"default": 1, "unit": ["s"]},
            {"default": 1, "summary": {"en": "x"}},
            {"default": 1, "range": [0, 2]},
            {"default": 1, "defualt": 2},
            {"default": "a", "choices": []},
            {"default": "a", "choices": {"a": 1}},
            {"default": "a", "choices": [["a"]]},
            {"choices": ["a"]},
        ]
    ],
    *[_with_parameter(1, name) for name in ["driver", "sensor", "sha256", "isolated", "recording", "output"]],
    *[_with_parameter(1, name) for name in ["1st", "_a", "a-b", "a b", "ß"]],
]


def invalid(random: random.Random) -> dict[str, object]:
    """Returns a description with one fault, which the schema and the program refuse."""
    document = copy.deepcopy(valid(random))
    random.choice(_FAULTS)(document)
    return document


def accepts(document: dict[str, object], folder: pathlib.Path) -> bool:
    """Returns whether the plan of an experiment with the described program can be printed."""
    recording = folder / "recording"
    recording.mkdir()
    (recording / "gyroscope.csv").write_text("t,x,y,z\n0,0,0,0\n1,0,0,0\n")
    for name in _INPUTS:
        (folder / name).write_text("")
    (folder / "program.yaml").write_text(json.dumps(document))
    experiment = {"name": "check", "recordings": ["recording"], "pipelines": ["program.yaml"]}
    (folder / "experiment.yaml").write_text(json.dumps(experiment))
    return is_accepted(["run", "experiment.yaml", "--dry-run", "--quiet"], "program.yaml:", folder)
