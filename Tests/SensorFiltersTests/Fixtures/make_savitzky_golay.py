#!/usr/bin/env python3
"""Makes the expected values of the causal Savitzky-Golay filter.

savitzky_golay_weights.csv: window, order, then scipy's weights at the window's end, oldest sample first. scipy solves with
powers of the sample number, and loses digits as they grow: weights of a high order are computed with fractions instead, and
those of scipy have to agree with the fractions to 1e-12.
savitzky_golay_uneven.csv: a noisy sequence at uneven times, and at each sample the value there of numpy's least-squares
polynomial of order 3 over the last 9 samples (of a lower order while there are fewer than 4).
"""
from fractions import Fraction
from pathlib import Path
import random
import sys

from numpy.polynomial import Polynomial
from scipy.signal import savgol_coeffs


def write(name, lines):
    """Writes the file; with --check, compares it with what is there instead."""
    file, text = Path(__file__).with_name(name), "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        file.write_text(text)
    elif file.read_text() != text:
        sys.exit(f"{name} is not what its script makes")


WINDOW, ORDER = 9, 3


def exact_weights(window, order):
    """The row at the newest sample of A (AᵀA)⁻¹ Aᵀ, A the powers of the offsets."""
    rows = [[Fraction(i) ** k for k in range(order + 1)] for i in range(1 - window, 1)]
    system = [[sum(r[j] * r[k] for r in rows) for k in range(order + 1)] + [Fraction(j == 0)] for j in range(order + 1)]
    for j in range(order + 1):
        system[j] = [x / system[j][j] for x in system[j]]
        for k in range(order + 1):
            if k != j:
                system[k] = [x - system[k][j] * y for x, y in zip(system[k], system[j])]
    return [float(sum(a * row[-1] for a, row in zip(r, system))) for r in rows]


lines = ["window,order,weights"]
for window, order in [(5, 0), (5, 1), (7, 2), (8, 3), (11, 4), (21, 3), (33, 2), (15, 6), (25, 9)]:
    weights = exact_weights(window, order)
    if order <= 4:
        theirs = savgol_coeffs(window, order, pos=window - 1, use="dot")
        assert max(abs(theirs - weights)) < 1e-12
        weights = theirs
    lines.append(f"{window},{order}," + ",".join(repr(float(w)) for w in weights))
write("savitzky_golay_weights.csv", lines)

random.seed(19640701)
times, values, time = [], [], 0.0
lines = ["time_s,value,fitted"]
for _ in range(200):
    times.append(time)
    values.append(40 * time - 30 * time**2 + random.gauss(0, 0.5))
    recent, samples = times[-WINDOW:], values[-WINDOW:]
    order = min(ORDER, len(recent) - 1)
    fitted = Polynomial.fit(recent, samples, order)(time) if order > 0 else samples[0]
    lines.append(f"{time!r},{values[-1]!r},{float(fitted)!r}")
    time += random.choice([0.004, 0.01, 0.01, 0.013, 0.05]) * random.uniform(0.8, 1.2)
write("savitzky_golay_uneven.csv", lines)
