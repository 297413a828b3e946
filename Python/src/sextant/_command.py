"""Finds and runs the command `sextant`."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence

from ._errors import EnvironmentFailure, error_for

# The prefix of every line that the command writes to standard error.
_PREFIX = "sextant: "


def command_path() -> str:
    """Returns the path of the command `sextant`.

    It is the first of: `$SEXTANT`, the command of this package's installation, the one on the `PATH`.

    Raises:
        EnvironmentFailure: there is no such command.
    """
    given = os.environ.get("SEXTANT")
    if given:
        return given
    schemes = [sysconfig.get_default_scheme(), f"{os.name}_user"]
    folders = [sysconfig.get_path("scripts", scheme) for scheme in schemes if scheme in sysconfig.get_scheme_names()]
    # `pip install --target DIR` puts commands into DIR/bin.
    folders.append(str(pathlib.Path(__file__).resolve().parent.parent / "bin"))
    for folder in folders:
        path = os.path.join(folder, "sextant")
        if os.access(path, os.X_OK):
            return path
    found = shutil.which("sextant")
    if found:
        return found
    raise EnvironmentFailure(
        "no command 'sextant'; install a wheel of this package that contains it, or set SEXTANT to its path", 4
    )


def run(
    arguments: Sequence[str], accepted: Sequence[int] = (0,), folder: pathlib.Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs the command and returns its output.

    Args:
        arguments: the arguments after the command's name.
        accepted: the exit codes that are no failure.
        folder: the working directory; None for that of this process.

    Raises:
        SextantError: the command ended with another exit code.
    """
    try:
        result = subprocess.run(
            [command_path(), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            cwd=folder,
            check=False,
        )
    except OSError as error:
        raise EnvironmentFailure(f"the command cannot be run: {error}", 4) from error
    if result.returncode not in accepted:
        raise error_for(result.returncode, message(result.stderr) or f"exit code {result.returncode}")
    return result


def message(standard_error: str) -> str:
    """Returns what the command wrote to standard error, without its name at the beginning of lines."""
    lines = [line.removeprefix(_PREFIX) for line in standard_error.splitlines()]
    return "\n".join(line for line in lines if line).strip()


def show(standard_error: str) -> None:
    """Shows the warnings of a command that succeeded."""
    text = message(standard_error)
    if text:
        print(text, file=sys.stderr)
