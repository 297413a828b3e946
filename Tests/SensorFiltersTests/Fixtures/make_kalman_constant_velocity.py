#!/usr/bin/env python3
"""Makes kalman_constant_velocity.csv: a noisy sequence at uneven times, filtered by the PyPI package filterpy 2.0.0."""
from pathlib import Path
import random
import sys

import numpy as np
from filterpy.common import Q_continuous_white_noise
from filterpy.kalman import KalmanFilter


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


# processNoise, measurementNoise, initialSpeed
PARAMETERS = [(30.0, 1.0, 100.0), (2.0, 0.5, 10.0), (500.0, 0.1, 1000.0)]


def made(first, measurement_noise, initial_speed):
    kalman = KalmanFilter(dim_x=2, dim_z=1)
    kalman.x = np.array([[first], [0.0]])
    kalman.P = np.diag([measurement_noise**2, initial_speed**2])
    kalman.R = np.array([[measurement_noise**2]])
    kalman.H = np.array([[1.0, 0.0]])
    return kalman


random.seed(19600301)
time, position, velocity = 0.0, 20.0, 30.0
filters = None
step = 0.0
lines = ["time_s,value," + ",".join(f"p{p}_m{m}_s{s}" for p, m, s in PARAMETERS)]
for _ in range(400):
    value = position + random.gauss(0, 0.5)
    if filters is None:
        filters = [made(value, m, s) for _, m, s in PARAMETERS]
    else:
        for kalman, (process_noise, _, _) in zip(filters, PARAMETERS):
            kalman.F = np.array([[1.0, step], [0.0, 1.0]])
            kalman.Q = Q_continuous_white_noise(dim=2, dt=step, spectral_density=process_noise**2)
            kalman.predict()
            kalman.update(value)
    lines.append(",".join(repr(x) for x in [time, value] + [float(f.x[0, 0]) for f in filters]))
    step = random.choice([0.004, 0.01, 0.01, 0.013, 0.05]) * random.uniform(0.8, 1.2)
    velocity += random.gauss(0, 60) * step**0.5
    position += velocity * step
    time += step
write("kalman_constant_velocity.csv", lines)
