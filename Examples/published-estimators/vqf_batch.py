"""The acausal variant of VQF, `offlineVQF` of the PyPI package `vqf`, or its batch functions, over a whole recording."""

import argparse

import numpy as np
from vqf import VQF, BasicVQF, offlineVQF

parser = argparse.ArgumentParser()
parser.add_argument("recording")
parser.add_argument("output")
parser.add_argument("--mode", choices=["offline", "full", "basic"], default="offline")
arguments = parser.parse_args()


def samples(sensor):
    table = np.loadtxt(f"{arguments.recording}/{sensor}.csv", delimiter=",", skiprows=1)
    return table[:, 0], np.ascontiguousarray(table[:, 1:4])


def at(times, sensor):
    """The samples of a sensor at the times of the gyroscope, by linear interpolation."""
    own, values = samples(sensor)
    if np.array_equal(own, times):
        return values
    return np.stack([np.interp(times, own, column) for column in values.T], axis=1)


times, gyr = samples("gyroscope")
acc, mag = at(times, "accelerometer"), at(times, "magnetometer")
interval = float(np.median(np.diff(times)))
if arguments.mode == "offline":
    result = offlineVQF(gyr, acc, mag, interval)["quat9D"]
elif arguments.mode == "basic":
    result = BasicVQF(interval).updateBatch(gyr, acc, mag)["quat9D"]
else:
    result = VQF(interval).updateBatch(gyr, acc, mag)["quat9D"]
np.savetxt(arguments.output, np.column_stack([times, result]), fmt="%.17g", delimiter=",", header="t,qw,qx,qy,qz",
           comments="")
