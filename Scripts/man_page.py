#!/usr/bin/env python3
"""Writes the man page of a built sextant to standard output.

    Scripts/man_page.py .build/release/sextant >sextant.1

What the page says of commands and options is what `--help` says.
"""

import json
import re
import subprocess
import sys

EXIT_CODES = [
    (0, "done"),
    (1, "a check failed"),
    (2, "wrong usage"),
    (3, "bad input data; the message says file, line and column"),
    (4, "the environment: disk, permissions, something not installed"),
]
ENVIRONMENT = [
    ("NO_COLOR", "No colour on a terminal if it is set and not empty."),
    ("SEXTANT_DATA", "Where sextant tables looks for other people's recordings."),
]


def escaped(text):
    """Text as roff shows it literally."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace('"', "\\(dq")
    # groff reads Latin-1 where it is not told otherwise.
    text = "".join(letter if letter.isascii() else f"\\[u{ord(letter):04X}]" for letter in text)
    # A line may end behind a comma, so that lists without blanks fit.
    text = re.sub(r",(?=[^ \n])", r",\\:", text)
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def paragraphs(text):
    lines = []
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        lines += [".PP"] * (number > 0) + [escaped(" ".join(paragraph.split("\n")))]
    return lines


def spelling(argument):
    value = escaped(argument.get("valueName", ""))
    if argument["kind"] == "positional":
        return f"\\fI{value}\\fR" + (" ..." if argument["isRepeating"] else "")
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    text = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names)
    return text + (f" \\fI{value}\\fR" if argument["kind"] == "option" else "")


def arguments(command):
    lines = []
    for argument in command["arguments"]:
        names = [name["name"] for name in argument.get("names", [])]
        if not argument["shouldDisplay"] or "help" in names or "version" in names:
            continue
        text = " ".join(argument.get("abstract", "").split())
        if "defaultValue" in argument:
            text += f" (default: {argument['defaultValue']})"
        lines += [".TP", spelling(argument), escaped(text)]
    return lines


def page(tool, version):
    commands = [command for command in tool["subcommands"] if command["commandName"] != "help"]
    lines = [
        '.\\" Made by Scripts/man_page.py from the help of the command.',
        f'.TH SEXTANT 1 "" "sextant {version}" "User Commands"',
        ".nh",
        ".ad l",
        ".SH NAME",
        "sextant \\- measure filters and distance formulas of location\\-based augmented reality",
        ".SH SYNOPSIS",
        ".B sextant",
        "\\fIsubcommand\\fR [\\fIargument\\fR ...]",
        ".br",
        ".B sextant help",
        "[\\fIsubcommand\\fR]",
        ".SH DESCRIPTION",
        *paragraphs(tool["abstract"]),
        ".PP",
        "Results go to standard output, progress and warnings to standard error.",
        ".SH COMMANDS",
    ]
    for command in commands:
        lines += [f".SS sextant {escaped(command['commandName'])}", *paragraphs(command["abstract"])]
        if command.get("discussion"):
            lines += [".PP", *paragraphs(command["discussion"])]
        lines += arguments(command)
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXIT_CODES:
        lines += [".TP", f".B {code}", escaped(meaning)]
    lines += [".SH ENVIRONMENT"]
    for name, meaning in ENVIRONMENT:
        lines += [".TP", f".B {name}", escaped(meaning)]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: man_page.py SEXTANT")
    help_text = subprocess.run([sys.argv[1], "--experimental-dump-help"], check=True, capture_output=True, text=True)
    version = subprocess.run([sys.argv[1], "--version"], check=True, capture_output=True, text=True)
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(page(json.loads(help_text.stdout)["command"], version.stdout.split()[1]))


main()
