"""Expected values of the computed figures of the AREA and Yandex claims.

Independent of Sextant: mpmath for closed forms, geographiclib for geodesics, own replicas of the filter and the
projections in numpy. Writes computed_figures_ulm_yandex.csv (name,value,tolerance; the tolerance is absolute, in the figure's
unit). Nothing is random.

usage: make_computed_figures_ulm_yandex.py [--check]   (--check compares with the file instead of writing it)
"""

import csv
import math
import pathlib
import sys

import mpmath as mp
import numpy as np
from geographiclib.constants import Constants
from geographiclib.geodesic import Geodesic

mp.mp.dps = 40
R = mp.mpf(6371000)
PPD = mp.mpf(480) / 56
ULM, NEU_ULM, MOSCOW = (48.4042981, 9.979349), (48.3906042, 10.0060398), (55.733, 37.588)
GEO = Geodesic.WGS84
HALF_ULP = mp.mpf(2) ** -53
BEARINGS = range(360)
rows = []


def put(name, value, relative=1e-9, absolute=0.0):
    value = float(value)
    rows.append((name, value, max(abs(value) * relative, absolute)))


def rad(degrees):
    return mp.mpf(degrees) * mp.pi / 180


def deg(radians):
    return radians * 180 / mp.pi


# --- the sphere -----------------------------------------------------------------------------------------------------
def haversine(a, b):
    """Metres, in 40 digits: the chord of two unit vectors."""
    u, v = unit(a), unit(b)
    chord = mp.sqrt(sum((x - y) ** 2 for x, y in zip(u, v)))
    return 2 * R * mp.asin(chord / 2)


def unit(point):
    latitude, longitude = rad(point[0]), rad(point[1])
    return (mp.cos(latitude) * mp.cos(longitude), mp.cos(latitude) * mp.sin(longitude), mp.sin(latitude))


def great_circle_bearing(a, b):
    """Degrees, by the tangent plane's east and north at the start."""
    latitude, longitude = rad(a[0]), rad(a[1])
    east = (-mp.sin(longitude), mp.cos(longitude), mp.mpf(0))
    north = (-mp.sin(latitude) * mp.cos(longitude), -mp.sin(latitude) * mp.sin(longitude), mp.cos(latitude))
    v = unit(b)
    return deg(mp.atan2(sum(x * y for x, y in zip(east, v)), sum(x * y for x, y in zip(north, v))))


def sphere_end(start, bearing, distance):
    latitude, longitude = rad(start[0]), rad(start[1])
    u = unit(start)
    east = (-mp.sin(longitude), mp.cos(longitude), mp.mpf(0))
    north = (-mp.sin(latitude) * mp.cos(longitude), -mp.sin(latitude) * mp.sin(longitude), mp.cos(latitude))
    arc, angle = mp.mpf(distance) / R, rad(bearing)
    w = [
        x * mp.cos(arc) + mp.sin(arc) * (n * mp.cos(angle) + e * mp.sin(angle)) for x, n, e in zip(u, north, east)
    ]
    return deg(mp.asin(w[2])), deg(mp.atan2(w[1], w[0]))


def geodesic_end(start, azimuth, distance):
    end = GEO.Direct(start[0], start[1], azimuth, distance)
    return end["lat2"], end["lon2"]


def turn(angle):
    return (angle + 180) % 360 - 180


