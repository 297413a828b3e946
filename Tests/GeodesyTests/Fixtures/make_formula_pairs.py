#!/usr/bin/env python3
"""Makes formula_pairs.csv: pairs of points, the geodesic between them, and what each closed formula gives.

The geodesic (s12, azi1) is that of PyPI's geographiclib on WGS84. The formulas are worked out by mpmath with 60 digits
from their definitions, so that they are right to the last digit printed: the great circle from the arc between two unit
vectors, the chord between WGS84's Cartesian coordinates, and the three plane formulas. Degrees are taken as printed.
"""
from math import degrees
from pathlib import Path
import random
import sys

from geographiclib.geodesic import Geodesic
from mpmath import atan2, cos, hypot, matrix, mp, mpf, norm, pi, sin, sqrt

mp.dps = 60
RADIUS = mpf(6371000)
A, F = mpf(6378137), 1 / mpf("298.257223563")
E2 = F * (2 - F)


def unit(lat, lon):
    return matrix([cos(lat) * cos(lon), cos(lat) * sin(lon), sin(lat)])


def cross(u, v):
    return matrix([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])


def cartesian(lat, lon):
    n = A / sqrt(1 - E2 * sin(lat) ** 2)
    return matrix([n * cos(lat) * cos(lon), n * cos(lat) * sin(lon), n * (1 - E2) * sin(lat)])


def formulas(lat1, lon1, lat2, lon2):
    """great circle, its bearing, equirectangular, metres per degree, Gamaray's legs, chord, its bearing."""
    turn = (lon2 - lon1) % 360
    p1, p2, dl = (mpf(x) * pi / 180 for x in (lat1, lat2, turn - 360 if turn > 180 else turn))
    u, v = unit(p1, mpf(0)), unit(p2, dl)
    arc = RADIUS * atan2(norm(cross(u, v)), (u.T * v)[0])
    bearing = atan2(sin(dl) * cos(p2), cos(p1) * sin(p2) - sin(p1) * cos(p2) * cos(dl))
    plane = RADIUS * hypot(p2 - p1, dl * cos((p1 + p2) / 2))
    start = RADIUS * hypot(p2 - p1, dl * cos(p1))
    w2 = lambda p: 1 - E2 * sin(p) ** 2
    m = A * (1 - E2) / w2((p1 + p2) / 2) ** mpf(1.5)
    legs = hypot(m * (p2 - p1), A / sqrt(w2(p1)) * cos(p1) * dl)
    d = cartesian(p2, dl) - cartesian(p1, mpf(0))
    sight = atan2(d[1], -sin(p1) * d[0] + cos(p1) * d[2])
    return arc, bearing * 180 / pi, plane, start, legs, norm(d), sight * 180 / pi


def pairs():
    random.seed(18350709)
    for metres in (1, 10, 100, 1000, 2000, 10_000, 100_000, 1_000_000, 10_000_000, 19_500_000):
        for _ in range(60):
            lat, lon = round(degrees(random.uniform(-1.55, 1.55)), 9), round(random.uniform(-180, 180), 9)
            end = Geodesic.WGS84.Direct(lat, lon, random.uniform(-180, 180), metres * random.uniform(0.5, 1))
            yield lat, lon, round(end["lat2"], 9), round(end["lon2"], 9)
    # poles, the date line, the equator, one meridian over a pole
    yield from [(90, 0, -90, 0), (90, 0, 90, 77), (90, 10, 89.9, 120), (-90, 0, -89.99, -45), (0, 179.9995, 0, -179.9995)]
    yield from [(48.5, 179.99, 48.501, -179.99), (0, 0, 0, 90), (0, 0, 0, 0.001), (89.9, 0, 89.9, 180), (0, 0, 90, 0)]
    # the ends of AREA's listing 4.1, and the places of its listing 5.2
    yield from [(48.4042981, 9.979349, 48.40429881, 9.979349), (48.4042981, 9.979349, 48.3906042, 10.0060398)]


lines = ["lat1,lon1,lat2,lon2,geodesic_m,azimuth_deg,greatCircle_m,bearing_deg,equirectangular_m,metersPerDegree_m,"
         "gamarayLinear_m,chord_m,sight_deg"]
for pair in pairs():
    geodesic = Geodesic.WGS84.Inverse(*pair)
    numbers = [geodesic["s12"], geodesic["azi1"]] + [float(x) for x in formulas(*pair)]
    # 0.1 µm and 1e-10°: geographiclib's own error is 15 nm
    cells = [repr(float(x)) for x in pair] + [f"{x:.{7 if k in (0, 2, 4, 5, 6, 7) else 10}f}" for k, x in enumerate(numbers)]
    lines.append(",".join(cells))

file, text = Path(__file__).with_name("formula_pairs.csv"), "\n".join(lines) + "\n"
if "--check" not in sys.argv:
    file.write_text(text)
elif file.read_text() != text:
    sys.exit("formula_pairs.csv is not what its script makes")
