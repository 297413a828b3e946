"""Descriptions of programs that estimate orientations."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any

from schemas import message
from schemas.generator import Path, Schema, restrict




def narrow(schema: Schema, random: random.Random) -> None:
    """Restricts the schema to files that exist and to defaults with a known unit."""
    files = {"enum": ["a.csv", "own.yaml"]}
    restrict(schema, "properties/inputs/anyOf/0", files)
    restrict(schema, "properties/inputs/anyOf/1/items", files)


def is_read(document: Any, path: Path) -> bool:
    return True


def finish(document: Any, random: random.Random) -> None:
    """Makes the command use each parameter, and the default of each parameter one of its values."""
    parameters = document.get("parameters", {})
    unknown = [f"{{{name}}}" for name in ("name", "a", "b2", "x_1") if name not in parameters]
    command = [word for word in document["command"] if not any(text in str(word) for text in unknown)]
    document["command"] = [*command, *(f"--option={{{name}}}" for name in parameters)]
    for parameter in parameters.values():
        if not isinstance(parameter, dict):
            continue
        if "choices" in parameter:
            choices = parameter["choices"]
            parameter["default"] = choices[-1] if isinstance(choices, list) else choices
            # The program ignores the bounds of a word, also if they are not numbers.
            parameter.pop("minimum", None)
            parameter.pop("maximum", None)
        elif isinstance(parameter["default"], str):
            parameter.update(default="5ms", unit="s", minimum=0, maximum=5)
        else:
            bounds = sorted(parameter[key] for key in ("minimum", "maximum") if key in parameter)
            parameter.update(zip([key for key in ("minimum", "maximum") if key in parameter], bounds))
            parameter["default"] = bounds[0] if bounds else parameter["default"]


def judged(document: Any, folder: pathlib.Path) -> str | None:
    """Prints the plan of an experiment with the described program."""
    (folder / "recording").mkdir()
    (folder / "recording" / "gyroscope.csv").write_text("t,x,y,z\n0,0,0,0\n1,0,0,0\n")
    for name in ("a.csv", "own.yaml"):
        (folder / name).write_text("")
    (folder / "program.yaml").write_text(json.dumps(document))
    experiment = {"name": "check", "recordings": ["recording"], "pipelines": ["program.yaml"]}
    (folder / "experiment.yaml").write_text(json.dumps(experiment))
    return message(["run", "experiment.yaml", "--dry-run", "--quiet"], "program.yaml:", folder)
