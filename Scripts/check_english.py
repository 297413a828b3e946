#!/usr/bin/env python3
"""Checks the wording of code, comments, messages, pages and test names; exits with 1 if something must be rewritten.

The script reports the phrases and identifiers in Scripts/english.txt, doc comments whose first line does not state what
a declaration is or does, and sentences of comments and pages with more than 30 words.

Usage: check_english.py [PATH ...]    (default: all tracked files)
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUFFIXES = {".swift", ".md", ".py", ".sh", ".c", ".cpp", ".h", ".yaml", ".html", ".css", ".js", ".mustache", ".txt"}
# Inputs of tests and fuzzers are data. The list itself names the phrases.
SKIPPED = re.compile(r"^(Fuzz/Corpus/|Fuzz/Sources/CommandFuzzing/Templates/|Tests/.*/Fixtures/|Scripts/english\.txt)")
# Notices of other works and generated pages.
NOT_OUR_SENTENCES = re.compile(r"^(LICENSE|NOTICE|CHANGELOG|Reports/)")

OPENING = re.compile(
    r"(What|Nil|That of|Those of|How|When|Where|Whether it|At|In|On|By|For|From|To|With|Without|Of|As|After|Before|Between"
    r"|Under|Over|Within|During|Per|Into|Along|Beside|Against|About)\b"
)
LONGEST_SENTENCE = 30


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
        if is_read and not SKIPPED.match(name) and path.is_file():
            yield name, path.read_text(encoding="utf-8", errors="replace")


def comments(lines):
    """The comments of Swift code: the number of the first line, whether it is a doc comment, and the lines of text."""
    block, start, previous = [], 0, None
    for number, line in enumerate([*lines, ""], 1):
        marker = re.match(r"\s*(///?)(?!/)\s?(.*)", line)
        kind = marker[1] if marker else None
        if block and kind != previous:
            yield start, previous == "///", block
            block = []
        if kind:
            if not block:
                start = number
            block.append(marker[2])
        previous = kind


def paragraphs(lines):
    """The paragraphs of Markdown without code, tables and headings: the number of the first line, and the text."""
    paragraph, start, in_code = [], 0, False
    for number, line in enumerate([*lines, ""], 1):
        text = line.strip()
        if text.startswith("```"):
            in_code = not in_code
        ends = in_code or not text or re.match(r"(```|\||#|<|@|\$\$)", text)
        if (ends or re.match(r"([-*]|\d+\.) ", text)) and paragraph:
            yield start, " ".join(paragraph)
            paragraph = []
        if not ends:
            if not paragraph:
                start = number
            paragraph.append(re.sub(r"^([-*]|\d+\.) ", "", text))


def long_sentences(text):
    # Code, formulas and links count as one word.
    text = re.sub(r"`+[^`]*`+|\$[^$]*\$", "x", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    # A list in a sentence is read item by item, as is a part after a semicolon or a colon.
    for sentence in re.split(r"(?<=[.!?:;])\s+(?=\S)", text):
        words = [word for word in sentence.split() if re.search(r"[A-Za-z]{2}", word)]
        if len(words) > LONGEST_SENTENCE:
            yield len(words), sentence[:60]


def problems(name, text, patterns):
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        for pattern, instead in patterns:
            # Python's None is not the word.
            if (match := pattern.search(line)) and not (name.endswith(".py") and match.group().endswith("None")):
                yield number, f"'{match.group()}'; write: {instead}"
    read = []
    if name.endswith(".swift"):
        for number, documents, block in comments(lines):
            if documents and (match := OPENING.match(block[0])):
                yield number, f"the comment opens with '{match.group()}'; say what the declaration is or does"
            read += [(number + line - 1, paragraph) for line, paragraph in paragraphs(block)]
    elif name.endswith(".md"):
        read = list(paragraphs(lines))
    if not NOT_OUR_SENTENCES.match(name):
        for number, paragraph in read:
            for count, start in long_sentences(paragraph):
                yield number, f"a sentence of {count} words: '{start}…'; at most {LONGEST_SENTENCE}"


def main():
    patterns = list(phrases())
    found = 0
    for name, text in files(sys.argv[1:]):
        for number, problem in problems(name, text, patterns):
            print(f"{name}:{number}: {problem}")
            found += 1
    if found:
        print(f"{found} places to rewrite; see Scripts/english.txt", file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
