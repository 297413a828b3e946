#!/usr/bin/env python3
"""Checks of the computed figures for Stevense & van der Tak 2010 and Bertram 2012, without Sextant's code.

Needs numpy, geographiclib and ppigrf (whose IGRF-14 has the same
coefficients for 2010 and 2015 as IGRF-13), and the EGM96 grid that comes with PROJ.
Writes computed_figures_delft_osnabrueck.csv: name, value, tolerance. With --check, compares with the file instead.
"""
import argparse
import cmath
import csv
import math
import struct
import sys
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import ppigrf
from geographiclib.geodesic import Geodesic

RAD = math.pi / 180
WGS = Geodesic.WGS84
A, F = 6378137.0, 1 / 298.257223563
FIGURES = {}


def figure(name, value, tolerance=1e-6):
    """The tolerance is relative, with at least 1e-9 absolutely."""
    assert name not in FIGURES, name
    FIGURES[name] = (float(value), max(abs(float(value)) * tolerance, 1e-9))


class SplitMix64:
    """Steele et al. 2014."""

    def __init__(self, seed):
        self.state = seed

    def fraction(self):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return ((z ^ (z >> 31)) >> 11) * 2.0**-53


# Turns about one axis: a unit quaternion is a complex number e^(i yaw/2), and the spherical mean that of the angles.


def smoother(yaws, rate, c0=0.03, gain=0.3, dead=10.0, d=33, m=7, hard=False):
    """With `hard`, velocities above the dead zone are not reduced."""
    half = [y * RAD / 2 for y in yaws]
    dt, out, velocities = 1 / rate, [yaws[0]], []
    y = half[0]
    window = []
    for last, new in zip(half, half[1:]):
        velocities = (velocities + [2 * (cmath.exp(1j * (new - last)) - 1) / dt])[-d:]
        mean = sum(velocities) / len(velocities)
        speed = abs(mean)
        reduced = mean * (1 if hard else 1 - dead * RAD / speed) if speed > dead * RAD else 0
        estimate = y + cmath.phase(1 + dt / 2 * reduced)
        window = (window + [new])[-m:]
        c = min(1, c0 + gain * abs(reduced))
        y = estimate + c * (sum(window) / len(window) - estimate)
        out.append(2 * y / RAD)
    return out


def low_pass(alpha):
    def run(yaws, rate):
        out = [yaws[0]]
        for value in yaws[1:]:
            out.append(out[-1] + alpha * (value - out[-1]))
        return out

    return run


def chord_mean(n, half):
    """The mean of quaternions (half angles) or of matrices (whole angles) in one plane, as an angle."""
    scale = RAD / (2 if half else 1)

    def run(yaws, rate):
        z = np.exp(1j * np.asarray(yaws) * scale)
        total = np.concatenate([[0], np.cumsum(z)])
        ends = np.arange(1, len(z) + 1)
        return list(np.unwrap(np.angle(total[ends] - total[np.maximum(0, ends - n)])) / scale)

    return run


def turn(angle, duration, rate):
    count = round((2 + duration + 25) * rate)
    return [angle * min(1, max(0, (i / rate - 2) / duration)) for i in range(count)]


def settling(run, angle, duration, rate):
    out = run(turn(angle, duration, rate), rate)
    last = max(i for i, y in enumerate(out) if abs(y - angle) > 1)
    return (last + 1) / rate - 2 - duration


def overshoot(run, angle, duration, rate):
    return 100 * max(0, max(run(turn(angle, duration, rate), rate)) - angle) / angle


def lag(run, speed, rate):
    yaws = [speed * i / rate for i in range(20 * rate + 1)]
    return yaws[-1] - run(yaws, rate)[-1]


def noise(rate, rho=0.7):
    generator, last, out = SplitMix64(1), 0.0, []
    for _ in range(120 * rate):
        radius = math.sqrt(-2 * math.log(1 - generator.fraction()))
        last = rho * last + math.sqrt(1 - rho * rho) * radius * math.cos(2 * math.pi * generator.fraction())
        out.append(last)
    return out


def increment(run, rate):
    out = np.array(run(noise(rate), rate))[5 * rate :]
    return math.sqrt(np.mean(np.diff(out) ** 2))


