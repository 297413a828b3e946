#!/usr/bin/env python3
"""Makes one_euro.csv: a noisy sequence at uneven times, filtered by the PyPI package OneEuroFilter 0.2.1.

The package takes a time of 0 for "no time", so the times start at 1 s.
"""
from pathlib import Path
import random
import sys

from OneEuroFilter import OneEuroFilter


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


PARAMETERS = [(1.0, 0.007, 1.0), (0.3, 0.5, 2.0), (4.0, 0.0, 1.0)]

random.seed(20120505)
filters = [OneEuroFilter(100, mincutoff=m, beta=b, dcutoff=d) for m, b, d in PARAMETERS]
time, position, velocity = 1.0, 20.0, 0.0
lines = ["time_s,value," + ",".join(f"m{m}_b{b}_d{d}" for m, b, d in PARAMETERS)]
for _ in range(400):
    value = position + random.gauss(0, 0.5)
    lines.append(",".join(repr(x) for x in [time, value] + [f(value, time) for f in filters]))
    step = random.choice([0.004, 0.01, 0.01, 0.013, 0.05]) * random.uniform(0.8, 1.2)
    velocity += random.gauss(0, 60) * step**0.5
    position += velocity * step
    time += step
write("one_euro.csv", lines)
