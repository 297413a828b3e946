"""RIANN of the PyPI package `riann`: its ONNX file through onnxruntime, sample by sample, without a magnetometer."""

import os

import numpy as np
import onnxruntime
import riann
from riann.riann import RIANN

import sextant_stream


class Estimator(sextant_stream.LatestValues):
    needs_magnetometer = False

    def __init__(self):
        super().__init__()
        path = os.path.join(os.path.dirname(riann.__file__), "riann.onnx")
        self.network = RIANN(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # a step is too small for more
        self.network.session = onnxruntime.InferenceSession(path, options)

    def start(self, rate):
        return None

    def step(self, rate, interval):
        if interval <= 0:  # two samples with the same time
            return self.quaternion
        q = self.network.predict_step(
            np.array(self.acceleration, dtype=np.float32), np.array(rate, dtype=np.float32), fs=1 / interval
        )
        return q.astype(float) / np.linalg.norm(q.astype(float))


sextant_stream.run(Estimator(), sextant_stream.parser().parse_args())
