"""Tests of estimators in Python."""

from __future__ import annotations

import math
from typing import Optional

import pytest

import sextant

Orientation = Optional[tuple[float, float, float, float]]


def product(p: tuple[float, ...], q: tuple[float, ...]) -> tuple[float, float, float, float]:
    """The product of two quaternions."""
    a, b, c, d = p
    e, f, g, h = q
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


class Integration:
    """Integrates the gyroscope from an orientation that gravity gives."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.q: Orientation = None
        self.last = 0.0

    def update(self, sensor: str, time: float, value: tuple[float, float, float]) -> Orientation:
        """Processes a sample."""
        x, y, z = value
        if sensor == "accelerometer":
            if self.q is None:
                length = math.sqrt(x * x + y * y + z * z)
                w = math.sqrt(max((1 + z / length) / 2, 1e-12))
                self.q = (w, y / length / 2 / w, -x / length / 2 / w, 0.0)
                self.last = time
            return None
        if self.q is None:
            return None
        step, self.last = time - self.last, time
        angle = math.sqrt(x * x + y * y + z * z) * step * self.scale
        half = math.sin(angle / 2) / angle * step * self.scale if angle > 0 else 0.0
        q = product(self.q, (math.cos(angle / 2), x * half, y * half, z * half))
        length = math.sqrt(sum(part * part for part in q))
        self.q = (q[0] / length, q[1] / length, q[2] / length, q[3] / length)
        return self.q


Integrator = sextant.estimator(Integration, name="integrator", needs=("gyroscope", "accelerometer"))


def test_an_estimator_is_measured_like_the_command_s_own(recording: sextant.Recording) -> None:
    results = sextant.evaluate(
        recording,
        ["gyroscope", Integrator, Integrator(scale=0.5), Integrator.then("lowPass:cutoff=1Hz")],
        heading_alignment="constant",
        skip=1,
    )
    names = ["gyroscope", "integrator", "integrator:scale=0.5", "integrator+lowPass:cutoff=1Hz"]
    assert [run.pipeline for run in results] == names
    mine, own = results.run("integrator"), results.run("gyroscope")
    assert mine["total_rmse_deg"] == pytest.approx(own["total_rmse_deg"], abs=1.5)
    assert results.run("integrator:scale=0.5")["total_rmse_deg"] > 3 * mine["total_rmse_deg"]
    assert results.run(names[3])["lag_ms"] > mine["lag_ms"] + 20
    # On a busy machine the connection may take longer than the estimator; there is then a reason instead of a time.
    time = mine.metrics["compute_ns_p50"]
    assert "echoing program" in mine.notes["compute_ns_p50"] if time is None else time > 0


def test_filters_of_sensors_come_first() -> None:
    pipeline = Integrator.after("lowPass:sensor=gyroscope,cutoff=2Hz").then("oneEuro")(scale=2)
    assert str(pipeline) == "lowPass:sensor=gyroscope,cutoff=2Hz+integrator:scale=2+oneEuro"
    with pytest.raises(TypeError, match="no parameter 'gain'"):
        Integrator(gain=1)


def test_many_recordings_run_in_parallel(recording: sextant.Recording) -> None:
    import dataclasses

    recordings = [dataclasses.replace(recording, name=f"walk{number}") for number in range(4)]
    results = sextant.evaluate(recordings, Integrator, heading_alignment="constant", jobs=2)
    assert len({run["total_rmse_deg"] for run in results}) == 1
    assert len(results) == 4


def test_the_exception_of_an_estimator_is_the_cause(recording: sextant.Recording) -> None:
    @sextant.estimator
    def faulty() -> sextant.Update:
        def update(sensor: str, time: float, value: tuple[float, float, float]) -> Orientation:
            if time > 1:
                raise ZeroDivisionError("no reason")
            return (1, 0, 0, 0)

        return update

    with pytest.raises(sextant.EvaluationError, match="faulty") as failure:
        sextant.evaluate(recording, ["vqf", faulty])
    assert isinstance(failure.value.__cause__, ZeroDivisionError)
    assert [run.pipeline for run in failure.value.results if run.metrics["total_rmse_deg"] is not None] == ["vqf"]


def test_wrong_definitions_are_errors() -> None:
    def wrong(gain: str = "much") -> Integration:
        raise NotImplementedError

    with pytest.raises(TypeError, match="'gain' has no number"):
        sextant.estimator(wrong)
    with pytest.raises(ValueError, match="name"):
        sextant.estimator(Integration, name="two words")


def test_estimates_of_an_estimator_are_arrays(recording: sextant.Recording) -> None:
    assert recording.gyroscope is not None
    stream = sextant.estimate(recording, Integrator)
    assert abs(len(stream) - len(recording.gyroscope)) < 20
