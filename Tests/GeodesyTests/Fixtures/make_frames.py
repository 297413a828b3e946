#!/usr/bin/env python3
"""Makes ecef.csv, geodetic.csv, local.csv, great_circle.csv and sight_lines.csv: positions, frames and directions on WGS84 and the sphere.

    pip install pyproj==3.7.2 mpmath==1.3.0
    python3 make_frames.py            writes the files
    python3 make_frames.py --check    compares them with the committed ones, byte for byte

ecef.csv and geodetic.csv are the definitions in 60 digits (mpmath), great_circle.csv is spherical trigonometry in 60 digits. PROJ does
the same beside them, and the script fails where the two differ by more than PROJ's own rounding. local.csv is PROJ's +proj=topocentric,
sight_lines.csv the same on a sphere.
"""
import pathlib
import random
import sys

import pyproj
from mpmath import mp, mpf

mp.dps = 60
FOLDER = pathlib.Path(__file__).parent
A, F = mpf(6378137), 1 / mpf("298.257223563")
E2 = F * (2 - F)
SPHERE = 6371000.0
PROJ_METRES, PROJ_DEGREES = 1e-8, 1e-9
CART = pyproj.Transformer.from_pipeline("+proj=cart +ellps=WGS84")


def radians(degrees):
    return mpf(degrees) * mp.pi / 180


def degrees(angle):
    return angle * 180 / mp.pi


def ecef(latitude, longitude, height):
    phi, lam, h = radians(latitude), radians(longitude), mpf(height)
    n = A / mp.sqrt(1 - E2 * mp.sin(phi) ** 2)
    x, y, z = (n + h) * mp.cos(phi) * mp.cos(lam), (n + h) * mp.cos(phi) * mp.sin(lam), ((1 - E2) * n + h) * mp.sin(phi)
    return tuple(mpf(0) if abs(value) < mpf(10) ** -40 else value for value in (x, y, z))


def geodetic(x, y, z):
    """The nearest point of the ellipsoid by bisection; the northern one of two."""
    x, y, z = mpf(x), mpf(y), mpf(z)
    r, rise = mp.sqrt(x * x + y * y), abs(z)
    u, w = r / A, rise * (1 - F) / A
    if w == 0 and u <= E2:
        cosine = u / E2
        sine = mp.sqrt(1 - cosine ** 2)
    else:
        low, high = mpf(0), u + w + 1
        for _ in range(190):
            k = (low + high) / 2
            inside = (u / (k + E2)) ** 2 + (w / k) ** 2 < 1
            low, high = (low, k) if inside else (k, high)
        cosine, sine = u / (k + E2), w / k
    phi = mp.atan2(sine, (1 - F) * cosine)
    n = A / mp.sqrt(1 - E2 * mp.sin(phi) ** 2)
    height = r * mp.cos(phi) + rise * mp.sin(phi) - A * A / n
    longitude = mp.atan2(y, x) if r else mpf(0)
    return degrees(phi if z >= 0 else -phi), degrees(longitude), height


def rows(name, header, lines):
    text = header + "\n" + "".join(",".join(repr(float(value)) for value in line) + "\n" for line in lines)
    return name, text


def agree(ours, theirs, tolerance, what):
    for one, other in zip(ours, theirs):
        if abs(mpf(other) - one) > tolerance:
            sys.exit(f"{what}: found {other}, expected {mp.nstr(one, 20)}")


def ecef_rows(source):
    places = [(lat, lon, h) for lat in (-90.0, -45.0, 0.0, 45.0, 90.0) for lon in (-90.0, 0.0, 90.0, 180.0) for h in (-10000.0, 0.0, 1e6)]
    places += [(source.uniform(-90, 90), source.uniform(-180, 180), source.uniform(-1e4, 1e6)) for _ in range(200)]
    places += [(source.choice((-1, 1)) * (90 - 10 ** source.uniform(-12, 0)), source.uniform(-180, 180), 0.0) for _ in range(20)]
    for lat, lon, h in places:
        x, y, z = ecef(lat, lon, h)
        agree((x, y, z), CART.transform(lon, lat, h), PROJ_METRES, "+proj=cart")
        yield lat, lon, h, x, y, z


def geodetic_rows(source):
    a, b = float(A), float(A * (1 - F))
    edge, cusp = float(A * E2), float(A * A * E2 / (A * (1 - F)))
    places = [(0.0, 0.0, 0.0), (0.0, 0.0, b), (0.0, 0.0, -b), (0.0, 0.0, 1.0), (0.0, 0.0, -1e-3), (0.0, 0.0, cusp), (0.0, 0.0, -1e6)]
    places += [(a, 0.0, 0.0), (-a, 0.0, 0.0), (0.0, -a, 0.0), (1.0, 0.0, 0.0), (0.5 * edge, 0.0, 0.0), (0.0, 0.99 * edge, 0.0)]
    places += [(2 * edge, 0.0, 0.0), (1e9, 0.0, 1e9), (1e15, 1e14, -1e13), (1e-9, 0.0, b), (1e-9, 0.0, 1e-9), (20.0, 0.0, -1e-20)]
    for _ in range(150):
        x, y, z = (float(value) for value in ecef(source.uniform(-90, 90), source.uniform(-180, 180), source.uniform(-1e4, 1e6)))
        places.append((x, y, z))
    places += [tuple(source.uniform(-6e6, 6e6) for _ in range(3)) for _ in range(50)]
    places += [tuple(source.uniform(-6e4, 6e4) for _ in range(3)) for _ in range(100)]
    # Beside the evolute (r/e2 a)^(2/3) + (z/cusp)^(2/3) = 1, from both sides.
    for _ in range(50):
        t, off = source.uniform(0, mp.pi / 2), 1 + source.choice((-1, 1)) * 10 ** source.uniform(-12, -2)
        places.append((edge * off * float(mp.cos(t)) ** 3, 0.0, cusp * off * float(mp.sin(t)) ** 3))
    for x, y, z in places:
        yield x, y, z, *geodetic(x, y, z)


