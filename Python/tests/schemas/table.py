"""Random definitions of report tables: `table.yaml`."""

from __future__ import annotations

import copy
import json
import pathlib
import random as randomness
from typing import Any, Callable

from schemas import is_accepted

NAME = "table"

Random = randomness.Random
Document = dict[str, object]

_METRICS = ["total_rmse_deg", "still_rms_deg", "lag_ms", "count", "pixel_rmse_px", "location_error_p95_m"]
_PIPELINES = ["triad", "triad+lowPass:alpha=0.2", "madgwick", "vqf", "fixes", "poses:anchor=last", "area"]
_SYSTEMS = ["area", "area:radius=5km", "layar", "yandex"]
_SCENARIOS = ["walk", "pan:angle=45deg", "still", "step-yaw", "sine:frequency=2"]
_NOISES = ["none", "iphone4s", "iphone5", "iphone4s:chosen=2", "iphone4s:chosen.heading.lag=0.5"]
_LAYOUTS = ["native", "broad", "advio", "euroc"]
_KEYS = ["recording", "group", "variant", "pipeline", "system", "value"]
_KINDS = ["evaluation", "scene", "distances", "leaderboard", "trackers"]
_CONVENTIONS: dict[str, list[object]] = {
    "content": ["orientations", "positions"],
    "order": ["wxyz", "xyzw"],
    "world": ["enu", "ned", "nwu"],
    "north": ["true", True, "magnetic"],
    "rotation": ["device-to-world", "world-to-device"],
    "clock": [-0.25, 0, 1e10],
    "clock-rate": [0.5, 1.0002, 2],
    "body": ["y/-x/z", "x/y/z", "1/0/0/0", "0.5/0.5/-0.5/0.5"],
    "mirror": ["x", "y", "z"],
    "unit": ["deg", "rad"],
    "sequence": ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"],
}


def _some(random: Random, values: dict[str, object], share: float) -> dict[str, object]:
    """Returns a random selection of the entries."""
    return {key: value for key, value in values.items() if random.random() < share}


def _label(random: Random) -> object:
    return random.choice(["walk, iPhone 4S", "×½", "a: b", "", 5, 2.5])


def _tolerance(random: Random) -> object:
    return random.choice([0, 0.001, 1e-5, "0.1%", "1%", "1e-3", "0", 1e9])


def _seed(random: Random) -> object:
    return random.choice([0, 1, random.randrange(1 << 64), (1 << 64) - 1, "1_000"])


def _recording(random: Random, share: float) -> object:
    if random.random() > share:
        return random.choice(["Datasets/pan", "broad/trial.csv"])
    optional: dict[str, object] = {
        "layout": random.choice(_LAYOUTS),
        "name": _label(random),
        "group": _label(random),
    }
    return {"path": "Datasets/pan", **_some(random, optional, share)}


def _recordings(random: Random, share: float) -> list[object]:
    return [_recording(random, share) for _ in range(random.randint(1, 3))]


def _scenarios(random: Random, share: float) -> list[object]:
    scenarios: list[object] = []
    for _ in range(random.randint(1, 3)):
        text = random.choice(_SCENARIOS)
        optional: dict[str, object] = {
            "noise": random.choice(_NOISES),
            "seeds": [_seed(random) for _ in range(random.randint(1, 4))],
            "duration": random.choice([0.01, 5, 12.5, 600]),
            "name": _label(random),
            "group": _label(random),
            "variant": _label(random),
        }
        scenarios.append(text if random.random() > share else {"scenario": text, **_some(random, optional, share)})
    return scenarios


def _subjects(random: Random, specs: list[str], varied: str, share: float) -> list[object]:
    subjects: list[object] = []
    for _ in range(random.randint(1, 3)):
        spec = random.choice(specs)
        name = _some(random, {"name": _label(random)}, share)
        if random.random() > share:
            subjects.append(spec)
        elif random.random() < share:
            subjects.append({"spec": varied, "values": random.sample([0.1, 0.25, 0.5, 1], 2), **name})
        else:
            subjects.append({"spec": spec, **name})
    return subjects


