"""Answers each location fix from standard input with the mean of the last fixes on standard output."""
import collections
import math
import sys

window = int(sys.argv[1])
fixes = collections.deque(maxlen=window)

for line in sys.stdin:
    sensor, time, *values = line.rstrip("\n").split(",")
    # Degrees and metres. The device did not report a value that is empty.
    latitude, longitude, altitude, accuracy, _ = values
    fixes.append([float(latitude), float(longitude), float(altitude or "nan")])
    mean = [sum(column) / len(fixes) for column in zip(*fixes)]
    print(*("" if math.isnan(value) else value for value in mean), accuracy, sep=",", flush=True)
