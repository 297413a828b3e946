"""A batch program: the same estimate as turn.py, from a folder to a file."""
import csv
import math
import sys

folder, output = sys.argv[1:3]
angle, last = 0.0, None
with open(f"{folder}/gyroscope.csv") as source, open(output, "w") as target:
    target.write("t,qw,qx,qy,qz\n")
    for row in csv.DictReader(source):
        t, z = float(row["t"]), float(row["z"])
        if last is not None:
            angle += z * (t - last)
            target.write(f"{t!r},{math.cos(angle / 2)!r},0,0,{math.sin(angle / 2)!r}\n")
        last = t
