"""Results of an evaluation and of a comparison."""

from __future__ import annotations

import dataclasses
import html
import json
import math
import os
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

# The groups of metrics of a run in results.json.
_GROUPS = ("accuracy", "jitter", "latency", "location", "screen")
# The metrics that a table shows: those of the command's own table.
_COLUMNS = (
    "total_rmse_deg",
    "heading_rmse_deg",
    "inclination_rmse_deg",
    "still_rms_deg",
    "increment_rms_deg",
    "lag_ms",
    "compute_ns_p50",
)


@dataclasses.dataclass(frozen=True)
class Interval:
    """The 95 % confidence interval of a metric.

    Attributes:
        lower: its lower end, in the metric's unit.
        upper: its upper end.
    """

    lower: float
    upper: float


@dataclasses.dataclass(frozen=True)
class Run:
    """One pipeline over one recording.

    Attributes:
        recording: the name of the recording.
        pipeline: the SPEC of the pipeline.
        parameters: the values of its parameters, including defaults.
        metrics: the metrics by name, such as `total_rmse_deg`; None where one cannot be measured.
        intervals: the intervals of some metrics.
        notes: the reasons why metrics are None, by metric.
        remarks: what a reader of the results has to know.
        skipped: the counts of samples that were not used, by reason.
    """

    recording: str
    pipeline: str
    parameters: Mapping[str, Any]
    metrics: Mapping[str, float | None]
    intervals: Mapping[str, Interval]
    notes: Mapping[str, str]
    remarks: Sequence[str]
    skipped: Mapping[str, int]

    def __getitem__(self, metric: str) -> float:
        """Returns a metric.

        Raises:
            KeyError: the metric was not measured; the text has the reason.
        """
        value = self.metrics.get(metric)
        if value is None:
            reason = self.notes.get(metric, "no such metric was asked for")
            raise KeyError(f"{metric} of {self.pipeline} over {self.recording}: {reason}")
        return value


@dataclasses.dataclass(frozen=True)
class Failure:
    """A recording or a run that could not be evaluated.

    Attributes:
        recording: the path of the recording.
        error: the reason.
    """

    recording: str
    error: str


