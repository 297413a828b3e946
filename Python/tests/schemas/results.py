"""Random results of evaluations: `results.json`."""

from __future__ import annotations

import copy
import json
import pathlib
import random as randomness
from typing import Any

from schemas import is_accepted

NAME = "results"

Random = randomness.Random
Document = dict[str, object]

_COUNT = 1 << 53
_SMALLER = {"polarity": "smaller is better", "unit": "deg"}
_POLARITIES = ["smaller is better", "larger is better", "closer to zero is better", "neutral"]
_TOOL: dict[str, Any] = {"revision": "unknown", "version": "0.1.0"}
_HOST: dict[str, Any] = {
    "architecture": "x86_64",
    "build": "release",
    "cores": 2,
    "elapsed_s": 0.08928358554840088,
    "jobs": 2,
    "started_at": "2026-11-28T17:10:23Z",
    "system": "Debian GNU/Linux 12 (bookworm)",
}
# A part of the results of `sextant evaluate Datasets/pan --pipeline triad --pipeline vqf`.
_RUN: dict[str, Any] = {
    "accuracy": {
        "count": 1800,
        "heading_claimed_68_percent": None,
        "heading_drift_deg_per_min": 2.289732907513558,
        "heading_rmse_deg": 6.418618367338259,
        "total_rmse_deg": 7.039940453971454,
    },
    "jitter": {"increment_rms_deg": 4.843700556748271, "jump_count": 792, "still_rms_deg": 3.4173590809205443},
    "latency": {"compute_ns_p50": 455.1, "lag_ms": -3.195310646488323, "step_rise_ms": None},
    "screen": {"pixel_rmse_px": None, "jump_8px_count": None},
    "location": {"location_error_p95_m": None, "location_count": None},
    "frequency_response": None,
    "intervals": {
        "heading_rmse_deg": {"lower": 2.6235131257089, "upper": 12.872862535596706},
        "lag_ms": {"lower": -8.289454368639689, "upper": 7.433143272207861},
    },
    "notes": {
        "frequency_response": "the recording has no sine or chirp about an axis of rotation",
        "step_rise_ms": "the recording has no step",
    },
    "orientations": 1800,
    "pipeline": {"name": "triad", "parameters": {"maximumGap": 1, "reference": "gravity"}},
    "recording": {
        "clock": {
            "applied": False,
            "compared": "angular speed of the gyroscope with that of the reference",
            "correlation": 0.9999787234536183,
            "offset_s": -3.204510987659731e-05,
            "uncertainty_s": 0.0002369675843544506,
        },
        "duration_s": 30,
        "name": "pan",
        "samples": 4001,
        "sha256": "f36630ef822ee3df5cce11af0608b56bddba791aff557d7d93faad887920ec5b",
    },
    "reference": {"alignment": "interpolated", "kind": "truth"},
    "remarks": ["one orientation per gyroscope sample"],
    "skipped": {"samples without an orientation": 1},
}
_REQUIRED_OF_RUN = ["recording", "pipeline", "accuracy", "jitter", "latency"]
_GROUPS = ["accuracy", "jitter", "latency", "screen", "location"]


def _some(random: Random, values: dict[str, Any], share: float) -> dict[str, Any]:
    """Returns a random selection of the entries. Optional values are absent or null."""
    chosen: dict[str, Any] = {}
    for key, value in values.items():
        if random.random() < share:
            chosen[key] = value
        elif random.random() < 0.2:
            chosen[key] = None
    return chosen


def _number(random: Random) -> float:
    return random.choice([0, 5, -2.5, 1e100, -1e100, random.uniform(-100, 100)])


def _count(random: Random) -> int:
    return random.choice([0, 1, 1800, _COUNT])


def _stretches(random: Random, counts: list[int], ascending: bool) -> str:
    numbers = [random.uniform(-5, 100) for _ in range(sum(counts))]
    if ascending:
        numbers.sort()
    parts: list[str] = []
    for count in counts:
        parts.append(" ".join(str(number) for number in numbers[:count]))
        numbers = numbers[count:]
    return ";".join(parts)