def local_rows(source):
    for index in range(200):
        lat, lon, h = source.uniform(-90, 90), source.uniform(-180, 180), source.uniform(-400, 9000)
        lat, lon = [(90.0, 0.0), (-90.0, 30.0), (0.0, 180.0)][index] if index < 3 else (lat, lon)
        size = 10 ** source.uniform(-5, 0.5)
        there = (max(-90, min(90, lat + source.uniform(-size, size))), lon + source.uniform(-size, size), source.uniform(-400, 9000))
        frame = pyproj.Transformer.from_pipeline(
            f"+proj=pipeline +step +proj=cart +ellps=WGS84 +step +proj=topocentric +ellps=WGS84 +lat_0={lat!r} +lon_0={lon!r} +h_0={h!r}")
        yield lat, lon, h, *there, *frame.transform(there[1], there[0], there[2])


def unit(lat, lon):
    phi, lam = radians(lat), radians(lon)
    return mp.cos(phi) * mp.cos(lam), mp.cos(phi) * mp.sin(lam), mp.sin(phi)


def bearing(lat, lon, to_lat, to_lon):
    phi, other, delta = radians(lat), radians(to_lat), radians(mpf(to_lon) - mpf(lon))
    return mp.atan2(mp.sin(delta) * mp.cos(other), mp.cos(phi) * mp.sin(other) - mp.sin(phi) * mp.cos(other) * mp.cos(delta))


def great_circle_rows(source):
    geod = pyproj.Geod(a=SPHERE, b=SPHERE)
    for index in range(200):
        lat, lon = source.uniform(-90, 90), source.uniform(-180, 180)
        if index % 2:
            to_lat, to_lon = source.uniform(-90, 90), source.uniform(-180, 180)
        else:
            size = 10 ** source.uniform(-7, 0)
            to_lat, to_lon = max(-90, min(90, lat + source.uniform(-size, size))), lon + source.uniform(-size, size)
        to_lon = to_lon - 360 if to_lon > 180 else to_lon + 360 if to_lon <= -180 else to_lon
        first, back = bearing(lat, lon, to_lat, to_lon), bearing(to_lat, to_lon, lat, lon)
        last = back - mp.pi if back > 0 else back + mp.pi
        here, there = unit(lat, lon), unit(to_lat, to_lon)
        cross = (here[1] * there[2] - here[2] * there[1], here[2] * there[0] - here[0] * there[2], here[0] * there[1] - here[1] * there[0])
        arc = mp.atan2(mp.sqrt(sum(c * c for c in cross)), sum(p * q for p, q in zip(here, there)))
        if index % 2:
            agree((degrees(first), mpf(SPHERE) * arc), geod.inv(lon, lat, to_lon, to_lat)[::2], PROJ_DEGREES * 10, "Geod on a sphere")
        yield lat, lon, to_lat, to_lon, degrees(first), degrees(last), mpf(SPHERE) * arc


def sight_line_rows(source):
    frame = pyproj.Transformer.from_pipeline(
        f"+proj=pipeline +step +proj=cart +R={SPHERE} +step +proj=topocentric +R={SPHERE} +lat_0=0 +lon_0=0 +h_0=0")
    for _ in range(50):
        distance, low, high = 10 ** source.uniform(1, 5.5), source.uniform(-400, 9000), source.uniform(-400, 9000)
        east, north, up = frame.transform(float(degrees(mpf(distance) / mpf(SPHERE))), 0, high)
        yield distance, low, high, degrees(mp.atan2(up - low, mp.sqrt(mpf(east) ** 2 + mpf(north) ** 2)))


def files():
    source = random.Random(20240607)
    yield rows("ecef.csv", "latitude_deg,longitude_deg,height_m,x_m,y_m,z_m", ecef_rows(source))
    yield rows("geodetic.csv", "x_m,y_m,z_m,latitude_deg,longitude_deg,height_m", geodetic_rows(source))
    yield rows("local.csv", "origin_latitude_deg,origin_longitude_deg,origin_height_m,latitude_deg,longitude_deg,height_m,east_m,north_m,up_m", local_rows(source))
    yield rows("great_circle.csv", "latitude_deg,longitude_deg,to_latitude_deg,to_longitude_deg,initial_deg,final_deg,distance_m", great_circle_rows(source))
    yield rows("sight_lines.csv", "distance_m,observer_m,target_m,elevation_deg", sight_line_rows(source))


for name, text in files():
    path = FOLDER / name
    if "--check" not in sys.argv:
        path.write_text(text)
    elif path.read_text() != text:
        sys.exit(f"{path}: found other numbers, expected those of this script; run it without --check")
