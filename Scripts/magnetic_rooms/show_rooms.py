#!/usr/bin/env python3
"""Draws the simulated rooms of make_rooms.py: the strength of the field in a horizontal plane, and the sensor's path.

    pip install numpy
    python3 Scripts/magnetic_rooms/show_rooms.py OUT.svg [--seed 0]

The plane is at the mean height of the sensor. Rooms with the same path and the same field share a panel. The panels
show the first minute, and the standard deviation of the field along the whole path.
"""
import argparse
import pathlib

import numpy as np

from make_rooms import ROOMS, surroundings

WIDTH, MARGIN, PANEL, CELLS, TITLE = 360, 12, 162, 48, 54
SECONDS = 60
# Strengths between two colours, in µT. The steps are small near the Earth's 45 µT, to show the field of quiet rooms.
EDGES = [20, 25, 30, 35, 39, 42, 44, 46, 48, 51, 55, 60, 70]
# The scale viridis of matplotlib, at equal distances.
VIRIDIS = [(68, 1, 84), (72, 40, 120), (62, 74, 137), (49, 104, 142), (38, 130, 142), (31, 158, 137), (53, 183, 121),
           (110, 206, 88), (181, 222, 43), (253, 231, 37)]
STYLE = """text { font: 11px system-ui, sans-serif; fill: #222 } .name { font-weight: 600 }
.frame { fill: none; stroke: #777 } .halo, .path { fill: none; stroke-linejoin: round; stroke-linecap: round }
.halo { stroke: #000; stroke-width: 3.4 } .path { stroke: #fff; stroke-width: 1.6 }
.cells path { fill: none; shape-rendering: crispEdges }"""


def colours():
    scale = np.array(VIRIDIS)
    places = np.linspace(0, len(scale) - 1, len(EDGES) + 1)
    channels = [np.interp(places, range(len(scale)), channel) for channel in scale.T]
    return ["#%02x%02x%02x" % tuple(round(value) for value in colour) for colour in zip(*channels)]


def cells(strength, palette):
    """A path for each colour: its cells, joined in each row."""
    index = np.digitize(strength, EDGES)
    size = PANEL / CELLS
    runs = {}
    for row, values in enumerate(index):
        starts = [0, *(np.flatnonzero(np.diff(values)) + 1), CELLS]
        for start, end in zip(starts, starts[1:]):
            runs.setdefault(values[start], []).append(
                f"M{start * size:.5g} {(row + 0.5) * size:.5g}h{(end - start) * size + 0.2:.5g}")
    # Cells overlap slightly, so that no background shows between them.
    return "".join(f'<path stroke="{palette[colour]}" stroke-width="{size + 0.3:.5g}" d="{"".join(parts)}"/>'
                   for colour, parts in sorted(runs.items()))


def line(points):
    """The path through points, without the points that are close to the last one."""
    kept = [points[0]]
    for point in points[1:]:
        if np.abs(point - kept[-1]).max() >= 1.5:
            kept.append(point)
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in kept)


def panel(names, deviation, path, height, field_at, palette):
    """The drawing of a room."""
    low, high = path.min(0), path.max(0)
    centre, side = (low + high) / 2, max(1.25 * (high - low).max(), 3)
    place = (np.arange(CELLS) + 0.5) / CELLS - 0.5
    east, north = np.meshgrid(centre[0] + side * place, centre[1] - side * place)
    points = np.stack([east, north, np.full_like(east, height)], 2).reshape(-1, 3)
    strength = np.linalg.norm(field_at(points), axis=1).reshape(CELLS, CELLS)
    track = line(((path - centre) * [1, -1] / side + 0.5) * PANEL)
    metres = max(length for length in (0.5, 1, 2, 5, 10) if length <= side / 4)
    bar, bottom = metres / side * PANEL, PANEL - 8
    lines = [", ".join(names[:-1]) + ",", names[-1]] if len(names) > 1 else names
    title = "".join(f'<text class="name" y="{14 * (k - len(lines)) - 6}">{text}</text>' for k, text in enumerate(lines))
    return f"""{title}<text y="-6">deviation {deviation:.1f} µT</text>
<g class="cells">{cells(strength, palette)}</g>
<path class="halo" d="{track}"/><path class="path" d="{track}"/>
<rect x="{PANEL - bar - 46:.1f}" y="{bottom - 10}" width="{bar + 46:.1f}" height="18" fill="#fff" opacity="0.85"/>
<path d="M{PANEL - bar - 6:.1f} {bottom - 1}h{bar:.1f}" stroke="#222" stroke-width="2"/>
<text x="{PANEL - bar - 12:.1f}" y="{bottom + 3}" text-anchor="end">{metres:g} m</text>
<rect class="frame" width="{PANEL}" height="{PANEL}"/>"""


def legend(palette):
    height = PANEL / len(palette)
    boxes = "".join(f'<rect y="{PANEL - (k + 1) * height:.1f}" width="22" height="{height + 0.2:.1f}" fill="{colour}"/>'
                    for k, colour in enumerate(palette))
    labels = "".join(f'<text x="28" y="{PANEL - (k + 1) * height + 4:.1f}">{edge}</text>'
                     for k, edge in enumerate(EDGES))
    return f"""<text class="name" y="-20">Strength of the field</text><text y="-6">in µT</text>{boxes}{labels}"""


def drawing(seed):
    palette, rooms = colours(), {}
    for name, room in ROOMS.items():
        if room.variation:
            _, (_, _, position), field_at, deviation = surroundings(room, seed)
            path = position[:round(SECONDS * room.rate * room.substeps):8, :2]
            key = path[:100].tobytes() + field_at(position[:10]).tobytes()
            shared = rooms.setdefault(key, ([], deviation, path, position[:, 2].mean(), field_at))
            start = shared[0][0].split("-")[0] if shared[0] else None
            shared[0].append(name.replace(f"{start}-", "-", 1))
    parts = [panel(*room, palette) for room in rooms.values()] + [legend(palette)]
    height = MARGIN + (len(parts) + 1) // 2 * (PANEL + TITLE)
    places = [(MARGIN + k % 2 * (PANEL + MARGIN), TITLE + k // 2 * (PANEL + TITLE)) for k in range(len(parts))]
    groups = "\n".join(f'<g transform="translate({x} {y})">{part}</g>' for (x, y), part in zip(places, parts))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{2 * WIDTH}" \
style="max-width: 100%; height: auto" role="img">
<title>Strength of the magnetic field in simulated rooms, and the path of the sensor</title><style>{STYLE}</style>
<rect width="{WIDTH}" height="{height}" fill="#fff"/>
{groups}
</svg>
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output", type=pathlib.Path, help="SVG file to write")
    parser.add_argument("--seed", type=int, default=0, help="seed of the recordings (default: 0)")
    arguments = parser.parse_args()
    arguments.output.write_text(drawing(arguments.seed), encoding="utf-8")