# --- AREA: geodesy --------------------------------------------------------------------------------------------------
def area_geodesy():
    put("area-cosine-step-example", R * HALF_ULP / mp.sqrt(1 - mp.mpf("0.99999") ** 2))
    put("area-cosine-step-metre", R * HALF_ULP / mp.sin(1 / R))
    # A whole number of steps of the cosine below 1, in doubles by numpy.
    start, end = (np.radians(np.float64(latitude)) for latitude in (48.4042981, 48.40429881))
    for name, sine in (("rounded", np.sin(start)), ("lower", np.nextafter(np.sin(start), 0))):
        steps = (1 - (sine * np.sin(end) + np.cos(start) * np.cos(end))) * 2.0**53
        put(f"area-law-of-cosines-{name}", R * mp.acos(1 - mp.mpf(float(steps)) / 2**53))
    put("area-distance-of-cosine-one", 0)
    # π − 2 asin(1 − ε) = 2 acos(1 − ε)
    put("area-haversine-step-opposite", 2 * R * mp.acos(1 - HALF_ULP), 1e-8)
    argument = mp.sin(20000 / R / 2)
    exponent = math.floor(math.log2(float(argument)))
    step = mp.mpf(2) ** (exponent - 52)
    put("area-haversine-step-radius", R * (2 * step / mp.sqrt(1 - argument**2)))
    ends = [geodesic_end(ULM, b, 20000) for b in BEARINGS]
    put("area-haversine-excess", max(abs(haversine(ULM, e) / 20000 - 1) for e in ends) * 100, 1e-6)
    errors = [abs(turn(great_circle_bearing(ULM, e) - b)) for b, e in zip(BEARINGS, ends)]
    put("area-haversine-bearing", max(errors) * PPD, 1e-6)
    azimuth = GEO.Inverse(*ULM, *NEU_ULM)["azi1"]
    put("area-bearing-neu-ulm", abs(turn(great_circle_bearing(ULM, NEU_ULM) - azimuth)) * PPD, 1e-6)
    put("area-bearing-remainder", 359.5)
    distance = haversine(ULM, NEU_ULM)
    put("area-sigma-signed", -deg(mp.atan(-99 / distance)), 1e-8)
    put("area-sigma-magnitude", -deg(mp.atan(99 / distance)), 1e-8)
    put("area-elevation-flat", -enu_elevation(ULM, geodesic_end(ULM, 90, 20000)) * PPD, 1e-6)
    put("area-height-same-datum", 0)
    put("area-spire-near", deg(mp.atan(mp.mpf("161.53") / 200)))
    put("area-spire-far", deg(mp.atan(mp.mpf("161.53") / 500)))


def ecef(point):
    a, f = Constants.WGS84_a, Constants.WGS84_f
    latitude, longitude = rad(point[0]), rad(point[1])
    e2 = mp.mpf(f) * (2 - mp.mpf(f))
    n = a / mp.sqrt(1 - e2 * mp.sin(latitude) ** 2)
    return (
        n * mp.cos(latitude) * mp.cos(longitude),
        n * mp.cos(latitude) * mp.sin(longitude),
        n * (1 - e2) * mp.sin(latitude),
    )


def enu_elevation(start, end):
    chord = [b - a for a, b in zip(ecef(start), ecef(end))]
    latitude, longitude = rad(start[0]), rad(start[1])
    normal = (mp.cos(latitude) * mp.cos(longitude), mp.cos(latitude) * mp.sin(longitude), mp.sin(latitude))
    up = sum(x * y for x, y in zip(normal, chord))
    return deg(mp.asin(up / mp.sqrt(sum(x * x for x in chord))))


# --- AREA: views ----------------------------------------------------------------------------------------------------
LONG, SHORT, FOCAL = mp.mpf("4.592"), mp.mpf("3.45"), mp.mpf("4.28")
FOCAL_PIXELS = 480 * FOCAL / LONG
PICTURE, SCALE = mp.mpf(1280) / 3, mp.mpf("1.24299")


def view(size):
    return deg(2 * mp.atan(size / (2 * FOCAL)))


def square(elevation):
    """The same as the largest azimuth over the circle's points, by spherical trigonometry."""
    radius = mp.sqrt(320**2 + 480**2) / 2
    off = mp.atan(radius / FOCAL_PIXELS)
    largest = mp.mpf(0)
    for position in BEARINGS:
        # From the camera's axis by `off` in the direction `position`, counted from up.
        p, e = rad(position), rad(elevation)
        sine = mp.sin(e) * mp.cos(off) + mp.cos(e) * mp.sin(off) * mp.cos(p)
        azimuth = mp.atan2(mp.sin(off) * mp.sin(p), mp.cos(e) * mp.cos(off) - mp.sin(e) * mp.sin(off) * mp.cos(p))
        largest = max(largest, abs(deg(azimuth)), abs(deg(mp.asin(sine)) - elevation))
    return 2 * largest * PPD