def _estimates(random: Random, share: float) -> list[object]:
    conventions = {key: random.choice(values) for key, values in _CONVENTIONS.items()}
    mapping = {"name": "mine", "path": "out/mine", **_some(random, conventions, share)}
    texts = ["other=out/other", "other=a,b.csv,order=xyzw,clock=-0.5", "other=out,clock-rate=1.5,body=y/-x/z"]
    return [mapping, random.choice(texts)]


def _published(random: Random, count: int) -> list[object]:
    return [[random.choice(["pan", "triad", 5]) for _ in range(count)] + [random.choice([1.5, 3])] for _ in range(2)]


def _columns(random: Random, keys: int, groups: list[object], share: float) -> list[object]:
    columns: list[object] = []
    for _ in range(random.randint(1, 4)):
        optional: dict[str, object] = {
            "bound": random.choice(["lower", "upper"]),
            "key": _label(random),
            "title": _label(random),
            "tolerance": _tolerance(random),
        }
        optional.update(random.choice([{"decimals": random.randint(0, 5)}, {"digits": random.randint(1, 15)}]))
        if groups:
            optional["group"] = random.choice(groups)
        content: dict[str, object] = {"metric": random.choice(_METRICS)}
        if random.random() < 0.3:
            content = {"published": _published(random, keys)}
        columns.append({**content, **_some(random, optional, share)})
    return columns


def _values(inputs: list[object], key: str) -> list[object]:
    return [item[key] for item in inputs if isinstance(item, dict) and key in item]


def _evaluation(random: Random, share: float) -> dict[str, object]:
    inputs = _some(
        random,
        {
            "recordings": _recordings(random, share),
            "data": _recordings(random, share),
            "scenarios": _scenarios(random, share),
        },
        share,
    ) or {"scenarios": _scenarios(random, share)}
    subjects = _some(
        random,
        {
            "pipelines": _subjects(random, _PIPELINES, "triad+lowPass:alpha={value}", share),
            "systems": _subjects(random, _SYSTEMS, "area:alpha={value}", share),
            "estimates": _estimates(random, share),
        },
        share,
    ) or {"pipelines": ["triad"]}
    options: dict[str, object] = {
        "reference": random.choice(["truth", "device", "gyroscope"]),
        "headingAlignment": random.choice(["none", "constant", "first"]),
        "skip": random.choice([0, 5, 2.5, 86_400]),
        "across": random.choice(_KEYS),
    }
    rows = random.sample(_KEYS, random.randint(1, 3))
    content = {**inputs, **subjects, **_some(random, options, share), "rows": rows}
    all_inputs: list[Any] = [item for items in inputs.values() for item in items]  # type: ignore[attr-defined]
    variants = _values(all_inputs, "variant")
    if variants and random.random() < share:
        if "variant" not in rows:
            rows.append("variant")
        content["across"] = options["across"]
        margin = _some(random, {"margin": random.choice([0, 0.02, 3])}, share)
        content["ranking"] = {"metric": random.choice(_METRICS), "baseline": random.choice(variants), **margin}
    keys = len(rows) + ("across" in content)
    content["columns"] = _columns(random, keys, _values(all_inputs, "group"), share)
    return content


def _sources(random: Random, share: float) -> dict[str, object]:
    sources: dict[str, object] = {"data": _recordings(random, share), "scenarios": _scenarios(random, share)}
    return _some(random, sources, share) or {"scenarios": _scenarios(random, share)}


def _scene(random: Random, share: float) -> dict[str, object]:
    methods: list[object] = []
    for _ in range(random.randint(1, 4)):
        optional: dict[str, object] = {
            "count": random.randint(1, 400),
            "time": random.choice([0, 12.5, 1e9]),
            "keep": random.choice([True, False, "yes", "no"]),
            "pairs": random.choice(["all", "disjoint", "random:20", "heaviest:0.5", "random:100"]),
            "certainty": random.choice(["any", 0.1, 15, 360]),
            "turn": random.choice([-30, 0, 12.5]),
        }
        methods.append({"name": _label(random), **_some(random, optional, share)})
    optional = {"rounds": [random.randint(1, 1000) for _ in range(3)], "tolerance": _tolerance(random)}
    return {**_sources(random, share), "methods": methods, **_some(random, optional, share)}


