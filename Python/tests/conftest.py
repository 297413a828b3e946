"""Recordings for the tests, which the command simulates."""

from __future__ import annotations

import pathlib

import pytest

import sextant
from sextant._command import run


@pytest.fixture(scope="session")
def walk(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A simulated recording of 30 s."""
    path = tmp_path_factory.mktemp("recordings") / "walk"
    run(["simulate", "pan", "--output", str(path), "--quiet"])
    return path


@pytest.fixture(scope="session")
def recording(walk: pathlib.Path) -> sextant.Recording:
    """The same recording in memory."""
    return sextant.load(walk)
