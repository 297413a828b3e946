"""Accuracy, jitter and latency of the filters for location-based augmented reality, from Python.

Example::

    import sextant

    results = sextant.evaluate("walk", ["vqf", "madgwick:beta=0.1"])
    print(results.run("vqf")["total_rmse_deg"])
    assert not sextant.compare("baseline.json", results).regressions

The functions run the command `sextant`, which the wheel of this package contains. Recordings are paths or arrays
(`Recording`), and an estimator may be a Python class (`estimator`).
"""

from ._command import command_path
from ._errors import EnvironmentFailure, InputError, SextantError, UsageError
from ._estimator import Estimator, PythonPipeline, Update, Updates, estimator
from ._evaluate import EvaluationError, compare, estimate, evaluate, version
from ._recording import Recording, Stream, load
from ._results import Comparison, Failure, Interval, MetricChange, Results, Run

__all__ = [
    "Comparison",
    "EnvironmentFailure",
    "Estimator",
    "EvaluationError",
    "Failure",
    "InputError",
    "Interval",
    "MetricChange",
    "PythonPipeline",
    "Recording",
    "Results",
    "Run",
    "SextantError",
    "Stream",
    "UsageError",
    "Update",
    "Updates",
    "command_path",
    "compare",
    "estimate",
    "estimator",
    "evaluate",
    "load",
    "version",
]
