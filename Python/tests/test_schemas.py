"""The schemas of `sextant schema` and the command's own readers judge files alike."""

from __future__ import annotations

import json
import os
import pathlib
import re
import tempfile
from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

# A minimal installation of the package is tested without them.
pytest.importorskip("jsonschema")
pytest.importorskip("yaml")

import jsonschema
import yaml

from schemas import Kind
from schemas.experiment import Experiment
from schemas.generator import keys_of, subschemas, unknown_names, unlisted
from schemas.layout import Layout
from schemas.program import Program
from schemas.recording import Recording
from schemas.results import Results
from schemas.table import Table
from sextant._command import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS: list[Kind] = [Experiment(), Layout(), Program(), Recording(), Results(), Table()]
# The files of the project, which the command reads.
FILES = {
    "experiment": "Benchmarks/experiments/*.yaml",
    "layout": "Sources/Recordings/Layouts/*.yaml",
    "recording": "Datasets/*/recording.yaml",
    "table": "Reports/*/table.yaml",
}
# Noise models.
OTHERS = {"iphone3gs-indoors.yaml", "six-axis.yaml", "uncalibrated.yaml"}
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


def is_mapping(schema: Any) -> bool:
    """Returns whether a schema describes a mapping. Others that have `properties` are conditions."""
    return "object" in schema.get("type", "")


def folder_in(parent: pathlib.Path) -> pathlib.Path:
    return pathlib.Path(tempfile.mkdtemp(dir=parent))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_schema_and_command_agree_on_generated_files(kind: Kind, tmp_path: pathlib.Path) -> None:
    """Both accept generated files, which together have every key, and refuse the files with one fault."""
    validates = validator(kind.name)
    schema = validates.schema
    missing = {(id(node), key) for node in subschemas(schema) for key in node.get("properties", {}) if is_mapping(node)}
    for seed in range(CASES):
        random = Random(seed)
        document = kind.valid(schema, random)
        missing -= keys_of(schema, document)
        assert validates.is_valid(document), json.dumps(document)
        message = kind.judged(document, folder_in(tmp_path))
        assert message is None, f"{message}\n{json.dumps(document)}"
        faulty, path = kind.invalid(schema, document, random)
        message = kind.judged(faulty, folder_in(tmp_path))
        assert message is not None, f"{path} in {json.dumps(faulty)}"
    assert CASES < 200 or {key for _, key in missing} <= kind.exceptions


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_schema_contains_the_names_in_messages(kind: Kind, tmp_path: pathlib.Path) -> None:
    """A message about an unknown key or word lists no name that the schema lacks."""
    schema = validator(kind.name).schema
    tested: list[set[str]] = []
    for seed in range(CASES):
        for document, known in unknown_names(schema, kind.valid(schema, Random(seed))):
            if known not in tested:
                tested.append(known)
                message = kind.judged(document, folder_in(tmp_path)) or ""
                assert {*unlisted(message, known)} <= kind.exceptions, message


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