def _distances(random: Random, share: float) -> dict[str, object]:
    return {
        "random": random.choice([1, 1000, 100_000_000, "1_000_000"]),
        "seed": _seed(random),
        "figure": random.choice(["largest", "p99", "rms", "largest-ppm"]),
        "bands": random.choice(["range", "latitude"]),
        **_some(random, {"tolerance": _tolerance(random)}, share),
    }


def _leaderboard(random: Random, share: float) -> dict[str, object]:
    check = random.choice(["python3", ["python3", "-c", "import riann"]])
    optional: dict[str, object] = {
        "programs": {"name": "riann", "check": check, "page": "Examples/README.md"},
        "tolerance": _tolerance(random),
    }
    needs = random.choice([[], "broad", ["broad", "RepoIMU"]]) if share < 1 else ["broad"]
    return {"experiment": "experiment.yaml", "needs": needs, **_some(random, optional, share)}


def _trackers(random: Random, share: float) -> dict[str, object]:
    return {**_sources(random, share), **_some(random, {"tolerance": _tolerance(random)}, share)}


_MAKERS: dict[str, Callable[[Random, float], dict[str, object]]] = {
    "evaluation": _evaluation,
    "scene": _scene,
    "distances": _distances,
    "leaderboard": _leaderboard,
    "trackers": _trackers,
}


def _document(random: Random, kind: str, share: float) -> Document:
    """Returns a valid definition. `share` is the share of the optional keys that are present."""
    content = _MAKERS[kind](random, share)
    document: Document = {
        "title": "A table",
        "caption": random.choice(["One paragraph.", ["One.", "Two."], []]),
        **_some(random, {"mirrors": "table 3 of the paper", "unchecked": "times of one machine"}, share),
        kind: content,
    }
    if content.get("data") or content.get("needs"):
        document["data"] = {"name": "BROAD", "from": "https://a.org", "licence": "CC BY 4.0", "page": "README.md"}
    return document


def valid(random: Random) -> Document:
    """Returns a random definition that the schema and the program accept."""
    return _document(random, random.choice(_KINDS), random.choice([0.2, 0.5, 0.8, 1]))


# Values that are not a scalar.
_LISTED: list[object] = [["a"], {"a": 1}]
_NO_LIST: list[object] = ["text", 5, {"a": 1}]
_NO_MAPPING: list[object] = ["text", 5, ["a"]]
_NO_NUMBER: list[object] = ["many", True, [1], {"a": 1}]
_NO_TOLERANCE: list[object] = [-1, 2e9, "few", "1 %", "-1%", "%", [1]]
_NO_SEED: list[object] = [-1, 1.5, 1 << 64, "one", [1]]

