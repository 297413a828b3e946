#!/usr/bin/env python3
"""Writes published_figures.csv: the figures that the systems' documents print, computed independently of Sextant.

Columns for each figure: the printed number (for a printed formula, its value), the value for the stated inputs, and the
cost of the difference. mpmath with 50 digits; geographiclib for geodesics; pyproj for geocentric coordinates; numpy for single precision.
"""
from pathlib import Path
import sys

from geographiclib.geodesic import Geodesic
from mpmath import acos, asin, atan, atan2, cos, cot, degrees, hypot, mp, mpf, pi, radians, sin, sqrt, tan
import numpy as np
from pyproj import Transformer

mp.dps = 50
R = mpf(6371000)
A = mpf(6378137)
ULM, NEU_ULM = ("48.4042981", "9.979349"), ("48.3906042", "10.0060398")
NEAR = ("48.4042981", "9.979349"), ("48.40429881", "9.979349")


def rad(point):
    return tuple(radians(mpf(x)) for x in point)


def geodesic(a, b):
    return Geodesic.WGS84.Inverse(*map(float, a + b))["s12"]


def form31(point, inverse_flattening, exchanged=False):
    """iLocator 3.1; as printed, the longitude stands for the latitude and the other way round, but not in N."""
    lat, lon = rad(point)
    f = 1 / mpf(inverse_flattening)
    e2 = f * (2 - f)
    n = A / sqrt(1 - e2 * sin(lat) ** 2)
    p, l = (lon, lat) if exchanged else (lat, lon)
    return n * cos(p) * cos(l), n * cos(p) * sin(l), n * (1 - e2) * sin(p)


def length(a, b=(0, 0, 0)):
    return sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


# formula 4.1 in doubles, by numpy: the answer is a whole number of steps of the cosine below 1, and so is the printed one
la, lb = (np.radians(np.float64(p[0])) for p in NEAR)
steps = (1 - (np.sin(la) * np.sin(lb) + np.cos(la) * np.cos(lb))) * 2**53
near = geodesic(*NEAR)
haversine = R * rad(NEAR[1])[0] - R * rad(NEAR[0])[0]
theta = haversine / R
view = mpf(580) / 480 * 56
wide = 2 * degrees(atan(mpf(580) / 480 * tan(radians(28))))
per_degree = mpf(480) / 56
# 480 pixels of the sensor's 4.592 mm; and 320 pixels of its 3.45 mm, enlarged
focal, enlarged = 480 * mpf("4.28") / mpf("4.592"), 320 * mpf("1.24299") * mpf("4.28") / mpf("3.45")
# where the tangent law is as steep as the linear one: f/cos² θ = 180/π · 480/56
steepest = acos(sqrt(focal * pi / 180 / per_degree))
assert abs(float(degrees(steepest)) - 17.36) < 0.005
aside = degrees(steepest) * per_degree
(p1, l1), (p2, l2) = rad(ULM), rad(NEU_ULM)
east = sin(l2 - l1) * cos(p2)
wrong, right = (degrees(atan2(east, x - sin(p1) * cos(p2) * cos(l2 - l1))) for x in (cos(p1) * cos(p2), cos(p1) * sin(p2)))
good, exchanged = (length(form31(NEU_ULM, "298.257223563", x), form31(ULM, "298.257223563", x)) for x in (False, True))
to_ecef = Transformer.from_crs("EPSG:4979", "EPSG:4978", always_xy=True).transform
proj = to_ecef(float(ULM[1]), float(ULM[0]), 0.0)
assert length(form31(ULM, "298.257223563"), map(mpf, proj)) < 1e-6
radius45 = length(to_ecef(0, 45, 0))
geocentric = degrees(atan2(to_ecef(0, 45, 0)[2], to_ecef(0, 45, 0)[0]))
fov = lambda size, f: 2 * degrees(atan(mpf(size) / (2 * mpf(f))))
edge = radians(fov("4.592", "4.28") / 2)

figures = {
    "area-law-of-cosines": (0.134, R * acos(1 - mpf(float(steps)) / 2**53), 0.134 - near),
    "area-haversine": (0.079, haversine, haversine - near),
    "area-cosine": (1, cos(theta), None),
    "area-cosine-in-text": (mpf("0.99999999999988883"), 1 - mpf(float(steps)) / 2**53, R * acos(mpf(0.99999999999988883)) - near),
    "area-radius": (6371000, (2 * A + A * (1 - 1 / mpf("298.257223563"))) / 3, None),
    "area-width-of-view": (56.4225, fov("4.592", "4.28"), None),
    "area-height-of-view": (43.9026, fov("3.45", "4.28"), None),
    "area-width-rounded": (56, fov("4.592", "4.28"), None),
    "area-height-rounded": (44, fov("3.45", "4.28"), None),
    "area-widened-view": (67.6, view, view - mpf("67.6")),
    "area-widened-linearly": (view, wide, view - wide),
    "area-left-limit": (291.4, 360 - mpf("67.6"), 360 - mpf("67.6") - mpf("291.4")),
    "area-linear-law": (aside, focal * tan(steepest), aside - focal * tan(steepest)),
    "area-enlarged-picture": (25 * per_degree, enlarged * tan(radians(25)), enlarged * tan(radians(25)) - 25 * per_degree),
    "area-nested-test": (view, 360, 360 - view),
    "area-pitch": (degrees(asin(mpf("1.05") * sin(radians(60)))), 60, degrees(asin(mpf("1.05") * sin(radians(60)))) - 60),
    "area-top-limit": (90 + view / 2, 90 + view / 2, None),
    "area-bearing": (wrong, right, right - wrong),
    "ilocator-semi-major-axis": (6378137, A, None),
    "ilocator-flattening": (mpf("289.257223563"), mpf("298.257223563"),
                            length(form31(ULM, "289.257223563"), form31(ULM, "298.257223563"))),
    "ilocator-exchanged": (exchanged, good, exchanged - good),
    "ibetelgeuse-width-of-view": (50, fov("3.58", "3.85"), None),
    "ibetelgeuse-height-of-view": (39, fov("2.69", "3.85"), None),
    "ibetelgeuse-perspective": (2.8, cot(radians(20)), None),
    "ibetelgeuse-single-precision": (1, float(np.spacing(np.float32(max(map(abs, proj))))), None),
    "ibetelgeuse-up": (geocentric, 45, 1000 * tan(radians(45 - geocentric))),
    "yandex-arrows": (330, mpf(1000) / 3, None),
    "yandex-south": (R * (p2 - p1), R * (p1 - p2), 2 * abs(R * (p2 - p1))),
    "yandex-sphere": (1, 1 / cos(edge), 1 / cos(edge) - 1),
}

lines = ["name,printed,value,cost"]
for name, numbers in figures.items():
    lines.append(",".join([name] + ["" if x is None else mp.nstr(mpf(x), 17) for x in numbers]))
file, text = Path(__file__).with_name("published_figures.csv"), "\n".join(lines) + "\n"
if "--check" not in sys.argv:
    file.write_text(text)
elif file.read_text() != text:
    sys.exit("published_figures.csv differs from the output of its script")
