#!/usr/bin/env python3
"""The heading error that remains in a simulated room with a perfect gyroscope and magnetometer.

    for draw in $(seq 100); do
        sextant simulate laboratory:draw=$draw --noise none --output DIR/laboratory_$draw
    done
    python3 Scripts/magnetic_rooms/limit.py DIR/laboratory_*

North is the direction of the mean field from the start up to each moment. A live filter knows no later field. Prints the
mean RMSE over the recordings, and the mean RMSE after the mean heading error of each recording is removed, in degrees.
The script needs numpy.
"""
import argparse
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import field_study  # noqa: E402


def errors(folder):
    """The RMSE and the aligned RMSE of one recording, in radians."""
    _, vectors, rotations = field_study.samples(folder)
    field = numpy.einsum("nij,nj->ni", rotations, vectors)
    mean = numpy.cumsum(field, 0) / numpy.arange(1, len(field) + 1)[:, None]
    heading = numpy.exp(1j * numpy.arctan2(mean[:, 0], mean[:, 1]))
    total, aligned = numpy.angle(heading), numpy.angle(heading / numpy.mean(heading))
    return [numpy.sqrt(numpy.mean(angle**2)) for angle in (total, aligned)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", nargs="+", type=pathlib.Path, help="folders of 'sextant simulate --noise none'")
    total, aligned = numpy.degrees(numpy.mean([errors(folder) for folder in parser.parse_args().recordings], 0))
    print(f"{total:.1f} total, {aligned:.1f} aligned")
