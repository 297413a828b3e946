"""Tests of evaluations, recordings in memory and errors."""

from __future__ import annotations

import json
import pathlib
import subprocess

import numpy as np
import pytest

import sextant

PIPELINES = ["vqf", "madgwick:beta=0.1"]


def test_the_figures_are_those_of_the_command(walk: pathlib.Path, tmp_path: pathlib.Path) -> None:
    results = sextant.evaluate(walk, PIPELINES)
    options = [option for pipeline in PIPELINES for option in ("--pipeline", pipeline)]
    command = [sextant.command_path(), "evaluate", str(walk), *options, "--format", "json", "--quiet"]
    subprocess.run([*command, "--output", str(tmp_path)], check=True)
    document = json.loads((tmp_path / "results.json").read_text())
    for run, item in zip(results, document["runs"]):
        assert (run.pipeline, run.recording) == (item["pipeline"]["name"], "pan")
        assert run["total_rmse_deg"] == item["accuracy"]["total_rmse_deg"]
        assert run["lag_ms"] == item["latency"]["lag_ms"]
        intervals = {name: {"lower": pair.lower, "upper": pair.upper} for name, pair in run.intervals.items()}
        assert intervals == item["intervals"]
        assert "lag_ms" in intervals
    assert results.means("total_rmse_deg")["vqf"] == results.run("vqf")["total_rmse_deg"]


def test_a_metric_without_a_value_has_its_reason(walk: pathlib.Path) -> None:
    run = sextant.evaluate(walk, "vqf").run("vqf")
    assert run.metrics["pixel_rmse_px"] is None
    with pytest.raises(KeyError, match="add --camera"):
        run["pixel_rmse_px"]


def test_a_recording_in_memory_has_the_same_figures(walk: pathlib.Path, recording: sextant.Recording) -> None:
    from_files, from_memory = sextant.evaluate(walk, PIPELINES), sextant.evaluate(recording, PIPELINES)
    for pipeline, value in from_files.means("total_rmse_deg").items():
        assert from_memory.means("total_rmse_deg")[pipeline] == pytest.approx(value, abs=1e-12)
    assert recording.declination is not None
    assert recording.name == "pan"


def test_masks_of_the_reference_are_used(recording: sextant.Recording) -> None:
    assert recording.reference is not None
    half = recording.reference.times < 15
    masked = sextant.Recording(
        "half",
        gyroscope=recording.gyroscope,
        accelerometer=recording.accelerometer,
        magnetometer=recording.magnetometer,
        reference=recording.reference,
        reference_evaluate=half,
        declination=recording.declination,
    )
    all_run, half_run = sextant.evaluate([recording, masked], "vqf")
    assert half_run.recording == "half"
    assert half_run["count"] < 0.6 * all_run["count"]


def test_estimates_come_back_and_go_in_again(recording: sextant.Recording) -> None:
    estimate = sextant.estimate(recording, "vqf")
    assert estimate.values.shape == (len(estimate), 4)
    assert np.allclose(np.linalg.norm(estimate.values, axis=1), 1)
    results = sextant.evaluate(recording, "vqf", estimates={"mine": estimate})
    assert results.run("mine")["total_rmse_deg"] == pytest.approx(results.run("vqf")["total_rmse_deg"], abs=1e-9)
    with pytest.raises(ValueError, match="one for each"):
        sextant.evaluate([recording, recording], estimates={"mine": estimate})


def test_errors_have_the_words_of_the_command(walk: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with pytest.raises(sextant.UsageError, match="did you mean 'vqf'") as usage:
        sextant.evaluate(walk, "vfq")
    assert usage.value.exit_code == 2
    with pytest.raises(sextant.InputError, match="no such file") as missing:
        sextant.evaluate(tmp_path / "nowhere", "vqf")
    assert missing.value.exit_code == 3
    assert "sextant:" not in str(missing.value)


def test_a_failed_recording_is_not_silent(walk: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(sextant.EvaluationError, match="empty") as partial:
        sextant.evaluate([walk, tmp_path / "empty"], "vqf")
    assert [run.recording for run in partial.value.results] == ["pan"]
    results = sextant.evaluate([walk, tmp_path / "empty"], "vqf", allow_failures=True)
    assert [failure.recording for failure in results.failures] == [str(tmp_path / "empty")]


def test_wrong_shapes_are_errors() -> None:
    with pytest.raises(ValueError, match=r"must have \(n,\) and \(n, 3\)"):
        sextant.Stream.of([0, 1], [[1, 2, 3]])
    stream = sextant.Stream.of([0.0], [[1.0, 2.0, 3.0]])
    with pytest.raises(ValueError, match=r"\(n, 4\)"):
        sextant.Recording("walk", reference=stream)
    with pytest.raises(ValueError, match="name"):
        sextant.Recording("../walk")
    with pytest.raises(ValueError, match="each sample of the reference"):
        sextant.Recording("walk", gyroscope=stream, reference_valid=np.array([True]))


def test_a_missing_command_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEXTANT", "/nowhere/sextant")
    with pytest.raises(sextant.EnvironmentFailure, match="/nowhere/sextant"):
        sextant.version()


def test_results_are_tables(walk: pathlib.Path) -> None:
    results = sextant.evaluate(walk, PIPELINES)
    text = results._repr_html_()
    assert text.count("<tr>") == 3
    assert "madgwick:beta=0.1" in text
    pandas = pytest.importorskip("pandas")
    frame = results.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["pipeline"]) == PIPELINES
    assert frame["pixel_rmse_px"].isna().all()