def _series(random: Random, share: float) -> dict[str, Any]:
    counts = [random.randint(1, 4) for _ in range(random.randint(1, 3))]
    series: dict[str, Any] = {
        "error_kind": random.choice(["total", "inclination", "short_term"]),
        "time_s": _stretches(random, counts, True),
        "error_deg": _stretches(random, counts, False),
        "error_quantiles_deg": random.choice(["", _stretches(random, [101], True)]),
    }
    pairs = [
        ("frequency_hz", "spectrum_deg2_per_hz"),
        ("step_time_s", "step_percent"),
        ("step_truth_time_s", "step_truth_percent"),
    ]
    for x, y in pairs:
        if random.random() < share:
            series.update({x: _stretches(random, counts, True), y: _stretches(random, counts, False)})
    ranges = {"rests_s": _stretches(random, [2, 2], True), "disturbances_s": ""}
    return {**series, **_some(random, ranges, share)}


def _scene(random: Random, share: float) -> dict[str, Any]:
    optional: dict[str, Any] = {
        "heading_deg": _number(random),
        "uncertainty_deg": _number(random),
        "reason": "the scene has no pair of fixes",
        "reference_heading_deg": _number(random),
        "reference_uncertainty_deg": _number(random),
        "reference_source": random.choice(["simulation", "truth", "fixes"]),
        "error_before_deg": _number(random),
        "steady_after": _count(random),
    }
    errors = [_number(random) for _ in range(random.randint(0 if share < 1 else 1, 3))]
    counts = {"rounds": _count(random), "corrections": _count(random)}
    return {**counts, "errors_deg": errors, **_some(random, optional, share)}


def _rotation(random: Random) -> dict[str, Any]:
    return {
        "angle_deg": _number(random),
        "axis": [0.6, 0, -0.8],
        "residual": _number(random),
        "uncertainty_deg": _number(random),
        "source": random.choice(["gyroscope", "accelerometer", "attitude"]),
    }


def _reference(random: Random, share: float) -> dict[str, Any]:
    axis = {
        "axis": [0, 0, 1],
        "source": random.choice(["gravity", "rotations"]),
        "wobble_deg": _number(random),
        "effect_deg": _number(random),
    }
    frames = {"body": _rotation(random), "world": _rotation(random), **_some(random, {"single_axis": axis}, share)}
    optional: dict[str, Any] = {
        "span_s": random.choice([0, 2, 1e100]),
        "heading_alignment": random.choice(["none", "constant", "first"]),
        "frames": frames,
    }
    return {
        "kind": random.choice(["truth", "device", "gyroscope"]),
        "alignment": "exact",
        **_some(random, optional, share),
    }


def _clock(random: Random) -> dict[str, Any]:
    clock: dict[str, Any] = {"applied": random.random() < 0.5, "compared": "angular speeds"}
    if random.random() < 0.5:
        offset = {"offset_s": _number(random), "uncertainty_s": _number(random), "correlation": _number(random)}
        return {**clock, **offset}
    return {**clock, "reason": "the motion is too small", **random.choice([{}, {"offset_s": None}])}


def _frequency(random: Random, share: float) -> dict[str, Any]:
    optional = {"gain": _number(random), "phase_deg": random.uniform(-400, 90), "delay_ms": random.uniform(-9, 99)}
    return {"frequency_hz": _number(random), "coherence": _number(random), **_some(random, optional, share)}


def _run(random: Random, share: float) -> dict[str, Any]:
    run = copy.deepcopy(_RUN)
    for group in _GROUPS:
        for name in run[group]:
            if random.random() < 0.3:
                run[group][name] = random.choice([None, _number(random)])
        if random.random() < 0.3:
            run[group]["unknown_metric_m"] = random.choice([None, 1.5])
    lower, upper = sorted([_number(random), _number(random)])
    run["intervals"]["lag_ms"] = {"lower": lower, "upper": upper}
    run["orientations"] = _count(random)
    run["skipped"]["samples of the same time"] = _count(random)
    run["frequency_response"] = [_frequency(random, share)]
    run["added_metrics"] = [
        {
            "name": "within_2_percent",
            "group": random.choice(["accuracy", "jitter", "latency", "a later group"]),
            "unit": "%",
            "polarity": random.choice(_POLARITIES),
            "is_count": random.random() < 0.5,
            "summary": "Share of reference samples with a total error of at most 2°.",
        }
    ]
    run["accuracy"]["within_2_percent"] = 97.5
    run["series"] = _series(random, share)
    run["scene"] = _scene(random, share)
    run["reference"] = _reference(random, share)
    parameters = run["pipeline"]["parameters"]
    parameters["start"] = random.choice(["sample", "Infinity", -1.5, 1e300])
    run["pipeline"].update(_some(random, {"source": "out/mine.csv"}, share))
    recording = run["recording"]
    recording.update(_some(random, {"reference_coverage_percent": random.uniform(0, 95)}, share))
    recording.update(samples=_count(random), duration_s=random.choice([0, 30, 12.5, 1e100]))
    recording["sha256"] = random.choice(["", recording["sha256"]])
    del recording["clock"]
    recording.update(_some(random, {"clock": _clock(random)}, share))
    for key in ["screen", "location"]:
        if random.random() > share:
            del run[key]
    required = {key: run[key] for key in [*_REQUIRED_OF_RUN, *_GROUPS] if key in run}
    return {**required, **_some(random, {key: run[key] for key in run if key not in required}, share)}


