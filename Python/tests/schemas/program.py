"""Descriptions of programs that estimate orientations."""

from __future__ import annotations

import pathlib
import random
from typing import Any

from schemas import Kind, message, write
from schemas.generator import Schema

FILES = ["a.csv", "own.yaml"]


class Program(Kind):
    name = "program"

    def conditions(self, schema: Schema, random: random.Random) -> dict[str, Schema]:
        return {f"properties/inputs/anyOf/{place}": {"enum": FILES} for place in ("0", "1/items")}

    def finish(self, document: Any, random: random.Random) -> None:
        """Makes the command use all parameters and no others, and gives each a default within its bounds."""
        parameters = document.get("parameters", {})
        unknown = [f"{{{name}}}" for name in ("name", "unit") if name not in parameters]
        command = [word for word in document["command"] if not any(text in str(word) for text in unknown)]
        document["command"] = [*command, *(f"--option={{{name}}}" for name in parameters)]
        for parameter in parameters.values():
            if isinstance(parameter, dict):
                self.set_default(parameter)

    def set_default(self, parameter: dict[str, Any]) -> None:
        bounds = {key: parameter[key] for key in ("minimum", "maximum") if key in parameter}
        if "choices" in parameter:
            choices = parameter["choices"]
            parameter["default"] = choices[-1] if isinstance(choices, list) else choices
            # The program ignores the bounds and the unit of a word, also if their types are wrong.
            for key in ("minimum", "maximum", "unit"):
                parameter.pop(key, None)
        elif isinstance(parameter["default"], str):
            parameter.update(default="5ms", unit="s", minimum=0, maximum=5)
        elif bounds:
            parameter.update(zip(bounds, sorted(bounds.values())))
            parameter["default"] = min(bounds.values())

    def judged(self, document: Any, folder: pathlib.Path) -> str | None:
        """Prints the plan of an experiment with the described program."""
        (folder / "recording").mkdir()
        (folder / "recording" / "gyroscope.csv").write_text("t,x,y,z\n0,0,0,0\n1,0,0,0\n")
        for name in FILES:
            (folder / name).touch()
        write(folder / "program.yaml", document)
        write(folder / "experiment.yaml", {"recordings": ["recording"], "pipelines": ["program.yaml"]})
        return message(["run", "experiment.yaml", "--dry-run", "--quiet"], "program.yaml:", folder)