@dataclasses.dataclass(frozen=True)
class Results:
    """The results of an evaluation: a sequence of runs.

    Attributes:
        runs: every pipeline over every recording.
        failures: what could not be evaluated.
        document: the content of `results.json`.
    """

    runs: Sequence[Run]
    failures: Sequence[Failure]
    document: Mapping[str, Any] = dataclasses.field(repr=False)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Results:
        """Returns the results in the content of a `results.json`.

        Raises:
            ValueError: the content has another schema.
        """
        schema = document.get("schema")
        if schema != "sextant.results/1":
            raise ValueError(f"unknown schema {schema!r}; this version reads 'sextant.results/1'")
        failures = [Failure(str(item.get("path", "")), str(item.get("error", item))) for item in document["failed"]]
        return cls([_run(item) for item in document["runs"]], failures, document)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Results:
        """Reads a `results.json`, or the one in a folder.

        Raises:
            OSError: it cannot be read.
            ValueError: it is no `results.json`.
        """
        file = pathlib.Path(path)
        if file.is_dir():
            file /= "results.json"
        return cls.from_document(json.loads(file.read_text(encoding="utf-8")))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the results as JSON, such as a baseline for `compare`."""
        text = json.dumps(self.document, ensure_ascii=False, indent=1, sort_keys=True)
        pathlib.Path(path).write_text(text + "\n", encoding="utf-8")

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)

    def run(self, pipeline: str, recording: str | None = None) -> Run:
        """Returns the run of a pipeline.

        Args:
            pipeline: the SPEC.
            recording: the name of the recording; may be left out for a single one.

        Raises:
            KeyError: there is no such run, or there are several.
        """
        found = [run for run in self.runs if run.pipeline == pipeline and recording in (None, run.recording)]
        if len(found) != 1:
            known = ", ".join(f"{run.pipeline} over {run.recording}" for run in self.runs[:20])
            raise KeyError(f"{len(found)} runs of {pipeline} over {recording or 'any recording'}; there are {known}")
        return found[0]

    def means(self, metric: str) -> dict[str, float | None]:
        """Returns the mean of a metric over the recordings, by pipeline; None where a recording has no value."""
        values: dict[str, list[float | None]] = {}
        for run in self.runs:
            values.setdefault(run.pipeline, []).append(run.metrics.get(metric))
        means: dict[str, float | None] = {}
        for pipeline, all_values in values.items():
            known = [value for value in all_values if value is not None]
            means[pipeline] = math.fsum(known) / len(known) if len(known) == len(all_values) else None
        return means

    def to_pandas(self) -> pd.DataFrame:
        """Returns a data frame with a row for each run, a column for each metric, and NaN for what was not measured.

        Raises:
            ImportError: pandas is not installed.
        """
        import pandas as pd

        rows = [{"recording": run.recording, "pipeline": run.pipeline, **run.metrics} for run in self.runs]
        return pd.DataFrame(rows)

    def _repr_html_(self) -> str:
        measured = [name for name in _COLUMNS if any(run.metrics.get(name) is not None for run in self.runs)]
        head = "".join(f"<th>{html.escape(text)}</th>" for text in ("recording", "pipeline", *measured))
        body = "".join(
            f"<tr><td>{html.escape(run.recording)}</td><td>{html.escape(run.pipeline)}</td>"
            + "".join(_cell(run, name) for name in measured)
            + "</tr>"
            for run in self.runs
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(run: Run, metric: str) -> str:
    value = run.metrics.get(metric)
    if value is None:
        return f'<td title="{html.escape(run.notes.get(metric, ""), quote=True)}">–</td>'
    interval = run.intervals.get(metric)
    title = f' title="95 %: {interval.lower:.4g} to {interval.upper:.4g}"' if interval else ""
    return f'<td style="text-align: right"{title}>{value:.4g}</td>'


def _run(item: Mapping[str, Any]) -> Run:
    metrics: dict[str, float | None] = {}
    for group in _GROUPS:
        metrics.update(item.get(group) or {})
    intervals = {name: Interval(pair["lower"], pair["upper"]) for name, pair in (item.get("intervals") or {}).items()}
    return Run(
        recording=item["recording"]["name"],
        pipeline=item["pipeline"]["name"],
        parameters=item["pipeline"].get("parameters") or {},
        metrics=metrics,
        intervals=intervals,
        notes=item.get("notes") or {},
        remarks=item.get("remarks") or [],
        skipped=item.get("skipped") or {},
    )


@dataclasses.dataclass(frozen=True)
class MetricChange:
    """The change of one metric of one pipeline.

    Attributes:
        pipeline: the SPEC.
        metric: the metric.
        verdict: `worse`, `better`, `same`, `lost` (it cannot be measured any longer) or `cannot tell`.
        baseline: the mean of the baseline.
        candidate: the mean of the candidate.
    """

    pipeline: str
    metric: str
    verdict: str
    baseline: float | None
    candidate: float | None

    def __str__(self) -> str:
        return f"{self.pipeline}: {self.metric} {self.verdict}: {self.baseline} → {self.candidate}"


@dataclasses.dataclass(frozen=True)
class Comparison:
    """A comparison of results with a baseline.

    Attributes:
        passed: whether nothing is worse, lost or missing.
        failures: the reasons why it did not pass.
        changes: every compared metric of every pipeline.
        document: the content of `comparison.json`.
    """

    passed: bool
    failures: Sequence[str]
    changes: Sequence[MetricChange]
    document: Mapping[str, Any] = dataclasses.field(repr=False)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Comparison:
        """Returns the comparison in the content of a `comparison.json`."""
        changes = [
            MetricChange(item["pipeline"], item["metric"], item["verdict"], item.get("baseline"), item.get("candidate"))
            for item in document["metrics"]
        ]
        return cls(document["passed"], document["failures"], changes, document)

    @property
    def regressions(self) -> list[MetricChange]:
        """The metrics that are worse or cannot be measured any longer."""
        return [change for change in self.changes if change.verdict in ("worse", "lost")]
