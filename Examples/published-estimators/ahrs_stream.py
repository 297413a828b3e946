"""Filters of the PyPI package `ahrs`, sample by sample, from the orientation that gravity and field determine."""

import numpy as np
from ahrs.filters import EKF, Madgwick, Mahony

import sextant_stream
from triad import dip, north_west_up, triad


def rates(rate):
    """The angular velocity. `ahrs` does not update at all if it is exactly zero; with --still update it does."""
    rate = np.array(rate)
    return rate if arguments.still == "hold" or rate.any() else np.full(3, 1e-100)


class MadgwickFilter(sextant_stream.LatestValues):
    """Its world is North, West, Up."""

    def start(self, rate):
        self.filter = Madgwick(gain_marg=arguments.beta)
        self.filter.gain = arguments.beta
        return north_west_up(triad(self.acceleration, self.field))

    def step(self, rate, interval):
        return self.filter.updateMARG(
            self.quaternion, rates(rate), np.array(self.acceleration), np.array(self.field), dt=interval
        )


class MahonyFilter(sextant_stream.LatestValues):
    def start(self, rate):
        self.filter = Mahony(k_P=arguments.kp, k_I=arguments.ki)
        return triad(self.acceleration, self.field)

    def step(self, rate, interval):
        return np.array(self.filter.updateMARG(
            self.quaternion, rates(rate), np.array(self.acceleration), np.array(self.field), dt=interval
        ))


class KalmanFilter(sextant_stream.LatestValues):
    """It expects the direction of gravity, not specific force. The dip is that of the first samples."""

    def start(self, rate):
        angle = float(dip(self.acceleration, self.field))
        self.filter = EKF(frame="ENU", magnetic_ref=angle)
        self.filter.mag = np.zeros((1, 3))  # tells `h` and `dhdq` that there is a magnetometer
        return triad(self.acceleration, self.field)

    def step(self, rate, interval):
        return self.filter.update(
            self.quaternion, np.array(rate), -np.array(self.acceleration), np.array(self.field), dt=interval
        )


filters = {"madgwick": MadgwickFilter, "mahony": MahonyFilter, "ekf": KalmanFilter}
parser = sextant_stream.parser()
parser.add_argument("--filter", choices=sorted(filters), required=True)
parser.add_argument("--beta", type=float, default=0.041)
parser.add_argument("--kp", type=float, default=1.0)
parser.add_argument("--ki", type=float, default=0.3)
parser.add_argument("--still", choices=["hold", "update"], default="hold")
arguments = parser.parse_args()
sextant_stream.run(filters[arguments.filter](), arguments)