def area_views():
    put("area-view-short-side", view(LONG * 2 / 3))
    put("area-view-short-side-linear", 320 / PPD)
    put("area-view-long-side-enlarged", view(SHORT * 480 / (320 * SCALE)))
    put("area-view-short-side-enlarged", view(SHORT * 320 / (320 * SCALE)))
    put("area-either-side-screen", mp.mpf(145) / 12)
    put("area-either-side-picture", mp.mpf(29) / 9)
    put("area-diagonal-view", mp.mpf(56) * mp.sqrt(13) * 160 / 480)
    put("area-picture-edge-centred", 240 + PICTURE * SCALE / 2)
    put("area-picture-edge-at-top", PICTURE * (1 + SCALE) / 2)
    put("area-square-level", square(0), 1e-8)
    put("area-square-up", square(30), 1e-8)
    put("area-mark-spacing", PPD * 360 / 250)


# --- AREA: placement ------------------------------------------------------------------------------------------------
def seen(azimuth, elevation, camera):
    """Right and up in pixels of a direction, for a level camera that looks north at an elevation."""
    a, e, c = rad(azimuth), rad(elevation), rad(camera)
    direction = (mp.cos(e) * mp.sin(a), mp.cos(e) * mp.cos(a), mp.sin(e))
    depth = direction[1] * mp.cos(c) + direction[2] * mp.sin(c)
    up = direction[2] * mp.cos(c) - direction[1] * mp.sin(c)
    return FOCAL_PIXELS * direction[0] / depth, FOCAL_PIXELS * up / depth


def placement_error(elevation):
    right, up = seen(15, elevation, elevation)
    return mp.sqrt((15 * PPD - right) ** 2 + up**2)


def rotation(axis, degrees):
    """Rodrigues."""
    axis = np.array(axis, float)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    angle = math.radians(degrees)
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


def device(elevation, roll, azimuth=0.0):
    """Device axes in its columns, East North Up: flat, tilted up about x, rolled about the camera's axis, turned."""
    upright = rotation((1, 0, 0), 90 + elevation)
    camera = -upright[:, 2]
    return rotation((0, 0, 1), -azimuth) @ rotation(camera, -roll) @ upright


def top_heading_error(elevation, roll):
    top = device(elevation, roll)[:, 1]
    azimuth = math.degrees(math.atan2(top[0], top[1]))
    return abs(turn(azimuth + roll))


def headings_paper():
    """Whether the place's heading is in the view, by arcs of the circle."""
    view_angle = 67.6
    return sum(abs(turn(0.0)) <= view_angle / 2 for _ in range(3600)) / 10


def radar_only(half_screen):
    """Steps of 0.05° whose middle is beyond the screen's half and within 28°."""
    middles = [-28 + (i + 0.5) * 0.05 for i in range(1120)]
    return sum(abs(m) > half_screen for m in middles) * 0.05


def area_placement():
    put("area-jump", PPD)
    for name, elevation in (("level", 0), ("30", 30), ("60", 60)):
        put(f"area-placement-{name}", placement_error(elevation))
    put("area-roll-of-image", 0, absolute=1e-9)
    put("area-roll-of-square", 0, absolute=1e-9)
    put("area-top-heading-landscape", top_heading_error(-30, 90), absolute=1e-8)
    put("area-top-heading-oblique", top_heading_error(-30, 45), absolute=1e-8)
    put("area-top-heading-flat", top_heading_error(-80, 45), absolute=1e-8)
    put("area-rotation-unit", 90)
    put("area-headings-paper", headings_paper())
    put("area-radar-upright", radar_only(160 / (480 / 56)))
    put("area-radar-landscape", radar_only(240 / (480 / 56)), absolute=1e-9)


# --- AREA: sensors --------------------------------------------------------------------------------------------------
def low_pass(samples, alpha=0.1):
    out, state = [], samples[0]
    for x in samples:
        state = state + alpha * (x - state)
        out.append(state)
    return np.array(out)


def gain(frequency):
    """|H| of alpha/(1 − (1 − alpha) z⁻¹)."""
    w = 2 * math.pi * frequency / 90
    return 100 * 0.1 / abs(1 - 0.9 * complex(math.cos(w), -math.sin(w)))


