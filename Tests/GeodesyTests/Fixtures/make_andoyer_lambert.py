#!/usr/bin/env python3
"""Makes andoyer_lambert.csv: Lambert's formula for long lines on WGS84, in its half angles and in 40 digits by mpmath.

The last rows are short, where a program that subtracts nearly equal numbers loses digits.
"""
from pathlib import Path
import random
import sys

from mpmath import asin, atan, cos, mp, mpf, radians, sin, sqrt, tan


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


mp.dps = 40
A, F = mpf(6378137), 1 / mpf("298.257223563")


def distance(latitude1, longitude1, latitude2, longitude2):
    beta1, beta2 = (atan((1 - F) * tan(radians(mpf(x)))) for x in (latitude1, latitude2))
    turn = radians(mpf(longitude2) - mpf(longitude1))
    haversine = sin((beta2 - beta1) / 2) ** 2 + cos(beta1) * cos(beta2) * sin(turn / 2) ** 2
    sigma = 2 * asin(sqrt(haversine))
    p, q = (beta1 + beta2) / 2, (beta2 - beta1) / 2
    x = (sigma - sin(sigma)) * (sin(p) * cos(q) / cos(sigma / 2)) ** 2
    y = (sigma + sin(sigma)) * (cos(p) * sin(q) / sin(sigma / 2)) ** 2
    return A * (sigma - F / 2 * (x + y))


random.seed(19420505)
lines = ["lat1_deg,lon1_deg,lat2_deg,lon2_deg,distance_m"]
for index in range(80):
    start = [random.uniform(-90, 90), random.uniform(-180, 180)]
    end = [random.uniform(-90, 90), random.uniform(-180, 180)]
    if index >= 40:
        reach = 10 ** random.uniform(-7, 0)
        end = [max(-90, min(90, start[0] + reach * random.uniform(-1, 1))), start[1] + reach * random.uniform(-1, 1)]
    lines.append(",".join(repr(x) for x in start + end + [float(distance(*start, *end))]))
write("andoyer_lambert.csv", lines)
