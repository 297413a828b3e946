#!/usr/bin/env python3
"""Makes ahrs.csv: a synthetic nine-axis recording and what other implementations make of it.

    pip install ahrs==0.4.0 numpy
    python3 make_ahrs.py            writes ahrs.csv
    python3 make_ahrs.py --check    compares the numbers with the committed ones

The recording is in the conventions of the package: device axes, specific force in m/s2 (+9.81 up at rest), rad/s, uT, Earth axes East,
North, Up, quaternions scalar first, device to Earth. 600 samples at 100 Hz, noise on every sensor.

How the frames of ahrs map to ours:
- Mahony works with gravity (0, 0, 1) and field (0, north, up): East, North, Up, device to Earth. Taken as it is.
- Madgwick works with gravity (0, 0, 1) and field (north, 0, up): North, West, Up. Turned by +90 degrees about Up.
- EKF with frame='ENU' works with gravity (0, 0, -1), so it gets the negative specific force, and field (0, cos dip, -sin dip): East,
  North, Up, device to Earth. It has four states, the quaternion's components, and no bias; it compares directions, the field's
  with its dip. Its update() asks self.mag whether there is a magnetometer, so that is set.
"""
import pathlib

import numpy as np
from ahrs.filters import EKF, Madgwick, Mahony

from fixture_file import write_or_check

FILE = pathlib.Path(__file__).with_name("ahrs.csv")
SAMPLES, INTERVAL = 600, 0.01
FIELD = np.array([0.0, 21.0, -43.0])


def product(p, q):
    w, x, y, z = p
    a, b, c, d = q
    return np.array([w*a - x*b - y*c - z*d, w*b + x*a + y*d - z*c, w*c - x*d + y*a + z*b, w*d + x*c - y*b + z*a])


def exponential(v):
    angle = np.linalg.norm(v)
    return np.array([1.0, 0, 0, 0]) if angle == 0 else np.array([np.cos(angle/2), *(np.sin(angle/2)*v/angle)])


def to_device(q, v):
    conjugate = q * [1, -1, -1, -1]
    return product(product(conjugate, [0, *v]), q)[1:]


def recording():
    generator = np.random.default_rng(20260101)
    q = exponential(np.array([1.2, 0.2, -0.4]))
    rows = []
    for index in range(SAMPLES):
        t = index*INTERVAL
        rate = np.array([0.6*np.sin(1.3*t), 0.5*np.cos(0.9*t), 0.7*np.sin(0.5*t + 1)])
        if index > 0:
            q = product(q, exponential(rate*INTERVAL))
        gyr = rate + generator.normal(0, 0.005, 3)
        acc = to_device(q, [0, 0, 9.81]) + generator.normal(0, 0.1, 3)
        mag = to_device(q, FIELD) + generator.normal(0, 0.5, 3)
        rows.append(np.concatenate([acc, gyr, mag]))
    return np.round(np.array(rows), 9)


def triad(acc, mag):
    up = acc/np.linalg.norm(acc)
    east = np.cross(mag, up)
    east /= np.linalg.norm(east)
    north = np.cross(up, east)
    m = np.array([east, north, up])
    w = np.sqrt(max(0.0, 1 + np.trace(m)))/2
    return np.array([w, (m[2, 1] - m[1, 2])/(4*w), (m[0, 2] - m[2, 0])/(4*w), (m[1, 0] - m[0, 1])/(4*w)])


def run(update, start, rows):
    q, all_q = start, [start]
    for row in rows[1:]:
        q = np.asarray(update(q, gyr=row[3:6], acc=row[0:3], mag=row[6:9]), dtype=float)
        all_q.append(q)
    return np.array(all_q)


def estimates(rows):
    start = triad(rows[0, 0:3], rows[0, 6:9])
    quarter = np.array([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    back = quarter*[1, -1, -1, -1]
    mahony = run(Mahony(frequency=100.0, k_P=0.5, k_I=0.02).updateMARG, start, rows)
    madgwick = run(Madgwick(frequency=100.0, gain=0.1).updateMARG, product(back, start), rows)
    madgwick = np.array([product(quarter, q) for q in madgwick])
    strength = np.linalg.norm(FIELD)
    ekf = EKF(frequency=100.0, frame="ENU", q0=start, noises=[0.01**2, (0.5/9.80665)**2, (2/strength)**2],
              magnetic_ref=np.degrees(np.arctan2(-FIELD[2], FIELD[1])))
    ekf.P, ekf.mag = np.identity(4)*1e-3, rows[:, 6:9]
    ekf = run(lambda q, gyr, acc, mag: ekf.update(q, gyr, -acc, mag), start, rows)
    return mahony, madgwick, ekf


def text():
    rows = recording()
    names = ["acc_x", "acc_y", "acc_z", "gyr_x", "gyr_y", "gyr_z", "mag_x", "mag_y", "mag_z"]
    names += [f"{name}_{axis}" for name in ("mahony", "madgwick", "ekf") for axis in "wxyz"]
    lines = [",".join(names)]
    for values in np.hstack([rows, *estimates(rows)]):
        lines.append(",".join([f"{v:.9f}" for v in values[:9]] + [f"{v:.15f}" for v in values[9:]]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_or_check(text(), FILE)