def area_sensors():
    put("area-interval", mp.mpf(1000) / 90)
    put("area-lag-30-over-90", 3, 1e-9)
    put("area-noise-30-over-90", 1)
    put("area-gain-steps", gain(1.9), 1e-9)
    put("area-gain-tremor", gain(10), 1e-9)
    put("area-handler-calls", 3)
    put("area-way-between-fixes", 1.35)
    # The closed forms against a replica of the filter.
    ramp = np.arange(0, 1801) / 90
    assert abs((ramp[-1] - low_pass(ramp)[-1]) * 1000 - 100) < 1e-6
    before = list(range(1, 251))
    for name, changed, removed, by_identifier in (
        ("additions", 0, 0, True),
        ("changes", 10, 5, True),
        ("complete", 10, 5, False),
    ):
        server = {i: 0 for i in before}
        phone = dict(server)
        server.update({i: 1 for i in range(251, 256)} | {i: 1 for i in range(1, changed + 1)})
        for i in range(changed + 1, changed + removed + 1):
            del server[i]
        if by_identifier:
            phone.update({i: c for i, c in server.items() if i > max(before)})
        else:
            phone = dict(server)
        wrong = {i for i in server.keys() | phone.keys() if server.get(i) != phone.get(i)}
        put(f"area-update-{name}", len(wrong))


# --- Yandex: the screen ---------------------------------------------------------------------------------------------
# 1440 × 1920 pixels that cover 375 × 667 points.
YANDEX_FOCAL = 1500 * max(mp.mpf(375) / 1440, mp.mpf(667) / 1920)


def over_line(distance):
    size = lambda d: 1 / mp.mpf(d)  # noqa: E731
    line = mp.mpf(distance - 50) / 1950
    return size(distance) / (size(50) * (1 - line) + size(2000) * line)


def sphere_excess(theta):
    """Of the diameter. Silhouette: the edges of the cone around a sphere of radius s·z/f at (z tan θ, z), seen on the image plane."""
    s, f = mp.mpf(60), YANDEX_FOCAL
    x, r = mp.tan(rad(theta)), s / f
    # Tangents x = k z to the circle (x − x₀)² + (z − 1)² = r²: (x₀ − k)² = r²(1 + k²).
    a, b, c = 1 - r**2, -2 * x, x**2 - r**2
    root = mp.sqrt(b * b - 4 * a * c)
    return f * ((-b + root) - (-b - root)) / (2 * a) - 2 * s


def billboard(azimuth):
    east = device(-15, 0, azimuth).T @ np.array([1.0, 0, 0])
    return abs(math.degrees(math.atan2(east[1], east[0])))


def hint_extra(azimuth, mirrored=False):
    """Which side the projection x = f tan θ is on; from behind it has the other sign."""
    x = mp.tan(rad(azimuth))
    if mirrored and azimuth > 90:
        x = -x
    asked = azimuth if x > 0 else 360 - azimuth
    return asked - azimuth


def label_height(elevation):
    """y/f = tan of the elevation over a negative depth, upwards positive; the border's crossing straight up or down."""
    depth = mp.cos(rad(elevation)) * mp.cos(rad(180))
    up = mp.sin(rad(elevation)) / depth
    return 667 if up > 0 else 0


