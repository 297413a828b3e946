"""Definitions of experiments for `sextant run`."""

from __future__ import annotations

import pathlib
import random
from typing import Any

from schemas import Kind, message, write
from schemas.generator import Schema

CALIBRATION = {"schema": "sextant.calibration/1", "gyroscope": {"unit": "rad/s", "offset": [0.01, 0, -0.02]}}
ACCELEROMETER = {"columns": {"x": 1, "y": 2, "z": 3}, "unit": "g", "time": {"column": 4}}
LAYOUT = {"layout": "log", "recording": "file", "streams": {"accelerometer": ACCELEROMETER}}
FILES = ["trials/a.csv", "trials/b.csv", "walks/bo_tram", "turns/a_1", "turns/b1", "2024"]
PATHS: list[Any] = ["walks/bo_tram", "turns/a_1", "turns/b[12]", 2024]
PUBLISHED = "$defs/leaderboard/properties/published/items/properties"
TAGS: list[Any] = ["lab", "city", 7]
PARAMETERS = {"mahony": ["kp", "ki"], "madgwick": ["beta"], "vqf+oneEuro": ["oneEuro.minCutoff", "tauMag"], "ekf": []}
# Values that all these parameters accept.
VALUES: list[Any] = [0.125, 0.375, "0.875", 0.25]
RANGES = [[0.1, 1], [0.25, 0.5]]


def unique(items: list[Any], *keys: str) -> list[Any]:
    """Returns the last item of each name, which is under the first of the keys that the item has, or the whole item."""
    mappings = [item if isinstance(item, dict) else {keys[-1]: item} for item in items]
    names = [next((item[key] for key in keys if key in item), item) for item in mappings]
    return list({str(name): item for name, item in zip(names, items)}.values())


class Experiment(Kind):
    name = "experiment"

    def conditions(self, schema: Schema, random: random.Random) -> dict[str, Schema]:
        """Restricts names to those that exist, and references to names to those in the same file."""
        measured = [metric for metric in schema["$defs"]["metric"]["enum"] if not metric.startswith("compute")]
        metrics = ["total_rmse_deg", *random.sample(measured[1:], random.choice([0, 1, 5]))]
        # Without the key `metrics`, pipelines of orientations are measured by all metrics of orientations.
        locations = schema["$defs"]["metric"]["enum"]
        locations = locations[locations.index("location_error_p50_m") :]
        tags = {"enum": TAGS}
        grids = [
            {"properties": {"spec": {"const": spec}, "grid": {"propertyNames": {"enum": names}, "maxProperties": 1}}}
            for spec, names in PARAMETERS.items()
        ]
        drawn = {"required": ["draws"], "properties": {"scenario": {"const": "office"}, "draws": {"maximum": 3}}}
        return {
            "": {"required": ["metrics"]} if {*metrics} & {*locations} else True,
            "properties/pipelines": {"contains": random.choice([True, {"type": "object", "required": ["search"]}])},
            "properties/resample/anyOf/1": {"items": {"type": ["number", "string"]}},
            "properties/metrics": {"enum": [metrics, "total_rmse_deg"] if len(metrics) == 1 else [metrics]},
            "properties/only": {"anyOf": [tags, {"type": "array", "items": tags}]},
            "properties/groups": {"anyOf": [tags, {"type": "array", "items": tags}]},
            "$defs/metric": {"enum": metrics},
            "$defs/path": {"enum": PATHS},
            "$defs/spec": {"enum": list(PARAMETERS)},
            "$defs/pipeline": {"anyOf": grids},
            "$defs/axis/anyOf/0": {"minItems": 2, "uniqueItems": True, "items": {"enum": VALUES}},
            "$defs/axis/anyOf/1/properties/range": {"enum": RANGES},
            "$defs/axis/anyOf/1/properties/step": {"maximum": 0.2},
            "$defs/axis/anyOf/2/properties/log-range": {"enum": RANGES},
            "$defs/simulation/properties/scenario": {"enum": ["pan", "walk:speed=1", "still", "office"]},
            "$defs/simulation": {"anyOf": [{"properties": {"draws": False}}, drawn]},
            "$defs/simulation/properties/noise": {"enum": ["none", "nexus5", "iphone4s:chosen=2"]},
            "$defs/simulation/properties/duration": {"maximum": 600},
            "$defs/recording/properties/path/anyOf/1": {"uniqueItems": True},
            "$defs/recording/properties/calibration": {"const": "phone.yaml"},
            "$defs/recording/properties/layout/anyOf/1": {"enum": ["own.yaml", "./own.yaml"]},
            "$defs/estimateText": {"enum": ["a=est", "b=est,order=xyzw", "c=est,two"]},
            "$defs/estimate/properties/name": {"enum": ["theirs", 5.5]},
            "$defs/estimate/properties/path": {"const": "est"},
            "$defs/leaderboard/properties/datasets": {"items": tags},
            f"{PUBLISHED}/figures/items": {"prefixItems": [True, {"const": "ekf"}]},
        }

    def finish(self, document: Any, random: random.Random) -> None:
        """Makes names unique, and adds recordings with all tags and the pipeline of published values."""
        simulations = [item for item in document["recordings"] if "scenario" in str(item)]
        others = [item for item in document["recordings"] if "scenario" not in str(item)]
        document["recordings"] = [*others[:1], *simulations, {"path": "trials/*.csv", "tags": TAGS}]
        if "leaderboard" in document:
            document.setdefault("pipelines", []).append("ekf")
        names = [("recordings", "name", "scenario"), ("pipelines", "spec"), ("pipelines", "name", "spec")]
        for key, *keys in [*names, ("calibrations", "name"), ("estimates", "name")]:
            if key in document:
                document[key] = unique(document[key], *keys)

    def judged(self, document: Any, folder: pathlib.Path) -> str | None:
        """Prints the plan of the experiment."""
        for path in FILES:
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text("t,x\n0,1\n")
        for path in ("est", "est,two"):
            (folder / path).mkdir()
        write(folder / "phone.yaml", CALIBRATION)
        write(folder / "own.yaml", LAYOUT)
        write(folder / "experiment.yaml", document)
        return message(["run", "experiment.yaml", "--dry-run", "--quiet"], "experiment.yaml", folder)
