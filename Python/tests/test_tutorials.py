"""The notebooks run, and the downloads are checked.

Without the environment variable SEXTANT_BROAD, an address of BROAD's MATLAB files, simulated recordings in files of the
same form replace the trials.
"""

from __future__ import annotations

import hashlib
import json
import os
import pathlib
import sys

import pytest

import sextant
from sextant import datasets
from sextant.tutorials.__main__ import main as copy_tutorials

np = pytest.importorskip("numpy")
scipy_io = pytest.importorskip("scipy.io")

NOTEBOOKS = sorted((pathlib.Path(datasets.__file__).parent / "tutorials").glob("*.ipynb"))


@pytest.fixture
def trials(recording: sextant.Recording, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the trials by a simulated recording, unless they can be downloaded."""
    monkeypatch.chdir(tmp_path)
    if "SEXTANT_BROAD" in os.environ:
        return
    streams = recording.streams
    times = streams["gyroscope"].times
    columns = {"imu_gyr": "gyroscope", "imu_acc": "accelerometer", "imu_mag": "magnetometer", "opt_quat": "reference"}
    values = {
        key: np.column_stack([np.interp(times, streams[name].times, column) for column in streams[name].values.T])
        for key, name in columns.items()
    }
    values["opt_quat"][:5] = np.nan
    source = tmp_path / "source"
    source.mkdir()
    for trial in datasets.DIGESTS:
        file = source / f"{trial}.mat"
        scipy_io.savemat(file, {**values, "sampling_rate": 1 / (times[1] - times[0]), "movement": np.ones((len(times), 1))})
        monkeypatch.setitem(datasets.DIGESTS, trial, hashlib.sha256(file.read_bytes()).hexdigest())
    monkeypatch.setenv("SEXTANT_BROAD", source.as_uri())


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: str(path.stem))
def test_the_notebook_runs(notebook: pathlib.Path, trials: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    pytest.importorskip("jinja2")
    pytest.importorskip("pandas")
    names: dict[str, object] = {}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "clear the outputs of the notebook"
            exec(compile("".join(cell["source"]), f"{notebook.name}, {cell['id']}", "exec"), names)
    kept = {"choose-a-filter": ["my-filter.yaml", "baseline.json"], "paper-table": ["table.tex", "figure.pdf", "results.json"]}
    assert all(pathlib.Path(name).stat().st_size > 0 for name in kept[notebook.stem])


def test_a_trial_is_read_completely(trials: None) -> None:
    name = next(iter(datasets.DIGESTS))
    recording = sextant.load(datasets.download(name))
    assert recording.reference_valid is not None and recording.gyroscope is not None
    assert not recording.reference_valid.all() and recording.reference_valid.any()
    assert recording.name == name and recording.declination == 0


def test_a_changed_file_is_refused(trials: None, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    name = next(iter(datasets.DIGESTS))
    monkeypatch.setitem(datasets.DIGESTS, name, "0" * 64)
    with pytest.raises(sextant.EnvironmentFailure, match="instead of 0000"):
        datasets.download(name)
    assert not (tmp_path / name).exists()


def test_errors_have_exit_codes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["datasets", "40"])
    assert datasets.main() == 2
    monkeypatch.setattr(sys, "argv", ["datasets", next(iter(datasets.DIGESTS)), "--address", "file:///missing"])
    assert datasets.main() == 4
    assert "cannot download file:///missing/" in capsys.readouterr().err


def test_tutorials_are_copied_once(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["tutorials", str(tmp_path / "here")])
    assert copy_tutorials() == 0
    assert sorted(path.name for path in (tmp_path / "here").iterdir()) == [path.name for path in NOTEBOOKS]
    assert copy_tutorials() == 4
