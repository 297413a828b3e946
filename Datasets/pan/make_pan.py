#!/usr/bin/env python3
"""Writes the recording in this folder: a phone held upright and panned by hand, with its exact orientation.

    python3 Datasets/pan/make_pan.py            writes the files into this folder
    python3 Datasets/pan/make_pan.py --check    exits 1 when a committed file differs from what would be written

The motion is a smooth function of time with derivatives in closed form, so the reference is exact. The sensors' readings
are the true values in device axes plus bias, white noise and quantisation. README.md lists the figures.

Conventions: Earth axes are East, North, Up with true north. Device axes are x right, y up along the screen, z out of
the screen. A quaternion is Hamilton, scalar first, and transforms device coordinates to Earth coordinates.
"""

import math
import random
import sys
from pathlib import Path

SEED = 20180304
DURATION_S = 30
INERTIAL_HZ = 100
REFERENCE_HZ = 60
MAGNETOMETER_PERIOD_S = 0.03
MAGNETOMETER_FIRST_S = 0.0035

GRAVITY = 9.80665
FIELD_UT = 48.0
DIP_DEG = 64.0
DECLINATION_DEG = 2.4

# Moves of the hand: (start, duration) in seconds, change in degrees. Azimuth is positive clockwise, pitch upwards.
AZIMUTH_START_DEG = -30.0
AZIMUTH_MOVES = [(4.0, 2.9, 90.0), (9.4, 3.2, -90.0), (20.0, 1.8, 90.0), (23.2, 1.8, -90.0)]
PITCH_START_DEG = -4.0
PITCH_MOVES = [(14.6, 1.5, 20.0), (16.7, 1.5, -20.0)]
ROLL_DEG = 1.5
UNSTEADY_S = [(4.0, 6.9), (9.4, 12.6), (14.6, 18.2), (20.0, 21.8), (23.2, 25.0)]

# Radius of the phone's circle about the body's axis, and its rise per radian of pitch.
ARM_M = 0.5
WRIST_M = 0.15

# Tremor of a moving hand. At rest, its amplitude is multiplied by STEADY.
STEADY = 0.02
TREMOR_ANGLE = [(2.3, 0.12), (4.7, 0.07), (8.1, 0.03)]  # Hz, degrees
TREMOR_SHIFT = [(2.9, 1.5e-4), (5.3, 8e-5), (7.7, 4e-5)]  # Hz, metres
TREMOR_RISE_S = 0.3

# Standard deviation and constant error by device axis, and quantisation step of each sensor.
ACCELEROMETER = {"noise": (0.019, 0.019, 0.023), "bias": (0.03, -0.02, 0.05), "step": GRAVITY / 1000}
GYROSCOPE = {"noise": (0.0029, 0.0027, 0.0038), "bias": (0.0021, -0.0034, 0.0012), "step": math.radians(0.01)}
MAGNETOMETER = {"noise": (1.2, 1.1, 1.4), "bias": (0.4, -0.3, 0.5), "step": 0.15}


def normal(generator):
    """A standard normal deviate (Box & Muller 1958), the same on every machine and Python version."""
    radius = math.sqrt(-2 * math.log(1 - generator.random()))
    return radius * math.cos(2 * math.pi * generator.random())


# A jet is a quantity at one moment with its first and second derivatives with respect to time.


def add(*jets):
    return tuple(sum(parts) for parts in zip(*jets))


def scale(factor, jet):
    return tuple(factor * part for part in jet)


def multiply(a, b):
    return (a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2])


def minimum_jerk(t, start, duration):
    """The minimum-jerk profile from 0 to 1: 10u³ − 15u⁴ + 6u⁵.

    Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985.
    """
    u = (t - start) / duration
    if u <= 0:
        return (0.0, 0.0, 0.0)
    if u >= 1:
        return (1.0, 0.0, 0.0)
    return (
        u**3 * (10 - 15 * u + 6 * u**2),
        30 * u**2 * (1 - u) ** 2 / duration,
        60 * u * (1 - u) * (1 - 2 * u) / duration**2,
    )


