"""Generators of the files that have a schema, and the command's judgement of such files."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from sextant._command import run


def is_accepted(arguments: Sequence[str], file: str, folder: pathlib.Path, later: Sequence[str] = ()) -> bool:
    """Runs the command, and returns whether it accepts a file.

    Args:
        arguments: the arguments after the command's name.
        file: the text that names the file in a message about it.
        folder: the working directory.
        later: the texts that name what is read after the file; an error there means that the file was accepted.
    """
    result = run(arguments, accepted=(0, 2, 3), folder=folder)
    if result.returncode == 0:
        return True
    if file in result.stderr:
        return False
    assert any(text in result.stderr for text in later), result.stderr
    return True
