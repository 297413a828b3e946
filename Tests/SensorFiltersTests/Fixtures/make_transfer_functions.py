#!/usr/bin/env python3
"""Makes transfer_functions.csv: frequency responses of linear filters at 100 Hz by scipy.signal.freqz.

case, frequency in Hz, real and imaginary part of H. The cases are those of TransferFunctionTests, in its order. Coefficients
come from signal-flow algebra, scipy's Savitzky-Golay weights, and scipy's algebraic Riccati equation.
"""
from math import exp
from pathlib import Path
import sys

import numpy as np
from scipy.linalg import solve_discrete_are
from scipy.signal import freqz, savgol_coeffs

RATE, T = 100, 0.01
FREQUENCIES = [0.5, 1, 2.5, 5, 12.5, 25, 40]


def low_pass(alpha):
    return np.array([alpha]), np.array([1, alpha - 1])


def add(first, second):
    """The sum of two parallel systems."""
    return (
        np.polyadd(np.polymul(first[0], second[1])[::-1], np.polymul(second[0], first[1])[::-1])[::-1],
        np.polymul(first[1], second[1]),
    )


def times(system, *others):
    for other in others:
        system = np.polymul(system[0], other[0]), np.polymul(system[1], other[1])
    return system


def constant(value):
    return np.array([float(value)]), np.array([1.0])


def double_exponential(alpha, horizon):
    # level 2s' − s'' and slope α/(1 − α) (s' − s''), k steps ahead
    k = horizon * alpha / (1 - alpha)
    single = low_pass(alpha)
    return add(times(constant(2 + k), single), times(constant(-1 - k), single, single))


def predict(horizon, tau):
    velocity = times((np.array([1.0, -1.0]), np.array([T])), low_pass(1 - exp(-T / tau)))
    return add(constant(1), times(constant(horizon), velocity))


def kalman(process, measurement):
    F, H = np.array([[1, T], [0, 1]]), np.array([[1.0, 0.0]])
    Q = process**2 * np.array([[T**3 / 3, T**2 / 2], [T**2 / 2, T]])
    # In units of T for the velocity, for the equation's condition.
    S = np.diag([1, T])
    P = solve_discrete_are((S @ F @ np.linalg.inv(S)).T, H.T, S @ Q @ S, np.array([[measurement**2]]))
    alpha, beta = (P @ H.T / (H @ P @ H.T + measurement**2)).ravel()
    # x = x⁻ + α (z − x⁻), v = v⁻ + β/T (z − x⁻), as a system of states: C (zI − A)⁻¹ B + D
    A = np.array([[1 - alpha, 1 - alpha], [-beta, 1 - beta]])
    a = np.poly(A)
    return np.array([alpha, beta - alpha]), a


SYSTEMS = [
    low_pass(0.1),
    low_pass(1 - exp(-T / 0.2)),
    double_exponential(0.5, 0),
    double_exponential(0.2, 3),
    (np.ones(7) / 7, np.array([1.0])),
    (np.ones(33) / 33, np.array([1.0])),
    (np.array([0, 0, 0, 1.0]), np.array([1.0])),
    (savgol_coeffs(7, 2, pos=6, use="dot")[::-1], np.array([1.0])),
    (savgol_coeffs(15, 3, pos=14, use="dot")[::-1], np.array([1.0])),
    predict(0.05, 0.1),
    kalman(30, 1),
    kalman(5, 0.2),
]

lines = ["case,frequency_hz,real,imaginary"]
for case, (numerator, denominator) in enumerate(SYSTEMS):
    # Both as powers of 1/z of the same rank: freqz divides by the first of the denominator.
    for frequency in FREQUENCIES:
        _, response = freqz(numerator, denominator, worN=[frequency], fs=RATE)
        lines.append(f"{case},{frequency},{response[0].real:.12e},{response[0].imag:.12e}")

file, text = Path(__file__).with_name("transfer_functions.csv"), "\n".join(lines) + "\n"
if "--check" not in sys.argv:
    file.write_text(text)
elif file.read_text() != text:
    sys.exit("transfer_functions.csv is not what its script makes")
