"""Random definitions of experiments for `sextant run`."""

from __future__ import annotations

import json
import pathlib
import random
from typing import Any, Callable

from schemas import is_accepted

NAME = "experiment"

METRICS = [
    *("total_rmse_deg", "heading_rmse_deg", "inclination_rmse_deg", "aligned_total_rmse_deg", "total_p95_deg"),
    *("still_rms_deg", "increment_rms_deg", "jump_count", "lag_ms", "compute_ns_p50", "step_overshoot_percent"),
    *("heading_offset_deg", "count", "heading_claimed_factor"),
]
NEUTRAL = ["heading_offset_deg", "count", "heading_claimed_factor"]
ORIGINS = ["device", "raw", "file", "device-else-file"]
REPORTS = ["md", "csv", "json", "html", "tex", "junit", "summary", "github-benchmark", "bencher", "jsonl"]
SPECS: dict[str, dict[str, tuple[float, float]]] = {
    "mahony": {"kp": (0.02, 2), "ki": (0.001, 0.004)},
    "madgwick": {"beta": (0.001, 1)},
    "vqf+oneEuro": {"oneEuro.minCutoff": (0.1, 10), "tauMag": (1, 60)},
    "triad+lowPass": {"alpha": (0.01, 1)},
}
RECORDINGS = ["trials/a.csv", "trials/b.csv", "walks/bo_tram", "turns/a_1", "turns/a_2", "turns/b1", "2024", "new/c"]
CALIBRATION = "schema: sextant.calibration/1\ngyroscope: {unit: rad/s, offset: [0.01, 0, -0.02]}\n"
LAYOUT = """layout: step-log
summary: The log of a pedometer
recording: file
detect: [{columns: [ms, ax, ay, az]}]
streams:
  accelerometer: {columns: {x: ax, y: ay, z: az}, unit: g, time: {column: ms, unit: ms}}
"""


def valid(random: random.Random) -> dict[str, Any]:
    """Returns a random definition that the schema and the program accept."""
    recordings, tags = _recordings(random)
    metrics = random.sample(METRICS, random.randint(1, 6)) if random.random() < 0.6 else None
    measured = metrics or [metric for metric in METRICS if not metric.startswith("compute")]
    ranked = [metric for metric in measured if metric not in NEUTRAL]
    document: dict[str, Any] = {"recordings": recordings, **_options(random)}
    pipelines = _pipelines(random, ranked)
    if random.random() < 0.4:
        document["estimates"] = _estimates(random)
    if "estimates" not in document or random.random() < 0.6:
        document["pipelines"] = pipelines
    if metrics:
        document["metrics"] = metrics[0] if len(metrics) == 1 else metrics
    optional: dict[str, Callable[[], object]] = {
        "name": lambda: random.choice(["walks", 2024, "a: b"]),
        "calibrations": lambda: _calibrations(random),
        "resample": lambda: _resample(random),
        "tune": lambda: random.choice([measured[0], random.sample(measured, 1), []]),
        "reports": lambda: random.sample(REPORTS, random.randint(0, 4)),
        "reference": lambda: random.choice(["truth", "device", "gyroscope"]),
        "span": lambda: random.choice([0.5, 2, 3.25, 60]),
    }
    if tags:
        optional["only"] = lambda: random.choice([tags[0], tags[:2]])
        optional["groups"] = lambda: random.choice([tags[-1], tags[:3], []])
    if tags and ranked and "pipelines" in document:
        optional["leaderboard"] = lambda: _leaderboard(random, tags, measured, ranked, document["pipelines"])
    document.update({key: make() for key, make in optional.items() if random.random() < 0.5})
    keys = random.sample(list(document), len(document))
    return {key: document[key] for key in keys}


def _maybe(random: random.Random, **values: object) -> dict[str, Any]:
    """Returns a random selection of keys, with `_` instead of `-`."""
    return {key.replace("_", "-"): value for key, value in values.items() if random.random() < 0.5}


