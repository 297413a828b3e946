#!/usr/bin/env python3
"""Writes the bill of materials of the packaged command in the CycloneDX format.

    python3 Scripts/packaging/sbom.py STAGE CHECKOUTS RESOLVED

STAGE is the folder that stage.py wrote. The bill of materials is written to share/doc/sextant/sextant.cdx.json in this
folder. CHECKOUTS is the folder with the Swift packages of the build, and RESOLVED the build's Package.resolved. The
same sources result in the same bytes: the time is SOURCE_DATE_EPOCH, and the serial number is derived from the
contents. Requires cyclonedx-python-lib and dpkg.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

# The licences of the parts, as SPDX expressions. A part without an entry is an error.
LICENCES = {
    "Yams": "MIT",
    "hdrhistogram-swift": "Apache-2.0",
    "swift-argument-parser": "Apache-2.0 WITH Swift-exception",
    "swift-mustache": "Apache-2.0",
    "swift-numerics": "Apache-2.0 WITH Swift-exception",
    "libbz2-1.0": "bzip2-1.0.6",
    "libcsv3": "LGPL-2.1-or-later",
    "libexpat1": "MIT",
    "libexpat1-dev": "MIT",
    "libsqlite3-0": "blessing",
    "libssl3": "Apache-2.0",
    "libzip4": "BSD-3-Clause",
    "libzip4t64": "BSD-3-Clause",
    "libssl3t64": "Apache-2.0",
    "libsqlite3-0t64": "blessing",
}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def licence(name):
    if name not in LICENCES:
        sys.exit(f"sbom.py: the part {name} has no licence; add an entry to LICENCES")
    return [LicenseFactory().make_from_string(LICENCES[name])]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def component(name, version, licences, *, linking, purl=None, file=None, kind=ComponentType.LIBRARY):
    """A part. `linking` says how it is there: static or dynamic."""
    return Component(
        name=name,
        version=version,
        type=kind,
        licenses=licences,
        purl=purl,
        bom_ref=f"{name}@{version}",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest(file))] if file else [],
        properties=[Property(name="sextant:linking", value=linking)] if linking else [],
    )


def debian(package, file, linking):
    version = output("dpkg-query", "-W", "-f", "${Version}", package)
    distribution = dict(re.findall(r'^(\w+)="?([^"\n]*)', pathlib.Path("/etc/os-release").read_text(), re.MULTILINE))
    qualifiers = {"distro": f"{distribution['ID']}-{distribution.get('VERSION_ID', 'sid')}"}
    purl = PackageURL("deb", distribution["ID"], package, version, qualifiers)
    return component(package, version, licence(package), linking=linking, purl=purl, file=file)


def owner(library):
    """The Debian package of a library."""
    lines = output("/sbin/ldconfig", "-p").splitlines()
    path = next(line.split("=> ")[1] for line in lines if line.split()[:1] == [library])
    for name in (str(pathlib.Path(path).resolve()), str(pathlib.Path(path).resolve()).removeprefix("/usr")):
        found = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.split(":")[0]
    sys.exit(f"sbom.py: {library} belongs to no package")


def swift_packages(checkouts, resolved):
    pins = {pin["location"].rsplit("/", 1)[1].removesuffix(".git"): pin for pin in json.loads(resolved.read_text())["pins"]}
    for folder in sorted(path.name for path in checkouts.iterdir() if path.is_dir()):
        if folder not in pins:
            sys.exit(f"sbom.py: {resolved} lacks {folder}")
        pin = pins[folder]
        place = pin["location"].removeprefix("https://").removesuffix(".git").split("/")
        version = pin["state"].get("version", pin["state"]["revision"])
        purl = PackageURL("swift", "/".join(place[:-1]), place[-1], version)
        yield component(folder, version, licence(folder), linking="static", purl=purl)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stage", type=pathlib.Path)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("resolved", type=pathlib.Path)
    arguments = parser.parse_args()
    stage = arguments.stage
    host = pathlib.Path("Sources/SextantCommands/Process/HostDescription.swift").read_text()
    version = re.search(r'static let number = "(.*)"', host)[1]
    binary = stage / "bin" / "sextant"
    own = LicenseFactory().make_from_string("Apache-2.0")
    root = component("sextant", version, [own], linking=None, file=binary, kind=ComponentType.APPLICATION)

    swift = re.search(r"Swift version (\S+)", output("swiftc", "--version"))[1]
    exception = LicenseFactory().make_from_string("Apache-2.0 WITH Swift-exception")
    runtime = PackageURL("github", "swiftlang", "swift", f"swift-{swift}-RELEASE")
    parts = [component("swift", swift, [exception], linking="static", purl=runtime)]
    # Foundation's copy of ICU, which has the number of its symbols.
    number = re.search(r"icudt(\d+)_dat", (stage.parent / "icu.symbol").read_text())[1]
    parts.append(component("icu", number, [LicenseFactory().make_from_string("Unicode-3.0")], linking="static"))
    parts += swift_packages(arguments.checkouts, arguments.resolved)
    parts.append(debian("libexpat1-dev", None, "static"))
    for file in sorted((stage / "lib" / "sextant").iterdir()):
        # The search path of the copy was changed, so that its digest differs from the package's.
        parts.append(debian(owner(file.name), file, "dynamic"))

    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    bom = Bom(components=parts)
    bom.metadata.component = root
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    bom.register_dependency(root, parts)
    contents = "".join(sorted(f"{part.name}@{part.version}{[str(hash.content) for hash in part.hashes]}" for part in [root, *parts]))
    bom.serial_number = uuid.UUID(bytes=hashlib.sha256(contents.encode()).digest()[:16], version=4)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    (stage / "share" / "doc" / "sextant" / "sextant.cdx.json").write_text(text + "\n")


main()
