#!/usr/bin/env python3
"""Writes a comment on a GitHub pull request, or replaces the comment of an earlier run.

    python3 Scripts/pull_request_comment.py NUMBER FILE.md

The first line of the file is a marker, by which the script finds the comment of an earlier run. The script reads the
environment variables GITHUB_REPOSITORY, GITHUB_API_URL, and GH_TOKEN or GITHUB_TOKEN. It requires only Python's
standard library.
"""
import json
import os
import pathlib
import sys
import urllib.error
import urllib.request

# A comment on GitHub has at most 65,536 characters.
LONGEST = 60_000
PER_PAGE = 100


def request(path, method="GET", body=None):
    """Sends a request and returns the content of the answer."""
    root = os.environ.get("GITHUB_API_URL", "https://api.github.com")
    token = os.environ.get("GH_TOKEN") or os.environ.get("GITHUB_TOKEN", "")
    message = urllib.request.Request(
        f"{root}/repos/{os.environ['GITHUB_REPOSITORY']}/{path}",
        method=method,
        data=None if body is None else json.dumps({"body": body}).encode(),
        headers={"Accept": "application/vnd.github+json", "Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(message, timeout=30) as answer:
        return json.load(answer)


def earlier(number, marker):
    """The identifier of the comment that begins with the marker; None without one."""
    page = 1
    while True:
        comments = request(f"issues/{number}/comments?per_page={PER_PAGE}&page={page}")
        for comment in comments:
            if comment["body"].startswith(marker):
                return comment["id"]
        if len(comments) < PER_PAGE:
            return None
        page += 1


def main():
    number, file = sys.argv[1:]
    text = pathlib.Path(file).read_text(encoding="utf-8")[:LONGEST]
    try:
        known = earlier(number, text.splitlines()[0])
        if known is None:
            request(f"issues/{number}/comments", "POST", text)
        else:
            request(f"issues/comments/{known}", "PATCH", text)
    except (urllib.error.URLError, KeyError, TimeoutError) as error:
        sys.exit(f"pull_request_comment: {error}")


main()
