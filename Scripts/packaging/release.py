#!/usr/bin/env python3
"""Cuts a release, and builds and validates its packages.

    Scripts/packaging/release.py VERSION [--date DATE] [--homepage URL] [--output FOLDER]

The script works in a clone of the last commit. It adds a section for VERSION to CHANGELOG.md, writes the version to
HostDescription.swift and CITATION.cff, commits, and tags the commit vVERSION. Then it builds all packages from that commit
and runs the validators. If all packages are valid, it writes them to FOLDER (out/release/VERSION) with checksums, a bill of
materials and release notes, and adds the commit and the tag to the repository. Otherwise nothing is written. The script
does not push.

The same commit, date and identity of Git result in the same bytes. DATE is today by default. URL is the address of the
repository; the default is the address of the remote `origin`. Needs root rights or installed packages: make, lintian, ruby.
"""

import argparse
import datetime
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION_FILE = pathlib.Path("Sources/SextantCommands/Process/HostDescription.swift")
VALIDATORS = ["check-jsonschema", "py-rattler-build", "twine"]


class ReleaseError(Exception):
    """A reason why the release cannot be made."""


def run(*command, folder=ROOT, log=None, **environment):
    """Runs a command. Returns its standard output."""
    finished = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if log else subprocess.PIPE,
        text=True,
        check=False,
    )
    if log:
        log.write_text(finished.stdout, encoding="utf-8")
    if finished.returncode != 0:
        lines = (finished.stdout + (finished.stderr or "")).strip().splitlines()
        raise ReleaseError("\n".join([f"failed: {' '.join(map(str, command))}", *lines[-20:]]))
    return finished.stdout.strip()


def replace(path, pattern, text):
    """Replaces the only match of a pattern in a file."""
    before = path.read_text(encoding="utf-8")
    after, count = re.subn(pattern, text, before, flags=re.MULTILINE)
    if count != 1:
        raise ReleaseError(f"{path}: '{pattern}' occurs {count} times instead of once")
    path.write_text(after, encoding="utf-8")


