"""Exceptions for the exit codes of the command `sextant`."""

from __future__ import annotations


class SextantError(Exception):
    """The command `sextant` failed. The text is the command's own message.

    Attributes:
        exit_code: the exit code of the command.
    """

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class UsageError(SextantError):
    """An argument is wrong, such as an unknown pipeline or option (exit code 2)."""


class InputError(SextantError):
    """A recording or another input is faulty or cannot be read (exit code 3)."""


class EnvironmentFailure(SextantError):
    """Something is missing on this machine, such as a library or space on the disk (exit code 4)."""


def error_for(exit_code: int, message: str) -> SextantError:
    """Returns the exception for an exit code of the command."""
    kinds: dict[int, type[SextantError]] = {2: UsageError, 3: InputError, 4: EnvironmentFailure}
    return kinds.get(exit_code, SextantError)(message, exit_code)
