"""VQF of the PyPI package `vqf`, sample by sample."""

import numpy as np
from vqf import VQF, BasicVQF

import sextant_stream


class Estimator:
    """Waits until the rate of each sensor is known, then computes everything from the start."""

    def __init__(self, mode, tauAcc, tauMag, forget):
        self.mode, self.tau, self.forget = mode, (tauAcc, tauMag), forget
        self.filter = None
        self.samples = []
        self.first = {}
        self.intervals = {}

    def update(self, sensor, time, value):
        if self.filter is not None:
            self.apply(sensor, value)
            return
        self.samples.append((sensor, value))
        if sensor in self.first and sensor not in self.intervals:
            self.intervals[sensor] = time - self.first[sensor]
        self.first.setdefault(sensor, time)

    def start(self):
        gyr, acc, mag = (self.intervals[s] for s in ("gyroscope", "accelerometer", "magnetometer"))
        tauAcc, tauMag = self.tau
        if self.mode == "basic":
            self.filter = BasicVQF(gyr, acc, mag, tauAcc=tauAcc, tauMag=tauMag)
        else:
            self.filter = VQF(gyr, acc, mag, tauAcc=tauAcc, tauMag=tauMag)
        for sensor, value in self.samples:
            self.apply(sensor, value)
            if sensor == "accelerometer" and self.forget:
                self.filter.setBiasEstimate(np.zeros(3), np.radians(0.5))
                self.forget = False
        self.samples = []

    def apply(self, sensor, value):
        value = np.array(value)
        if sensor == "gyroscope":
            self.filter.updateGyr(value)
        elif sensor == "accelerometer":
            self.filter.updateAcc(value)
        else:
            self.filter.updateMag(value)

    def gyroscope(self, time, value):
        self.update("gyroscope", time, value)

    def accelerometer(self, time, value):
        self.update("accelerometer", time, value)

    def magnetometer(self, time, value):
        self.update("magnetometer", time, value)

    def orientation(self):
        if self.filter is None:
            if len(self.intervals) < 3:
                return None
            self.start()
        return self.filter.getQuat9D()


parser = sextant_stream.parser()
parser.add_argument("--mode", choices=["full", "basic"], default="full")
parser.add_argument("--tauAcc", type=float, default=3)
parser.add_argument("--tauMag", type=float, default=9)
parser.add_argument("--forget", choices=["true", "false"], default="false",
                    help="reset the bias after the first sample of the accelerometer")
arguments = parser.parse_args()
forget = arguments.forget == "true" and arguments.mode == "full"
sextant_stream.run(Estimator(arguments.mode, arguments.tauAcc, arguments.tauMag, forget), arguments)
