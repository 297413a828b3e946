"""The schemas of `sextant schema` and the command's own readers judge files alike."""

from __future__ import annotations

import copy
import importlib
import json
import os
import pathlib
import random
import re
from collections.abc import Hashable
from typing import Any

import pytest

# A minimal installation of the package is tested without them.
pytest.importorskip("jsonschema")
pytest.importorskip("yaml")

import jsonschema
import yaml

from schemas.generator import Generator, Path, Schema
from sextant._command import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ("experiment", "layout", "program", "recording", "results", "table")
# The files of the project, which the command reads.
FILES = {
    "experiment": "Benchmarks/experiments/*.yaml",
    "layout": "Sources/Recordings/Layouts/*.yaml",
    "recording": "Datasets/*/recording.yaml",
    "table": "Reports/*/table.yaml",
}
# Not an experiment.
OTHERS = {"iphone3gs-indoors.yaml"}
# SEXTANT_SCHEMA_CASES sets more for a long test.
CASES = int(os.environ.get("SEXTANT_SCHEMA_CASES", "10"))


class Loader(yaml.SafeLoader):
    """YAML 1.2, where `y` and `no` are text, with keys that are always text, as in the command."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        self.flatten_mapping(node)
        return {key.value: self.construct_object(value, deep=True) for key, value in node.value}


BOOL = "tag:yaml.org,2002:bool"
Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != BOOL]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(BOOL, re.compile("^(true|false)$"), list("tf"))


def validator(kind: str) -> Any:
    schema = json.loads(run(["schema", kind]).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def case(kind: str, schema: Schema, seed: int, is_valid: bool) -> tuple[Any, Path]:
    """Returns a file that the schema accepts, or one with a fault and the path of the fault."""
    module = importlib.import_module(f"schemas.{kind}")
    narrowed = copy.deepcopy(schema)
    module.narrow(narrowed, random.Random(seed))
    document = Generator(narrowed, seed).value(narrowed)
    module.finish(document, random.Random(seed))
    assert jsonschema.Draft202012Validator(schema).is_valid(document), json.dumps(document)
    if is_valid:
        return document, ()
    generator = Generator(schema, seed, is_yaml=kind != "results")
    while True:
        faulty, path = generator.fault(document)
        if module.is_read(document, path):
            return faulty, path


def judged(kind, document, folder):
    module = importlib.import_module(f"schemas.{kind}")
    return module.judged(document, folder)


@pytest.mark.skipif(not (ROOT / "Sources").is_dir(), reason="the files of the project are missing")
@pytest.mark.parametrize("kind", FILES)
def test_files_of_the_project_are_valid(kind: str) -> None:
    """The files that the project's own tests read are valid."""
    schema = validator(kind)
    paths = [path for path in sorted(ROOT.glob(FILES[kind])) if path.name not in OTHERS]
    assert paths
    for path in paths:
        errors = [error.message for error in schema.iter_errors(yaml.load(path.read_text(), Loader))]
        assert not errors, f"{path}: {errors}"


def listed(subject: str, indent: int) -> set[str]:
    """The names that `sextant list` prints at an indentation."""
    text = run(["list", subject]).stdout
    return set(re.findall(rf"^ {{{indent}}}([A-Za-z][\w-]*)(?= |$)", text, re.MULTILINE))


def test_lists_of_names_are_complete() -> None:
    """The schemas repeat names of catalogues, for completion."""
    table, experiment, program = (validator(kind).schema for kind in ("table", "experiment", "program"))
    assert set(table["$defs"]["metric"]["enum"]) == listed("metrics", 2)
    assert set(experiment["$defs"]["metric"]["enum"]) <= listed("metrics", 2)
    layouts = experiment["$defs"]["recording"]["properties"]["layout"]["anyOf"][0]["enum"]
    assert set(layouts) == listed("layouts", 0)
    assert set(program["properties"]["name"]["not"]["enum"]) == listed("estimators", 0)
