#!/usr/bin/env python3
"""Simulates sensors that move through rooms with magnetic objects, as folders that Sextant reads.

    pip install numpy
    python3 Scripts/magnetic_rooms/make_rooms.py DIR [--seeds 20] [--first-seed 0] [--room NAME …]
    sextant run Benchmarks/experiments/magnetic-rooms.yaml --data DIR

The field of a room is the Earth's field plus that of magnetic dipoles (steel in desks, floors and ceilings), so that it
is free of curl and divergence outside its sources. It is scaled to the standard deviation that a room states, along the
path of the sensor, all axes together. In a laboratory the mean along the path is removed: north is the room's north. The
sensor is

- on a person's torso, upper arm or forearm (`arm`): joints move smoothly at up to 0.9 Hz, with pauses and tremor
- carried on a walk, level in a hand, swinging, or in a pocket (`walk`): 1.8 steps a second, curves and stops
- on the last joint of a robot arm with five joints (`robot`): regular turns between set points at constant speeds

The gyroscope measures the mean rate of each interval, with a bias, noise, and errors of scale and alignment. The
accelerometer has an offset and noise, the magnetometer an offset and noise. Everything is seeded.

The script prints the field's standard deviation in each recording, in µT.
"""
import argparse
import dataclasses
import pathlib

import numpy as np


@dataclasses.dataclass
class Room:
    motion: str
    seconds: float
    rate: float
    # The smallest and the largest standard deviation of the field along the path, and the Earth's field, in µT.
    variation: tuple
    field: float = 45
    # The magnetometer's offset in µT, and the standard deviation of the gyroscope's bias in °/s.
    offset: float = 20
    bias: float = 0.5

    @property
    def substeps(self):
        """Steps of the motion per sample."""
        return 8 if self.rate < 60 else 3


ROOMS = {
    "laboratory": Room("arm", 66, 40, (5, 23), field=30, offset=8, bias=0.3),
    "quiet-laboratory": Room("arm", 120, 100, (0.5, 2), offset=8, bias=0.3),
    "offset-laboratory": Room("arm", 120, 100, (0.5, 2), offset=60, bias=0.3),
    "office": Room("arm", 180, 100, (2, 6), offset=15, bias=0.3),
    "corridor-hand": Room("hand", 120, 100, (2, 8)),
    "corridor-swinging": Room("swinging", 120, 100, (2, 8)),
    "corridor-pocket": Room("pocket", 120, 100, (2, 8), offset=60),
    "steel-hall": Room("hand", 300, 100, (8, 15), offset=10, bias=0.2),
    "robot": Room("robot", 45, 100, None, bias=0.1),
}
UP = np.array([0, 0, 9.81])


def product(a, b):
    (w, x, y, z), (s, t, u, v) = a.T, b.T
    return np.stack([w * s - x * t - y * u - z * v, w * t + x * s + y * v - z * u, w * u - x * v + y * s + z * t,
                     w * v + x * u - y * t + z * s], 1)


def conjugate(q):
    return q * [1, -1, -1, -1]


def rotate(q, v):
    v = np.broadcast_to(v, (len(q), 3))
    return product(product(q, np.hstack([np.zeros((len(q), 1)), v])), conjugate(q))[:, 1:]


def turn(axis, angle):
    q = np.zeros((len(angle), 4))
    q[:, 0], q[:, 1 + axis] = np.cos(angle / 2), np.sin(angle / 2)
    return q


def smooth(random, time, size, lowest, highest, count=12):
    """A random function of time: sines between two frequencies, with the given standard deviation."""
    frequency = np.exp(random.uniform(np.log(lowest), np.log(highest), count))
    amplitude = random.normal(size=count) / np.sqrt(frequency / lowest)
    amplitude *= size / np.sqrt(np.sum(amplitude**2) / 2)
    phase = random.uniform(0, 2 * np.pi, (count, 1))
    return np.sum(amplitude[:, None] * np.sin(2 * np.pi * frequency[:, None] * time + phase), 0)


def activity(random, time, share):
    """1 while the person moves, 0 in pauses, smooth between them."""
    if share >= 1:
        return np.ones_like(time)
    level = smooth(random, time, 1, 0.02, 0.08, 6)
    return 1 / (1 + np.exp(-8 * (level - np.quantile(level, 1 - share))))


