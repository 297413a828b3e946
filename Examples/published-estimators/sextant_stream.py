"""The stream and batch protocols of Sextant, for estimators in Python.

An estimator is an object with the methods `accelerometer`, `gyroscope` and `magnetometer` (each with a time in seconds
and three values), and `orientation`, which returns w, x, y, z, or None as long as the orientation is unknown.
"""

import argparse
import os
import sys

SENSORS = ("gyroscope", "accelerometer", "magnetometer")


def parser():
    """A parser with the options of a batch program. Without them a program answers each gyroscope sample."""
    options = argparse.ArgumentParser()
    options.add_argument("--recording", help="folder of a recording")
    options.add_argument("--output", help="file of the estimates")
    return options


def run(estimator, arguments):
    """Passes samples to the estimator in order of time.

    At equal times the order is gyroscope, accelerometer, magnetometer, as in plugins.
    """
    if arguments.recording is None:
        answer(estimator)
    else:
        estimate(estimator, arguments.recording, arguments.output)


def answer(estimator):
    """Answers each gyroscope sample on standard output."""
    waiting = []
    for line in sys.stdin:
        sensor, time, x, y, z = line.split(",")
        sample = float(time), (float(x), float(y), float(z))
        if sensor != "gyroscope":
            waiting.append((getattr(estimator, sensor), sample))
            continue
        now = sample[0]
        for update, earlier in waiting:
            if earlier[0] < now:
                update(*earlier)
        estimator.gyroscope(*sample)
        for update, present in waiting:
            if present[0] >= now:
                update(*present)
        waiting.clear()
        quaternion = estimator.orientation()
        if quaternion is None:
            print(flush=True)
        else:
            print("%.17g,%.17g,%.17g,%.17g" % tuple(quaternion), flush=True)


def samples(recording):
    """The samples of a recording in order of time, as time, place in SENSORS, and values."""
    found = []
    for place, sensor in enumerate(SENSORS):
        path = os.path.join(recording, sensor + ".csv")
        if not os.path.exists(path):
            continue
        with open(path) as file:
            next(file)
            for line in file:
                time, x, y, z = line.split(",")[:4]
                found.append((float(time), place, (float(x), float(y), float(z))))
    found.sort(key=lambda sample: sample[:2])
    return found


def estimate(estimator, recording, output):
    """Writes an orientation for each gyroscope sample of a recording."""
    updates = [getattr(estimator, sensor) for sensor in SENSORS]
    rows = samples(recording)
    with open(output, "w") as file:
        file.write("t,qw,qx,qy,qz\n")
        pending = None
        for time, place, values in rows:
            if pending is not None and (place == 0 or time > pending):
                write(file, pending, estimator.orientation())
                pending = None
            updates[place](time, values)
            if place == 0:
                pending = time
        if pending is not None:
            write(file, pending, estimator.orientation())


def write(file, time, quaternion):
    if quaternion is not None:
        file.write("%.17g,%.17g,%.17g,%.17g,%.17g\n" % (time, *quaternion))


class LatestValues:
    """The last values of accelerometer and magnetometer, for filters that take all sensors in one call."""

    needs_magnetometer = True

    def __init__(self):
        self.acceleration = None
        self.field = None
        self.time = None
        self.quaternion = None
        self.moment = None

    def accelerometer(self, time, value):
        self.acceleration = value

    def magnetometer(self, time, value):
        self.field = value

    def gyroscope(self, time, value):
        self.moment = time, value

    def orientation(self):
        """Advances the filter; `start` and `step` return the orientation."""
        time, rate = self.moment
        if self.acceleration is None or (self.needs_magnetometer and self.field is None):
            return None
        if self.time is None:
            self.quaternion = self.start(rate)
        else:
            self.quaternion = self.step(rate, time - self.time)
        self.time = time
        return self.quaternion