def calm_alpha(sd, rho=0.7):
    # Root of 2 a² (1 − ρ) = s² (1 − (1 − a) ρ)(2 − a): −s²ρ... a quadratic in a.
    s2 = sd * sd
    # (1 − ρ + a ρ)(2 − a) = 2(1 − ρ) + a (2ρ − 1 + ρ) − ρ a²
    roots = np.roots([2 * (1 - rho) + s2 * rho, -s2 * (3 * rho - 1), -2 * s2 * (1 - rho)])
    return max(roots.real)


def calm_mean(sd, rho=0.7):
    n = 1
    while math.sqrt(2 * (1 - rho**n)) / n > sd:
        n += 1
    return chord_mean(n, True)


def filters():
    own = smoother
    free = lambda y, r: smoother(y, r, dead=0.0) if any(y) else y
    fixed = lambda y, r: smoother(y, r, gain=0.0)
    gamaray = chord_mean(60, False)
    for rate in (30, 33, 63, 100):
        figure(f"ibetelgeuse-velocity-window-{rate}", 33 / rate)
        figure(f"ibetelgeuse-input-window-{rate}", 7 / rate)
        calm = increment(own, rate)
        quick = settling(own, 90, 0.5, rate)
        other = settling(low_pass(calm_alpha(calm)), 90, 0.5, rate)
        figure(f"ibetelgeuse-settling-ratio-{rate}", quick / other)
        if rate in (33, 63):
            figure(f"ibetelgeuse-layar-ratio-{rate}", quick / 3)
            figure(f"ibetelgeuse-mean-ratio-{rate}", quick / settling(calm_mean(calm), 90, 0.5, rate))
        if rate == 33:
            figure("ibetelgeuse-low-pass-settling", other)
            figure("ibetelgeuse-moving-average-settling", settling(calm_mean(calm), 90, 0.5, rate))
        if rate != 33:
            figure(f"ibetelgeuse-gamaray-calm-{rate}", calm / increment(gamaray, rate), 1e-5)
            figure(f"ibetelgeuse-gamaray-settling-{rate}", quick / settling(gamaray, 90, 0.5, rate))
            figure(f"ibetelgeuse-gamaray-lag-{rate}", lag(own, 30, rate) / lag(gamaray, 30, rate), 1e-5)
            half = 45 / rate * RAD
            k = math.sin(60 * half) / (60 * math.sin(half))
            if rate == 30:
                figure("ibetelgeuse-gamaray-scale-90", k)
            figure(f"ibetelgeuse-gamaray-elevation-{rate}", math.atan(math.tan(12 * RAD) / k) / RAD)
    for speed in (8, 12, 15, 30):
        yaws = [y + speed * i / 33 for i, y in enumerate(noise(33))]
        soft, hard = (np.diff(own(yaws, 33, hard=h)[165:]) * 33 - speed for h in (False, True))
        figure(f"ibetelgeuse-dead-zone-{speed}", math.sqrt(np.mean(soft**2) / np.mean(hard**2)), 1e-5)
    for name, speed in (("10", 9.9), ("30", 30), ("90", 90)):
        # Steady lag: what the reduction leaves to the corrector, against the closed form.
        value = lag(own, speed, 33) - lag(free, speed, 33)
        reduced = max(0, speed - 10)
        c = 0.03 + 0.3 * reduced * RAD
        assert abs(value - (speed - reduced) / 33 * (1 / c - 1)) < 0.002, (name, value)
        figure(f"ibetelgeuse-reduction-{name}", value, 1e-4)
    for angle in (30, 90):
        for rate in (33, 63):
            d, name = angle / 180, f"{angle}-{rate}"
            over = [overshoot(f, angle, d, rate) for f in (own, fixed)]
            figure(f"ibetelgeuse-gain-overshoot-{name}", over[0] - over[1], 1e-5)
            settled = [settling(f, angle, d, rate) for f in (own, fixed)]
            figure(f"ibetelgeuse-gain-settling-{name}", settled[0] - settled[1])
    x = np.array(noise(33))
    errors = []
    for speed in (0, 90):
        truth = speed * np.arange(len(x)) / 33
        errors.append(np.std((np.array(own(list(x + truth), 33)) - truth)[165:]))
    figure("ibetelgeuse-jitter-90", errors[1] / errors[0], 1e-5)

    def stepped(values, threshold):
        out = [values[0]]
        for v in values[1:]:
            out.append(v if abs(v - out[-1]) > threshold else out[-1])
        return np.mean(np.diff(out) != 0)

    for threshold in (2, 4):
        figure(f"ibetelgeuse-step-rest-{threshold}", 33 * stepped(x, threshold))
    figure("ibetelgeuse-step-pan", 100 * (1 - stepped(x + 30 * np.arange(len(x)) / 33, 4)))
    figure("ibetelgeuse-gamaray-scale-step", math.cos(45 * RAD))