def arm(random, time, seed):
    step = time[1] - time[0]
    clock = np.cumsum(activity(random, time, random.choice([1, 0.8, 0.6]))) * step
    heading = smooth(random, clock, np.radians(random.choice([15, 40, 80])), 0.02, 0.15)
    torso = product(turn(2, heading + random.uniform(0, 2 * np.pi)),
                    product(turn(0, smooth(random, clock, 0.1, 0.05, 0.4)),
                            turn(1, smooth(random, clock, 0.15, 0.05, 0.4))))
    sway = random.choice([0.05, 0.3, 0.8])
    base = np.stack([smooth(random, clock, sway, 0.02, 0.1), smooth(random, clock, sway, 0.02, 0.1),
                     1.4 + smooth(random, clock, 0.02, 0.3, 1)], 1)
    part = ["torso", "upper", "fore", "upper", "fore"][seed % 5]
    if part == "torso":
        return with_tremor(random, time, torso), base + rotate(torso, [0.1, 0, -0.2])
    size, highest = np.radians(random.choice([15, 25, 35])), random.choice([0.3, 0.5, 0.9])
    shoulder = product(product(turn(0, 0.3 + smooth(random, clock, size, 0.1, highest)),
                               turn(1, smooth(random, clock, size, 0.1, highest))),
                       turn(2, smooth(random, clock, 0.7 * size, 0.1, highest)))
    upper = product(torso, shoulder)
    joint = base + rotate(torso, [0, 0.2, 0])
    if part == "upper":
        return with_tremor(random, time, upper), joint + rotate(upper, [0.03, 0, -0.2])
    elbow = product(turn(1, smooth(random, clock, size, 0.1, highest) - 0.8),
                    turn(2, smooth(random, clock, size, 0.1, highest)))
    fore = product(upper, elbow)
    position = joint + rotate(upper, [0, 0, -0.3]) + rotate(fore, [0.03, 0, -0.22])
    return with_tremor(random, time, fore), position


def with_tremor(random, time, q):
    x, y, z = (turn(axis, smooth(random, time, 0.002, 0.8, 3)) for axis in range(3))
    return product(q, product(x, product(y, z)))


def walk(random, time, kind):
    step = time[1] - time[0]
    speed = 1.2 * activity(random, time, random.choice([1, 0.8]))
    heading = random.uniform(0, 2 * np.pi) + np.cumsum(smooth(random, time, random.choice([0.3, 0.8]), 0.02, 0.2)) * step
    phase = 2 * np.pi * 1.8 * np.cumsum(speed / 1.2) * step
    height = 1.2 + 0.02 * np.sin(phase) * (speed > 0.2)
    position = np.stack([np.cumsum(speed * np.cos(heading)) * step, np.cumsum(speed * np.sin(heading)) * step, height], 1)
    sizes, lowest, highest = {"hand": ([0.04, 0.05, 0.05], 0.1, 1.5), "swinging": ([0.1, 0.45, 0.1], 0.2, 1.2),
                              "pocket": ([0.15, 0.3, 0.2], 0.3, 1.8)}[kind]
    x, y, z = (turn(axis, size * np.sin(phase / 2 + axis) + smooth(random, time, size * (0.5 if axis == 1 else 1),
                                                                   lowest, highest))
               for axis, size in enumerate(sizes))
    return product(turn(2, heading), product(product(x, y), z)), position


