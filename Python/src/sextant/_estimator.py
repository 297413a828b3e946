"""Estimators that are written in Python."""

from __future__ import annotations

import dataclasses
import inspect
import io
import json
import pathlib
import re
import socket
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal, Protocol, cast, overload

from ._command import command_path

Sensor = Literal["gyroscope", "accelerometer", "magnetometer"]
World = Literal["enu", "nwu", "ned"]
Vector = tuple[float, float, float]

# The order in which an estimator's sensors are candidates for driving it.
_DRIVERS: tuple[Sensor, ...] = ("gyroscope", "accelerometer", "magnetometer")


class Update(Protocol):
    """Processes a sample and returns the orientation, or None as long as it is unknown."""

    def __call__(self, sensor: Sensor, time: float, value: Vector, /) -> Sequence[float] | None:
        """Processes a sample.

        Args:
            sensor: the sensor of the sample.
            time: seconds.
            value: rad/s, m/s² (+9.81 upwards at rest) or µT, in device axes.

        Returns:
            A unit quaternion w, x, y, z, device → world. It counts only for samples of the driving sensor.
        """
        ...


class Updates(Protocol):
    """An object that processes one recording."""

    @property
    def update(self) -> Update:
        """The method that processes a sample."""
        ...


@dataclasses.dataclass(frozen=True)
class Estimator:
    """An estimator in Python, which `estimator` makes. It is a pipeline of `evaluate`.

    Attributes:
        name: the name in results.
        create: makes an instance from parameters.
        needs: the sensors whose samples it receives.
        driver: the sensor after whose samples its orientation is read; None for the gyroscope if it needs that.
        world: the axes of its world.
        parameters: the defaults of its parameters.
        timeout: the longest time in seconds over one recording.
    """

    name: str
    create: Callable[..., Update | Updates]
    needs: tuple[Sensor, ...]
    driver: Sensor | None
    world: World
    parameters: Mapping[str, float]
    timeout: float

    def __call__(self, **parameters: float) -> PythonPipeline:
        """Returns the estimator with some parameters changed.

        Raises:
            TypeError: there is no such parameter.
        """
        return PythonPipeline(self)(**parameters)

    def after(self, filters: str) -> PythonPipeline:
        """Returns a pipeline with filters of the sensors before the estimator: `lowPass:sensor=gyroscope`."""
        return PythonPipeline(self).after(filters)

    def then(self, filters: str) -> PythonPipeline:
        """Returns a pipeline with filters of the orientation after the estimator: `lowPass:cutoff=5Hz`."""
        return PythonPipeline(self).then(filters)


@dataclasses.dataclass(frozen=True)
class PythonPipeline:
    """A pipeline with an estimator in Python.

    Attributes:
        estimator: the estimator.
        parameters: the parameters that differ from the defaults.
        before: filters of the sensors, as in a SPEC; empty for none.
        following: filters of the orientation, as in a SPEC; empty for none.
    """

    estimator: Estimator
    parameters: Mapping[str, float] = dataclasses.field(default_factory=dict)
    before: str = ""
    following: str = ""

    def __call__(self, **parameters: float) -> PythonPipeline:
        """Returns the pipeline with some parameters of its estimator changed.

        Raises:
            TypeError: there is no such parameter.
        """
        for name in parameters:
            if name not in self.estimator.parameters:
                known = ", ".join(self.estimator.parameters) or "none"
                raise TypeError(f"{self.estimator.name} has no parameter '{name}'; it has {known}")
        return dataclasses.replace(self, parameters={**self.parameters, **parameters})

    def after(self, filters: str) -> PythonPipeline:
        """Returns the pipeline with filters of the sensors before its estimator."""
        return dataclasses.replace(self, before=f"{self.before}+{filters}" if self.before else filters)

    def then(self, filters: str) -> PythonPipeline:
        """Returns the pipeline with filters of the orientation after its last stage."""
        return dataclasses.replace(self, following=f"{self.following}+{filters}" if self.following else filters)

    def __str__(self) -> str:
        """The name of the pipeline in results."""
        return self.specification(self.estimator.name)

    def specification(self, estimator: str) -> str:
        """The SPEC of the pipeline with a text for its estimator."""
        values = ",".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return "+".join(part for part in (self.before, estimator + (f":{values}" if values else ""), self.following) if part)


@overload
def estimator(
    create: Callable[..., Update | Updates],
    /,
    *,
    name: str | None = None,
    needs: Sequence[Sensor] = _DRIVERS,
    driver: Sensor | None = None,
    world: World = "enu",
    timeout: float = 600,
) -> Estimator: ...


@overload
def estimator(
    *,
    name: str | None = None,
    needs: Sequence[Sensor] = _DRIVERS,
    driver: Sensor | None = None,
    world: World = "enu",
    timeout: float = 600,
) -> Callable[[Callable[..., Update | Updates]], Estimator]: ...


