"""Definitions of report tables: `table.yaml`."""

from __future__ import annotations

import pathlib
import random
from typing import Any

from schemas import Kind, message, write
from schemas.generator import Path, Schema, value_at

SPECS = {"pipelines": ["triad+lowPass:alpha=0.2", "vqf", "fixes"], "systems": ["area", "area:radius=5km", "layar"]}
VARIED = {"pipelines": "triad+lowPass:alpha={value}", "systems": "area:alpha={value}"}
SCENARIOS = ["walk", "pan:angle=45deg", "still"]
ESTIMATES = ["other=a,b.csv,order=xyzw,clock=-0.5", "b=out,clock-rate=1.5,body=y/-x/z"]


def subjects(key: str) -> Schema:
    """Returns the condition for SPECs, with values only if the SPEC contains a place for them."""
    fixed = {"properties": {"spec": {"enum": SPECS[key]}, "values": False}}
    values = {"items": {"minimum": 0.1, "maximum": 1}}
    varied = {"required": ["values"], "properties": {"spec": {"const": VARIED[key]}, "values": values}}
    return {"items": {"anyOf": [{"enum": SPECS[key]}, {"type": "object", "anyOf": [fixed, varied]}]}}


class Table(Kind):
    name = "table"
    # Only sextant-study supports these kinds of tables.
    exceptions = {"claims", "seed-figures"}

    def conditions(self, schema: Schema, random: random.Random) -> dict[str, Schema]:
        """Restricts names to those that exist, and simulations to a size that fits in memory."""
        scenario = "$defs/scenarios/items"
        return {
            "": {"properties": dict.fromkeys(self.exceptions, False)},
            **{f"$defs/evaluation/properties/{key}": subjects(key) for key in SPECS},
            scenario: {"anyOf": [{"type": "object"}, {"enum": SCENARIOS}]},
            f"{scenario}/properties/scenario": {"enum": SCENARIOS},
            f"{scenario}/properties/noise": {"enum": ["none", "iphone4s:chosen=2"]},
            f"{scenario}/properties/duration": {"maximum": 600},
            "$defs/recordings/items/properties/layout": {"enum": ["native", "broad"]},
            "$defs/estimate/properties/name": {"enum": ["theirs", 5.5]},
            "$defs/estimate": {"anyOf": [{"type": "object"}, {"enum": ESTIMATES}]},
        }

    def finish(self, document: Any, random: random.Random) -> None:
        """Makes columns and the ranking refer to groups and variants that exist, and names of estimates unique."""
        content = document.get("evaluation")
        if not content:
            return
        if "ranking" in content:
            content["ranking"]["baseline"] = "c"
            content["scenarios"] = [*content.get("scenarios", []), {"scenario": "walk", "variant": "c", "group": "d"}]
        inputs = [item for key in ("recordings", "data", "scenarios") for item in content.get(key, [])]
        groups = [item["group"] for item in inputs if isinstance(item, dict) and "group" in item]
        keys = len(content["rows"]) + ("across" in content)
        for column in content["columns"]:
            if column.pop("group", None) is not None and groups:
                column["group"] = random.choice(groups)
            if "published" in column:
                column["published"] = [[line[0]] * keys + [2.5] for line in column["published"]]
        if "estimates" in content:
            estimates = {str(item["name"] if isinstance(item, dict) else item): item for item in content["estimates"]}
            content["estimates"] = list(estimates.values())

    def is_read(self, document: Any, path: Path) -> bool:
        # In a column, the program ignores the metric beside published values, and the decimals beside digits.
        ignored = {"metric": "published", "decimals": "digits"}
        return "columns" not in path or ignored.get(str(path[-1]), "") not in value_at(document, path[:-1])

    def judged(self, document: Any, folder: pathlib.Path) -> str | None:
        """Reads the definition. A table that is not checked is not computed."""
        unchecked = {"unchecked": "nothing is computed", **document} if isinstance(document, dict) else document
        write(folder / "Reports" / "table" / "table.yaml", unchecked)
        return message(["tables", "table", "--check", "--directory", "Reports"], "table.yaml", folder)
