"""The stream protocol of Sextant, for estimators in Python.

An estimator is an object with the methods `accelerometer`, `gyroscope` and `magnetometer` (each with a time in seconds
and three values), and `orientation`, which returns w, x, y, z, or None as long as the orientation is unknown.
"""

import sys


def run(estimator):
    """Passes samples to the estimator in order of time, and answers each gyroscope sample.

    At equal times the order is gyroscope, accelerometer, magnetometer, as in plugins.
    """
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
