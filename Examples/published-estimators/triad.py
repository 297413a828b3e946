"""The orientation that gravity and magnetic field determine."""

import numpy as np


def triad(acceleration, field):
    """Returns w, x, y, z, device -> East, North, Up (magnetic north)."""
    up = np.array(acceleration) / np.linalg.norm(acceleration)
    east = np.cross(field, up)
    east /= np.linalg.norm(east)
    return from_matrix(np.array([east, np.cross(up, east), up]))


def from_matrix(r):
    """Returns w, x, y, z of a rotation matrix, from the largest of the four numbers."""
    trace = np.trace(r)
    squares = [1 + trace] + [1 + 2 * r[i, i] - trace for i in range(3)]
    largest = int(np.argmax(squares))
    if largest == 0:
        q = [squares[0], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]
    elif largest == 1:
        q = [r[2, 1] - r[1, 2], squares[1], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0]]
    elif largest == 2:
        q = [r[0, 2] - r[2, 0], r[0, 1] + r[1, 0], squares[2], r[1, 2] + r[2, 1]]
    else:
        q = [r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], squares[3]]
    return np.array(q) / np.linalg.norm(q)


def dip(acceleration, field):
    """Returns the angle of the field below the horizontal plane, in degrees."""
    cosine = np.dot(acceleration, field) / (np.linalg.norm(acceleration) * np.linalg.norm(field))
    return -np.degrees(np.arcsin(cosine))


def north_west_up(q):
    """Returns the orientation relative to North, West, Up of one relative to East, North, Up."""
    half = np.sqrt(0.5)
    w, x, y, z = q
    return half * np.array([w + z, x + y, y - x, z - w])