def moved(t, moves):
    """The sum of the moves at time t, in radians."""
    return add((0.0, 0.0, 0.0), *(scale(math.radians(d), minimum_jerk(t, s, T)) for s, T, d in moves))


def unsteadiness(t):
    """The factor of the tremor: STEADY at rest, 1 during moves, with smooth transitions."""
    jet = (STEADY, 0.0, 0.0)
    for start, end in UNSTEADY_S:
        rise = minimum_jerk(t, start - TREMOR_RISE_S, TREMOR_RISE_S)
        fall = minimum_jerk(t, end, TREMOR_RISE_S)
        jet = add(jet, scale(1 - STEADY, add(rise, scale(-1, fall))))
    return jet


class Tremor:
    """A sum of sines with random phases."""

    def __init__(self, generator, components):
        self.waves = [(2 * math.pi * f, amplitude, 2 * math.pi * generator.random()) for f, amplitude in components]

    def __call__(self, t):
        total = (0.0, 0.0, 0.0)
        for w, a, phase in self.waves:
            s, c = math.sin(w * t + phase), math.cos(w * t + phase)
            total = add(total, (a * s, a * w * c, -a * w * w * s))
        return multiply(unsteadiness(t), total)


class Motion:
    """The phone's orientation, angular velocity and acceleration at any time."""

    def __init__(self, generator):
        angle = [(f, math.radians(a)) for f, a in TREMOR_ANGLE]
        self.angle_tremor = [Tremor(generator, angle) for _ in range(3)]
        self.shift_tremor = [Tremor(generator, TREMOR_SHIFT) for _ in range(3)]

    def angles(self, t):
        """Azimuth clockwise from true north, pitch up, roll about the viewing direction; jets in radians."""
        steady = (
            add((math.radians(AZIMUTH_START_DEG), 0.0, 0.0), moved(t, AZIMUTH_MOVES)),
            add((math.radians(PITCH_START_DEG), 0.0, 0.0), moved(t, PITCH_MOVES)),
            (math.radians(ROLL_DEG), 0.0, 0.0),
        )
        return [add(jet, tremor(t)) for jet, tremor in zip(steady, self.angle_tremor)]

    def orientation(self, t):
        """Device → Earth: q = Rz(−azimuth) Rx(pitch) Ry(roll) Rx(90°). Rx(90°) holds the phone upright, facing north."""
        azimuth, pitch, roll = (jet[0] for jet in self.angles(t))
        upright = about(0, math.pi / 2)
        return product(product(about(2, -azimuth), about(0, pitch)), product(about(1, roll), upright))

    def angular_velocity(self, t):
        """rad/s in Earth axes: the rate of each angle about its own axis, which the previous angles rotate."""
        azimuth, pitch, roll = self.angles(t)
        inner = rotate(about(0, pitch[0]), (0.0, roll[1], 0.0))
        turned = rotate(about(2, -azimuth[0]), (inner[0] + pitch[1], inner[1], inner[2]))
        return (turned[0], turned[1], turned[2] - azimuth[1])

    def acceleration(self, t):
        """m/s² in Earth axes: a circle of ARM_M about the body, a rise of WRIST_M per radian of pitch, and tremor."""
        turn = moved(t, AZIMUTH_MOVES)
        azimuth = math.radians(AZIMUTH_START_DEG) + turn[0]
        s, c = math.sin(azimuth), math.cos(azimuth)
        tremor = [wave(t)[2] for wave in self.shift_tremor]
        return (
            ARM_M * (c * turn[2] - s * turn[1] ** 2) + tremor[0],
            ARM_M * (-s * turn[2] - c * turn[1] ** 2) + tremor[1],
            WRIST_M * moved(t, PITCH_MOVES)[2] + tremor[2],
        )


