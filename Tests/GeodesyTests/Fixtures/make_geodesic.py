#!/usr/bin/env python3
"""Makes geodesic.csv: shortest ways by the PyPI package geographiclib 2.1, ordinary ones and every nasty case.

The distances are solutions of the inverse problem; the ends and final azimuths are those of the direct problem along them,
too. `reduced_m` is the reduced length m12: how far the end of the way moves sideways for a turn by 1 rad at its start.
All ellipsoids have the equator of WGS84.
"""
from pathlib import Path
import random
import sys

from geographiclib.geodesic import Geodesic


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


NANOMETRE = 9e-15  # in degrees of latitude
NASTY = {
    "pole-to-pole": [(90, 0, -90, 0), (-90, 20, 90, -70), (90, 10, -90, -170)],
    "same-pole": [(90, 0, 90, 180), (-90, -30, -90, 75)],
    "pole": [(90, 5, 60, 25), (90, 0, 60, 120), (-90, 30, 12, -150), (10, 20, 90, -60), (0, 0, -90, 45)],
    "same-point": [(0, 0, 0, 0), (48.1, 11.5, 48.1, 11.5), (-33, 151, -33, 151), (20, 180, 20, -180)],
    "antipode": [(0, 0, 0, 180), (30, 40, -30, -140), (-89.5, 0, 89.5, 180), (1e-9, -90, -1e-9, 90)],
    "equator": [(0, 0, 0, 1e-9), (0, -170, 0, 170), (0, 0, 0, 90), (0, 10, 0, -169.9)],
    "equator-antipodal": [(0, 0, 0, d) for d in (179.3, 179.39, 179.4, 179.5, 179.9, 179.999999, -179.5)]
    + [(1e-9, 0, -1e-9, 179.5), (0, 0, 0.5, 179.5), (-0.1, 0, 0.3, 179.7), (0, 0, 1e-12, 179.39651)],
    "meridian": [(10, 20, 50, 20), (-40, 0, 40, 0), (80, 10, 70, -170), (-5, 100, -85, -80), (0, 0, 45, 180)],
    "date-line": [(51, 179.9, 52, -179.9), (-17, -179.999999, -17, 179.999999), (0, 180, 1, -179), (5, -180, 5, 180)],
    "nanometre": [(45, 7, 45 + NANOMETRE, 7), (0, 0, 0, NANOMETRE), (80, 0, 80, 6 * NANOMETRE), (-1, 5, -1 - 1e-13, 5 + 1e-13)],
    "mirrored": [(30, 0, 30, 50), (30, 0, -30, 50), (-30, 0, -30, 179), (30, 0, -30, 179.7), (55, 3, -55, 177)],
    "near-pole": [(89.9999999, 0, 89.9999999, 179), (89.999, 10, -89.999, -165), (-89.99999999, 3, 60, 90)],
    "tangent": [(-30, 0, 30, 179.63), (-50, 0, 49.7, 179.7), (-50, 0, 49.9, 179.61), (-5, 0, 5.3, 179.4)],
}


def random_pairs(generator):
    for _ in range(150):
        yield "random", [generator.uniform(*r) for r in ((-90, 90), (-180, 180)) * 2]
    for _ in range(100):
        latitude, longitude = generator.uniform(-89, 89), generator.uniform(-180, 180)
        reach = 10 ** generator.uniform(-10, 0)
        offset = [reach * generator.uniform(-1, 1) for _ in range(2)]
        yield "near", [latitude, longitude, latitude + offset[0], longitude + offset[1]]
        yield "nearly-antipodal", [latitude, longitude, -latitude + offset[0], longitude + 180 + offset[1]]


def row(flattening, band, pair):
    latitude1, longitude1, latitude2, longitude2 = pair
    longitude2 = (longitude2 + 180) % 360 - 180 if band in ("near", "nearly-antipodal") else longitude2
    way = Geodesic(6378137.0, flattening).Inverse(
        latitude1, longitude1, latitude2, longitude2, Geodesic.STANDARD | Geodesic.REDUCEDLENGTH
    )
    numbers = [latitude1, longitude1, latitude2, longitude2, way["s12"], way["azi1"], way["azi2"], way["m12"]]
    return ",".join([band, repr(flattening)] + [repr(float(x)) for x in numbers])


lines = ["band,flattening,lat1_deg,lon1_deg,lat2_deg,lon2_deg,distance_m,azimuth1_deg,azimuth2_deg,reduced_m"]
for flattening in (1 / 298.257223563, 0.0, 1 / 50):
    lines += [row(flattening, band, pair) for band, pairs in NASTY.items() for pair in pairs]
    lines += [row(flattening, band, pair) for band, pair in random_pairs(random.Random(20120626))]
write("geodesic.csv", lines)
