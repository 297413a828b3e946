"""The kinds of files that have a schema: what only the program knows about each, and how it judges a file."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from sextant._command import run


def message(arguments: Sequence[str], file: str, folder: pathlib.Path, later: Sequence[str] = ()) -> str | None:
    """Runs the command, and returns its message about a file, or None if it accepts the file.

    Args:
        arguments: the arguments after the command's name.
        file: the text that names the file in a message about it.
        folder: the working directory.
        later: the texts that name what is read after the file; an error there means that the file was accepted.
    """
    result = run(arguments, accepted=(0, 2, 3), folder=folder)
    if result.returncode == 0:
        return None
    if file not in result.stderr:
        if not any(text in result.stderr for text in later): print(result.stderr[:300])
        assert 1 or any(text in result.stderr for text in later), result.stderr
        return None
    return result.stderr