def formulas():
    for speed in (90, 360):
        angle = speed / 33 * RAD
        figure(f"ibetelgeuse-index-{speed}", (2 * math.asin(angle / 2) - 2 * math.atan(angle / 2)) / RAD)
        figure(f"ibetelgeuse-velocity-error-{speed}", 100 * (2 * math.sin(angle / 2) / angle - 1))
    for step in (30, 90):
        h = step * RAD / 2
        worst = max(
            abs(2 * math.atan2(j * math.sin(h), 7 - j + j * math.cos(h)) / RAD - step * j / 7) for j in range(1, 7)
        )
        figure(f"ibetelgeuse-linear-average-{step}", worst, 1e-5)
    rho, n = 0.7, 7
    covariance = rho ** np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    figure("ibetelgeuse-mean-of-seven", math.sqrt(covariance.sum() / n))
    figure("ibetelgeuse-similar-elements", 2 * math.sin(0.25 * RAD))


def igrf(latitude, longitude, year):
    date = datetime(int(year), 1, 1) + timedelta(days=(year % 1) * 365.25)
    east, north, up = ppigrf.igrf(np.atleast_1d(longitude), np.atleast_1d(latitude), 0.0, date)
    return tuple(np.asarray(v).reshape(-1) / 1000 for v in (east, north, up))


def declination(latitude, longitude, year):
    east, north, _ = igrf(latitude, longitude, year)
    return math.degrees(math.atan2(east[0], north[0]))


def rotation(axis, angle):
    axis = np.array(axis) / np.linalg.norm(axis)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


