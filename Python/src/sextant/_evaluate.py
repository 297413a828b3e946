"""Evaluates pipelines over recordings and compares results, with the command `sextant`."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from ._command import message, run, show
from ._errors import InputError, error_for
from ._estimator import Estimator, EstimatorServer, PythonPipeline
from ._recording import Recording, Stream, memory_folder
from ._results import Comparison, Results

if TYPE_CHECKING:
    from typing import TypeAlias

    Path: TypeAlias = str | os.PathLike[str]
    Source: TypeAlias = str | os.PathLike[str] | Recording
    Pipeline: TypeAlias = str | PythonPipeline | Estimator
    Alignment: TypeAlias = Literal["none", "constant", "first"]


class EvaluationError(InputError):
    """Some recordings or pipelines could not be evaluated.

    Attributes:
        results: the results of all others.
    """

    def __init__(self, text: str, results: Results) -> None:
        super().__init__(text, 3)
        self.results = results


def evaluate(
    recordings: Source | Iterable[Source],
    pipelines: Pipeline | Iterable[Pipeline] = (),
    *,
    estimates: Mapping[str, Stream | Mapping[str, Stream]] | None = None,
    metrics: Sequence[str] | None = None,
    skip: float = 0.0,
    heading_alignment: Alignment | None = None,
    layout: str | None = None,
    calibration: Path | None = None,
    jobs: int | None = None,
    options: Sequence[str] = (),
    allow_failures: bool = False,
) -> Results:
    """Runs pipelines over recordings and returns accuracy, jitter and latency.

    Args:
        recordings: paths of recordings in any layout that Sextant knows, or recordings in memory.
        pipelines: SPECs, such as `vqf` or `madgwick:beta=0.1+lowPass`, and estimators of your own (`estimator`).
        estimates: orientations that another program computed, by name: one stream, or one for each recording by its name.
        metrics: the metrics to measure; None for all. See `sextant list metrics`.
        skip: seconds at the start of each recording that no metric includes.
        heading_alignment: the constant heading difference to remove: none, the mean one, or that of the first sample.
        layout: the layout of the recordings; None to detect it.
        calibration: a file of `sextant calibrate` that corrects the sensors.
        jobs: the number of recordings to process in parallel; None for one per core.
        options: further options of `sextant evaluate`.
        allow_failures: whether results are returned where a recording or a pipeline failed. `Results.failures` lists these.

    Raises:
        EvaluationError: a recording or a pipeline failed; the exception contains the other results.
        UsageError: a pipeline or an option is unknown.
        SextantError: any other failure.
    """
    sources: list[Source] = _list(recordings, (str, os.PathLike, Recording))
    with memory_folder() as folder, EstimatorServer(folder) as server:
        arguments = ["evaluate", *(_stored(source, folder, number) for number, source in enumerate(sources))]
        for pipeline in _list(pipelines, (str, Estimator, PythonPipeline)):
            arguments += ["--pipeline", server.specification(pipeline)]
        for name, value in (estimates or {}).items():
            arguments += ["--estimate", f"{name}={_written(name, value, sources, folder)}"]
        if metrics is not None:
            arguments += ["--metrics", ",".join(metrics)]
        if skip:
            arguments += ["--skip", repr(skip)]
        for option, given in (
            ("--heading-alignment", heading_alignment),
            ("--layout", layout),
            ("--calibration", calibration),
            ("--jobs", jobs),
        ):
            if given is not None:
                arguments += [option, os.fspath(given) if isinstance(given, os.PathLike) else str(given)]
        output = folder / "output"
        arguments += [*options, "--output", str(output), "--format", "json", "--quiet"]
        # Paths of estimators are relative to the folder, so that results show their names.
        finished = run(arguments, accepted=range(256), folder=folder if server.is_used else None)
        text = message(finished.stderr)
        document = output / "results.json"
        if finished.returncode not in (0, 3) or not document.exists():
            raise error_for(finished.returncode, text or f"exit code {finished.returncode}") from server.error
        results = Results.from_document(server.renamed(json.loads(document.read_text(encoding="utf-8"))))
        if finished.returncode == 3 and not allow_failures:
            raise EvaluationError(text, results) from server.error
        show(finished.stderr)
        return results


def estimate(
    recording: Source,
    pipeline: Pipeline,
    *,
    layout: str | None = None,
    options: Sequence[str] = (),
) -> Stream:
    """Runs a pipeline over a recording and returns its orientations.

    Returns:
        Times in seconds, shape (n,), and orientations as w, x, y, z, shape (n, 4), device → East, North, Up.

    Raises:
        SextantError: the pipeline or the recording failed.
    """
    import numpy as np

    with memory_folder() as folder, EstimatorServer(folder) as server:
        output = folder / "output"
        arguments = ["evaluate", _stored(recording, folder, 0), "--pipeline", server.specification(pipeline)]
        arguments += ["--layout", layout] if layout else []
        # Any metric will do: orientations are written for a recording without a reference, too.
        arguments += [*options, "--estimates", "--output", str(output), "--format", "json", "--quiet"]
        finished = run(arguments, accepted=range(256), folder=folder if server.is_used else None)
        files = sorted(output.glob("estimates/*/*.csv"))
        if len(files) != 1:
            raise error_for(finished.returncode or 3, message(finished.stderr) or "no orientations") from server.error
        rows = np.loadtxt(files[0], delimiter=",", skiprows=1, ndmin=2)
        return Stream.of(rows[:, 0], rows[:, 1:5], 4)


def compare(
    baseline: Results | Path,
    candidate: Results | Path,
    *,
    thresholds: Mapping[str, float | str] | None = None,
    metrics: Sequence[str] | None = None,
    confidence: float = 0.95,
    yardstick: str | None = None,
    allow_missing: bool = False,
    undecided: Literal["pass", "fail"] = "fail",
) -> Comparison:
    """Compares results with a baseline, as `sextant compare` does.

        assert not sextant.compare("baseline.json", results).regressions

    Args:
        baseline: results, or the path of a `results.json`.
        candidate: the results to compare with it.
        thresholds: the accepted worsening by metric, in per cent or as a text such as `0.5abs`.
        metrics: the metrics to compare; None for those of reports, without times.
        confidence: the confidence level of the comparison.
        yardstick: the pipeline whose times are the unit of times.
        allow_missing: whether runs may be missing in the candidate.
        undecided: the outcome of a comparison with too few cases for a decision.

    Raises:
        SextantError: the results cannot be read or compared.
    """
    with memory_folder() as folder:
        paths: list[str] = []
        for name, side in (("baseline", baseline), ("candidate", candidate)):
            if isinstance(side, Results):
                path = folder / f"{name}.json"
                side.save(path)
                paths.append(str(path))
            else:
                paths.append(os.fspath(side))
        arguments = ["compare", *paths, "--format", "json", "--confidence", repr(confidence)]
        for metric, worsening in (thresholds or {}).items():
            arguments += ["--threshold", f"{metric}={worsening}"]
        for metric in metrics or ():
            arguments += ["--metric", metric]
        arguments += ["--yardstick", yardstick] if yardstick else []
        arguments += ["--allow-missing"] if allow_missing else []
        arguments += ["--undecided", undecided]
        return Comparison.from_document(json.loads(run(arguments, accepted=(0, 1)).stdout))


def version() -> str:
    """Returns the version of the command `sextant`."""
    return run(["--version"]).stdout.strip()


def _list(items: object, single: tuple[type, ...]) -> list[Any]:
    """The items of a list; a single item is a list of one."""
    return [items] if isinstance(items, single) else list(cast("Iterable[Any]", items))


def _stored(source: Source, folder: pathlib.Path, number: int) -> str:
    """The path of a recording; one in memory is written to the folder."""
    if isinstance(source, Recording):
        return str(source.save(folder / str(number) / source.name))
    return os.path.abspath(source)


def _written(
    name: str, value: Stream | Mapping[str, Stream], sources: Sequence[Source], folder: pathlib.Path
) -> str:
    """The path of a file with orientations, or of a folder with one for each recording."""
    import numpy as np

    if isinstance(value, Stream):
        if len(sources) != 1:
            raise ValueError(f"'{name}' has one stream for {len(sources)} recordings, but needs one for each, by name")
        streams = {"estimate": value}
    else:
        streams = dict(value)
    place = folder / "estimates" / name
    place.mkdir(parents=True)
    for recording, stream in streams.items():
        Stream.of(stream.times, stream.values, 4)
        rows = np.column_stack([stream.times, stream.values])
        np.savetxt(place / f"{recording}.csv", rows, "%.17g", delimiter=",", header="t,qw,qx,qy,qz", comments="")
    return str(place / "estimate.csv") if isinstance(value, Stream) else str(place)
