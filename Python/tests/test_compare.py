"""Tests of comparisons with a baseline."""

from __future__ import annotations

import pathlib

import pytest

import sextant


def test_the_same_results_pass(walk: pathlib.Path, tmp_path: pathlib.Path) -> None:
    results = sextant.evaluate(walk, "vqf")
    results.save(tmp_path / "baseline.json")
    comparison = sextant.compare(tmp_path / "baseline.json", results)
    assert comparison.passed
    assert not comparison.regressions
    assert sextant.Results.load(tmp_path / "baseline.json").run("vqf").metrics == results.run("vqf").metrics


def test_a_worse_filter_is_a_regression_unless_it_is_accepted(recording: sextant.Recording) -> None:
    worse = sextant.evaluate(recording, "vqf", options=["--skip", "5"])
    better = sextant.evaluate(recording, "vqf")
    metrics = ["total_rmse_deg"]
    first, second = sorted([worse, better], key=lambda results: results.run("vqf")["total_rmse_deg"])
    comparison = sextant.compare(first, second, metrics=metrics)
    assert not comparison.passed
    assert [change.metric for change in comparison.regressions] == metrics
    assert "worse" in str(comparison.regressions[0])
    assert sextant.compare(first, second, metrics=metrics, thresholds={"total_rmse_deg": 500}).passed
    assert sextant.compare(first, second, metrics=metrics, thresholds={"total_rmse_deg": "90abs"}).passed


def test_a_missing_run_fails(walk: pathlib.Path) -> None:
    both, one = sextant.evaluate(walk, ["vqf", "madgwick"]), sextant.evaluate(walk, "vqf")
    assert not sextant.compare(both, one).passed
    assert sextant.compare(both, one, allow_missing=True).passed


def test_another_schema_is_an_error() -> None:
    with pytest.raises(ValueError, match="schema"):
        sextant.Results.from_document({"schema": "other"})