_RECORDING_FAULTS: dict[str, list[object]] = {
    "path": _LISTED,
    "layout": _LISTED,
    "name": _LISTED,
    "group": _LISTED,
    "nmae": ["text"],
}
_SCENARIO_FAULTS: dict[str, list[object]] = {
    "scenario": _LISTED,
    "noise": _LISTED,
    "seeds": [[], 5, "1", [-1], [1.5], [1 << 64], [[1]]],
    "duration": [0, 0.009, -1, 31_536_001, *_NO_NUMBER],
    "name": _LISTED,
    "group": _LISTED,
    "variant": _LISTED,
    "seed": [1],
}
_SUBJECT_FAULTS: dict[str, list[object]] = {
    "spec": [["triad"], {"a": 1}],
    "name": _LISTED,
    "values": [5, "0.1", ["many"], [[1]], {"a": 1}],
    "value": [5],
}
_ESTIMATE_FAULTS: dict[str, list[object]] = {
    "name": ["", *_LISTED],
    "path": ["", *_LISTED],
    "content": ["angles", 5, ["positions"]],
    "order": ["zyxw", 5],
    "world": ["eun", 5],
    "north": ["grid", False, 5],
    "rotation": ["world", 5],
    "clock": [1.1e10, *_NO_NUMBER],
    "clock-rate": [0.4, 2.1, *_NO_NUMBER],
    "body": ["x/y", "x/y/w", "1/0/0/0/0", 5],
    "mirror": ["w", "-x"],
    "unit": ["degrees", 5],
    "sequence": ["zxz", 5],
    "clockRate": [1],
}
_COLUMN_FAULTS: dict[str, list[object]] = {
    "bound": ["middle", 5, ["lower"]],
    "key": _LISTED,
    "title": _LISTED,
    "group": _LISTED,
    "tolerance": _NO_TOLERANCE,
    "name": ["text"],
}
_DATA_FAULTS: dict[str, list[object]] = {"data": [{"path": "a"}, "broad", 5, [["a"]]]}
_FAULTS: dict[str, dict[str, list[object]]] = {
    "": {
        "title": _LISTED,
        "caption": [{"a": 1}, [["a"]], [{"a": 1}]],
        "mirrors": _LISTED,
        "unchecked": _LISTED,
        "data": _NO_MAPPING,
        "columns": [[]],
        "Title": ["text"],
    },
    "data": {"name": _LISTED, "from": _LISTED, "licence": _LISTED, "page": _LISTED, "license": ["MIT"]},
    "evaluation": {
        "recordings": _NO_LIST,
        **_DATA_FAULTS,
        "scenarios": [*_NO_LIST, [["walk"]]],
        "pipelines": [*_NO_LIST, [["triad"]], [{"name": "triad"}]],
        "systems": [*_NO_LIST, [["area"]], [{"name": "area"}]],
        "estimates": [*_NO_LIST, ["mine"], ["=out"], ["mine="], ["mine=out,colour=red"], [["a=b"]]],
        "reference": ["phone", 5, ["truth"]],
        "headingAlignment": ["last", 5, ["none"]],
        "heading-alignment": ["none"],
        "skip": [-1, 86_401, *_NO_NUMBER],
        "rows": ["pipeline", 5, ["row"], [["pipeline"]], {"a": 1}],
        "across": ["row", 5, ["group"]],
        "columns": ["lag_ms", 5, {"metric": "lag_ms"}, ["lag_ms"], [["lag_ms"]], [{}], [{"title": "lag"}]],
        "ranking": _NO_MAPPING,
        "tolerance": [0],
    },
    "evaluation/recordings/0": _RECORDING_FAULTS,
    "evaluation/data/0": _RECORDING_FAULTS,
    "evaluation/scenarios/0": _SCENARIO_FAULTS,
    "evaluation/pipelines/0": _SUBJECT_FAULTS,
    "evaluation/systems/0": _SUBJECT_FAULTS,
    "evaluation/estimates/0": _ESTIMATE_FAULTS,
    "evaluation/columns/0": _COLUMN_FAULTS,
    "evaluation/ranking": {
        "metric": ["rmse", 5, ["lag_ms"]],
        "baseline": _LISTED,
        "margin": [-0.1, *_NO_NUMBER],
        "tolerance": [0],
    },
    "scene": {
        **_DATA_FAULTS,
        "recordings": [["Datasets/pan"]],
        "scenarios": _NO_LIST,
        "methods": ["all", 5, {"name": "all"}, ["all"], [{}], [{"count": 5}]],
        "rounds": [5, "1", [0], [1001], [1.5], [[1]], ["first"]],
        "tolerance": _NO_TOLERANCE,
    },
    "scene/scenarios/0": _SCENARIO_FAULTS,
    "scene/methods/0": {
        "name": _LISTED,
        "count": [0, 401, 1.5, *_NO_NUMBER],
        "time": [-1, 2e9, *_NO_NUMBER],
        "keep": ["maybe", 1, "True", [True]],
        "pairs": ["some", "random", "random:0", "random:101", "heaviest:-5", "all:5", 5, ["all"]],
        "certainty": [0, -1, 361, "none", [15]],
        "turn": _NO_NUMBER,
        "seed": [1],
    },
    "distances": {
        "random": [0, -1, 1.5, 100_000_001, *_NO_NUMBER],
        "seed": _NO_SEED,
        "figure": ["smallest", 5, ["rms"]],
        "bands": ["longitude", 5, ["range"]],
        "tolerance": _NO_TOLERANCE,
        "formulas": [["vincenty"]],
    },
    "leaderboard": {
        "experiment": _LISTED,
        "needs": [{"a": 1}, [["a"]]],
        "programs": _NO_MAPPING,
        "tolerance": _NO_TOLERANCE,
        "metric": ["lag_ms"],
    },
    "leaderboard/programs": {"name": _LISTED, "check": [[], {"a": 1}, [["a"]]], "page": _LISTED, "command": ["a"]},
    "trackers": {
        **_DATA_FAULTS,
        "scenarios": _NO_LIST,
        "tolerance": _NO_TOLERANCE,
        "methods": [[]],
    },
    "trackers/data/0": _RECORDING_FAULTS,
}
_REQUIRED: dict[str, list[str]] = {
    "": ["title", "caption", "data", *_KINDS],
    "data": ["name", "from", "licence", "page"],
    "evaluation": ["rows", "columns"],
    "evaluation/recordings/0": ["path"],
    "evaluation/scenarios/0": ["scenario"],
    "evaluation/pipelines/0": ["spec"],
    "evaluation/systems/0": ["spec"],
    "evaluation/estimates/0": ["name", "path"],
    "evaluation/ranking": ["metric", "baseline"],
    "scene": ["methods"],
    "scene/methods/0": ["name"],
    "distances": ["random", "seed", "figure", "bands"],
    "leaderboard": ["experiment", "needs"],
    "leaderboard/programs": ["name", "check", "page"],
}