def _flag(random: random.Random) -> object:
    return random.choice([True, False, "yes", "no"])


def _seed(random: random.Random) -> int:
    return random.choice([0, 1, 77, 2**64 - 1])


def _options(random: random.Random) -> dict[str, Any]:
    return _maybe(
        random,
        heading_alignment=random.choice(["none", "constant", "first"]),
        align_clocks=_flag(random),
        fit_frames=_flag(random),
        skip=random.choice([0, 5, 2.5, 86400]),
    )


def _recordings(random: random.Random) -> tuple[list[Any], list[Any]]:
    """Returns recordings, and their tags."""
    paths: list[Any] = ["trials/*.csv", "walks/bo_tram", ["turns/a_1", "turns/a_2"], "turns/b[12]", 2024]
    entries: list[Any] = []
    tags: list[Any] = []

    def tagged() -> dict[str, Any]:
        mine = random.sample(["lab", "city", "made", 7], random.randint(1, 3))
        form = random.choice(["list", "text", "parts", "parts and more"])
        if form == "parts":
            return {"tags": {"split": "_"}}
        mine = mine[:1] if form == "text" else mine
        tags.extend(tag for tag in mine if tag not in tags)
        split = random.choice(["_", 0])
        return {"tags": {"list": mine, "text": mine[0], "parts and more": {"split": split, "also": mine}}[form]}

    for path in random.sample(paths, random.randint(1, len(paths))):
        if not isinstance(path, list) and random.random() < 0.3:
            entries.append(path)
            continue
        layout = random.choice(["broad", "native", "kitti-trajectory", "own.yaml", "./own.yml"])
        mapping = {"path": path, **_maybe(random, layout=layout, calibration="phone.yaml"), **_options(random)}
        entries.append({**mapping, **(tagged() if random.random() < 0.6 else {})})
    for scenario in random.sample(["pan", "walk:speed=1", "still", "shake"], random.choice([0, 0, 1, 2])):
        seeds = random.sample([0, 1, 2, 3, 2**64 - 1], random.randint(1, 4))
        parts = _maybe(
            random,
            name=f"scenario {scenario}",
            noise=random.choice(["none", "nexus5", "iphone4s:chosen=2"]),
            seeds=seeds,
            duration=random.choice([0.5, 10, 30]),
        )
        entries.append({"scenario": scenario, **parts, **_options(random), **(tagged() if seeds[0] else {})})
    return entries, tags


def _pipelines(random: random.Random, ranked: list[str]) -> list[Any]:
    entries: list[Any] = []
    for index, spec in enumerate(random.sample([*SPECS, "ekf", "layar"], random.randint(1, 5))):
        if random.random() < 0.2:
            entries.append(spec)
            continue
        entry: dict[str, Any] = {"spec": spec}
        entry.update(_maybe(random, name=random.choice([f"pipeline {index}", index]), default=_flag(random)))
        entry.update(_maybe(random, source="Paper 2020", licence="MIT", tuned_on="BROAD", offline=_flag(random)))
        if spec in SPECS:
            _vary(random, entry, ranked)
        entries.append(entry)
    return entries


def _vary(random: random.Random, entry: dict[str, Any], ranked: list[str]) -> None:
    """Adds a grid to a pipeline, with random settings, a search, or both."""
    form = random.choice(["grid", "random", "search", "both"] if ranked else ["grid", "random"])
    searches = form in ("search", "both")
    is_open = form != "grid" and (form != "search" or entry.get("default") in (None, True, "yes"))
    ranges = SPECS[entry["spec"]]
    names = random.sample(list(ranges), random.randint(1, len(ranges)))
    entry["grid"] = {name: _axis(random, ranges[name], allows_list=not searches, is_open=is_open) for name in names}
    if form in ("random", "both"):
        entry["random"] = {"count": random.choice([1, 50, 100_000_000]), **_maybe(random, seed=_seed(random))}
    if searches:
        search = _maybe(
            random,
            method=random.choice(["nelder-mead", "cma-es"]),
            evaluations=random.choice([1, 60, 1_000_000]),
            restarts=random.choice([0, 3, 1_000]),
            seed=_seed(random),
        )
        if "total_rmse_deg" not in ranked or random.random() < 0.5:
            search["metric"] = random.choice(ranked)
        entry["search"] = search


