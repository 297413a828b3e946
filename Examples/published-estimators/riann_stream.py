"""RIANN of the PyPI package `riann`: its ONNX file through onnxruntime, sample by sample, without a magnetometer."""

import os

import numpy as np
import riann
from riann.riann import RIANN

import sextant_stream


class Estimator(sextant_stream.LatestValues):
    needs_magnetometer = False

    def __init__(self):
        super().__init__()
        self.network = RIANN(os.path.join(os.path.dirname(riann.__file__), "riann.onnx"))

    def start(self, rate):
        return None

    def step(self, rate, interval):
        q = self.network.predict_step(
            np.array(self.acceleration, dtype=np.float32), np.array(rate, dtype=np.float32), fs=1 / interval
        )
        return q.astype(float) / np.linalg.norm(q.astype(float))


sextant_stream.run(Estimator())
