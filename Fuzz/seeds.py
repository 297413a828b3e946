#!/usr/bin/env python3
"""Writes first inputs for the fuzzer: the fixtures and layouts of the project in the form that `ReaderFuzzer` reads.

    python3 seeds.py FOLDER
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/RecordingsTests/Fixtures"
LAYOUTS = ROOT / "Sources/Recordings/Layouts"
SPECIFICATIONS = [
    "madgwick", "lowPass:cutoff=2Hz+triad+sphericalAverage:size=10", "accelerometer.lowPass:alpha=0.2+triad",
    "scale:x=1.01+hardIron:x=1,y=2,z=3+vqf+oneEuro", "area", "ibetelgeuse", "bias:rest=2s+mahony:kp=0.5+predict:ahead=50ms",
]


def names():
    catalogue = (ROOT / "Sources/Recordings/Layout/LayoutCatalogue.swift").read_text()
    return re.findall(r'\("([a-z-]+)", PackageResources', catalogue)


def files(text):
    """The files that a layout names, in the order in which `ReaderFuzzer` reads them."""
    found = []
    streams = "\n".join(line for line in text.split("\n") if not re.match(r"  - (\{|when)", line))
    for name in re.findall(r'file: "?([^",}\]\n]+)', streams):
        if name not in found:
            found.append(name)
    return found


def recordings(name):
    """The contents of the fixtures in a layout: the start of a file, or the starts of all files of a folder."""
    wanted = files((LAYOUTS / f"{name}.yaml").read_text())
    for recording, expected in json.loads((FIXTURES / "layouts.json").read_text()).items():
        path = FIXTURES / recording
        if expected["layout"] != name or path.suffix == ".zip":
            continue
        if path.is_file():
            yield path.read_bytes()[:900]
            continue
        pieces = []
        for file in wanted:
            matches = sorted(path.glob(file))
            pieces.append(b"\n".join(matches[0].read_bytes().split(b"\n")[:4]) + b"\n" if matches else b"")
        yield b"\x1f".join(pieces)


def delimiters(text):
    """The number in `ParserComparison` of the most frequent delimiter of a text."""
    return max(range(5), key=lambda place: text.count(b",;\t |"[place]))


def places():
    """The files of places and routes, each with the numbers of its format in `ReaderFuzzer`: specified, and detected."""
    forms = ["area.xml", "dimension.gddf", "places.geojson", "places.kml", "places.gpx", "places.csv",
             "route.json", "route.gpx", "route.geojson", "route.kml", "route.polyline"]
    for choice, name in enumerate(forms):
        yield FIXTURES / "places" / name, (choice, 15 if choice < 6 else 14)


def main(target):
    target.mkdir(parents=True, exist_ok=True)
    count = 0

    def save(content):
        nonlocal count
        (target / f"seed-{count:03}").write_bytes(content[:4096])
        count += 1

    for index, name in enumerate(names()):
        text = (LAYOUTS / f"{name}.yaml").read_text()
        save(bytes([9]) + text.encode())
        for content in recordings(name):
            for number, piece in enumerate(filter(None, content.split(b"\x1f"))):
                for setting in range(0, 24, 6):
                    save(bytes([8, delimiters(piece) | setting << 3 & 0xF8, 0xFF, setting + number]) + piece)
            for detection in (0, 0x80):
                save(bytes([0, index | detection]) + content)
    for text in SPECIFICATIONS:
        save(bytes([12]) + text.encode())
    for path, choices in places():
        for choice in choices:
            save(bytes([13, choice]) + path.read_bytes())
    for path in sorted(FIXTURES.glob("gpx/*.gpx")):
        save(bytes([14]) + path.read_bytes())
    for path in sorted(FIXTURES.glob("zip/**/*.zip")):
        save(bytes([15]) + path.read_bytes())


main(pathlib.Path(sys.argv[1]))
