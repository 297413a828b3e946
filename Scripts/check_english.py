#!/usr/bin/env python3
"""Reports phrases of Scripts/english.txt in the tracked files; exits with 1 when there are any.

Usage: check_english.py [PATH ...]    (default: everything that a reader sees)
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".swift", ".md", ".py", ".sh", ".c", ".cpp", ".h", ".yaml", ".html", ".css", ".js", ".mustache", ".txt"}
# Inputs of tests and fuzzers are data. The list itself names the phrases.
LEFT_OUT = re.compile(r"^(Fuzz/Corpus/|Fuzz/Sources/CommandFuzzing/Templates/|Tests/.*/Fixtures/|Scripts/english\.txt)")


def phrases():
    for line in (ROOT / "Scripts/english.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern, instead = line.split("\t")
            yield re.compile(pattern if re.search("[A-Z]", pattern) else f"(?i){pattern}"), instead


def files(paths):
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *paths], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        is_read = path.suffix in SUFFIXES or path.name == "Makefile"
        if is_read and not LEFT_OUT.match(name) and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace")


def main():
    patterns = list(phrases())
    found = 0
    for name, text in files(sys.argv[1:]):
        for number, line in enumerate(text.splitlines(), 1):
            for pattern, instead in patterns:
                # Python's None is not the word.
                if (match := pattern.search(line)) and not (name.endswith(".py") and match.group().endswith("None")):
                    print(f"{name}:{number}:{match.start() + 1}: '{match.group()}'; write: {instead}")
                    found += 1
    if found:
        print(f"{found} phrases to rewrite; see Scripts/english.txt", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
