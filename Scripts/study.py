#!/usr/bin/env python3
"""Downloads the public data of the report tables, recomputes every table, and compares it with the committed one.

    Scripts/study.py DATA [--from FOLDER] [--download] [TABLE …]

DATA is the folder of the downloads; what it contains already is kept. Datasets/sources.json lists the sources: Git
repositories at a commit, and archives with their SHA-256. With --from, they are taken from copies in FOLDER, named like
the last part of their address. --download stops after the downloads. Needs git and .build/release/sextant-study.

For each table, the script prints a line with the name, the verdict, the time and the peak memory. Exit code 0: all
tables are as committed; 1: a table differs; 3: a table could not be computed; 4: a download failed.
"""

import argparse
import fnmatch
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAM = ROOT / ".build" / "release" / "sextant-study"


class DownloadError(Exception):
    """A source that could not be downloaded, or whose content differs."""


def address(url, copies):
    """The URL of a source, or of its copy."""
    return url if copies is None else (copies / url.rsplit("/", 1)[1]).resolve().as_uri()


def clone(source, target, copies):
    """Checks out the files of a repository. The commit determines their content."""

    def git(*arguments):
        finished = subprocess.run(["git", "-C", target, *arguments], capture_output=True, text=True, check=False)
        if finished.returncode != 0:
            raise DownloadError(finished.stderr.strip().splitlines()[-1])

    target.mkdir()
    git("init", "--quiet")
    git("sparse-checkout", "set", "--no-cone", *source["paths"])
    git("remote", "add", "origin", address(source["repository"], copies))
    # The checkout downloads the files; other files of the repository are not needed.
    git("fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", source["commit"])
    git("checkout", "--quiet", source["commit"])


def unpack(source, target, copies):
    """Downloads an archive, compares its digest, and unpacks its files."""
    with tempfile.TemporaryFile(dir=target.parent) as file:
        try:
            with urllib.request.urlopen(address(source["archive"], copies), timeout=60) as response:
                shutil.copyfileobj(response, file)
        except (urllib.error.URLError, OSError) as error:
            raise DownloadError(str(getattr(error, "reason", error))) from error
        file.seek(0)
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
        if digest.hexdigest() != source["sha256"]:
            raise DownloadError(f"the archive has the SHA-256 {digest.hexdigest()} instead of {source['sha256']}")
        with zipfile.ZipFile(file) as archive:
            for name in archive.namelist():
                inner = name.split("/", 1)[-1]
                if any(fnmatch.fnmatch(inner, path) for path in source["paths"]):
                    (target / inner).parent.mkdir(parents=True, exist_ok=True)
                    (target / inner).write_bytes(archive.read(name))


def download(data, copies):
    """Downloads what is missing in the folder. Returns whether all sources are there."""
    complete = True
    for source in json.loads((ROOT / "Datasets" / "sources.json").read_text(encoding="utf-8")):
        title = f"{source['name']} ({source['licence']}, {source['megabytes']} MB)"
        target = data / source["folder"]
        if target.exists():
            print(f"{title}: kept {target}")
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        # A name of its own, so that an interrupted download does not look finished.
        partial = target.with_name(target.name + ".partial")
        shutil.rmtree(partial, ignore_errors=True)
        try:
            (clone if "repository" in source else unpack)(source, partial, copies)
        except DownloadError as error:
            complete = False
            print(f"{title}: not downloaded from {source.get('repository') or source['archive']}: {error}", file=sys.stderr)
            continue
        partial.rename(target)
        print(f"{title}: {source.get('commit') or 'SHA-256 ' + source['sha256']}", flush=True)
    return complete


def check(table, data):
    """Recomputes a table. Returns the exit code, the verdict, the seconds, the megabytes and the output."""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [PROGRAM, "tables", table, "--check", "--data", data], cwd=ROOT, stdout=output, stderr=output
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        lines = output.read().splitlines()
    verdict = next((line[len(table) :].strip() for line in lines if line.startswith(table + " ")), "failed")
    seconds = time.monotonic() - start
    # macOS states bytes, Linux KiB.
    megabytes = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e6 / 1024)
    return process.returncode, verdict, seconds, megabytes, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=pathlib.Path, help="the folder of the downloads")
    parser.add_argument("--from", dest="copies", type=pathlib.Path, metavar="FOLDER", help="copies of the sources")
    parser.add_argument("--download", action="store_true", help="only download")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="the tables (default: all)")
    arguments = parser.parse_args()
    data = arguments.data.resolve()
    data.mkdir(parents=True, exist_ok=True)
    if not shutil.which("git"):
        sys.exit("study.py: git is missing; install it")
    if not (arguments.download or PROGRAM.exists()):
        sys.exit(f"study.py: {PROGRAM} is missing; run 'make study-command'")
    complete = download(data, arguments.copies)
    if arguments.download:
        return 0 if complete else 4
    codes = set()
    tables = arguments.tables or sorted(path.parent.name for path in (ROOT / "Reports").glob("*/table.yaml"))
    for table in tables:
        code, verdict, seconds, megabytes, lines = check(table, data)
        print(f"{table:24} {verdict:14} {seconds:6.1f} s {megabytes:6.0f} MB", flush=True)
        if code != 0:
            print("\n".join(f"    {line}" for line in lines[:20]), file=sys.stderr)
        codes.add(3 if code > 1 or verdict.startswith("skipped") else code)
    if not complete:
        return 4
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
