"""Every public name has a description and types."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator

import pytest

import sextant


def public_names() -> Iterator[tuple[str, object]]:
    """The exported names, and the public members of exported classes."""
    for name in sextant.__all__:
        item = getattr(sextant, name)
        yield name, item
        if inspect.isclass(item):
            for member, value in vars(item).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod, staticmethod))):
                    yield f"{name}.{member}", value


NAMES = [item for item in public_names() if item[0] != "__version__"]


def test_there_are_names() -> None:
    assert len(NAMES) > 25


@pytest.mark.parametrize(("name", "item"), NAMES, ids=[name for name, _ in NAMES])
def test_is_documented(name: str, item: object) -> None:
    # Names for types, such as a Literal, have no text of their own.
    if not (inspect.isclass(item) or inspect.isroutine(item) or isinstance(item, property)):
        assert typing.get_origin(item) is not None or isinstance(item, (str, type))
        return
    text = inspect.getdoc(item) or ""
    assert len(text) > 10, f"{name} has no description"
    # A dataclass without a text has its signature as one.
    assert not text.startswith(f"{name}("), f"{name} has no description"


@pytest.mark.parametrize(("name", "item"), NAMES, ids=[name for name, _ in NAMES])
def test_is_typed(name: str, item: object) -> None:
    function = item.fget if isinstance(item, property) else item
    if not inspect.isfunction(function):
        return
    signature = inspect.signature(function)
    untyped = [
        parameter.name
        for parameter in signature.parameters.values()
        if parameter.annotation is inspect.Parameter.empty and parameter.name not in {"self", "cls"}
    ]
    assert not untyped, f"{name} has parameters without a type: {untyped}"
    assert signature.return_annotation is not inspect.Signature.empty, f"{name} has no type of its result"


@pytest.mark.parametrize(("name", "item"), [(name, item) for name, item in NAMES if hasattr(item, "__dataclass_fields__")])
def test_fields_are_described(name: str, item: type) -> None:
    text = inspect.getdoc(item) or ""
    fields = [field for field in getattr(item, "__dataclass_fields__", {}) if not field.startswith("_")]
    missing = [field for field in fields if f"{field}:" not in text]
    assert not missing, f"{name} does not describe {missing}"
