#!/usr/bin/env python3
"""Measures the parts of a magnetometer's samples, for recordings with ground truth: Earth's field, offset and residual.

    for recording in DIR/broad/data_mat/*.mat; do
        sextant convert $recording --output converted/$(basename $recording .mat)
    done
    python3 Scripts/field_study.py converted/*

With the true rotation R from device axes to Earth axes, least squares fit R m = e + R o to the magnetometer samples m.
The field e is constant in Earth axes, and the offset o is constant in device axes. The script prints, for each
recording, the lengths of e and o, the RMS of the residual for each axis, and the time in which the correlation of the
residual falls to 1/e. It also prints the RMS heading error of the measured field, with and without the offset. Samples
outside the evaluated part do not count. The script needs numpy.
"""

import argparse
import csv
import pathlib
import re
import sys

import numpy

LARGEST_COUNT = 3000


def number(text):
    """The number of a cell; NaN for an empty one and for any spelling of NaN."""
    return float("nan" if not text or "nan" in text else text)


def columns(path):
    """The columns of a CSV by name, as floats."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return {name: numpy.array([number(row[name]) for row in rows]) for name in rows[0]}


def matrices(quaternions):
    """The rotation matrices of quaternions in rows w, x, y, z."""
    w, x, y, z = quaternions.T
    return numpy.stack(
        [
            numpy.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], 1),
            numpy.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], 1),
            numpy.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], 1),
        ],
        1,
    )


def reference_quaternions(truth):
    """The quaternions of a reference in rows w, x, y, z, with continuous signs."""
    quaternions = numpy.stack([truth[name] for name in ("qw", "qx", "qy", "qz")], 1)
    signs = numpy.cumprod(numpy.sign(numpy.sum(quaternions[1:] * quaternions[:-1], 1) + 1e-300))
    quaternions[1:] *= signs[:, None]
    return quaternions


def samples(folder, delay=0.0):
    """Times, fields in device axes and true rotations to magnetic axes, at the magnetometer's samples.

    The delay is added to the magnetometer's times.
    """
    field = columns(folder / "magnetometer.csv")
    truth = columns(folder / "reference.csv")
    quaternions = reference_quaternions(truth)
    usable = numpy.isfinite(quaternions).all(1)
    for name in ("valid", "evaluate"):
        if name in truth:
            usable &= truth[name] > 0
    times = field["t"] + delay
    after = numpy.clip(numpy.searchsorted(truth["t"], times), 1, len(usable) - 1)
    inside = (times >= truth["t"][0]) & (times <= truth["t"][-1]) & usable[after] & usable[after - 1]
    step = max(1, inside.sum() // LARGEST_COUNT)
    times = times[inside][::step]
    at = numpy.stack([numpy.interp(times, truth["t"], quaternions[:, k]) for k in range(4)], 1)
    at /= numpy.linalg.norm(at, axis=1, keepdims=True)
    vectors = numpy.stack([field[axis] for axis in "xyz"], 1)[inside][::step]
    found = re.search(r"^declination:\s*(\S+)", (folder / "recording.yaml").read_text(), re.M)
    angle = numpy.radians(float(found.group(1)) if found else 0.0)
    # True north → magnetic north, which is east of it by the declination.
    turn = numpy.array(
        [[numpy.cos(angle), -numpy.sin(angle), 0], [numpy.sin(angle), numpy.cos(angle), 0], [0, 0, 1]]
    )
    return times, vectors, turn @ matrices(at)


def heading_error(vectors):
    """The RMS angle between horizontal fields and north, in degrees."""
    angles = numpy.degrees(numpy.arctan2(vectors[:, 0], vectors[:, 1]))
    return numpy.sqrt(numpy.mean(angles**2))


def correlation_time(times, rest, level=1 / numpy.e):
    """The time after which the autocorrelation of the rest is below the level, in seconds."""
    rest = rest - rest.mean(0)
    interval = numpy.median(numpy.diff(times))
    power = numpy.mean(rest**2)
    for lag in range(1, len(times) // 2):
        if numpy.mean(rest[:-lag] * rest[lag:]) < power * level:
            return lag * interval
    return numpy.nan


def fit(vectors, rotations):
    """The fields in Earth axes, the constant field and the offset that fit them, and the residual."""
    levelled = numpy.einsum("nij,nj->ni", rotations, vectors)
    system = numpy.zeros((len(vectors), 3, 6))
    system[:, :, :3] = numpy.eye(3)
    system[:, :, 3:] = rotations
    solution = numpy.linalg.lstsq(system.reshape(-1, 6), levelled.reshape(-1), rcond=None)[0]
    return levelled, solution, levelled - system @ solution


def study(folder):
    """The row of a recording."""
    times, vectors, rotations = samples(folder)
    levelled, solution, rest = fit(vectors, rotations)
    return [
        numpy.linalg.norm(solution[:3]),
        numpy.linalg.norm(solution[3:]),
        numpy.sqrt(numpy.mean(rest**2)),
        correlation_time(times, rest),
        heading_error(levelled),
        heading_error(solution[:3] + rest),
    ]


def print_rows(recordings, names, measure, form):
    """Prints the names and a row for each recording that can be read. Returns the rows."""
    print(",".join(["recording", *names]))
    rows = []
    for folder in recordings:
        try:
            rows.append(measure(folder))
        except (OSError, KeyError, IndexError, ValueError) as error:
            print(f"{folder}: not read: {error!r}", file=sys.stderr)
            continue
        print(",".join([folder.name, *(format(value, form) for value in rows[-1])]))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="+", type=pathlib.Path, help="folders of 'sextant convert'")
    names = ["field_ut", "offset_ut", "rest_ut", "correlation_s", "heading_deg", "heading_without_offset_deg"]
    rows = print_rows(parser.parse_args().recordings, names, study, ".2f")
    if not rows:
        return 3
    print(",".join(["median", *(f"{value:.2f}" for value in numpy.nanmedian(rows, 0))]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
