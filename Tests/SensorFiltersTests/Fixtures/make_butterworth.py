#!/usr/bin/env python3
"""Prints the values of ButterworthLowPassTests: scipy's coefficients, and its answer to a step behind a mean of ones.

    pip install scipy==1.17.1
"""
import numpy as np
from scipy.signal import butter, lfilter, lfilter_zi

for tau, interval in ((3.0, 0.0035), (0.5, 0.01), (0.05, 0.03), (0.05, 0.0999)):
    b, a = butter(2, np.sqrt(2) / (2 * np.pi * tau), fs=1 / interval)
    print(tau, interval, *(repr(float(value)) for value in (*b, *a[1:])))

b, a = butter(2, np.sqrt(2) / (2 * np.pi * 0.5), fs=10)
x = np.array([2.0] * 6)
y, _ = lfilter(b, a, x, zi=lfilter_zi(b, a) * 1.0)
print([float(value) for value in y])
