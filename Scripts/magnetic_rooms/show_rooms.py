#!/usr/bin/env python3
"""Draws the paths of simulated sensors from above, coloured by the strength of the magnetic field.

    for room in laboratory office corridor steel-hall robot-arm; do
        sextant simulate $room --noise none --duration 60 --output DIR/$room
    done
    python3 Scripts/magnetic_rooms/show_rooms.py OUT.svg DIR/*

The script needs numpy.
"""
import argparse
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import field_study  # noqa: E402

WIDTH, MARGIN, PANEL, TITLE = 360, 12, 162, 40
# Strengths between two colours, in µT. The steps are small near the Earth's 47 µT, to show the field of quiet rooms.
EDGES = [15, 20, 25, 30, 35, 40, 44, 46, 48, 50, 54, 60, 70]
# The scale viridis of matplotlib, at equal distances.
VIRIDIS = [(68, 1, 84), (72, 40, 120), (62, 74, 137), (49, 104, 142), (38, 130, 142), (31, 158, 137), (53, 183, 121),
           (110, 206, 88), (181, 222, 43), (253, 231, 37)]
STYLE = """text { font: 11px system-ui, sans-serif; fill: #222 } .name { font-weight: 600 }
.frame { fill: #eee; stroke: #777 } .path { fill: none; stroke-width: 2.6 }
.path path { stroke-linecap: round; stroke-linejoin: round }"""


def colours():
    scale = numpy.array(VIRIDIS)
    places = numpy.linspace(0, len(scale) - 1, len(EDGES) + 1)
    channels = [numpy.interp(places, range(len(scale)), channel) for channel in scale.T]
    return ["#%02x%02x%02x" % tuple(round(value) for value in colour) for colour in zip(*channels)]


def path(points, strength, palette):
    """A line for each stretch of the path with the same colour, without points that are close to the last one."""
    kept = [0]
    for index, point in enumerate(points):
        if numpy.abs(point - points[kept[-1]]).max() >= 1:
            kept.append(index)
    index = numpy.digitize(strength[kept], EDGES)
    starts = [0, *(numpy.flatnonzero(numpy.diff(index)) + 1), len(kept)]
    lines = []
    for start, end in zip(starts, starts[1:]):
        stretch = points[kept[max(start - 1, 0):end]]
        text = "L".join(f"{x:.1f} {y:.1f}" for x, y in stretch)
        lines.append(f'<path stroke="{palette[index[start]]}" d="M{text}"/>')
    return "".join(lines)


def panel(folder, palette):
    """The drawing of a recording."""
    truth = field_study.columns(folder / "reference.csv")
    field = field_study.columns(folder / "magnetometer.csv")
    strength = numpy.sqrt(sum(field[axis] ** 2 for axis in "xyz"))
    positions = numpy.stack([numpy.interp(field["t"], truth["t"], truth[name]) for name in ("px", "py")], 1)
    low, high = positions.min(0), positions.max(0)
    side = 1.15 * (high - low).max()
    points = ((positions - (low + high) / 2) * [1, -1] / side + 0.5) * PANEL
    metres = max(length for length in (0.1, 0.2, 0.5, 1, 2, 5) if length <= side / 4)
    bar, bottom = metres / side * PANEL, PANEL - 8
    return f"""<text class="name" y="-6">{folder.name}</text><rect class="frame" width="{PANEL}" height="{PANEL}"/>
<g class="path">{path(points, strength, palette)}</g>
<rect x="{PANEL - bar - 46:.1f}" y="{bottom - 10}" width="{bar + 46:.1f}" height="18" fill="#fff" opacity="0.85"/>
<path d="M{PANEL - bar - 6:.1f} {bottom - 1}h{bar:.1f}" stroke="#222" stroke-width="2"/>
<text x="{PANEL - bar - 12:.1f}" y="{bottom + 3}" text-anchor="end">{metres:g} m</text>"""


def legend(palette):
    height = PANEL / len(palette)
    boxes = "".join(f'<rect y="{PANEL - (k + 1) * height:.1f}" width="22" height="{height + 0.2:.1f}" fill="{colour}"/>'
                    for k, colour in enumerate(palette))
    labels = "".join(f'<text x="28" y="{PANEL - (k + 1) * height + 4:.1f}">{edge}</text>'
                     for k, edge in enumerate(EDGES))
    return f"""<text class="name" y="-6">Strength of the field, µT</text>{boxes}{labels}"""


def drawing(folders):
    palette = colours()
    parts = [panel(folder, palette) for folder in folders] + [legend(palette)]
    height = MARGIN + (len(parts) + 1) // 2 * (PANEL + TITLE)
    places = [(MARGIN + k % 2 * (PANEL + MARGIN), TITLE + k // 2 * (PANEL + TITLE)) for k in range(len(parts))]
    groups = "\n".join(f'<g transform="translate({x} {y})">{part}</g>' for (x, y), part in zip(places, parts))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{2 * WIDTH}" \
style="max-width: 100%; height: auto" role="img">
<title>Paths of sensors in simulated rooms, coloured by the strength of the magnetic field</title><style>{STYLE}</style>
<rect width="{WIDTH}" height="{height}" fill="#fff"/>
{groups}
</svg>
"""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path, help="SVG file to write")
    parser.add_argument("recordings", nargs="+", type=pathlib.Path, help="folders of 'sextant simulate --noise none'")
    arguments = parser.parse_args()
    arguments.output.write_text(drawing(arguments.recordings), encoding="utf-8")
