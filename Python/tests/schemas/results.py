"""Results of evaluations: `results.json`."""

from __future__ import annotations

import json
import pathlib
import random
import re
from typing import Any

from schemas import message
from schemas.generator import Path, Schema, restrict


METRICS = {
    "accuracy": ["total_rmse_deg", "count"],
    "jitter": ["still_rms_deg", "jump_count"],
    "latency": ["lag_ms", "compute_ns_p50"],
    "screen": ["pixel_rmse_px"],
    "location": ["location_error_p95_m"],
}
# Values that the program ignores, also if they have a wrong type.
UNREAD = (
    r"^metrics\b|^sources/\d+/host/(cores|jobs|elapsed_s)|/clock/(correlation|uncertainty_s|reason)$|/delay_ms$"
    r"|^runs/\d+/(accuracy|jitter|latency|screen|location)/(?!total_rmse_deg|jump_count|lag_ms|pixel_rmse_px)"
)


def narrow(schema: Schema, random: random.Random) -> None:
    """Restricts the names of metrics to known ones, and all curves to the same stretches of ascending numbers."""
    for group, names in METRICS.items():
        restrict(schema, f"$defs/run/properties/{group}", {"propertyNames": {"enum": names}})
    stretches = random.choice(["0 1;2 4.5", "-1e-2 1e1", ""])
    curves = schema["$defs"]["series"]["properties"]
    for key, curve in curves.items():
        curve["enum"] = {"error_kind": curve.get("enum"), "error_quantiles_deg": ["", "1 " * 101]}.get(key, [stretches])


def is_read(document: Any, path: Path) -> bool:
    return not re.search(UNREAD, "/".join(map(str, path)))


def finish(document: Any, random: random.Random) -> None:
    """Attributes the runs to the sources, and puts the bounds of intervals in order."""
    for source in document.get("sources") or []:
        source["runs"] = 0
    for run in document["runs"]:
        for interval in (run.get("intervals") or {}).values():
            interval["lower"], interval["upper"] = sorted([interval["lower"], interval["upper"]])


def judged(document: Any, folder: pathlib.Path) -> str | None:
    """Reads the results. Nothing is computed or written."""
    (folder / "results.json").write_text(json.dumps(document))
    return message(["report", "results.json", "--quiet"], "results.json", folder)
