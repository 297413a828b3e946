"""Writes window_filters.csv: filters of scalars and vectors as numpy and scipy compute them.

python3 window_filters.py [--check]        (numpy 2, scipy 1.17; the seed makes the bytes repeatable)
"""
import os
import sys

import numpy
import scipy.ndimage
import scipy.signal

COUNT = 400


def inputs(generator):
    """Uneven times, and three elements: rough with ties and outliers, far from zero, smooth."""
    time = numpy.cumsum(generator.uniform(0.004, 0.03, COUNT))
    x = numpy.round(numpy.cumsum(generator.normal(0, 1, COUNT)) * 4) / 4
    x[generator.integers(0, COUNT, 20)] += 500
    y = 1e6 + generator.normal(0, 1e-3, COUNT)
    z = numpy.sin(numpy.arange(COUNT) * 0.05) + generator.normal(0, 0.02, COUNT)
    return time, numpy.stack([x, y, z], axis=1)


def over_windows(samples, length, function):
    return numpy.stack([function(samples[max(0, n - length + 1): n + 1], n) for n in range(len(samples))])


def median(samples, length):
    result = over_windows(samples, length, lambda window, _: numpy.median(window, axis=0))
    if length % 2:  # scipy agrees wherever the window is full
        for k in range(3):
            other = scipy.ndimage.median_filter(samples[:, k], size=length, origin=length // 2)
            assert (other[length - 1:] == result[length - 1:, k]).all()
    return result


def weighted(samples, time, length):
    """Weights: the time since the previous sample; the first sample has that of the second."""
    weights = numpy.diff(time)
    weights = numpy.concatenate([weights[:1], weights])
    return over_windows(
        samples, length,
        lambda window, n: numpy.average(window, axis=0, weights=weights[n + 1 - len(window): n + 1]))


def double_exponential(samples, alpha, horizon):
    """LaViola 2003, by two passes of a linear filter that start at rest at the first sample."""
    def pass_over(signal):
        start = ((1 - alpha) * signal[0])[None]
        return scipy.signal.lfilter([alpha], [1, -(1 - alpha)], signal, axis=0, zi=start)[0]
    once = pass_over(samples)
    twice = pass_over(once)
    ahead = alpha * horizon / (1 - alpha)
    return (2 + ahead) * once - (1 + ahead) * twice


def table():
    time, samples = inputs(numpy.random.Generator(numpy.random.PCG64(20241)))
    columns = {"time": time}
    results = {
        "input": samples,
        "median7": median(samples, 7),
        "median8": median(samples, 8),
        "weighted33": weighted(samples, time, 33),
        "double": double_exponential(samples, 0.5, 2),
    }
    for name, values in results.items():
        for k, element in enumerate("xyz"):
            columns[f"{name}_{element}"] = values[:, k]
    rows = zip(*columns.values())
    return "\n".join([",".join(columns)] + [",".join(repr(float(v)) for v in row) for row in rows]) + "\n"


if __name__ == "__main__":
    path = os.path.splitext(os.path.abspath(__file__))[0] + ".csv"
    text = table()
    if "--check" in sys.argv:
        sys.exit(None if open(path).read() == text else path + " is not what this script makes")
    open(path, "w").write(text)