def about(axis, angle):
    """The quaternion of a rotation by the angle about axis 0, 1 or 2."""
    q = [math.cos(angle / 2), 0.0, 0.0, 0.0]
    q[axis + 1] = math.sin(angle / 2)
    return tuple(q)


def product(a, b):
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def conjugate(q):
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v):
    return product(product(q, (0.0, *v)), conjugate(q))[1:]


def magnetic_field():
    """µT in Earth axes. The horizontal component points to magnetic north, clockwise of true north by the declination."""
    dip, declination = math.radians(DIP_DEG), math.radians(DECLINATION_DEG)
    horizontal = FIELD_UT * math.cos(dip)
    return (horizontal * math.sin(declination), horizontal * math.cos(declination), -FIELD_UT * math.sin(dip))


def reading(truth, sensor, generator):
    """A reading of the sensor for a true value, in device axes."""
    noisy = [v + b + s * normal(generator) for v, b, s in zip(truth, sensor["bias"], sensor["noise"])]
    return [sensor["step"] * round(v / sensor["step"]) for v in noisy]


def decimal(value, digits):
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def csv(header, times, row, digits):
    lines = [header]
    for t in times:
        lines.append(",".join([decimal(t, 6)] + [decimal(value, digits) for value in row(t)]))
    return "\n".join(lines) + "\n"


def metadata():
    return f"""\
name: pan
source: "Made by Datasets/pan/make_pan.py, seed {SEED}: simulated, with exact truth"
licence: CC0-1.0
place: "Simulated; field of {FIELD_UT:g} µT, dip {DIP_DEG:g}°"
# Degrees; magnetic north is this far east of true north.
declination: {DECLINATION_DEG:g}
"""


def files():
    motion = Motion(random.Random(SEED))
    acceleration_noise, rotation_noise, field_noise = (random.Random(SEED + n) for n in (1, 2, 3))
    field = magnetic_field()

    def to_device(t, earth):
        return rotate(conjugate(motion.orientation(t)), earth)

    def accelerometer(t):
        east, north, up = motion.acceleration(t)
        return reading(to_device(t, (east, north, up + GRAVITY)), ACCELEROMETER, acceleration_noise)

    def gyroscope(t):
        return reading(to_device(t, motion.angular_velocity(t)), GYROSCOPE, rotation_noise)

    def magnetometer(t):
        return reading(to_device(t, field), MAGNETOMETER, field_noise)

    inertial = [n / INERTIAL_HZ for n in range(DURATION_S * INERTIAL_HZ + 1)]
    magnetic_count = round(DURATION_S / MAGNETOMETER_PERIOD_S)
    magnetic = [MAGNETOMETER_FIRST_S + n * MAGNETOMETER_PERIOD_S for n in range(magnetic_count)]
    reference = [n / REFERENCE_HZ for n in range(DURATION_S * REFERENCE_HZ + 1)]
    return {
        "recording.yaml": metadata(),
        "accelerometer.csv": csv("t,x,y,z", inertial, accelerometer, 5),
        "gyroscope.csv": csv("t,x,y,z", inertial, gyroscope, 7),
        "magnetometer.csv": csv("t,x,y,z", magnetic, magnetometer, 2),
        "reference.csv": csv("t,qw,qx,qy,qz", reference, motion.orientation, 8),
    }


def holds(path, content):
    return path.is_file() and path.read_bytes() == content


def main():
    folder = Path(__file__).resolve().parent
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit("usage: make_pan.py [--check]")
    made = {name: text.encode() for name, text in files().items()}
    if not sys.argv[1:]:
        for name, content in made.items():
            (folder / name).write_bytes(content)
        return
    changed = [name for name, content in made.items() if not holds(folder / name, content)]
    for name in changed:
        print(f"{folder / name} differs from the output of make_pan.py; run it again, or undo the change", file=sys.stderr)
    if changed:
        sys.exit(1)
    print(f"Datasets/pan: {len(made)} files equal the output of make_pan.py")


if __name__ == "__main__":
    main()
