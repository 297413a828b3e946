"""A batch program with one fault, named by its first argument."""
import csv
import sys
import time

fault, folder, output = sys.argv[1:4]
times = [row["t"] for row in csv.DictReader(open(f"{folder}/gyroscope.csv"))]
if fault == "hang":
    time.sleep(600)
if fault == "die":
    sys.exit("KeyError: 'gyroscope'")
if fault == "nothing":
    sys.exit(0)
if fault == "change":
    open(f"{folder}/gyroscope.csv", "a").write("1e9,0,0,0\n")
if fault == "few":
    times = times[:-5]
if fault == "many":
    times += [f"{float(times[-1]) + 1}"]
with open(output, "w") as file:
    file.write("t,qw,qx,qy,qz\n")
    for index, t in enumerate(times):
        file.write(f"{t},{'nan' if fault == 'nan' and index == 5 else 1},0,0,0\n")
    if fault == "half":
        file.write("1.0,1,0")
    while fault == "flood":
        file.write("1" * (1 << 20))
