#!/usr/bin/env python3
"""Measures how much the magnetic field varies along the path of a sensor, in recordings with ground truth.

    for draw in $(seq 20); do
        sextant simulate office:draw=$draw --noise wearable --seed $draw --output DIR/office_$draw
    done
    python3 Scripts/magnetic_rooms/measure_rooms.py DIR/office_*

The recordings are folders of `sextant simulate` or of `sextant convert`. With the true rotation R from device axes to
Earth axes, the samples m of the magnetometer are fitted by least squares: R m = b + R o. The field b is constant in
Earth axes, and the offset o is constant in device axes. The residual is the variation of the field. The script prints,
for each recording:

- field_ut: the mean strength of the field without the offset
- variation_ut: the standard deviation of the residual, all axes together
- variation_percent: its ratio to field_ut
- correlation_s: the time after which the autocorrelation of the residual is below 0.5

The last lines contain the 10th percentile, the median and the 90th percentile over the recordings. If the notes of a
recording recommend `--fit-frames`, the script first fits the offset of the reference's clock and the rotation of its
body axes to the gyroscope. Samples outside the evaluated part do not count. The script needs numpy.
"""
import argparse
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import field_study  # noqa: E402

# The range in which the offset of a reference's clock is searched, in samples of 10 ms.
LARGEST_DELAY = 100
NAMES = ["field_ut", "variation_ut", "variation_percent", "correlation_s"]


def true_rates(truth):
    """Times and rates of the reference in its body axes, in rad/s."""
    q = field_study.reference_quaternions(truth)
    (w, *v), (s, *u) = q[:-1].T, q[1:].T
    v, u = numpy.array(v), numpy.array(u)
    step = numpy.diff(truth["t"])
    # Twice the vector part of conjugate(q) ⊗ next is the rotation vector of a small step. Some times occur twice.
    with numpy.errstate(divide="ignore"):
        return (truth["t"][1:] + truth["t"][:-1]) / 2, (2 * (w * u - s * v - numpy.cross(v.T, u.T).T) / step).T


def on_grid(grid, times, vectors):
    return numpy.stack([numpy.interp(grid, times, column) for column in vectors.T], 1)


def fitted_frames(folder):
    """The time to add to the sensors' times, and the rotation from the reference's body axes to device axes."""
    measured, truth = (field_study.columns(folder / f"{name}.csv") for name in ("gyroscope", "reference"))
    times, rates = true_rates(truth)
    finite = numpy.isfinite(rates).all(1)
    gyroscope = numpy.stack([measured[axis] for axis in "xyz"], 1)
    grid = numpy.arange(max(times[0], measured["t"][0]) + 1, min(times[-1], measured["t"][-1]) - 1, 0.01)
    rates = on_grid(grid, times[finite], rates[finite])
    # Steps of a faulty reference must not dominate the fit.
    length = numpy.linalg.norm(rates, axis=1, keepdims=True)
    rates = rates * numpy.minimum(1, numpy.percentile(length, 95) / numpy.maximum(length, 1e-9))

    def covariance(delay):
        turned = on_grid(grid - delay, measured["t"], gyroscope)
        return (turned - turned.mean(0)).T @ (rates - rates.mean(0))

    delays = numpy.arange(-LARGEST_DELAY, LARGEST_DELAY + 1) / 100
    delay = max(delays, key=lambda delay: numpy.linalg.svd(covariance(delay))[1].sum())
    left, _, right = numpy.linalg.svd(covariance(delay))
    return delay, left @ numpy.diag([1, 1, numpy.linalg.det(left @ right)]) @ right


def measure(folder):
    """The row of a recording."""
    delay, body = 0.0, numpy.eye(3)
    if "--fit-frames" in (folder / "recording.yaml").read_text():
        delay, body = fitted_frames(folder)
    times, vectors, rotations = field_study.samples(folder, delay)
    if not len(times):
        raise ValueError("the reference has no valid samples")
    rotations = rotations @ body.T
    _, solution, rest = field_study.fit(vectors, rotations)
    field = numpy.linalg.norm(solution[:3] + rest, axis=1).mean()
    variation = numpy.sqrt(rest.var(0).sum())
    return [field, variation, 100 * variation / field, field_study.correlation_time(times, rest, 0.5)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="+", type=pathlib.Path, help="folders of recordings")
    rows = field_study.print_rows(parser.parse_args().recordings, NAMES, measure, ".3g")
    if not rows:
        return 3
    for share, name in ((10, "10th percentile"), (50, "median"), (90, "90th percentile")):
        print(",".join([name, *(f"{value:.3g}" for value in numpy.nanpercentile(rows, share, axis=0))]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
