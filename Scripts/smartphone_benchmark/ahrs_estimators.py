"""Estimators of the Python package ahrs, in Sextant's conventions.

    pip install ahrs==0.4.0 numpy

Samples are rows of t [s], gyroscope [rad/s], specific force [m/s^2] and field [uT] in device axes. The orientations are
quaternions, scalar first, from device to magnetic East, North, Up. ahrs works in other frames:

- Davenport and QUEST compare the acceleration with (0, 0, 1) and the field with (cos dip, 0, sin dip): North, East, Down.
  They get the negative specific force.
- FQA compares the specific force with (0, 0, -1): North, East, Down.
- FLAE, FAMC, SAAM, Tilt, AQUA and Complementary count the third axis upwards: North, West, Up. SAAM and AQUA return the
  rotation from Earth to device.
- OLEQ and ROLEQ with frame='ENU': East, North, Up. With frame='NED' they exchange sine and cosine of the dip.

`ESTIMATORS` contains the estimators whose results equal those of Sextant. `DEPARTURES` contains the forms of ahrs that
differ:

    davenport_raw      vectors of their measured lengths, which weigh gravity by 9.8^2 m^2/s^4 and the field by its uT
    flae_symbolic      the symbolic root, whose cube root drops the imaginary part
    flae_newton        six steps from 1, then elimination for the last component, which fails where it vanishes
    oleq_raw           at most 21 products from a random start, with weights of 1
    roleq_raw          weights of 1, so that K counts twice
    complementary_raw  angles that are blended across the jump between 180 and -180 degrees
"""

import numpy as np
from ahrs.filters import AQUA, FAMC, FLAE, FQA, OLEQ, QUEST, ROLEQ, SAAM, Complementary, Davenport, Tilt

HALF = np.sqrt(0.5)
CONJUGATE = np.array([1.0, -1.0, -1.0, -1.0])
FROM_ENU = np.array([1.0, 0.0, 0.0, 0.0])
FROM_NWU = np.array([HALF, 0.0, 0.0, HALF])
FROM_NED = np.array([0.0, HALF, HALF, 0.0])
EQUAL = np.array([0.5, 0.5])
SEED = 1


def product(p, q):
    """The Hamilton product of arrays of quaternions."""
    w, x, y, z = np.moveaxis(np.asarray(p, float), -1, 0)
    a, b, c, d = np.moveaxis(np.asarray(q, float), -1, 0)
    parts = (w*a - x*b - y*c - z*d, w*b + x*a + y*d - z*c, w*c - x*d + y*a + z*b, w*d + x*c - y*b + z*a)
    return np.stack(np.broadcast_arrays(*parts), -1)


def degrees_between(p, q):
    """The angles between orientations, in degrees."""
    error = product(p, q * CONJUGATE)
    return np.degrees(2 * np.arctan2(np.linalg.norm(error[..., 1:], axis=-1), np.abs(error[..., 0])))


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1)[:, None]


class Samples:
    """The rows of a recording, and the orientation from which recursive estimators start."""

    def __init__(self, rows, dip):
        self.gyroscope, self.force, self.field = rows[:, 1:4], rows[:, 4:7], rows[:, 7:10]
        self.interval = float(np.median(np.diff(rows[:, 0])))
        self.dip = dip
        self.start = product(FROM_NWU, Tilt().estimate(self.force[0], self.field[0]))

    def frames(self, estimate, turn):
        return product(turn, np.array([estimate(a, m) for a, m in zip(self.force, self.field)], float))

    def recursion(self, update, turn, toDevice=False):
        """Orientations of an update with the last quaternion, the rate, the force and the field."""
        q = product(turn * CONJUGATE, self.start) * (CONJUGATE if toDevice else 1)
        all_q = [q]
        for sample in zip(self.gyroscope[1:], self.force[1:], self.field[1:]):
            q = np.asarray(update(q, *sample), float)
            all_q.append(q)
        return product(turn, np.array(all_q) * (CONJUGATE if toDevice else 1))


def davenport(s):
    method = Davenport(magnetic_dip=s.dip, gravity=1.0, weights=EQUAL)
    return s.frames(lambda a, m: method.estimate(-a/np.linalg.norm(a), m/np.linalg.norm(m)), FROM_NED)


