"""The filter `selfCalibrating` as an extended Kalman filter with dense matrices.

The 13 errors, truth minus estimate, are: tilt (2, rad), velocity (2, m/s), bias (3, rad/s), Earth's field (3, µT) and
offset (3, µT). Tilt, velocity and field are in level axes, bias and offset in device axes. The covariance is advanced by
F P Fᵀ + Q and corrected in Joseph's form. Rotations are matrices.
"""
import numpy as np

TILT, VELOCITY, BIAS = slice(0, 2), slice(2, 4), slice(4, 7)
FIELD, OFFSET = slice(7, 10), slice(10, 13)
DEGREE = np.pi / 180

DEFAULTS = {
    "gyroscopeNoise": 0.03,
    "gyroscopeScale": 0.005,
    "initialBias": 0.25,
    "biasWalk": 0.002,
    "restBias": 0.03,
    "velocity": 0.5,
    "accelerometerError": 0.2,
    "fieldVariation": 1.2,
    "slowVariation": 2.0,
    "magnetometerAge": 0.03,
    "initialOffset": 0.0,
    "offsetShare": 0.25,
    "uncalibratedOffset": 15.0,
    "uncalibratedBias": 1.0,
}


def cross_matrix(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(vector):
    """The matrix of a rotation vector, by Rodrigues."""
    angle = np.linalg.norm(vector)
    if angle == 0:
        return np.eye(3)
    k = cross_matrix(vector / angle)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def shortest_turn_to_up(force):
    up = force / np.linalg.norm(force)
    axis = np.cross(up, [0, 0, 1])
    sine = np.linalg.norm(axis)
    if sine == 0:
        return np.eye(3) if up[2] > 0 else np.diag([1.0, -1.0, -1.0])
    return rotation(axis / sine * np.arctan2(sine, up[2]))


class Rest:
    """Rest: gyroscope and accelerometer stay close to their low-passed values for 1.5 s."""

    def __init__(self, rate):
        self.rate, self.acceleration, self.duration = rate, None, 0.0

    def read_rate(self, rate, interval):
        self.rate = self.rate + (rate - self.rate) * min(interval / 0.3, 1)
        is_still = np.linalg.norm(rate - self.rate) < 2 * DEGREE and np.linalg.norm(self.rate) < 6 * DEGREE
        self.duration = self.duration + interval if is_still else 0.0

    def read_acceleration(self, acceleration, interval):
        if self.acceleration is None:
            self.acceleration = acceleration
        else:
            self.acceleration = self.acceleration + (acceleration - self.acceleration) * min(interval / 0.3, 1)
        if np.linalg.norm(acceleration - self.acceleration) >= 0.5:
            self.duration = 0.0


class Prediction:
    """The mean logarithmic error of predictions from estimates that are two to four seconds old."""

    def __init__(self):
        self.errors = 0.0
        self.duration = 0.0
        self.estimates = []
        self.age = 0.0
        self.later = self.later_duration = 0.0

    def compare(self, level, turn, field, offset, elapsed):
        old = self.estimates[0] if self.estimates else (np.zeros(3), np.zeros(3))
        y = level - old[0] - turn @ old[1]
        self.duration = min(self.duration + elapsed, 60)
        self.errors += (np.log(1 + y @ y / 20) - self.errors) * elapsed / self.duration
        if self.estimates and old[0].any():
            self.later_duration = min(self.later_duration + elapsed, 60)
            self.later += (np.log(1 + y @ y / 20) - self.later) * elapsed / max(self.later_duration, 10)
        if not self.estimates:
            self.estimates, self.age = [(field, offset), (field, offset)], 0.0
        self.age += elapsed
        if self.age > 2:
            self.estimates, self.age = [self.estimates[1], (field, offset)], 0.0


class Variation:
    """The geometric mean of the density of slow differences, in µT² s."""

    def __init__(self, smallest):
        self.smallest, self.slow, self.mean, self.duration = smallest, np.zeros(3), np.zeros(3), 20.0
        self.density = 3 * smallest

    def read(self, y, elapsed):
        if y @ y >= 70**2:
            return
        self.slow = self.slow + (y - self.slow) * min(elapsed / 3, 1)
        self.mean = self.mean + (self.slow - self.mean) * min(elapsed / 20, 1)
        change = self.slow - self.mean
        present = max(change @ change, self.smallest)
        self.duration = min(self.duration + elapsed, 100)
        weight = elapsed / self.duration
        self.density = self.density ** (1 - weight) * present**weight


class VelocityVariation:
    """The variance of the velocity from its changes within about a second, in (m/s)²."""

    def __init__(self, start):
        self.change, self.mean, self.duration = np.zeros(2), start, 10.0

    def read(self, impulse, elapsed):
        self.change = self.change * max(1 - elapsed, 0) + impulse[:2]
        if self.change @ self.change >= 30**2:
            self.change = np.zeros(2)
            return
        self.duration = min(self.duration + elapsed, 60)
        self.mean += (1.5**2 * (self.change @ self.change) / 2 - self.mean) * elapsed / self.duration

    @property
    def variance(self):
        return max(self.mean, 0.1**2)


class FieldChange:
    """A sudden change of the field: an unexpected field within the last 7 s, after a time without any."""

    def __init__(self):
        self.since_unexpected, self.remaining = np.inf, -5.0

    def is_recent(self, is_expected, elapsed):
        self.since_unexpected = self.since_unexpected + elapsed if is_expected else 0.0
        if self.since_unexpected >= 7:
            self.remaining = min(self.remaining + elapsed, 60)
            return False
        if self.remaining <= 0:
            return False
        self.remaining -= elapsed
        return True


def empty_block():
    return {"time": 0.0, "turn": np.zeros(3), "saturated": np.zeros(3), "impulse": np.zeros(3), "has_force": False}


class Range:
    """The end of the gyroscope's range: the largest magnitude of an axis, if it recurs 20 times, or for 1 s in total."""

    def __init__(self):
        self.largest, self.count, self.inside = np.zeros(3), np.zeros(3), np.zeros(3, bool)

    def saturated(self, rate, interval):
        """The components at the end of the range, 0 for the others."""
        result = np.zeros(3)
        for axis, size in enumerate(np.abs(rate)):
            if size < 0.98 * self.largest[axis]:
                self.inside[axis] = False
                continue
            if size > 1.02 * self.largest[axis]:
                self.count[axis], self.inside[axis] = 0, False
            self.largest[axis] = max(self.largest[axis], size)
            self.count[axis] += interval / 0.05 if self.inside[axis] else 1
            self.inside[axis] = True
            if self.count[axis] >= 20 and self.largest[axis] > 4:
                result[axis] = rate[axis]
        return result


class Filter:
    """Reads samples in the order of time."""

    def __init__(self, settings):
        self.settings = settings
        self.time = None
        self.variation, self.prediction = Variation(settings["fieldVariation"] ** 2), Prediction()
        self.velocity_variation = VelocityVariation(settings["velocity"] ** 2)
        self.range = Range()
        # The last samples, with their times.
        self.force = self.measured = (None, -np.inf)
        self.clear()

    def clear(self):
        s = self.settings
        self.turn = None  # device axes → level axes
        self.velocity, self.bias, self.field, self.offset = np.zeros(2), np.zeros(3), np.zeros(3), np.zeros(3)
        deviations = np.empty(13)
        deviations[TILT] = 20 * DEGREE
        deviations[VELOCITY] = s["velocity"]
        deviations[BIAS] = s["initialBias"] * DEGREE
        deviations[FIELD] = 50
        deviations[OFFSET] = s["initialOffset"]
        self.p = np.diag(deviations**2)
        self.has_field = False
        self.change = FieldChange()
        self.block = empty_block()
        self.without_force = 0.0
        self.field_samples, self.field_age = [], 0.0
        self.rate = np.zeros(3)

    def restart(self, rate, now):
        """Begins at the last directions of the past second; bias, offset and their covariances remain, and what is known
        of the surroundings."""
        self.prediction.estimates = []
        bias, offset, p = self.bias, self.offset, self.p
        self.clear()
        self.bias, self.offset = bias, offset
        self.p[BIAS, BIAS], self.p[OFFSET, OFFSET] = p[BIAS, BIAS], p[OFFSET, OFFSET]
        self.time = None
        if now - min(self.force[1], self.measured[1]) > 1:
            return
        self.time, self.rest = now, Rest(rate)
        self.turn = shortest_turn_to_up(self.force[0])
        self.add_field(self.measured[0])

    def read(self, sensor, value, now):
        runs = self.time is not None and now - self.time <= 1
        if sensor == "accelerometer":
            self.force = (value, now)
            if runs:
                self.add_force(value)
        elif sensor == "magnetometer":
            self.measured = (value, now)
            if runs:
                self.add_field(value)
        elif runs:
            self.add_rate(value, now - self.time)
            self.time = now
        else:
            self.restart(value, now)

    def add_rate(self, rate, interval):
        self.rate = rate - self.bias
        self.turn = self.turn @ rotation(self.rate * interval)
        self.rest.read_rate(rate, interval)
        self.block["saturated"] = self.block["saturated"] + self.turn @ self.range.saturated(rate, interval) * interval
        self.block["turn"] = self.block["turn"] + self.rate * interval
        self.block["time"] += interval
        self.without_force += interval
        self.field_age += interval

    def add_force(self, force):
        interval, self.without_force = self.without_force, 0.0
        specific = self.turn @ force
        self.velocity = self.velocity + specific[:2] * interval
        self.block["impulse"] = self.block["impulse"] + specific * interval
        self.block["has_force"] = True
        self.rest.read_acceleration(force, interval)
        if self.block["time"] >= 0.1 * 0.999:
            self.close_block()

    def add_field(self, field):
        self.field_samples.append((self.turn @ field, self.turn, self.rate @ self.rate))
        if not self.has_field:
            self.correct_by_field()

    def close_block(self):
        block, s = self.block, self.settings
        time = block["time"]
        self.advance(time)
        if block["has_force"]:
            h = np.zeros((2, 13))
            h[:, VELOCITY] = np.eye(2)
            self.velocity_variation.read(block["impulse"], time)
            self.correct(h, -self.velocity, self.velocity_variation.variance * max(1 / time, 1) * np.eye(2))
        if self.rest.duration > 1.5:
            h = np.zeros((3, 13))
            h[:, BIAS] = np.eye(3)
            noise = (s["restBias"] * DEGREE) ** 2 * max(0.5 / time, 1)
            self.correct(h, self.rest.rate - self.bias, noise * np.eye(3))
        self.block = empty_block()
        if self.field_samples and self.field_age >= 0.1 * 0.999:
            self.correct_by_field()

    def advance(self, time):
        s = self.settings
        turned = self.turn * time
        tangent = np.array([-self.field[1], self.field[0], 0])
        f = np.eye(13)
        f[TILT, BIAS] = -turned[:2]
        f[VELOCITY, TILT] = self.block["impulse"][2] * np.array([[0, 1], [-1, 0]])
        f[FIELD, BIAS] = np.outer(tangent, turned[2])
        mean_rate = np.linalg.norm(self.block["turn"]) / time
        angle = ((s["gyroscopeNoise"] * DEGREE) ** 2 + (s["gyroscopeScale"] * mean_rate) ** 2) * time
        q = np.zeros((13, 13))
        q[TILT, TILT] = angle * np.eye(2)
        q[FIELD, FIELD] = angle * np.outer(tangent, tangent)
        missing = np.zeros(13)
        missing[TILT], missing[FIELD] = -self.block["saturated"][:2], tangent * self.block["saturated"][2]
        q += np.outer(missing, missing)
        q[BIAS, BIAS] = (s["biasWalk"] * DEGREE) ** 2 * time * np.eye(3)
        self.p = f @ self.p @ f.T + q

    def correct_by_field(self):
        s = self.settings
        elapsed = min(self.field_age, 1) if self.has_field else 0.1
        level, turn, squared_rate = (sum(part) / len(self.field_samples) for part in zip(*self.field_samples))
        self.field_samples, self.field_age = [], 0.0
        error = level - self.field - turn @ self.offset
        h = np.zeros((3, 13))
        # Before the first sample, the field is unknown, and a tilt turns the sample itself.
        h[:, TILT] = cross_matrix(self.field if self.has_field else level)[:, :2]
        h[:, FIELD], h[:, OFFSET] = np.eye(3), turn
        if self.has_field:
            self.variation.read(error, elapsed)
        elif error @ error > 100**2:
            self.p[OFFSET, OFFSET] += error @ error / 3 * np.eye(3)
            self.p[BIAS, BIAS] += (s["uncalibratedBias"] * DEGREE) ** 2 * np.eye(3)
        self.prediction.compare(level, turn, self.field, self.offset, elapsed)
        self.has_field = True
        lag = s["magnetometerAge"] ** 2 * squared_rate * (self.field @ self.field)
        variance = (self.variation.density + lag) / elapsed
        surprise = error @ np.linalg.solve(h @ self.p @ h.T + variance * np.eye(3), error)
        if surprise > 3:
            excess = error @ error / 3
            variance += (1 - s["offsetShare"]) * excess
            self.p[OFFSET, OFFSET] += s["offsetShare"] * excess * np.eye(3)
        is_held = self.change.is_recent(surprise <= 3, elapsed)
        self.correct(h, error, variance * np.eye(3), [BIAS, FIELD] if is_held else [BIAS] if surprise > 3 else [])

    def correct(self, h, error, noise, kept=()):
        """Joseph's form."""
        gain = np.linalg.solve(h @ self.p @ h.T + noise, h @ self.p).T
        for part in kept:
            gain[part] = 0
        rest = np.eye(13) - gain @ h
        self.p = rest @ self.p @ rest.T + gain @ noise @ gain.T
        change = gain @ error
        self.turn = rotation(np.append(change[TILT], 0)) @ self.turn
        self.velocity = self.velocity + change[VELOCITY]
        self.bias = self.bias + change[BIAS]
        self.field = self.field + change[FIELD]
        self.offset = self.offset + change[OFFSET]

    @property
    def heading_turn(self):
        """Level axes → magnetic East, North, Up."""
        north = np.arctan2(self.field[0], self.field[1])
        return rotation(np.array([0, 0, north]))

    @property
    def orientation(self):
        """Device axes → magnetic East, North, Up."""
        return self.heading_turn @ self.turn

    @property
    def covariance(self):
        """Of the rotation vector in Earth axes."""
        x, y = self.field[:2]
        g = np.zeros((3, 13))
        g[:2, TILT] = np.eye(2)
        g[2, FIELD] = np.array([y, -x, 0]) / (x * x + y * y)
        g = self.heading_turn @ g
        tilt = (self.settings["accelerometerError"] / 9.80665) ** 2
        unpredicted = max(20 * (np.exp(self.prediction.later) - 1) - 100, 0)
        heading = (self.settings["slowVariation"] * self.variation.density / 3 + unpredicted) / (x * x + y * y)
        return g @ self.p @ g.T + np.diag([tilt, tilt, heading])


class SelfCalibrating:
    """Two filters, of which the one with better predictions gives the result."""

    def __init__(self, **settings):
        settings = DEFAULTS | settings
        other = settings | {
            "initialOffset": max(settings["initialOffset"], settings["uncalibratedOffset"]),
            "initialBias": max(settings["initialBias"], settings["uncalibratedBias"]),
        }
        self.has_other = other["initialOffset"] > settings["initialOffset"]
        if self.has_other:
            settings = settings | {"offsetShare": settings["offsetShare"] / 5}
        self.filters = [Filter(settings), Filter(other)]
        self.used = 0

    def read(self, sensor, value, now):
        started = self.filters[0].time
        for part in self.filters:
            part.read(sensor, value, now)
        runs = started is not None and now - started <= 1
        if sensor == "magnetometer" and runs or sensor == "gyroscope" and not runs and self.filters[0].time == now:
            self.choose()

    def choose(self):
        gain = 0.95 * self.filters[0].prediction.errors - self.filters[1].prediction.errors - 0.1
        if self.used == 0 and gain > 0.05:
            self.used = 1
        elif self.used == 1 and gain < -0.05:
            self.used = 0

    @property
    def covariance(self):
        """The covariance of the filter in use, with the heading's difference from the other filter."""
        result = self.filters[self.used].covariance
        other = self.filters[1 - self.used].covariance
        if not self.has_other:
            return result
        difference = self.filters[0].orientation @ self.filters[1].orientation.T
        # The heading difference is twice the angle of the quaternion's w and z.
        w, _, _, z = quaternion(difference)
        squared = (2 * np.arctan2(abs(z), abs(w))) ** 2
        result[2, 2] += 3 * max(squared - result[2, 2] - other[2, 2] / 2, 0)
        return result

    def __getattr__(self, name):
        return getattr(self.filters[self.used], name)


def quaternion(matrix):
    """Scalar first, of any sign."""
    k = np.array([
        [matrix[0, 0] - matrix[1, 1] - matrix[2, 2], 0, 0, 0],
        [matrix[0, 1] + matrix[1, 0], matrix[1, 1] - matrix[0, 0] - matrix[2, 2], 0, 0],
        [matrix[0, 2] + matrix[2, 0], matrix[1, 2] + matrix[2, 1], matrix[2, 2] - matrix[0, 0] - matrix[1, 1], 0],
        [matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1], np.trace(matrix)],
    ]) / 3
    x, y, z, w = np.linalg.eigh(k)[1][:, -1]
    return np.array([w, x, y, z])