def _at(document: Any, path: str) -> Any:
    for part in path.split("/") if path else []:
        document = document[int(part) if isinstance(document, list) else part]
    return document


def _without_inputs(random: Random, content: dict[str, Any]) -> None:
    for key in ["recordings", "data", "scenarios"]:
        if content.pop(key, None) is not None and random.random() < 0.3 and key != "data":
            content[key] = []


def _combination(random: Random, document: dict[str, Any]) -> None:
    """Adds a fault that concerns several keys of a definition with evaluations."""
    content = document["evaluation"]
    column = content["columns"][0]
    choice = random.randrange(11)
    if choice == 0:
        document["distances"] = {"random": 1, "seed": 1, "figure": "rms", "bands": "range"}
    elif choice == 1:
        content["data"] = []
    elif choice == 2:
        _without_inputs(random, content)
        del document["data"]
    elif choice == 3:
        for key in ["pipelines", "systems", "estimates"]:
            del content[key]
    elif choice == 4:
        del content["across"]
    elif choice == 5:
        content["rows"] = ["pipeline"] * len(content["rows"])
    elif choice == 6:
        content["pipelines"] = [{"spec": random.choice(["triad", "{value}+{value}"]), "values": [1]}]
    elif choice == 7:
        column.pop("published", None)
        column["metric"] = random.choice(["rmse", 5, ["lag_ms"], {"a": 1}])
    elif choice == 8:
        column.pop("metric", None)
        column["published"] = random.choice(["text", 5, {"a": 1}, ["pan"], [[]], [[["a"]]]])
    elif choice == 9:
        del column[random.choice([key for key in ["metric", "published"] if key in column])]
    else:
        column.pop("digits", None)
        column.pop("decimals", None)
        name = random.choice(["digits", "decimals"])
        column[name] = random.choice([-1, 16, 1.5, *_NO_NUMBER])


def invalid(random: Random) -> Document:
    """Returns a random definition with one fault that the schema and the program refuse."""
    kind = random.choices(_KINDS, [6, 2, 1, 1, 1])[0]
    document = copy.deepcopy(_document(random, kind, 1))
    choice = random.random()
    if kind == "evaluation" and choice < 0.25:
        _combination(random, document)
        return document
    own = [path for path in _FAULTS if path in ("", "data") or path.split("/")[0] == kind]
    if choice < 0.75:
        path = random.choice([path for path in own if path != "data" or "data" in document])
        key = random.choice([key for key in _FAULTS[path] if key != "data" or path or "data" in document])
        _at(document, path)[key] = copy.deepcopy(random.choice(_FAULTS[path][key]))
    else:
        path = random.choice([path for path in own if path in _REQUIRED and (path != "data" or "data" in document)])
        target = _at(document, path)
        del target[random.choice([key for key in _REQUIRED[path] if key in target])]
    return document


def accepts(document: Document, folder: pathlib.Path) -> bool:
    """Returns whether `sextant tables --check` accepts the definition. An unchecked table is read, but not computed."""
    file = folder / "Reports" / "table" / "table.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({**document, "unchecked": document.get("unchecked", "nothing is computed")}))
    return is_accepted(["tables", "table", "--check", "--directory", "Reports"], "table.yaml", folder)