def estimator(
    create: Callable[..., Update | Updates] | None = None,
    /,
    *,
    name: str | None = None,
    needs: Sequence[Sensor] = _DRIVERS,
    driver: Sensor | None = None,
    world: World = "enu",
    timeout: float = 600,
) -> Estimator | Callable[[Callable[..., Update | Updates]], Estimator]:
    """Makes an estimator from a function, so that `evaluate` measures it like any other.

    The function is called for each recording. It returns a function that processes a sample, or an object with such a
    method `update`, so it may be a class. Its parameters are numbers with a default::

        @sextant.estimator(needs=["gyroscope"])
        def mine(gain: float = 0.02):
            q = [1.0, 0.0, 0.0, 0.0]

            def update(sensor, time, value):
                ...
                return q

            return update

        sextant.evaluate("walk", ["vqf", mine, mine(gain=0.05), mine.then("lowPass:cutoff=5Hz")])

    The code runs in this process, in threads. It receives the samples one by one, so it cannot look ahead.

    Args:
        create: the function or class.
        name: the name in results; None for that of the function.
        needs: the sensors whose samples it receives.
        driver: the sensor after whose samples its orientation is read; None for the gyroscope if it needs that.
        world: the axes of its world: East, North, Up; North, West, Up; or North, East, Down.
        timeout: the longest time in seconds over one recording.

    Raises:
        TypeError: a parameter has no number as its default.
        ValueError: the name has other characters than letters, digits, `_` and `-`.
    """
    if create is None:
        return lambda create: estimator(create, name=name, needs=needs, driver=driver, world=world, timeout=timeout)
    title = name or create.__name__
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", title):
        raise ValueError(f"invalid name {title!r}: use letters, digits, '_' and '-'")
    parameters: dict[str, float] = {}
    for parameter in inspect.signature(create).parameters.values():
        default = parameter.default
        if isinstance(default, bool) or not isinstance(default, (int, float)):
            raise TypeError(f"{title}: the parameter '{parameter.name}' has no number as its default")
        parameters[parameter.name] = default
    return Estimator(title, create, tuple(needs), driver, world, parameters, timeout)


class EstimatorServer:
    """Answers the samples that the command sends to estimators in Python.

    The command starts a process for each recording, which connects to a socket and hands over its standard input and output.
    """

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder
        self._estimators: dict[str, Estimator] = {}
        self._listener: socket.socket | None = None
        #: The first exception of an estimator.
        self.error: BaseException | None = None

    def __enter__(self) -> EstimatorServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._listener:
            self._listener.close()

    @property
    def is_used(self) -> bool:
        """Whether there is an estimator in Python."""
        return bool(self._estimators)

    @property
    def _socket(self) -> pathlib.Path:
        return self._folder / "estimators"

    def specification(self, pipeline: str | Estimator | PythonPipeline) -> str:
        """Returns the SPEC of a pipeline; for one in Python, a description is written to the folder."""
        if isinstance(pipeline, str):
            return pipeline
        pipeline = PythonPipeline(pipeline) if isinstance(pipeline, Estimator) else pipeline
        used = pipeline.estimator
        if self._estimators.setdefault(used.name, used) is not used:
            raise ValueError(f"two estimators have the name '{used.name}'")
        if self._listener is None:
            self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            self._listener.bind(str(self._socket))
            self._listener.listen(64)
            threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()
        words = [f"{name}={{{name}}}" for name in used.parameters]
        description: dict[str, Any] = {
            "name": used.name,
            "command": [command_path(), "connect", str(self._socket), used.name, *words],
            "mode": "stream",
            "needs": list(used.needs),
            "world": used.world,
            "timeout": f"{used.timeout!r}s",
            "parameters": dict(used.parameters),
        }
        if used.driver:
            description["driver"] = used.driver
        # JSON is YAML.
        (self._folder / f"{used.name}.yaml").write_text(json.dumps(description), encoding="utf-8")
        return pipeline.specification(f"{used.name}.yaml")

    def renamed(self, document: dict[str, Any]) -> dict[str, Any]:
        """Replaces the names of descriptions in results with those of the estimators."""
        for item in [*document["runs"], *document["failed"]]:
            pipeline = item.get("pipeline")
            for name in self._estimators:
                if isinstance(pipeline, dict):
                    pipeline["name"] = pipeline["name"].replace(f"{name}.yaml", name)
                elif isinstance(pipeline, str):
                    item["pipeline"] = pipeline.replace(f"{name}.yaml", name)
        return document

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            try:
                # The first line comes with the descriptors of the command's pipes.
                text, pipes, _, _ = socket.recv_fds(connection, 1 << 16, 2, getattr(socket, "MSG_CMSG_CLOEXEC", 0))
                with open(pipes[0], encoding="ascii", newline="\n") as lines, open(pipes[1], "wb", 0) as answers:
                    self._run(text.decode("ascii").rstrip("\n").split("\t"), lines, answers)
                connection.sendall(b"\n")
            except (BrokenPipeError, ConnectionResetError):
                # The command has ended, which reports why.
                return
            except Exception as error:  # noqa: BLE001 - an estimator raises what it likes
                self.error = self.error or error

    def _run(self, words: list[str], lines: Iterable[str], answers: io.FileIO) -> None:
        """Answers the samples of one recording."""
        used = self._estimators[words[0]]
        values = (word.split("=", 1) for word in words[1:])
        instance = used.create(**{name: float(value) for name, value in values})
        driver = used.driver or next(sensor for sensor in _DRIVERS if sensor in used.needs)
        update = cast("Update", getattr(cast("object", instance), "update", instance))
        for line in lines:
            sensor, time, x, y, z = line.split(",")
            orientation = update(sensor, float(time), (float(x), float(y), float(z)))  # type: ignore[arg-type]
            if sensor == driver:
                text = "" if orientation is None else ",".join(map(repr, map(float, orientation)))
                answers.write(f"{text}\n".encode("ascii"))
