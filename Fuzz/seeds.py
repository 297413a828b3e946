#!/usr/bin/env python3
"""Writes first inputs for the fuzzer: the fixtures and layouts of the project in the form that `ReaderFuzzer` reads.

    python3 seeds.py FOLDER
"""

import io
import json
import math
import pathlib
import re
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests/RecordingsTests/Fixtures"
LAYOUTS = ROOT / "Sources/Recordings/Layouts"
LONGEST = 4096
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


def record(name, dimensions, values, content=0):
    """A variable as a child process passes it, see `CMatrixFiles.h`."""
    name = name.encode()
    head = struct.pack("<4I8QQ", 0x53583031, content, len(name), len(dimensions), *(dimensions + [0] * 8)[:8], len(values))
    return head + name + bytes(-len(name) % 8) + struct.pack(f"<{len(values)}d", *values)


def records():
    """The list of variables and the values of some, for each order of dimensions."""
    rows = 6
    shapes = {"imu_acc": [rows, 3], "imu_gyr": [rows, 3], "imu_mag": [rows, 3], "opt_quat": [rows, 4], "movement": [rows]}
    shapes |= {"walk.gyr": [1, 3, rows], "walk.stamps": [rows, 1]}
    rate = record("sampling_rate", [1, 1], [100.0])
    variables = list(shapes.items())
    for chosen in (variables, variables[:5], variables[:1] + variables[5:]):
        values = b""
        for name, dimensions in chosen:
            count = math.prod(dimensions)
            values += record(name, dimensions, [0.1 * number for number in range(count)], int(name == "walk.stamps"))
        listed = b"".join(record(name, dimensions, []) for name, dimensions in chosen) + rate
        for setting in range(2):
            yield bytes([setting]) + struct.pack("<H", len(listed)) + listed + values


def matrix_files():
    """Small MATLAB and HDF5 files. Without scipy or h5py there are fewer of them."""
    for path in sorted(FIXTURES.glob("matrices/hostile-*")):
        if path.stat().st_size < LONGEST:
            yield path.read_bytes()
    try:
        import h5py
        import numpy
        import scipy.io
    except ImportError as error:
        print(f"no seeds of MATLAB and HDF5 files: {error}", file=sys.stderr)
        return
    rows = numpy.arange(6.0)[:, None]
    trial = {"imu_acc": rows * [1, 2, 3], "sampling_rate": 100.0, "movement": rows > 2, "info": "a text"}
    walk = {"gyr": rows * [1, 2, 3], "stamps": rows.astype("i8") * 10**7, "name": "phone"}
    for content in (trial, trial | {"walk": walk}, trial | {"cell": numpy.array([1, "a", walk], dtype=object)}):
        for is_packed in (False, True):
            file = io.BytesIO()
            scipy.io.savemat(file, content, do_compression=is_packed)
            yield file.getvalue()
    for filters in ({}, {"compression": "gzip", "chunks": (3, 3)}):
        file = io.BytesIO()
        with h5py.File(file, "w", libver="latest") as store:
            store.create_dataset("imu_acc", data=trial["imu_acc"], **filters)
            store.create_dataset("walk.gyr", data=walk["gyr"].astype("f4"))
            store["walk.stamps"] = walk["stamps"]
            store.attrs["sampling_rate"] = 100.0
        yield file.getvalue()


LOGS = ("sensor-logger", "phyphox", "androsensor", "physics-toolbox", "x-io", "sensor-kinetics", "ridi", "tum-vi")
"""Layouts whose fixtures are also logs for the guesser."""
TYPED = ("gnss-logger", "indoor-location-20")
"""Layouts with rows of many types, in the order of `ReaderFuzzer`."""


def unknown_logs():
    """Tables of a turning device, with names and units that no layout has."""
    for delimiter, names in ((",", "ms,a1,a2,a3,w1,w2,w3"), (";", "Zeit;Beschl X;Beschl Y;Beschl Z;Dreh X;Dreh Y;Dreh Z")):
        lines = [names]
        for row in range(60):
            angle = 0.05 * row
            cells = [10 * row, 9.81 * math.sin(angle), 0.2, 9.81 * math.cos(angle), 0.01, -5.0, 0.02]
            lines.append(delimiter.join(f"{cell:.3f}" for cell in cells))
        yield "\n".join(lines).encode()


def json_logs():
    """The tables of a fixture as an array, as lines, and as columns, the last two with nested values."""
    records, columns = [], {}
    for path in sorted((FIXTURES / "sensor-logger/ios-new").glob("*.csv")):
        lines = [line.replace('"', "").split(",") for line in path.read_text().splitlines()[:4]]
        columns[path.stem] = {name: list(cells) for name, *cells in zip(*lines)}
        records += [{"sensor": path.stem, **dict(zip(lines[0], cells))} for cells in lines[1:]]
    rows = [{"type": "acc", "t": 10 * row, "values": [0.1 * row, 0.2, 9.8]} for row in range(8)]
    rows += [{"t": 10 * row, "data": {"x": 1, "y": 2.5, "z": -row}} for row in range(8)]
    columns["data"] = {name: [1, 2.5, -1e-3] for name in "txyz"}
    yield 0, json.dumps(records)
    yield 2, "\n".join(json.dumps(row) for row in rows)
    yield 2, json.dumps(columns)


def main(target):
    target.mkdir(parents=True, exist_ok=True)
    count = 0

    def save(content):
        nonlocal count
        (target / f"seed-{count:03}").write_bytes(content[:LONGEST])
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
    for content in records():
        save(bytes([0xF0]) + content)
    for content in matrix_files():
        save(bytes([0xF1]) + content)
    for content in unknown_logs():
        save(bytes([0xF2, 0]) + content)
    for name in LOGS:
        for content in recordings(name):
            save(bytes([0xF2, int(b"\x1f" in content)]) + content)
    for index, name in enumerate(TYPED):
        for content in recordings(name):
            save(bytes([0xF3, index]) + content)
    for layout, text in json_logs():
        save(bytes([0xF4, layout]) + text.encode())
    for layout, form in ((1, 0), (3, 1), (3, 2), (3, 3)):
        # Pieces of valid JSON, which `RandomJSON` selects.
        save(bytes([0xF4, layout, form, 0, *(place * 37 % 256 for place in range(200))]))


main(pathlib.Path(sys.argv[1]))
