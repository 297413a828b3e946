"""Adds the command `sextant` with its libraries to the wheel.

`make wheel` sets SEXTANT_STAGE, a folder with bin/sextant, lib/sextant and share, and SEXTANT_PLATFORM, the tag of the
oldest system that the command runs on. Without them the wheel contains Python only, and uses a command on the PATH.
"""

from __future__ import annotations

import os
import pathlib
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds files to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a build."""
        stage = os.environ.get("SEXTANT_STAGE")
        if stage is None or version == "editable":
            return
        root = pathlib.Path(stage)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ['SEXTANT_PLATFORM']}"
        build_data["shared_scripts"][str(root / "bin" / "sextant")] = "sextant"
        # The library for C and its header are in the tarball only.
        for folder in ("lib/sextant", "share/man", "share/bash-completion", "share/zsh", "share/fish", "share/doc"):
            build_data["shared_data"][str(root / folder)] = folder
        build_data["sbom_files"].append(str(root / "share/doc/sextant/sextant.cdx.json"))