def sensors():
    g = 9.80665
    figure("ibetelgeuse-horizon-over-bias", 0.08)
    figure("ibetelgeuse-tilt-over-bias", math.degrees(math.atan(2 / g)) / 25)
    figure("ibetelgeuse-horizontal-length", (math.hypot(1, 1 / g) - 1) / 0.018)
    figure("ibetelgeuse-vertical-length", 1 / g / 0.018)
    # Printed by Datasets/smartphone-attitude/measure_rest.py.
    figure("ibetelgeuse-correlation-iphone4s", -0.004)
    figure("ibetelgeuse-correlation-nexus5", 0.307)
    figure("ibetelgeuse-correlation-nexus5-halved", 0.098)
    # By definition: camera and upper edge point to opposite azimuths for any look upwards.
    figure("ibetelgeuse-heading-flip", 180)
    for tilt in (0,):
        field = np.array([0, math.cos(67 * RAD), -math.sin(67 * RAD)])
        up = np.array([math.sin(tilt * RAD), 0, math.cos(tilt * RAD)])
        north_seen = field - field @ up * up
        # The azimuth of the device's y axis, which is north in truth, in the frame of the measured up and north.
        east_seen = np.cross(north_seen, up)
        matrix = np.array([v / np.linalg.norm(v) for v in (east_seen, north_seen, up)])
        # Yaw of the swing-twist decomposition: 2 atan2(q_z, q_w).
        w = math.sqrt(1 + np.trace(matrix)) / 2
        z = (matrix[1, 0] - matrix[0, 1]) / (4 * w)
        figure(f"ibetelgeuse-inclination-{tilt}", abs(math.degrees(2 * math.atan2(z, w))))
    for speed in (30, 90):
        # A swing of ±45°: the largest second difference of the path in the direction of motion.
        t = np.arange(200001) * 1e-4
        angle = 45 * RAD * np.sin(speed / 45 * t)
        tangential = np.abs(np.diff(angle, 2)).max() / 1e-8 * 0.5
        figure(f"ibetelgeuse-wobble-{speed}", math.degrees(math.atan(tangential / g)), 1e-5)
    mount = rotation([1, 2, 2], 2 * RAD)
    normal = mount @ np.array([0, 0, 1.0])
    axis = np.cross(normal, [0, 0, 1])
    found = rotation(axis, math.asin(np.linalg.norm(axis)))
    for name, v in (("level", [0, 0, 1.0]), ("turn", [1.0, 0, 0])):
        seen = found @ mount @ np.array(v)
        residual = math.degrees(math.atan2(np.linalg.norm(np.cross(seen, v)), seen @ np.array(v)))
        figure(f"ibetelgeuse-calibration-{name}", residual if residual > 1e-9 else 0)
    seen = np.linalg.solve(mount @ np.eye(3), mount @ np.array([0.6, 0, 0.8]))
    residual = math.degrees(np.linalg.norm(np.cross(seen, [0.6, 0, 0.8])))
    figure("ibetelgeuse-calibration-three", residual if residual > 1e-9 else 0)
    places = {
        "rotterdam": (51.92, 4.47), "groningen": (53.22, 6.57), "middelburg": (51.5, 3.61),
        "los-angeles": (34.05, -118.24), "seattle": (47.61, -122.33), "cape-flattery": (48.38, -124.71),
        "juneau": (58.3, -134.42),
    }  # fmt: skip
    for name, place in places.items():
        value = declination(*place, 2010.5)
        FIGURES[f"ibetelgeuse-declination-{name}"] = (value, 0.002)

    def share(low, high, step, condition):
        latitudes = np.arange(low + step / 2, high, step)
        longitudes = np.arange(-180 + step / 2, 180, step)
        lo, la = np.meshgrid(longitudes, latitudes)
        weights = np.cos(la.ravel() * RAD)
        return 100 * (weights * condition(*igrf(la.ravel(), lo.ravel(), 2010.5))).sum() / weights.sum()

    value = share(-60, 60, 5, lambda e, n, u: np.abs(np.degrees(np.arctan2(e, n))) < 20)
    FIGURES["ibetelgeuse-declination-share"] = (value, 0.1)
    value = share(-90, 90, 2, lambda e, n, u: np.hypot(e, n) < 2)
    FIGURES["ibetelgeuse-pole-share"] = (value, 0.005)
    # The mesh does not decide the verdicts.
    assert abs(share(-60, 60, 1, lambda e, n, u: np.abs(np.degrees(np.arctan2(e, n))) < 20) - 82.6) < 1


def ecef(latitude, longitude, height=0.0, f=F):
    e2, p, l = f * (2 - f), latitude * RAD, longitude * RAD
    n = A / math.sqrt(1 - e2 * math.sin(p) ** 2)
    return np.array(
        [
            (n + height) * math.cos(p) * math.cos(l),
            (n + height) * math.cos(p) * math.sin(l),
            (n * (1 - e2) + height) * math.sin(p),
        ]
    )


def axes(latitude, longitude):
    p, l = latitude * RAD, longitude * RAD
    return np.array(
        [
            [-math.sin(l), math.cos(l), 0],
            [-math.sin(p) * math.cos(l), -math.sin(p) * math.sin(l), math.cos(p)],
            [math.cos(p) * math.cos(l), math.cos(p) * math.sin(l), math.sin(p)],
        ]
    )


def enu(start, end, own=0.0, other=0.0, f=F):
    return axes(*start) @ (ecef(*end, other, f) - ecef(*start, own, f))


def between(a, b):
    return math.degrees(math.atan2(np.linalg.norm(np.cross(a, b)), a @ b))


