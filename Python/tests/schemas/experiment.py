"""Definitions of experiments for `sextant run`."""

from __future__ import annotations

import json
import pathlib
import random
from collections.abc import Callable
from typing import Any

from schemas import message
from schemas.generator import Path, Schema, restrict

CALIBRATION = "schema: sextant.calibration/1\ngyroscope: {unit: rad/s, offset: [0.01, 0, -0.02]}\n"
LAYOUT = """layout: step-log
summary: The log of a pedometer
recording: file
detect: [{columns: [ms, ax, ay, az]}]
streams:
  accelerometer: {columns: {x: ax, y: ay, z: az}, unit: g, time: {column: ms, unit: ms}}
"""
PATHS: list[Any] = ["walks/bo_tram", "turns/a_1", "turns/b[12]", 2024, "new/c", "new/d", "new/e"]
FILES = ["trials/a.csv", "trials/b.csv", "walks/bo_tram", "turns/a_1", "turns/b1", "2024", "new/c", "new/d", "new/e"]
TAGS: list[Any] = ["lab", "city", 7]
PARAMETERS = {"mahony": ["kp", "ki"], "madgwick": ["beta"], "vqf+oneEuro": ["oneEuro.minCutoff", "tauMag"], "ekf": []}


def narrow(schema: Schema, random: random.Random) -> None:
    """Restricts names to those that exist, and references to names to those in the same file."""
    ranked = [name for name in schema["$defs"]["metric"]["enum"] if not name.startswith("compute")]
    metrics = ["total_rmse_deg", *random.sample(ranked[1:], random.choice([0, 1, 5]))]
    tags = {"enum": TAGS}
    places = {
        "": {"dependentRequired": {"leaderboard": ["pipelines"]}},
        "$defs/metric": {"enum": metrics},
        "properties/metrics": {"enum": [metrics, *metrics[len(metrics) - 1 :]] if len(metrics) == 1 else [metrics]},
        "$defs/path": {"enum": PATHS},
        "$defs/spec": {"enum": list(PARAMETERS)},
        "$defs/pipeline": {
            "anyOf": [
                {"properties": {"spec": {"const": spec}, "grid": {"propertyNames": {"enum": names}}}}
                for spec, names in PARAMETERS.items()
            ]
        },
        "$defs/axis/anyOf/0": {"minItems": 2, "uniqueItems": True, "items": {"enum": [0.125, 0.375, "0.875", 0.25]}},
        "$defs/axis/anyOf/1/properties/range/items": {"minimum": 0.1, "maximum": 1},
        "$defs/axis/anyOf/1/properties/step": {"maximum": 1},
        "$defs/axis/anyOf/2/properties/log-range/items": {"minimum": 0.1, "maximum": 1},
        "$defs/simulation/properties/scenario": {"enum": ["pan", "walk:speed=1", "still"]},
        "$defs/simulation/properties/noise": {"enum": ["none", "nexus5", "iphone4s:chosen=2"]},
        "$defs/simulation/properties/duration": {"maximum": 600},
        "$defs/recording/properties/calibration": {"const": "phone.yaml"},
        "$defs/recording/properties/layout/anyOf/1": {"enum": ["own.yaml", "./own.yml"]},
        "$defs/estimateText": {"enum": ["mine=est", "mine=est,order=xyzw", "mine=est,two"]},
        "$defs/estimate/properties/name": {"enum": ["theirs", 5.5]},
        "$defs/recording/properties/path/anyOf/1": {"uniqueItems": True},
        "$defs/estimate/properties/path": {"const": "est"},
        "$defs/leaderboard/properties/datasets": {"items": tags},
        **{f"properties/{key}": {"anyOf": [tags, {"type": "array", "items": tags}]} for key in ("only", "groups")},
    }
    for place, condition in places.items():
        restrict(schema, place, condition)


def unique(items: list[Any], name: Callable[[Any], object]) -> list[Any]:
    """Returns the items with different names."""
    return list({str(name(item)): item for item in items}.values())


def named(*keys: str) -> Callable[[Any], object]:
    """Returns a function that finds the name of an entry under the first of the keys that it has."""
    return lambda item: next(item[key] for key in keys if key in item) if isinstance(item, dict) else item


def is_read(document: Any, path: Path) -> bool:
    return True


def finish(document: Any, random: random.Random) -> None:
    """Makes names unique, puts bounds of ranges in order, and adds a recording with all tags."""
    recordings = unique(document["recordings"], named("name", "scenario", "path"))
    paths = [item for item in recordings if "scenario" not in str(item)]
    simulations = [item for item in recordings if "scenario" in str(item)]
    document["recordings"] = [*paths[:1], *simulations, {"path": "trials/*.csv", "tags": TAGS}]
    for key, names in (("pipelines", ("spec",)), ("pipelines", ("name", "spec")), ("calibrations", ("name",))):
        if key in document:
            document[key] = unique(document[key], named(*names))
    if "estimates" in document:
        document["estimates"] = unique(document["estimates"], lambda item: isinstance(item, dict))
    for pipeline in document.get("pipelines", []):
        for axis in pipeline.get("grid", {}).values() if isinstance(pipeline, dict) else []:
            for key in {"range", "log-range"} & {*axis}:
                axis[key] = [min(axis[key]), max(axis[key]) + 1]
    for publication in document.get("leaderboard", {}).get("published", []):
        for row in publication["figures"]:
            row[1] = named("name", "spec")(document["pipelines"][0])


def judged(document: Any, folder: pathlib.Path) -> str | None:
    """Prints the plan of the experiment."""
    for path in FILES:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text("t,x\n0,1\n")
    (folder / "est").mkdir()
    (folder / "est,two").mkdir()
    (folder / "phone.yaml").write_text(CALIBRATION)
    (folder / "own.yaml").write_text(LAYOUT)
    (folder / "own.yml").write_text(LAYOUT)
    (folder / "experiment.yaml").write_text(json.dumps(document))
    return message(["run", "experiment.yaml", "--dry-run", "--quiet"], "experiment.yaml", folder)
