#!/usr/bin/env python3
"""Makes without_magnetometer.csv: what other implementations make of accelerometer and gyroscope alone.

    pip install ahrs==0.4.0 numpy==2.4.6 scipy==1.17.1 vqf==2.1.2
    python3 make_without_magnetometer.py            # writes the file
    python3 make_without_magnetometer.py --check    # compares the numbers with the committed ones

The samples are the first six columns of ahrs.csv: 600 rows at 100 Hz. Orientations are scalar first, device to an Earth frame whose
third axis points up. The first is the shortest rotation that turns the first acceleration upright, as VQF starts; ahrs starts there, too.

- madgwick and mahony: updateIMU of ahrs 0.4.0.
- ekf: the same package, which measures gravity downwards, so it gets the negative specific force; see make_ahrs.py for its states and noise.
- complementary: the equations of its page with scipy's rotations: the gyroscope's turn, then the shortest turn of the measured gravity to
  Up, by the share 1 - exp(-dt/tau) of its angle, tau = 1 s.
- gyroscope: the gyroscope's turns alone, with scipy's rotations.
- basic and full: the 6D orientation of BasicVQF and VQF of the authors' package. Its first gyroscope sample is set to zero, because the
  package integrates it over an interval before the recording. apart: the full one with its bias set back to that of a new
  estimator after the first samples (see make_vqf_pan.py).
"""
import pathlib

import numpy as np
import vqf
from ahrs.filters import EKF, Madgwick, Mahony
from scipy.spatial.transform import Rotation

from fixture_file import write_or_check

HERE = pathlib.Path(__file__).parent
FILE = HERE / "without_magnetometer.csv"
INTERVAL = 0.01
UP = np.array([0.0, 0.0, 1.0])


def shortest(direction):
    axis = np.cross(direction, UP)
    sine = np.linalg.norm(axis)
    return Rotation.from_rotvec(axis/sine*np.arctan2(sine, direction @ UP))


def scalar_first(rotation):
    return np.roll(rotation.as_quat(), 1)


def integrated(rows, time_constant):
    q = shortest(rows[0, :3]/np.linalg.norm(rows[0, :3]))
    yield scalar_first(q)
    for row in rows[1:]:
        q = q*Rotation.from_rotvec(row[3:]*INTERVAL)
        if time_constant is not None:
            turn = shortest(q.apply(row[:3]/np.linalg.norm(row[:3]))).as_rotvec()
            q = Rotation.from_rotvec(turn*(1 - np.exp(-INTERVAL/time_constant)))*q
        yield scalar_first(q)


def of_ahrs(estimator, rows):
    q = scalar_first(shortest(rows[0, :3]/np.linalg.norm(rows[0, :3])))
    yield q
    for row in rows[1:]:
        q = estimator.updateIMU(q, gyr=row[3:], acc=row[:3])
        yield q


def of_kalman(rows):
    q = scalar_first(shortest(rows[0, :3]/np.linalg.norm(rows[0, :3])))
    ekf = EKF(frequency=1/INTERVAL, frame="ENU", q0=q, noises=[0.01**2, (0.5/9.80665)**2, 1.0])
    ekf.P = np.identity(4)*1e-3
    yield q
    for row in rows[1:]:
        q = ekf.update(q, row[3:], -row[:3])
        yield q


def of_vqf(estimator, rows, apart=False):
    for index, row in enumerate(rows):
        estimator.updateGyr(row[3:]*(index > 0))
        estimator.updateAcc(row[:3].copy())
        if apart and index == 0:
            estimator.setBiasEstimate(np.zeros(3), np.radians(estimator.params["biasSigmaInit"]))
        yield estimator.getQuat6D()


def text():
    rows = np.loadtxt(HERE / "ahrs.csv", delimiter=",", skiprows=1)[:, :6]
    runs = {
        "madgwick": of_ahrs(Madgwick(frequency=1/INTERVAL, gain=0.1), rows),
        "mahony": of_ahrs(Mahony(frequency=1/INTERVAL, k_P=0.5, k_I=0.02), rows),
        "ekf": of_kalman(rows),
        "complementary": integrated(rows, 1.0),
        "gyroscope": integrated(rows, None),
        "basic": of_vqf(vqf.BasicVQF(INTERVAL), rows),
        "full": of_vqf(vqf.VQF(INTERVAL), rows),
        "apart": of_vqf(vqf.VQF(INTERVAL), rows, apart=True),
    }
    lines = [",".join(f"{name}_{axis}" for name in runs for axis in "wxyz")]
    for values in np.hstack([np.array(list(run)) for run in runs.values()]):
        lines.append(",".join(f"{value:.12f}" for value in values))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_or_check(text(), FILE, tolerance=1e-11)