def _axis(random: random.Random, bounds: tuple[float, float], allows_list: bool, is_open: bool) -> object:
    lower, upper = bounds
    if allows_list and random.random() < 0.3:
        return random.choice([[lower, upper], [lower], [str(upper)]])
    log = random.random() < 0.5
    spacings: list[dict[str, Any]] = [{"count": 2}, {"count": 37}, {"step": lower}, {"step": (upper - lower) / 7}]
    spacing = {} if is_open and random.random() < 0.4 else random.choice(spacings[:2] if log else spacings)
    return {"log-range" if log else "range": [lower, upper], **spacing}


def _estimates(random: random.Random) -> list[Any]:
    mapping = _maybe(
        random,
        content=random.choice(["orientations", "positions"]),
        order=random.choice(["wxyz", "xyzw"]),
        world=random.choice(["enu", "ned", "nwu"]),
        north=random.choice([True, "true", "magnetic"]),
        rotation=random.choice(["device-to-world", "world-to-device"]),
        clock=random.choice([0, -0.25, 1e10]),
        clock_rate=random.choice([0.5, 1, 1.0002, 2]),
        body=random.choice(["y/-x/z", "x/y/z", "1/0/0/0", "0.5/-0.5/0.5/5e-1"]),
        mirror=random.choice(["x", "y", "z"]),
        unit=random.choice(["deg", "rad"]),
        sequence=random.choice(["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]),
    )
    texts = ["mine=est", "mine=est,order=xyzw", "mine=est,world=ned,clock-rate=1.5,body=y/-x/z", "mine=est,two"]
    entries = [random.choice(texts), {"name": random.choice(["theirs", 5.5]), "path": "est", **mapping}]
    return random.sample(entries, random.randint(1, 2))


def _calibrations(random: random.Random) -> list[Any]:
    entries = []
    for name in random.sample(["phone", "own", 3], random.randint(1, 3)):
        sensors = ["sensors", "accelerometer", "gyroscope", "magnetometer"]
        entries.append({"name": name, **_maybe(random, **{key: random.choice(ORIGINS) for key in sensors})})
    return entries


def _resample(random: random.Random) -> object:
    rates: list[Any] = ["none", 100, 0.001, {"rate": 12.5}, {"rate": 50, "method": random.choice(["decimate", "hold"])}]
    return random.choice([random.choice(rates), random.sample(rates, random.randint(1, 5))])


def _leaderboard(
    random: random.Random, tags: list[Any], measured: list[str], ranked: list[str], pipelines: list[Any]
) -> dict[str, Any]:
    names = [entry.get("name", entry["spec"]) if isinstance(entry, dict) else entry for entry in pipelines]
    rows = [["pan", random.choice(names), random.choice([1.5, 2, -3e-4])], [2024, names[0], 7]]
    publication = {
        "source": random.choice(["Author 2020", 2020]),
        "metric": random.choice(measured),
        "figures": random.choice([rows, rows[:1], []]),
    }
    return {
        "datasets": random.sample(tags, random.randint(1, len(tags))),
        "metric": random.choice(ranked),
        **_maybe(random, published=random.choice([[], [publication], [publication, publication]])),
    }


_PATH = {"path": "new/c"}
_SCENARIO = {"scenario": "sine"}
_SPEC = {"spec": "mahony:kp=1"}
_RANGE = {"range": [0, 0.1]}
_SPACED = {"ki": {"range": [0, 0.1], "count": 3}}
_SEARCHED = {**_SPEC, "grid": _SPACED}
_ESTIMATE = {"name": "more", "path": "est"}
_BOARD = {"datasets": ["fault"], "metric": "total_rmse_deg"}
_PUBLISHED = {"source": "Author 2020", "metric": "total_rmse_deg", "figures": [["pan", "triad", 1]]}

# Values that are refused for each type.
_NO_TEXT: list[Any] = [["a"], {"a": 1}]
_NO_TEXTS: list[Any] = [{"a": 1}, [["a"]], ["a", {"b": 1}]]
_NO_FLAG: list[Any] = [1, 0, "maybe", "True", [], {}]
_NO_NUMBER: list[Any] = ["many", "", [1], {"a": 1}, True]
_NO_WORD: list[Any] = ["other", 1, ["none"], {}]
_NO_SEED: list[Any] = [-1, 0.5, 2**64, "one", [1]]
_NO_COUNT: list[Any] = [0, -1, 1.5, "many", [3], 100_000_001]
_NO_RANGE: list[Any] = [[0.1], [0.1, 1, 2], ["a", "b"], ["a", 1], "0 to 1", 5, {}]
_NO_MAPPING: list[Any] = ["word", 5, ["item"]]
_NO_LIST: list[Any] = ["word", 5, {"a": "b"}]

_OPTION_FAULTS: dict[str, list[Any]] = {
    "heading-alignment": _NO_WORD,
    "align-clocks": _NO_FLAG,
    "fit-frames": _NO_FLAG,
    "skip": [*_NO_NUMBER, -1, 86_401],
    "unknown": [1],
}
_TAG_FAULTS: list[Any] = [*_NO_TEXTS[1:], {"also": "x"}, {"split": ""}, {"split": []}, {"split": "_", "also": {}}]
_TAG_FAULTS += [{"split": "_", "unknown": 1}, {}]
_ROOT_FAULTS: dict[str, list[Any]] = {
    **_OPTION_FAULTS,
    "name": _NO_TEXT,
    "recordings": [[], "trials/*.csv", _PATH],
    "only": _NO_TEXTS,
    "groups": _NO_TEXTS,
    "pipelines": [[], "triad", {"spec": "triad"}],
    "estimates": [[], "mine=est", _ESTIMATE],
    "calibrations": [[], {"name": "a"}, "device", ["device"]],
    "resample": [[], ["none", "none"], [50, 100, 50], "all", 0, 100_001, [0], {}, [[50]]]
    + [{"rate": 0}, {"rate": "none"}, {"method": "hold"}, {"rate": 50, "method": "mean"}, {"rate": 50, "unknown": 1}],
    "metrics": ["other", 5, {"a": 1}, ["total_rmse_deg", "pixel_rmse_px"], [["lag_ms"]]],
    "tune": ["other", {"a": 1}, ["other"]],
    "reports": ["md", ["pdf"], ["md", 5], [["md"]], {}],
    "reference": _NO_WORD,
    "span": [*_NO_NUMBER, 0.4, 61],
    "leaderboard": _NO_MAPPING,
}
# For each list: correct entries, and the faulty values of their keys. `None` removes the key.
_ENTRY_FAULTS: dict[str, list[tuple[dict[str, Any], dict[str, list[Any]]]]] = {
    "recordings": [
        (
            _PATH,
            {
                **_OPTION_FAULTS,
                "path": [None, {"a": 1}, [["new/c"]], [{"a": 1}]],
                "layout": ["borad", 5, [], {}],
                "calibration": _NO_TEXT,
                "tags": _TAG_FAULTS,
                "noise": ["none"],
                "scenario": ["sine"],
            },
        ),
        (
            _SCENARIO,
            {
                **_OPTION_FAULTS,
                "scenario": [None, ["sine"], {"a": 1}],
                "name": _NO_TEXT,
                "noise": _NO_TEXT,
                "seeds": [5, [], [-1], [0.5], [1, 1], ["one"], {"a": 1}, [2**64]],
                "duration": [*_NO_NUMBER, 0, 31_536_001],
                "tags": _TAG_FAULTS,
                "layout": ["broad"],
                "calibration": ["phone.yaml"],
            },
        ),
    ],
    "pipelines": [
        (
            _SPEC,
            {
                "spec": [None, *_NO_TEXT],
                "name": _NO_TEXT,
                "default": _NO_FLAG,
                "source": _NO_TEXT,
                "licence": _NO_TEXT,
                "tuned-on": _NO_TEXT,
                "offline": _NO_FLAG,
                "random": [{"count": 5}],
                "search": [{}, {"seed": 1}],
                "grid": [*_NO_MAPPING, {"ki": 1}, {"ki": "0.1"}, {"ki": []}, {"ki": {}}, {"ki": [[0.1]]}]
                + [{"ki": value} for value in (_RANGE, {"log-range": [0.1, 1]}, {"count": 3}, {"step": 0.1})]
                + [{"ki": {**_RANGE, "count": count}} for count in (1, 0, 1.5, "many", 1_000_001, [3])]
                + [{"ki": {**_RANGE, "step": step}} for step in (0, -1, "small", [1])]
                + [{"ki": {**_RANGE, "step": 0.1, "count": 2}}, {"ki": {**_RANGE, "count": 3, "unknown": 1}}]
                + [{"ki": {**_RANGE, "log-range": [0.1, 1], "count": 3}}]
                + [{"ki": {"range": ends, "count": 3}} for ends in _NO_RANGE]
                + [{"ki": {"log-range": ends, "count": 3}} for ends in [*_NO_RANGE, [0, 1], [-1, 1]]]
                + [{"ki": {"log-range": [0.1, 1], **more}} for more in ({"step": 0.1}, {"count": 10_001})],
                "unknown": [1],
            },
        ),
        (
            _SEARCHED,
            {
                "random": [*_NO_MAPPING, {}, {"seed": 1}, {"count": 5, "unknown": 1}]
                + [{"count": count} for count in _NO_COUNT]
                + [{"count": 5, "seed": seed} for seed in _NO_SEED],
                "search": [*_NO_MAPPING, {"unknown": 1}, {"metric": "other"}, {"metric": "count"}, {"metric": []}]
                + [{"method": method} for method in _NO_WORD]
                + [{"evaluations": count} for count in [*_NO_COUNT, 1_000_001]]
                + [{"restarts": count} for count in (-1, 1_001, 0.5, "many", [1])]
                + [{"seed": seed} for seed in _NO_SEED],
            },
        ),
        ({**_SEARCHED, "search": {}}, {"grid": [None, {}, {"ki": [0.1, 0.2]}, {"ki": {}}]}),
        ({**_SEARCHED, "random": {"count": 5}}, {"grid": [None, {}, {"ki": "word"}, {"ki": {}}]}),
        ({**_SPEC, "grid": {"ki": _RANGE}, "search": {}}, {"default": [False, "no"]}),
    ],
    "estimates": [
        (
            _ESTIMATE,
            {
                "name": [None, "", *_NO_TEXT],
                "path": [None, "", *_NO_TEXT],
                "content": _NO_WORD,
                "order": _NO_WORD,
                "world": _NO_WORD,
                "north": [*_NO_WORD, False],
                "rotation": _NO_WORD,
                "clock": [*_NO_NUMBER, 1.1e10],
                "clock-rate": [*_NO_NUMBER, 0.4, 2.1],
                "body": ["x/y", "a/b/c", "x,y,z", "1/0/0", "x/y/z/x", ["x"], 5],
                "mirror": _NO_WORD,
                "unit": _NO_WORD,
                "sequence": _NO_WORD,
                "unknown": [1],
            },
        ),
    ],
    "calibrations": [
        (
            {"name": "more"},
            {
                "name": [None, *_NO_TEXT],
                "sensors": _NO_WORD,
                "accelerometer": _NO_WORD,
                "gyroscope": _NO_WORD,
                "magnetometer": _NO_WORD,
                "heading": ["device"],
            },
        ),
    ],
    "published": [
        (
            _PUBLISHED,
            {
                "source": [None, *_NO_TEXT],
                "metric": [None, "other", [], {}],
                "figures": [None, *_NO_LIST, [["pan", "triad"]], [["pan", "triad", 1, 2]], ["pan"]]
                + [[["pan", "triad", "small"]], [[["pan"], "triad", 1]], [["pan", {"a": 1}, 1]]],
                "unknown": [1],
            },
        ),
    ],
}
_WHOLE_ENTRIES: dict[str, list[Any]] = {
    "recordings": [{}, {"layout": "broad"}],
    "pipelines": [{}, ["triad"], {"name": "a"}],
    "estimates": [{}, ["more=est"], "est", "=est", "more=", "more=est,unknown=1", "more=est,world=ned,word"],
    "calibrations": [{}, "device", ["a"]],
    "published": [{}, "Author 2020", ["Author 2020"]],
}
_BOARD_FAULTS: dict[str, list[Any]] = {
    "datasets": [None, [], *_NO_LIST, [["a"]]],
    "metric": [None, "other", "count", "heading_offset_deg", "heading_claimed_68_percent", [], {}],
    "published": _NO_LIST,
    "unknown": [1],
}


def invalid(random: random.Random) -> dict[str, Any]:
    """Returns a random definition with one fault that the schema and the program refuse."""
    document = valid(random)
    place = random.choice(["root", "missing", "leaderboard", *_ENTRY_FAULTS])
    if place == "root":
        key, value = _drawn(random, _ROOT_FAULTS)
        return {**document, key: value}
    if place == "missing":
        keys = random.choice([["recordings"], ["pipelines", "estimates", "leaderboard"]])
        return {key: value for key, value in document.items() if key not in keys}
    if place in ("leaderboard", "published"):
        _prepare_leaderboard(document)
    if place == "leaderboard":
        document[place] = _with_fault(random, _BOARD, _BOARD_FAULTS)
        return document
    if random.random() < 0.2:
        fault = random.choice(_WHOLE_ENTRIES[place])
    else:
        fault = _with_fault(random, *random.choice(_ENTRY_FAULTS[place]))
    if place == "published":
        document["leaderboard"] = {**_BOARD, "published": [_PUBLISHED, fault][random.randint(0, 1) :]}
    else:
        document[place] = [*document.get(place, []), fault]
    return document


def _drawn(random: random.Random, faults: dict[str, list[Any]]) -> tuple[str, Any]:
    key = random.choice(list(faults))
    return key, random.choice(faults[key])


def _with_fault(random: random.Random, entry: dict[str, Any], faults: dict[str, list[Any]]) -> dict[str, Any]:
    key, value = _drawn(random, faults)
    rest = {name: item for name, item in entry.items() if name != key}
    return rest if value is None else {**rest, key: value}


def _prepare_leaderboard(document: dict[str, Any]) -> None:
    """Changes a definition so that `_BOARD` and `_PUBLISHED` are correct in it."""
    document["recordings"] = ["trials/*.csv", {"path": "new/c", "tags": "fault"}]
    document["pipelines"] = ["triad"]
    for key in ("only", "groups", "metrics", "tune"):
        document.pop(key, None)


def accepts(document: dict[str, Any], folder: pathlib.Path) -> bool:
    """Writes a definition and the files that it names, and returns whether `sextant run --dry-run` accepts it."""
    for path in RECORDINGS:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text("t,x\n0,1\n")
    (folder / "est").mkdir()
    (folder / "est,two").mkdir()
    (folder / "phone.yaml").write_text(CALIBRATION)
    (folder / "own.yaml").write_text(LAYOUT)
    (folder / "own.yml").write_text(LAYOUT)
    file = folder / "experiment.yaml"
    file.write_text(json.dumps(document), encoding="utf-8")
    return is_accepted(["run", str(file), "--dry-run", "--quiet"], str(file), folder)