def robot(random, time):
    def joint(limit):
        points = random.uniform(-limit, limit, random.integers(2, 5))
        speed, pause = np.radians(random.choice([5, 15, 30, 60, 90])), random.choice([0, 0, 0.5, 2])
        moments, angles = [0.0], [points[0]]
        while moments[-1] < time[-1]:
            for target in [*points[1:], points[0]]:
                duration = abs(target - angles[-1]) / speed + 0.3
                share = np.linspace(0, 1, 40)
                # Constant speed, with ramps of 0.3 s.
                path = np.cumsum(np.minimum(np.minimum(share, 1 - share) * duration / 0.3, 1))
                moments += list(moments[-1] + share[1:] * duration)
                angles += list(angles[-1] + (target - angles[-1]) * path[1:] / path[-1])
                if pause:
                    moments.append(moments[-1] + pause)
                    angles.append(target)
        window = np.hanning(2 * round(0.075 / (time[1] - time[0])) + 1)
        angle = np.interp(time, moments, angles)
        return np.convolve(np.pad(angle, len(window) // 2, "edge"), window / window.sum(), "valid")

    q, position = turn(2, np.zeros(len(time))), np.zeros((len(time), 3))
    for axis, link in zip([2, 1, 1, 0], [[0, 0, 0.35], [0.4, 0, 0], [0.35, 0, 0], [0.1, 0, 0]]):
        q = product(q, turn(axis, joint(np.radians(80))))
        position = position + rotate(q, link)
    return product(q, turn(1, joint(np.radians(60)))), position


def magnets(random, room, position, every):
    """The positions and moments of dipoles near a path, in any unit."""
    if room.motion == "arm":
        count = random.integers(3, 8)
        sources = np.stack([random.uniform(-1.5, 1.5, count), random.uniform(-1.5, 1.5, count),
                            random.choice([0.0, 0.7, 2.6], count)], 1) + [*position[:, :2].mean(0), 0]
    else:
        count = int(4 + room.seconds)
        height = random.choice([-1.3, 1.6], count) + random.normal(0, 0.3, count)
        sources = position[random.integers(0, len(position), count)] + np.stack(
            [random.normal(0, 1.2, count), random.normal(0, 1.2, count), height], 1)
    nearest = np.min(np.linalg.norm(position[::every, None] - sources[None], axis=2), axis=0)
    sources = sources[nearest > 0.35]
    return sources, [random.normal(size=3) * np.exp(random.normal(0, 0.5)) for _ in sources]


def dipoles(sources, moments, points):
    """The field of dipoles at points."""
    field = np.zeros_like(points)
    for source, moment in zip(sources, moments):
        distance = np.linalg.norm(points - source, axis=1)[:, None]
        direction = (points - source) / distance
        field += (3 * direction * (direction @ moment)[:, None] - moment) / distance**3
    return field


def surroundings(room, seed):
    """The generator of the room's random numbers, the path, and the field as a function of points.

    The path consists of times, orientations and positions. The last value is the field's standard deviation.
    """
    random = np.random.default_rng(seed)
    substeps = room.substeps
    time = np.arange(0, room.seconds, 1 / (room.rate * substeps))
    if room.motion == "arm":
        q, position = arm(random, time, seed)
    elif room.motion == "robot":
        q, position = robot(random, time)
    else:
        q, position = walk(random, time, room.motion)
    mounting = random.normal(size=4)
    q = product(q, np.broadcast_to(mounting / np.linalg.norm(mounting), q.shape))

    dip = np.radians(random.uniform(55, 70))
    earth = room.field * np.array([0, np.cos(dip), -np.sin(dip)])
    if not room.variation:
        return random, (time, q, position), lambda points: np.broadcast_to(earth, points.shape), 0.0
    sources, moments = magnets(random, room, position, 4 * substeps)
    deviation = random.uniform(*room.variation)
    along = dipoles(sources, moments, position)
    mean = along.mean(0) if room.motion == "arm" else 0
    size = np.sqrt((along - mean).var(0).sum())
    return (random, (time, q, position),
            lambda points: earth + (dipoles(sources, moments, points) - mean) * deviation / size, deviation)


def simulate(room, seed):
    """Times, sensors and orientations, and the field's standard deviation."""
    random, (time, q, position), field_at, deviation = surroundings(room, seed)
    field, substeps = field_at(position), room.substeps

    change = product(conjugate(q[:-1]), q[1:])
    change *= np.sign(change[:, :1])
    sine = np.linalg.norm(change[:, 1:], axis=1, keepdims=True)
    vectors = change[:, 1:] * np.where(sine > 1e-12, 2 * np.arctan2(sine, change[:, :1]) / np.maximum(sine, 1e-12), 2)
    count = len(vectors) // substeps
    at = np.arange(1, count + 1) * substeps
    rate = vectors[:count * substeps].reshape(count, substeps, 3).sum(1) * room.rate
    step = time[1] - time[0]
    force = np.gradient(np.gradient(position, step, axis=0), step, axis=0) + UP

    shape = (count, 3)
    scale = np.eye(3) + random.normal(0, 0.003, (3, 3))
    gyroscope = (rate @ scale.T + np.radians(random.normal(0, room.bias, 3))
                 + random.normal(0, np.radians(0.02) * np.sqrt(room.rate), shape))
    accelerometer = rotate(conjugate(q), force)[at] + random.normal(0, 0.03, 3) + random.normal(0, 0.03, shape)
    offset = random.normal(size=3)
    offset *= room.offset / np.linalg.norm(offset)
    magnetometer = rotate(conjugate(q), field)[at] + offset + random.normal(0, 0.3, shape)
    return time[at], gyroscope, accelerometer, magnetometer if room.variation else None, q[at], deviation


def write(folder, name, time, gyroscope, accelerometer, magnetometer, q):
    folder.mkdir(parents=True, exist_ok=True)
    streams = {"gyroscope": gyroscope, "accelerometer": accelerometer, "magnetometer": magnetometer}
    for stream, values in streams.items():
        if values is not None:
            np.savetxt(folder / f"{stream}.csv", np.column_stack([time, values]), "%.6f", ",", header="t,x,y,z", comments="")
    np.savetxt(folder / "reference.csv", np.column_stack([time, q]), "%.8f", ",", header="t,qw,qx,qy,qz", comments="")
    (folder / "recording.yaml").write_text(f"name: {name}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output", type=pathlib.Path, help="folder for the recordings")
    parser.add_argument("--seeds", type=int, default=20, help="recordings per room (default: 20)")
    parser.add_argument("--first-seed", type=int, default=0, help="seed of the first recording (default: 0)")
    parser.add_argument("--room", action="append", choices=ROOMS, help="room to simulate; repeatable (default: all)")
    arguments = parser.parse_args()
    for name in arguments.room or ROOMS:
        deviations = []
        for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
            *data, deviation = simulate(ROOMS[name], seed)
            write(arguments.output / "magnetic-rooms" / f"{name}_{seed:02}", f"{name}_{seed:02}", *data)
            deviations.append(f"{deviation:.1f}")
        print(f"{name}: {' '.join(deviations)}")
