"""x-io's Fusion of the PyPI package `imufusion`, sample by sample. It computes in single precision."""

import imufusion
import numpy as np

import sextant_stream

GRAVITY = 9.80665


class Estimator(sextant_stream.LatestValues):
    def __init__(self, gain):
        super().__init__()
        self.filter = imufusion.Ahrs()
        self.gain = gain

    def start(self, rate):
        settings = imufusion.AhrsSettings(gain=self.gain)
        settings.convention = imufusion.CONVENTION_ENU  # imufusion 1.3.3 ignores it as an argument of AhrsSettings
        self.filter.set_settings(settings)
        return None

    def step(self, rate, interval):
        self.filter.set_sample_period(interval)
        self.filter.update(
            np.degrees(np.array(rate)), np.array(self.acceleration) / GRAVITY, np.array(self.field)
        )
        return self.filter.get_quaternion()


parser = sextant_stream.parser()
parser.add_argument("--gain", type=float, default=0.5)
arguments = parser.parse_args()
sextant_stream.run(Estimator(arguments.gain), arguments)
