#!/usr/bin/env python3
"""The heading error that remains in a simulated room with a perfect gyroscope and magnetometer.

    pip install numpy
    python3 Scripts/magnetic_rooms/limit.py [--room laboratory] [--seeds 100] [--first-seed 400]

North is the direction of the mean field from the start up to each moment. A live filter knows no later field. Prints the
mean RMSE over the recordings, and the mean RMSE after the mean heading error of each recording is removed, in degrees.
"""
import argparse

import numpy as np

from make_rooms import ROOMS, surroundings


def errors(room, seed):
    """The RMSE and the aligned RMSE of one recording, in radians."""
    _, (_, _, position), field_at, _ = surroundings(room, seed)
    field = field_at(position)[::room.substeps]
    mean = np.cumsum(field, 0) / np.arange(1, len(field) + 1)[:, None]
    heading = mean[:, 0] + 1j * mean[:, 1]
    angle = np.angle(heading / 1j)
    aligned = np.angle(np.exp(1j * angle) / np.mean(np.exp(1j * angle)))
    return np.sqrt(np.mean(angle**2)), np.sqrt(np.mean(aligned**2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--room", choices=ROOMS, default="laboratory", help="room (default: laboratory)")
    parser.add_argument("--seeds", type=int, default=100, help="number of recordings (default: 100)")
    parser.add_argument("--first-seed", type=int, default=400, help="seed of the first recording (default: 400)")
    arguments = parser.parse_args()
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.seeds)
    total, aligned = np.degrees(np.mean([errors(ROOMS[arguments.room], seed) for seed in seeds], 0))
    print(f"{arguments.room}: {total:.1f} total, {aligned:.1f} aligned")