def yandex_screen():
    put("yandex-size-100", over_line(100))
    put("yandex-size-halfway", over_line(1025))
    put("yandex-mark-25", 0, absolute=1e-12)
    put("yandex-mark-1025", mp.mpf(975) / 1950)
    put("yandex-mark-5000", 1)
    put("yandex-sphere-centre", sphere_excess(0), 1e-8)
    put("yandex-sphere-aside", sphere_excess(30), 1e-8)
    put("yandex-billboard-north", billboard(0), absolute=1e-8)
    put("yandex-billboard-60", billboard(60), absolute=1e-8)
    put("yandex-billboard-south", billboard(180), absolute=1e-8)
    put("yandex-hint-80", hint_extra(80))
    put("yandex-hint-135", hint_extra(135))
    put("yandex-hint-mirrored", hint_extra(135, mirrored=True))
    put("yandex-hint-rear-above", label_height(5))
    put("yandex-hint-rear-below", label_height(-5))
    put("yandex-arrow-width-100", 2 * YANDEX_FOCAL / 100)
    put("yandex-arrow-width-150", 2 * YANDEX_FOCAL / 150)
    put("yandex-arrow-thickness-100", 2 * YANDEX_FOCAL * mp.mpf("0.44") / 100)
    put("yandex-segments-10", (100 // 10 + 1) * 10)
    put("yandex-segments-120", (100 // 120 + 1) * 120)
    # The last multiple of 3 m below 100 m from the user, and below the 119 m of the segment.
    put("yandex-arrows-from-user", 3 * (99 // 3))
    put("yandex-arrows-ahead-110", 3 * (118 // 3) - 110)
    put("yandex-arrows-ahead-118", 3 * (118 // 3) - 118)


# --- Yandex: coordinates --------------------------------------------------------------------------------------------
def scene_offset(end):
    east = rad(turn(mp.mpf(end[1]) - MOSCOW[1])) * mp.cos(rad(MOSCOW[0])) * R
    north = rad(mp.mpf(end[0]) - MOSCOW[0]) * R
    return east, north


def offset_error(ends, distance):
    worst = mp.mpf(0)
    for bearing, end in zip(BEARINGS, ends):
        east, north = scene_offset(end)
        error = mp.hypot(east - distance * mp.sin(rad(bearing)), north - distance * mp.cos(rad(bearing)))
        worst = max(worst, error)
    return worst


def pair_angle(bearing):
    second = geodesic_end(MOSCOW, bearing, 100)
    north, east = 100 * mp.cos(rad(bearing)), 100 * mp.sin(rad(bearing))
    computed = (MOSCOW[0] + deg(north / R), MOSCOW[1] + deg(east / (R * mp.cos(rad(MOSCOW[0])))))
    return abs(turn(great_circle_bearing(MOSCOW, computed) - great_circle_bearing(MOSCOW, second)))


def yandex_scene():
    # The geodesic's end has 15 digits of a degree: a nanometre.
    for distance in (100, 1000):
        ends = [geodesic_end(MOSCOW, b, distance) for b in BEARINGS]
        put(f"yandex-offset-{distance}", offset_error(ends, distance), absolute=1e-6)
    for distance in (1000, 10000):
        ends = [sphere_end(MOSCOW, b, distance) for b in BEARINGS]
        put(f"yandex-linear-{distance}", offset_error(ends, distance), absolute=1e-6)
    put("yandex-linear-north", 0, absolute=1e-6)
    put("yandex-meridians", 0, absolute=1e-6)
    e2 = mp.mpf(Constants.WGS84_f) * (2 - mp.mpf(Constants.WGS84_f))
    latitude = rad(MOSCOW[0])
    put("yandex-parallels", mp.sqrt(1 - e2 * mp.sin(latitude) ** 2) / mp.cos(latitude))
    put("yandex-axes-3", 200 * mp.sin(rad(1.5)))
    put("yandex-axes-15", 200 * mp.sin(rad(7.5)))
    put("yandex-pair-angle", max(pair_angle(b) for b in BEARINGS), 1e-6)
    put("yandex-pair-distance", mp.asin(mp.mpf(10) / 100) / mp.asin(mp.mpf(10) / 50))
    put("yandex-pair-accuracy", mp.asin(mp.mpf(10) / 100) / mp.asin(mp.mpf(20) / 100))
    put("yandex-start-late", mp.mpf("6.75"), absolute=1e-6)
    put("yandex-start-paired", 0, absolute=1e-6)


# --- Yandex: the committed tables of recordings ---------------------------------------------------------------------
def report(name):
    path = pathlib.Path(__file__).parents[3] / "Reports" / name / "table.csv"
    with path.open() as file:
        return list(csv.DictReader(file))


def yandex_recordings():
    scenes, trackers = report("scene-advio"), report("trackers-advio")
    for walk in ("advio-20", "advio-22"):
        ways = {row["method"]: row for row in scenes if row["group"] == walk}
        hundred, ten = ways["100 readings, any certainty"], ways["10 readings, any certainty"]
        put(f"yandex-readings-{walk}", 1000 / float(hundred["first_s"]))
        put(f"yandex-best-{walk}", float(ten["best_estimate_m"]) / float(ten["last_fix_m"]))
        drift = next(row for row in trackers if row["walk"] == walk)["yaw_drift_deg_per_min"]
        put(f"yandex-drift-{walk}", float(drift))


def main():
    area_geodesy()
    area_views()
    area_placement()
    area_sensors()
    yandex_screen()
    yandex_scene()
    yandex_recordings()
    text = "name,value,tolerance\n" + "".join(f"{n},{v:.12g},{max(t, 1e-15):.3g}\n" for n, v, t in rows)
    path = pathlib.Path(__file__).with_name("computed_figures_ulm_yandex.csv")
    if "--check" in sys.argv[1:]:
        if path.read_text() != text:
            sys.exit(f"{path.name} differs from what this script computes")
    else:
        path.write_text(text)


if __name__ == "__main__":
    main()