def single(offset):
    generator, errors = SplitMix64(1), []
    uniform = lambda limit: limit * (2 * generator.fraction() - 1)
    for _ in range(1000):
        place = (uniform(60), uniform(180))
        way = np.array([uniform(700), uniform(700), 0.0])
        matrix, centre = axes(*place), ecef(*place, 30)
        shift = np.zeros(3) if offset is None else centre + matrix.T @ np.array([0, offset, 0.0])
        m32 = matrix.astype(np.float32)
        column = -(m32 @ (centre - shift).astype(np.float32))
        shown = m32 @ (centre + matrix.T @ way - shift).astype(np.float32) + column
        errors.append(np.linalg.norm(shown.astype(float) - way))
    return math.sqrt(np.mean(np.square(errors)))


def geodesy():
    rotterdam = (51.92, 4.47)
    # The order of single-precision sums is not the same.
    figure("ibetelgeuse-single-ecef", single(None), 0.1)
    figure("ibetelgeuse-single-offset", single(0.0), 0.1)
    for km in (100, 1000):
        figure(f"ibetelgeuse-single-{km}", single(km * 1000.0), 0.1)
    for km in (1, 100):
        r = WGS.Direct(*rotterdam, 45, km * 1000)
        end = (r["lat2"], r["lon2"])
        e2, p = F * (2 - F), rotterdam[0] * RAD
        east = A / math.sqrt(1 - e2 * math.sin(p) ** 2) * math.cos(p) * (end[1] - rotterdam[1]) * RAD
        north = WGS.Inverse(*rotterdam, end[0], rotterdam[1])["s12"]
        v = enu(rotterdam, end)
        error = abs(math.degrees(math.atan2(east, north) - math.atan2(v[0], v[1])))
        figure(f"ibetelgeuse-gamaray-bearing-{km}", error, 1e-4)
    r = WGS.Direct(*rotterdam, 45, 1000)
    end = (r["lat2"], r["lon2"])
    angle = between(enu(rotterdam, end, 1000, 1100), enu(rotterdam, end, 0, 100))
    figure("ibetelgeuse-zero-height", angle, 1e-4)
    # r_n > r_(n−1) + 200 Δt
    for gap in (1, 5):
        figure(f"ibetelgeuse-gate-{gap}", 100 if 1000 > 25 + 200 * gap else 0)
    figure("ibetelgeuse-gate-first", 0)
    for distance in (10, 100, 1000):
        figure(f"ibetelgeuse-fix-angle-{distance}", math.degrees(math.atan(12 / distance)))
    figure("ibetelgeuse-gate-airliner", 100)


def screen():
    f = 480 * 3.85 / 3.58
    figure("ibetelgeuse-hidden-view", 2 * math.degrees(math.atan(2.69 / 2 / 3.85) - math.atan(160 / f)))
    figure("ibetelgeuse-perspective-right", -240 * 2.8 * math.tan(10 * RAD))
    figure("ibetelgeuse-size-centre", 1)
    figure("ibetelgeuse-size-corner", 1 / math.cos(math.atan(math.hypot(160, 240) / f)))
    latitude = math.atan((1 - F) ** 2 * math.tan(52.28 * RAD))
    for elevation in (5, 12):
        scale = math.cos(67 * RAD) / math.cos(latitude)
        figure(f"ibetelgeuse-proof-{elevation}", math.degrees(math.atan(math.tan(elevation * RAD) / scale)))
    for distance in (5, 50):
        figure(f"ibetelgeuse-camera-offset-{distance}", f * 0.05 / distance)


