"""Files that have a schema: cases for each kind, and the command's judgement of them."""

from __future__ import annotations

import copy
import json
import pathlib
import random
from collections.abc import Sequence
from typing import Any

from schemas.generator import Generator, Path, Schema
from sextant._command import run


class Kind:
    """A kind of file. Subclasses contain what only the program knows about it."""

    name: str
    # YAML does not distinguish `5` and `"5"` reliably, JSON does.
    is_yaml = True
    # Names that only the program has, or only the schema.
    exceptions: set[str] = set()

    def valid(self, schema: Schema, random: random.Random) -> Any:
        """Returns a file that the schema and the program accept."""
        narrowed = copy.deepcopy(schema)
        for pointer, condition in self.conditions(schema, random).items():
            part = narrowed
            for key in filter(None, pointer.split("/")):
                part = part[int(key) if isinstance(part, list) else key]
            part["allOf"] = [*part.get("allOf", []), condition]
        document = Generator(narrowed, random).document()
        self.finish(document, random)
        return document

    def invalid(self, schema: Schema, document: Any, random: random.Random) -> tuple[Any, Path]:
        """Returns a copy of a file with a fault, for which both refuse it, and the path of the fault."""
        generator = Generator(schema, random)
        while True:
            faulty, path = generator.fault(document, self.is_yaml)
            if self.is_read(faulty, path):
                return faulty, path

    def conditions(self, schema: Schema, random: random.Random) -> dict[str, Schema]:
        """Returns what only the program checks, such as names of files that exist, by the pointer of the schema's part.

        The empty pointer is the whole schema.
        """
        return {}

    def finish(self, document: Any, random: random.Random) -> None:
        """Changes a file that meets the conditions so that references between its parts are correct."""

    def is_read(self, document: Any, path: Path) -> bool:
        """Returns whether the program reads the value at a path. It ignores some values that have no effect."""
        return True

    def judged(self, document: Any, folder: pathlib.Path) -> str | None:
        """Returns the program's message about a file, or None if it accepts the file."""
        raise NotImplementedError


def write(path: pathlib.Path, document: Any) -> None:
    """Writes a file in JSON, which is also YAML."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")


def message(arguments: Sequence[str], file: str, folder: pathlib.Path, later: Sequence[str] = ()) -> str | None:
    """Runs the command in a folder, and returns its message about a file, or None if it accepts the file.

    A message with one of the texts `later` is about what is read after the file, so that the file was accepted.
    """
    result = run(arguments, accepted=(0, 2, 3), folder=folder)
    if result.returncode == 0:
        return None
    if file not in result.stderr:
        assert any(text in result.stderr for text in later), result.stderr
        return None
    return result.stderr
