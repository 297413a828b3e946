#!/usr/bin/env python3
"""Writes the first inputs of `fuzz-commands`: every command with templates, and the templates as contents of files.

    python3 command_seeds.py FOLDER
"""

import pathlib
import sys

TEMPLATES = pathlib.Path(__file__).resolve().parent / "Sources/CommandFuzzing/Templates"
COMMANDS = 64
"""The number of values of the first byte that select a command (`CommandFuzzer.commands`)."""
LONGEST = 4096


def main(target):
    target.mkdir(parents=True, exist_ok=True)
    count = 0

    def save(content):
        nonlocal count
        (target / f"seed-{count:04}").write_bytes(content[:LONGEST])
        count += 1

    for command in range(COMMANDS):
        for number in range(6):
            save(bytes([command, 0, 0, number, command]))
    contents = [path.read_bytes() for path in sorted(TEMPLATES.iterdir()) if path.stat().st_size < LONGEST // 2]
    rows = b"t,x,y,z\n" + b"".join(b"%.2f,0.01,9.81,0.02\n" % (row / 100) for row in range(20))
    quaternions = b"t,qw,qx,qy,qz\n" + b"".join(b"%.2f,0.7071,0.7071,0,0\n" % (row / 100) for row in range(20))
    recording = [rows, rows, rows, quaternions]
    for command in range(0, COMMANDS, 2):
        save(b"\x1f".join([bytes([command | 0x80, 0, 0, 0, 1])] + recording))
        for content in contents:
            save(b"\x1f".join([bytes([command | 0x80, 0, 0, 0, 2]), content, content]))


main(pathlib.Path(sys.argv[1]))