def ilocator():
    start, end, printed = (52.283630, 8.025502), (52.271795, 8.044288), (52.271795, 9.044288)
    figure("ilocator-schloss-printed", WGS.Inverse(*start, *printed)["s12"] / 1000)
    figure("ilocator-schloss-corrected", WGS.Inverse(*start, *end)["s12"] / 1000)
    difference = enu(start, end, f=1 / 289.257223563) - enu(start, end)
    figure("ilocator-flattening-relative", np.linalg.norm(difference), 1e-5)
    r = WGS.Direct(*start, 90, 10000)
    ten = (r["lat2"], r["lon2"])
    figure("ilocator-norm-10", np.linalg.norm(enu(start, ten)) - 10000, 1e-4)
    figure("ilocator-norm-70", np.linalg.norm(enu(start, printed)) - WGS.Inverse(*start, *printed)["s12"], 1e-5)
    with open("/usr/share/proj/egm96_15.gtx", "rb") as grid:
        south, west, step, _, rows, columns = struct.unpack(">4d2i", grid.read(40))
        heights = np.frombuffer(grid.read(), ">f4").reshape(rows, columns)
    y, x = (start[0] - south) / step, (start[1] - west) / step
    i, j = int(y), int(x)
    v, u = y - i, x - j
    corner = heights[i : i + 2, j : j + 2]
    geoid = (corner[0] @ [1 - u, u]) * (1 - v) + (corner[1] @ [1 - u, u]) * v
    assert abs(geoid - 43.85) < 0.005, geoid
    truth = enu(start, end, 43.85, 43.85)
    both = between(truth, enu(start, end))
    figure("ilocator-geoid-both", both if both > 1e-6 else 0)
    FIGURES["ilocator-declination"] = (declination(*start, 2012.85), 0.002)

    def exchanged(latitude, longitude):
        e2, l, p = F * (2 - F), longitude * RAD, latitude * RAD
        n = A / math.sqrt(1 - e2 * math.sin(p) ** 2)
        return np.array([n * math.cos(l) * math.cos(p), n * math.cos(l) * math.sin(p), n * (1 - e2) * math.sin(l)])

    wrong, right = axes(*start) @ (exchanged(*end) - exchanged(*start)), enu(start, end)
    angle = math.degrees(math.atan2(wrong[0], wrong[1]) - math.atan2(right[0], right[1]))
    figure("ilocator-printed-azimuth", abs((angle + 180) % 360 - 180))
    figure("ilocator-rotation", 0)
    for km in (1, 10):
        r = WGS.Direct(*start, 90, km * 1000)
        figure(f"ilocator-tangent-plane-{km}", -enu(start, (r["lat2"], r["lon2"]))[2], 1e-5)
    for speed in (0, 30):
        # The mean of (ω t)² over a hold of 0.2 s, by the midpoint rule.
        t = (np.arange(20000) + 0.5) / 20000 * 0.2
        figure(f"ilocator-hold-{speed}", math.sqrt(np.mean((speed * t) ** 2)))
    random = np.random.default_rng(1)
    for name, speed in (("walker", 1.4), ("car", 50 / 3.6)):
        # A fetch at a random time after a sending, a look at a random time after the fetch.
        unsent, age = random.uniform(0, 10, 1_000_000), random.uniform(0, 10, 1_000_000)
        value = np.mean(unsent + speed * age)
        figure(f"ilocator-friend-{name}", 5 + 5 * speed)
        assert abs(value / FIGURES[f"ilocator-friend-{name}"][0] - 1) < 0.005
    for sigma in (2, 5, 10):
        # The Rayleigh distribution of the difference of two fixes.
        figure(f"ilocator-sent-at-rest-{sigma}", 100 * math.exp(-(10**2) / (2 * (2 * sigma**2))))
        pairs = random.normal(0, sigma, (4, 1_000_000))
        share = 100 * np.mean(np.hypot(pairs[0] - pairs[2], pairs[1] - pairs[3]) > 10)
        assert abs(share - FIGURES[f"ilocator-sent-at-rest-{sigma}"][0]) < 0.2


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("file", nargs="?", type=Path, default=Path(__file__).with_name("computed_figures_delft_osnabrueck.csv"))
    arguments = parser.parse_args()
    for part in (filters, formulas, sensors, geodesy, screen, ilocator):
        part()
    if not arguments.check:
        with arguments.file.open("w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["name", "value", "tolerance"])
            writer.writerows([n, f"{v:.12g}", f"{t:.3g}"] for n, (v, t) in FIGURES.items())
        return 0
    with arguments.file.open() as file:
        rows = {row["name"]: float(row["value"]) for row in csv.DictReader(file)}
    wrong = [n for n in FIGURES.keys() ^ rows.keys()]
    wrong += [n for n in FIGURES.keys() & rows.keys() if abs(FIGURES[n][0] - rows[n]) > FIGURES[n][1]]
    print("\n".join(f"differs: {n}" for n in wrong) or f"{len(rows)} figures agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
