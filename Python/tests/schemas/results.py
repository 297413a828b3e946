"""Results of evaluations: `results.json`."""

from __future__ import annotations

import pathlib
import random
import re
from typing import Any

from schemas import Kind, message, write
from schemas.generator import Path, Schema

CURVES = [("frequency_hz", "spectrum_deg2_per_hz"), ("step_time_s", "step_percent")]
CURVES += [("step_truth_time_s", "step_truth_percent")]
METRICS = {
    "accuracy": ["total_rmse_deg", "count"],
    "jitter": ["still_rms_deg", "jump_count"],
    "latency": ["lag_ms", "compute_ns_p50"],
    "screen": ["pixel_rmse_px"],
    "location": ["location_error_p95_m"],
}
# Values that the program ignores, also if they have a wrong type.
UNREAD = "|".join(
    [
        r"^metrics\b",
        r"^sources/\d+/host/(cores|jobs|elapsed_s)$",
        r"/clock/(correlation|uncertainty_s|reason)$",
        r"/frequency_response/\d+/delay_ms$",
        *(rf"^runs/\d+/{group}/(?!({'|'.join(names)})$)" for group, names in METRICS.items()),
    ]
)


class Results(Kind):
    name = "results"
    is_yaml = False

    def conditions(self, schema: Schema, random: random.Random) -> dict[str, Schema]:
        """Restricts metrics to known ones, and all curves of a file to stretches of the same lengths."""
        stretches = random.choice(["0 1;2 4.5", "-1e-2 1e1", ""])
        properties = schema["$defs"]["series"]["properties"]
        curves = [key for key in properties if not key.startswith("error_") and key != "claimed_percent"]
        return {
            **{f"$defs/run/properties/{group}": {"propertyNames": {"enum": METRICS[group]}} for group in METRICS},
            **{f"$defs/series/properties/{key}": {"const": stretches} for key in [*curves, "error_deg", "error_m"]},
            # Without its times, a curve is not read.
            "$defs/series": {"dependentRequired": {y: [x] for x, y in CURVES}},
            **{f"$defs/series/properties/error_quantiles_{unit}": {"enum": ["", "1 " * 101]} for unit in ("deg", "m")},
            "$defs/series/properties/claimed_percent": {"enum": ["", "1 " * 21]},
        }

    def finish(self, document: Any, random: random.Random) -> None:
        """Attributes no more runs to the sources than exist, and puts the bounds of intervals in order."""
        for source in document.get("sources") or []:
            source["runs"] = 0
        for run in document["runs"]:
            for interval in (run.get("intervals") or {}).values():
                interval["lower"], interval["upper"] = sorted([interval["lower"], interval["upper"]])

    def is_read(self, document: Any, path: Path) -> bool:
        return not re.search(UNREAD, "/".join(map(str, path)))

    def judged(self, document: Any, folder: pathlib.Path) -> str | None:
        """Reads the results. Nothing is computed or written."""
        write(folder / "results.json", document)
        return message(["report", "results.json", "--quiet"], "results.json", folder)