def davenport_raw(s):
    method = Davenport(magnetic_dip=s.dip)
    return s.frames(lambda a, m: method.estimate(-a, m), FROM_NED)


def quest(s):
    method = QUEST(magnetic_dip=s.dip)
    return s.frames(lambda a, m: method.estimate(-a, m), FROM_NED)


def flae(s, method="eig"):
    estimator = FLAE(magnetic_dip=s.dip)
    return s.frames(lambda a, m: estimator.estimate(a, m, method=method), FROM_NWU)


def oleq(s):
    """The limit of the package's matrix, which its own loop does not reach."""
    method = OLEQ(magnetic_ref=s.dip, frame="ENU", weights=EQUAL)

    def limit(a, m):
        total = 0.5*method.WW(a/np.linalg.norm(a), method.a_ref) + 0.5*method.WW(m/np.linalg.norm(m), method.m_ref)
        power = 0.5 * (np.identity(4) + total)
        for _ in range(30):
            power = power @ power
            power /= np.trace(power)
        column = power[:, np.argmax(np.diag(power))]
        return column / np.linalg.norm(column)

    return s.frames(limit, FROM_ENU)


def oleq_raw(s):
    np.random.seed(SEED)
    return s.frames(OLEQ(magnetic_ref=s.dip, frame="ENU").estimate, FROM_ENU)


def famc(s):
    return s.frames(FAMC().estimate, FROM_NWU)


def saam(s):
    return s.frames(lambda a, m: SAAM().estimate(a, m) * CONJUGATE, FROM_NWU)


def fqa(s):
    dip = np.radians(s.dip)
    method = FQA(mag_ref=np.array([np.cos(dip), 0.0, np.sin(dip)]))
    # The package normalises the array that it gets.
    return s.frames(lambda a, m: method.estimate(a, m.copy()), FROM_NED)


def tilt(s):
    return s.frames(Tilt().estimate, FROM_NWU)


def roleq(s, weights=EQUAL):
    method = ROLEQ(magnetic_ref=s.dip, frame="ENU", weights=weights, Dt=s.interval)
    return s.recursion(method.update, FROM_ENU)


def aqua(s):
    return s.recursion(AQUA(alpha=0.01, beta=0.01, Dt=s.interval).updateMARG, FROM_NWU, toDevice=True)


def aqua_adaptive(s):
    # The package sets alpha to 0.1 times the factor of the acceleration, whatever alpha is.
    method = AQUA(beta=0.01, adaptive=True, Dt=s.interval)
    return s.recursion(method.updateMARG, FROM_NWU, toDevice=True)


def complementary(s):
    """The recursion of the package, with the measured angles on the turn of the circle that is nearest to the predicted."""
    method = Complementary(Dt=s.interval, gain=0.9)
    measured = method.am_estimation(s.force, s.field)
    angles = measured.copy()
    for index in range(1, len(angles)):
        predicted = angles[index - 1] + s.gyroscope[index] * method.Dt
        turns = np.round((predicted - measured[index]) / (2 * np.pi))
        angles[index] = predicted * method.gain + (measured[index] + 2 * np.pi * turns) * (1 - method.gain)
    method.W = angles
    return product(FROM_NWU, np.asarray(method.Q))


def complementary_raw(s):
    method = Complementary(gyr=s.gyroscope, acc=s.force, mag=s.field, Dt=s.interval, gain=0.9)
    return product(FROM_NWU, np.asarray(method.Q))


ESTIMATORS = {
    "davenport": davenport,
    "quest": quest,
    "flae": flae,
    "oleq": oleq,
    "famc": famc,
    "saam": saam,
    "fqa": fqa,
    "tilt": tilt,
    "roleq": roleq,
    "aqua": aqua,
    "aqua_adaptive": aqua_adaptive,
    "complementary": complementary,
}
DEPARTURES = {
    "davenport_raw": ("davenport", davenport_raw),
    "flae_symbolic": ("flae", lambda s: flae(s, "symbolic")),
    "flae_newton": ("flae", lambda s: flae(s, "newton")),
    "oleq_raw": ("oleq", oleq_raw),
    "roleq_raw": ("roleq", lambda s: roleq(s, np.ones(2))),
    "complementary_raw": ("complementary", complementary_raw),
}