def notes(changelog, heading):
    """The text of a section of CHANGELOG.md."""
    match = re.search(rf"^## {re.escape(heading)}.*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return match[1].strip() if match else ""


def check_version(version):
    """Refuses versions that are not newer, and a repository that is not ready."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"'{version}' is not a version; write three numbers, such as 1.0.0")
    if run("git", "status", "--porcelain"):
        raise ReleaseError("there are uncommitted changes; commit or discard them")
    if run("git", "tag", "--list", f"v{version}"):
        raise ReleaseError(f"the tag v{version} exists; choose a newer version")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)
    newest = max((tuple(map(int, text.split("."))) for text in released), default=(0, 0, 0))
    if tuple(map(int, version.split("."))) <= newest:
        raise ReleaseError(f"{version} is not newer than {'.'.join(map(str, newest))}, the last release in CHANGELOG.md")
    if not notes(changelog, "Unreleased"):
        raise ReleaseError("CHANGELOG.md: the section 'Unreleased' is empty")


def homepage(given):
    """The address of the repository."""
    address = given
    if not address:
        remote = subprocess.run(["git", "remote", "get-url", "origin"], cwd=ROOT, capture_output=True, text=True, check=False)
        address = re.sub(r"^git@([^:]+):", r"https://\1/", remote.stdout.strip()).removesuffix(".git")
    if not address.startswith("https://"):
        raise ReleaseError("the address of the repository is unknown; add --homepage https://…, or HOMEPAGE=https://… with make")
    return address.rstrip("/")


def cut(clone, version, date):
    """Writes the version and the section of the changelog, and commits both."""
    replace(clone / "CHANGELOG.md", r"^## Unreleased$", f"## Unreleased\n\n## {version} - {date}")
    replace(clone / VERSION_FILE, r'static let number = "[^"]+"', f'static let number = "{version}"')
    replace(clone / "CITATION.cff", r"^version: .*(\ndate-released: .*)?$", f"version: {version}\ndate-released: {date}")
    moment = f"{date}T00:00:00+0000"
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", folder=clone,
        GIT_AUTHOR_DATE=moment, GIT_COMMITTER_DATE=moment)
    run("git", "tag", f"v{version}", folder=clone)


def fill(template, target, values):
    """Writes a template with its values."""
    text = template.read_text(encoding="utf-8")
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    if left := re.findall(r"@[A-Z_0-9]+@", text):
        raise ReleaseError(f"{template}: no value for {', '.join(left)}")
    target.write_text(text, encoding="utf-8")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def build(clone, version, address, output, log):
    """Builds all packages of the clone, and writes them to a folder."""
    run("make", "wheel", "deb", "tarball", "site-tarball", f"HOMEPAGE={address}", folder=clone, log=log)
    packaging = clone / "out" / "packaging"
    for pattern in ("*.whl", "*.deb", "*.tar.gz"):
        for path in packaging.glob(pattern):
            shutil.copy(path, output)
    source = output / f"sextant-{version}.tar.gz"
    run("sh", "-c", f"git archive --prefix=sextant-{version}/ HEAD | gzip -9n >'{source}'", folder=clone)
    linux = next(output.glob(f"sextant-{version}-linux-*.tar.gz"))
    published = f"{address}/releases/download/v{version}"
    values = {
        "VERSION": version,
        "HOMEPAGE": address,
        "SOURCE_URL": f"{published}/{source.name}",
        "SOURCE_SHA256": digest(source),
        "LINUX_URL": f"{published}/{linux.name}",
        "LINUX_SHA256": digest(linux),
    }
    fill(clone / "Scripts" / "packaging" / "sextant.rb.in", output / "sextant.rb", values)
    fill(clone / "Scripts" / "packaging" / "recipe.yaml.in", output / "recipe.yaml", values)
    shutil.copy(packaging / "stage" / "share" / "doc" / "sextant" / "sextant.cdx.json", output / f"sextant-{version}.cdx.json")
    # The versions of the Swift packages, with which the build can be repeated.
    shutil.copy(clone / "Package.resolved", output)
    sums = "".join(f"{digest(path)}  {path.name}\n" for path in sorted(output.iterdir()))
    (output / "SHA256SUMS").write_text(sums, encoding="utf-8")
    section = notes((clone / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    (output / "NOTES.md").write_text(f"{section}\n\n## Checksums\n\n```\n{sums}```\n", encoding="utf-8")


def validate(clone, output, tools):
    """Runs the validators of all packages and descriptions. Each must accept without a warning."""
    run("python3", "-m", "venv", tools)
    run(tools / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *VALIDATORS)
    for program in ("lintian", "ruby"):
        if not shutil.which(program):
            run("apt-get", "install", "-y", "-qq", "--no-install-recommends", program, DEBIAN_FRONTEND="noninteractive")
    schema = tools / "bin" / "check-jsonschema"
    run(tools / "bin" / "twine", "check", "--strict", *output.glob("*.whl"))
    run("lintian", "--allow-root", "--fail-on", "error,warning", *output.glob("*.deb"))
    run("ruby", "-c", output / "sextant.rb")
    recipe = "import pathlib, sys; from rattler_build import Stage0Recipe as R; R.from_yaml(pathlib.Path(sys.argv[1]).read_text()).render()"
    run(tools / "bin" / "python", "-c", recipe, output / "recipe.yaml")
    run(schema, "--builtin-schema", "vendor.citation-file-format", clone / "CITATION.cff")
    github = clone / ".github"
    run(schema, "--builtin-schema", "vendor.github-workflows", *github.glob("workflows/*.yml"))
    run(schema, "--builtin-schema", "vendor.github-actions", *github.glob("actions/*/action.yml"))
    forms = [path for path in github.glob("ISSUE_TEMPLATE/*.yml") if path.name != "config.yml"]
    run(schema, "--builtin-schema", "vendor.github-issue-forms", *forms)
    run(schema, "--builtin-schema", "vendor.github-issue-config", *github.glob("ISSUE_TEMPLATE/config.yml"))
    run("sha256sum", "--check", "--quiet", "SHA256SUMS", folder=output)


def release(version, date, address, target):
    """Makes the release. Nothing remains of a release that failed."""
    check_version(version)
    address = homepage(address)
    if target.exists():
        raise ReleaseError(f"{target} exists; remove it, or choose another --output")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        clone, output = pathlib.Path(folder) / "sextant", pathlib.Path(folder) / "release"
        run("git", "clone", "--quiet", ROOT, clone)
        if (ROOT / "Package.resolved").exists():
            shutil.copy(ROOT / "Package.resolved", clone)
        output.mkdir()
        cut(clone, version, date)
        print(f"Building {version}", flush=True)
        build(clone, version, address, output, target.parent / f"{version}.log")
        validate(clone, output, pathlib.Path(folder) / "tools")
        run("git", "fetch", "--quiet", "--no-tags", clone, "HEAD")
        # Fails if the branch has changed since the start.
        run("git", "merge", "--quiet", "--ff-only", "FETCH_HEAD")
        run("git", "tag", f"v{version}", "FETCH_HEAD")
        output.rename(target)
    print((target / "SHA256SUMS").read_text(encoding="utf-8"), end="")
    print(f"All packages are valid: {target}\nTo publish: git push --atomic origin HEAD v{version}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version")
    parser.add_argument("--date", type=datetime.date.fromisoformat, default=datetime.datetime.now(datetime.timezone.utc).date())
    parser.add_argument("--homepage", default="", metavar="URL")
    parser.add_argument("--output", type=pathlib.Path, metavar="FOLDER")
    arguments = parser.parse_args()
    target = arguments.output or ROOT / "out" / "release" / arguments.version
    try:
        release(arguments.version, arguments.date, arguments.homepage, target.resolve())
    except ReleaseError as error:
        sys.exit(f"release.py: {error}")


if __name__ == "__main__":
    main()
