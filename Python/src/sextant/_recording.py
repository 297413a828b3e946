"""Recordings as NumPy arrays."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import tempfile
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]
    Mask = NDArray[np.bool_]

# A file system in memory, where Linux has one.
_MEMORY = "/dev/shm"


@dataclasses.dataclass(frozen=True)
class Stream:
    """Samples of one sensor.

    Attributes:
        times: the times in seconds, shape (n,), increasing; one clock for all streams of a recording.
        values: the samples, shape (n, 3), or (n, 4) for orientations as w, x, y, z.
    """

    times: Array
    values: Array

    @classmethod
    def of(cls, times: ArrayLike, values: ArrayLike, columns: int = 3) -> Stream:
        """Checks the shapes of two arrays and returns them as a stream. Arrays of floats are not copied.

        Raises:
            ValueError: the shapes are not (n,) and (n, columns).
        """
        import numpy as np

        stream = cls(np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64))
        if stream.times.ndim != 1 or stream.values.shape != (len(stream.times), columns):
            raise ValueError(
                f"times have the shape {stream.times.shape} and values {stream.values.shape}, "
                f"but must have (n,) and (n, {columns})"
            )
        return stream

    def __len__(self) -> int:
        return len(self.times)


@dataclasses.dataclass(frozen=True)
class Recording:
    """A recording in memory.

    Axes of the device are x right, y up along the screen, z out of the screen. Orientations rotate device coordinates to
    East, North, Up, with true north.

    Attributes:
        name: the name in results.
        gyroscope: angular velocity in rad/s.
        accelerometer: specific force in m/s²: +9.81 upwards at rest.
        magnetometer: magnetic field in µT.
        reference: the true orientation as w, x, y, z.
        attitude: the device's own orientation as w, x, y, z.
        reference_valid: whether each sample of the reference is valid, shape (n,); None if all are.
        reference_evaluate: whether errors count at each sample of the reference, shape (n,); None if they all do.
        declination: degrees by which magnetic north is east of true north; None if it is not known.
        metadata: further keys of `recording.yaml`, such as `source`.
    """

    name: str
    gyroscope: Stream | None = None
    accelerometer: Stream | None = None
    magnetometer: Stream | None = None
    reference: Stream | None = None
    attitude: Stream | None = None
    reference_valid: Mask | None = None
    reference_evaluate: Mask | None = None
    declination: float | None = None
    metadata: Mapping[str, str | float] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[^/\0]{1,200}", self.name) or self.name.startswith("."):
            raise ValueError(f"{self.name!r} cannot be the name of a folder")
        for name, stream in self.streams.items():
            Stream.of(stream.times, stream.values, _COLUMNS[name])
        for name, mask in self._masks.items():
            if self.reference is None or mask.shape != self.reference.times.shape:
                raise ValueError(f"{name} has the shape {mask.shape}, but needs one value for each sample of the reference")

    @property
    def streams(self) -> dict[str, Stream]:
        """The streams that the recording has, by name."""
        present = {name: getattr(self, name) for name in _COLUMNS}
        return {name: stream for name, stream in present.items() if stream is not None}

    @property
    def _masks(self) -> dict[str, Mask]:
        masks = {"reference_valid": self.reference_valid, "reference_evaluate": self.reference_evaluate}
        return {name: mask for name, mask in masks.items() if mask is not None}

    def save(self, folder: str | os.PathLike[str]) -> pathlib.Path:
        """Writes the recording to a new folder, which the command `sextant` reads: `recording.npz` and `recording.yaml`.

        Raises:
            FileExistsError: the folder exists.
        """
        import numpy as np

        path = pathlib.Path(folder)
        path.mkdir(parents=True)
        arrays: dict[str, Any] = dict(self._masks)
        for name, stream in self.streams.items():
            arrays[f"{name}_t"], arrays[name] = stream.times, stream.values
        np.savez(path / "recording.npz", **arrays)
        keys: dict[str, str | float] = {"layout": "numpy", "name": self.name, **self.metadata}
        if self.declination is not None:
            keys["declination"] = self.declination
        # JSON is YAML.
        (path / "recording.yaml").write_text(json.dumps(keys, ensure_ascii=False) + "\n", encoding="utf-8")
        return path


_COLUMNS = {"gyroscope": 3, "accelerometer": 3, "magnetometer": 3, "reference": 4, "attitude": 4}


@contextlib.contextmanager
def memory_folder() -> Iterator[pathlib.Path]:
    """A temporary folder, in memory where the system has a file system for that."""
    place = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="sextant-", dir=place) as folder:
        yield pathlib.Path(folder)


def load(path: str | os.PathLike[str]) -> Recording:
    """Reads a recording in any layout that Sextant knows, as arrays.

    Args:
        path: a folder or a file, such as the log of a phone app.

    Raises:
        InputError: it cannot be read.
    """
    import numpy as np

    from ._command import run

    with memory_folder() as folder:
        native = folder / "native"
        run(["convert", os.fspath(path), "--to", "native", "--output", str(native), "--quiet"])
        streams: dict[str, Stream] = {}
        masks: dict[str, Mask] = {}
        for name, columns in _COLUMNS.items():
            file = native / f"{name}.csv"
            if not file.exists():
                continue
            with file.open(encoding="utf-8") as lines:
                header = next(lines).strip().split(",")
                rows = np.loadtxt(lines, delimiter=",", ndmin=2)
            streams[name] = Stream.of(rows[:, 0], rows[:, 1 : columns + 1], columns)
            for mask in ("valid", "evaluate"):
                if mask in header:
                    masks[f"{name}_{mask}"] = rows[:, header.index(mask)] != 0
        keys = (native / "recording.yaml").read_text(encoding="utf-8")
        declination = re.search(r"^declination: ([-+.e\d]+)$", keys, re.MULTILINE)
        title = re.search(r'^name: (".*")$', keys, re.MULTILINE)
        return Recording(
            name=json.loads(title[1]) if title else pathlib.Path(path).stem,
            declination=float(declination[1]) if declination else None,
            gyroscope=streams.get("gyroscope"),
            accelerometer=streams.get("accelerometer"),
            magnetometer=streams.get("magnetometer"),
            reference=streams.get("reference"),
            attitude=streams.get("attitude"),
            reference_valid=masks.get("reference_valid"),
            reference_evaluate=masks.get("reference_evaluate"),
        )
