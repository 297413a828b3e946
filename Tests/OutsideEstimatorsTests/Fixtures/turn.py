"""A stream program: the turn about z from the gyroscope alone, by the rectangle rule.

Its closed form for a constant rate r is the angle r * (t - t0).
"""
import math
import sys

gain = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
angle, last = 0.0, None
for line in sys.stdin:
    sensor, *numbers = line.split(",")
    t, x, y, z = map(float, numbers)
    if sensor != "gyroscope":
        continue
    if last is None:
        print()
    else:
        angle += gain * z * (t - last)
        print(f"{math.cos(angle / 2)!r},0,0,{math.sin(angle / 2)!r}")
    last = t
