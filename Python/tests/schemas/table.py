"""Definitions of report tables: `table.yaml`."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any

from schemas import message
from schemas.generator import Path, Schema, restrict

PIPELINES = ["triad", "triad+lowPass:alpha=0.2", "vqf", "fixes", "area"]
SYSTEMS = ["area", "area:radius=5km", "layar"]
SCENARIOS = ["walk", "pan:angle=45deg", "still"]
ESTIMATES = ["other=out/other", "other=a,b.csv,order=xyzw,clock=-0.5", "b=out,clock-rate=1.5,body=y/-x/z"]


# Values that each SPEC allows.
UNIT = {"minimum": 0.1, "maximum": 1}


def subjects(specs: list[str], varied: str) -> Schema:
    """Returns the condition for SPECs, with values only if the SPEC contains a place for them."""
    fixed = {"properties": {"spec": {"enum": specs}, "values": False}}
    with_values = {"properties": {"spec": {"const": varied}, "values": {"minItems": 1, "items": UNIT}}}
    mappings = {"type": "object", "anyOf": [fixed, {"required": ["values"], **with_values}]}
    return {"items": {"anyOf": [{"enum": specs}, mappings]}}


def narrow(schema: Schema, random: random.Random) -> None:
    for kind in ("claims", "seed-figures"):
        restrict(schema, f"properties/{kind}", {"not": {}})
    restrict(schema, "$defs/evaluation/properties/pipelines", subjects(PIPELINES, "triad+lowPass:alpha={value}"))
    restrict(schema, "$defs/evaluation/properties/systems", subjects(SYSTEMS, "area:alpha={value}"))
    restrict(schema, "$defs/scenarios/items", {"anyOf": [{"type": "object"}, {"enum": SCENARIOS}]})
    restrict(schema, "$defs/scenarios/items/properties/scenario", {"enum": SCENARIOS})
    restrict(schema, "$defs/scenarios/items/properties/noise", {"enum": ["none", "iphone4s:chosen=2"]})
    restrict(schema, "$defs/scenarios/items/properties/duration", {"maximum": 600})
    restrict(schema, "$defs/recordings/items/properties/layout", {"enum": ["native", "broad"]})
    restrict(schema, "$defs/estimate/properties/name", {"enum": ["theirs", 5.5]})
    restrict(schema, "$defs/estimate", {"anyOf": [{"type": "object"}, {"enum": ESTIMATES}]})


def is_read(document: Any, path: Path) -> bool:
    return True


def finish(document: Any, random: random.Random) -> None:
    """Makes columns and the ranking refer to groups and variants that exist, and names of estimates unique."""
    content = document.get("evaluation")
    if not content:
        return
    if "ranking" in content:
        content["scenarios"] = [*content.get("scenarios", []), {"scenario": "walk", "variant": "c"}]
        content["ranking"]["baseline"] = "c"
    inputs = [item for key in ("recordings", "data", "scenarios") for item in content.get(key, [])]
    groups = [item["group"] for item in inputs if isinstance(item, dict) and "group" in item]
    for column in content["columns"]:
        if "group" in column:
            del column["group"]
            column.update({"group": random.choice(groups)} if groups else {})
        for line in column.get("published", []):
            line[:] = [line[0]] * (len(content["rows"]) + ("across" in content)) + [2.5]
    if "estimates" in content:
        names = {str(item["name"] if isinstance(item, dict) else item.split("=")[0]): item for item in content["estimates"]}
        content["estimates"] = list(names.values())


def judged(document: Any, folder: pathlib.Path) -> str | None:
    """Reads the definition. A table that is not checked is not computed."""
    file = folder / "Reports" / "table" / "table.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({**document, "unchecked": document.get("unchecked", "nothing is computed")}))
    return message(["tables", "table", "--check", "--directory", "Reports"], "table.yaml", folder)