def _host(random: Random) -> dict[str, Any]:
    host = dict(_HOST, cores=_count(random), jobs=_count(random), elapsed_s=random.choice([0, 0.5, 1e100]))
    return dict(host, build=random.choice(["release", "debug"]))


def _document(random: Random, share: float) -> dict[str, Any]:
    """Returns valid results. `share` is the share of the optional keys that are present."""
    runs = [_run(random, share) for _ in range(random.randint(0 if share < 1 else 1, 3))]
    command = {"command": "sextant evaluate Datasets/pan"}
    first = random.randint(0, len(runs))
    sources = [
        {"tool": dict(_TOOL), "host": _host(random), "runs": count, **_some(random, command, share)}
        for count in [first, len(runs) - first]
    ]
    optional: dict[str, Any] = {
        **command,
        "failed": [{"path": "walk", "error": "walk: no such file"}],
        "sources": sources,
    }
    document = {
        "schema": "sextant.results/1",
        "tool": dict(_TOOL),
        "host": _host(random),
        "runs": runs,
        **_some(random, optional, share),
    }
    if random.random() < share:
        document["metrics"] = {"total_rmse_deg": dict(_SMALLER)}
    return document


def _add_unknown_keys(random: Random, value: Any) -> None:
    """Adds keys of a later version to mappings whose keys are not names of metrics, parameters or reasons."""
    if isinstance(value, list):
        for item in value:
            _add_unknown_keys(random, item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in ("parameters", "intervals", "skipped", "notes", "metrics", *_GROUPS):
                _add_unknown_keys(random, item)
        if random.random() < 0.2:
            value["a key of a later version"] = random.choice([None, 5, "text", [1], {"a": 1}])


def valid(random: Random) -> Document:
    """Returns random results that the schema and the program accept."""
    document = _document(random, random.choice([0.2, 0.5, 0.8, 1]))
    if random.random() < 0.5:
        _add_unknown_keys(random, document)
    return document


_NO_TEXT: list[Any] = [5, True, None, ["a"], {"a": 1}]
_NO_BOOLEAN: list[Any] = [0, 1, "true", None, [True]]
_NO_NUMBER: list[Any] = ["5", "text", True, None, [1], {"a": 1}, 2e100, -2e100]
_NO_TIME: list[Any] = [-0.5, *_NO_NUMBER]
_NO_COUNT: list[Any] = [-1, 1.5, 1e30, _COUNT + 1, *_NO_NUMBER]
_NO_LIST: list[Any] = [5, "text", True, {"a": 1}, [5], ["text"]]
_NO_NUMBERS: list[Any] = [None, 5, "text", True, {"a": 1}, ["5"], [None], [2e100]]
_NO_MAPPING: list[Any] = [5, "text", True, ["a"]]
_NO_STRETCHES: list[Any] = ["one", "1,2", "nan", "inf", 5, [1, 2], {"a": 1}]


def _optional(values: list[Any]) -> list[Any]:
    return [value for value in values if value is not None]


# Faulty values by the path of the key. Null is among them if the key is required.
_FAULTS: dict[str, list[Any]] = {
    "schema": ["sextant.results/2", "", *_NO_TEXT],
    "tool": [None, *_NO_MAPPING],
    "tool/version": _NO_TEXT,
    "tool/revision": _NO_TEXT,
    "host": [None, *_NO_MAPPING],
    "host/system": _NO_TEXT,
    "host/architecture": _NO_TEXT,
    "host/build": _NO_TEXT,
    "host/started_at": _NO_TEXT,
    "host/cores": _NO_COUNT,
    "host/jobs": _NO_COUNT,
    "host/elapsed_s": _NO_TIME,
    "command": _optional(_NO_TEXT),
    "failed": _optional(_NO_LIST),
    "failed/0/path": _NO_TEXT,
    "failed/0/error": _NO_TEXT,
    "sources": _optional(_NO_LIST),
    "sources/0/tool": [None, *_NO_MAPPING],
    "sources/0/host": [None, *_NO_MAPPING],
    "sources/0/host/system": _NO_TEXT,
    "sources/0/command": _optional(_NO_TEXT),
    "sources/0/runs": [1.5, "5", True, None, [1]],
    "runs": [None, *_NO_LIST],
    "runs/0/recording": [None, *_NO_MAPPING],
    "runs/0/recording/name": _NO_TEXT,
    "runs/0/recording/sha256": _NO_TEXT,
    "runs/0/recording/samples": _NO_COUNT,
    "runs/0/recording/duration_s": _NO_TIME,
    "runs/0/recording/reference_coverage_percent": ["95", True, [1], {"a": 1}],
    "runs/0/recording/clock": _NO_MAPPING,
    "runs/0/recording/clock/applied": _NO_BOOLEAN,
    "runs/0/recording/clock/compared": _NO_TEXT,
    "runs/0/recording/clock/offset_s": _optional(_NO_NUMBER),
    "runs/0/reference": _NO_MAPPING,
    "runs/0/reference/kind": ["reference", *_NO_TEXT],
    "runs/0/reference/alignment": _NO_TEXT,
    "runs/0/reference/span_s": _optional(_NO_TIME),
    "runs/0/reference/heading_alignment": ["last", *_optional(_NO_TEXT)],
    "runs/0/reference/frames": _NO_MAPPING,
    "runs/0/reference/frames/body": [None, *_NO_MAPPING],
    "runs/0/reference/frames/world/angle_deg": _NO_NUMBER,
    "runs/0/reference/frames/body/axis": _NO_NUMBERS,
    "runs/0/reference/frames/body/residual": _NO_NUMBER,
    "runs/0/reference/frames/world/uncertainty_deg": _NO_NUMBER,
    "runs/0/reference/frames/world/source": _NO_TEXT,
    "runs/0/reference/frames/single_axis": _NO_MAPPING,
    "runs/0/reference/frames/single_axis/axis": _NO_NUMBERS,
    "runs/0/reference/frames/single_axis/source": ["gyroscope", *_NO_TEXT],
    "runs/0/reference/frames/single_axis/wobble_deg": _NO_NUMBER,
    "runs/0/reference/frames/single_axis/effect_deg": _NO_NUMBER,
    "runs/0/pipeline": [None, *_NO_MAPPING],
    "runs/0/pipeline/name": _NO_TEXT,
    "runs/0/pipeline/parameters": [None, *_NO_MAPPING],
    "runs/0/pipeline/parameters/start": [None, True, [1], {"a": 1}],
    "runs/0/pipeline/source": _optional(_NO_TEXT),
    "runs/0/orientations": _optional(_NO_COUNT),
    "runs/0/accuracy": [None, *_NO_MAPPING],
    "runs/0/jitter": [None, *_NO_MAPPING],
    "runs/0/latency": [None, *_NO_MAPPING],
    "runs/0/screen": [None, *_NO_MAPPING],
    "runs/0/location": [None, *_NO_MAPPING],
    "runs/0/accuracy/total_rmse_deg": _optional(_NO_NUMBER),
    "runs/0/jitter/jump_count": _optional(_NO_NUMBER),
    "runs/0/latency/lag_ms": _optional(_NO_NUMBER),
    "runs/0/screen/pixel_rmse_px": _optional(_NO_NUMBER),
    "runs/0/location/location_error_p95_m": _optional(_NO_NUMBER),
    "runs/0/added_metrics": _optional(_NO_LIST),
    "runs/0/added_metrics/0/name": _NO_TEXT,
    "runs/0/added_metrics/0/group": _NO_TEXT,
    "runs/0/added_metrics/0/unit": _NO_TEXT,
    "runs/0/added_metrics/0/polarity": _NO_TEXT,
    "runs/0/added_metrics/0/is_count": _NO_BOOLEAN,
    "runs/0/added_metrics/0/summary": _NO_TEXT,
    "runs/0/intervals": [5, "text", True, ["a"], {"lag_ms": 5}, {"lag_ms": [1, 2]}, {"lag_ms": None}],
    "runs/0/intervals/lag_ms/lower": ["5", "text", True, None, [1], {"a": 1}],
    "runs/0/intervals/lag_ms/upper": ["5", "text", True, None, [1], {"a": 1}],
    "runs/0/frequency_response": _NO_LIST,
    "runs/0/frequency_response/0/frequency_hz": _NO_NUMBER,
    "runs/0/frequency_response/0/gain": _optional(_NO_NUMBER),
    "runs/0/frequency_response/0/phase_deg": _optional(_NO_NUMBER),
    "runs/0/frequency_response/0/coherence": _NO_NUMBER,
    "runs/0/series": _NO_MAPPING,
    "runs/0/series/error_kind": ["heading", *_NO_TEXT],
    "runs/0/series/time_s": [None, *_NO_STRETCHES],
    "runs/0/series/error_deg": [None, *_NO_STRETCHES],
    "runs/0/series/error_quantiles_deg": [None, *_NO_STRETCHES],
    "runs/0/series/frequency_hz": _NO_STRETCHES,
    "runs/0/series/spectrum_deg2_per_hz": _NO_STRETCHES,
    "runs/0/series/step_time_s": _NO_STRETCHES,
    "runs/0/series/step_percent": _NO_STRETCHES,
    "runs/0/series/step_truth_time_s": _NO_STRETCHES,
    "runs/0/series/step_truth_percent": _NO_STRETCHES,
    "runs/0/series/rests_s": _NO_STRETCHES,
    "runs/0/series/disturbances_s": _NO_STRETCHES,
    "runs/0/scene": _NO_MAPPING,
    "runs/0/scene/rounds": _NO_COUNT,
    "runs/0/scene/corrections": _NO_COUNT,
    "runs/0/scene/heading_deg": _optional(_NO_NUMBER),
    "runs/0/scene/uncertainty_deg": _optional(_NO_NUMBER),
    "runs/0/scene/reason": _optional(_NO_TEXT),
    "runs/0/scene/reference_heading_deg": _optional(_NO_NUMBER),
    "runs/0/scene/reference_uncertainty_deg": _optional(_NO_NUMBER),
    "runs/0/scene/reference_source": _optional(_NO_TEXT),
    "runs/0/scene/error_before_deg": _optional(_NO_NUMBER),
    "runs/0/scene/errors_deg": _NO_NUMBERS,
    "runs/0/scene/steady_after": _optional(_NO_COUNT),
    "runs/0/skipped": _NO_MAPPING,
    "runs/0/skipped/samples without an orientation": _NO_COUNT,
    "runs/0/notes": _NO_MAPPING,
    "runs/0/notes/step_rise_ms": _NO_TEXT,
    "runs/0/remarks": [5, "text", True, {"a": 1}, [5], [None], [["a"]]],
}
# Required keys without faults in `_FAULTS`; those of `clock` depend on the key `offset_s`.
_REQUIRED: list[str] = [
    "runs/0/recording/clock/uncertainty_s",
    "runs/0/recording/clock/correlation",
    "runs/0/recording/clock/reason",
    "runs/0/reference/frames/world",
]


def _parent(document: Any, path: str) -> tuple[Any, str]:
    *parts, key = path.split("/")
    for part in parts:
        document = document[int(part) if isinstance(document, list) else part]
    return document, key


def _is_required(path: str) -> bool:
    """Returns whether the absence of the key is a fault. Most keys that cannot be null are required."""
    last = path.rsplit("/", 1)[-1]
    if path.startswith(("runs/0/skipped/", "runs/0/notes/", "runs/0/pipeline/parameters/")):
        return False
    return None in _FAULTS[path] and last not in ("screen", "location")


def invalid(random: Random) -> Document:
    """Returns random results with one fault that the schema and the program refuse."""
    document = _document(random, 1)
    run: Any = document["runs"][0]
    if random.random() < 0.75:
        path = random.choice(list(_FAULTS))
        parent, key = _parent(document, path)
        parent[key] = copy.deepcopy(random.choice(_FAULTS[path]))
        return document
    paths = [path for path in _FAULTS if _is_required(path)] + _REQUIRED
    clock = run["recording"]["clock"]
    path = random.choice([path for path in paths if "clock/" not in path or path.rsplit("/", 1)[-1] in clock])
    parent, key = _parent(document, path)
    del parent[key]
    return document


def accepts(document: Document, folder: pathlib.Path) -> bool:
    """Returns whether `sextant report` accepts the results. Nothing is computed or written."""
    file = folder / "results.json"
    file.write_text(json.dumps(document))
    return is_accepted(["report", str(file), "--quiet"], "results.json", folder)
