import SensorModel

/// The last usable value of each sensor that gives an estimator a direction, and what was left out.
struct SensorHold: Sendable {
    /// A direction and when it was measured.
    struct Held: Sendable {
        let value: Vector3
        let time: Seconds
    }

    private(set) var acceleration: Held?
    private(set) var magneticField: Held?
    var skips = SkipCounts()

    /// Takes in the frame's acceleration and magnetic field. Says whether there was a usable one.
    mutating func takeDirections(of frame: SensorFrame) -> Bool {
        var isNew = false
        if let sample = frame.accelerometer, isUsable(sample, at: frame.time, after: acceleration) {
            acceleration = Held(value: sample, time: frame.time)
            isNew = true
        }
        if let sample = frame.magnetometer, isUsable(sample, at: frame.time, after: magneticField) {
            magneticField = Held(value: sample, time: frame.time)
            isNew = true
        }
        return isNew
    }

    /// Gravity and field as far as they are known and not older than `age`.
    func directions(at time: Seconds, within age: Seconds) -> (acceleration: Vector3, magneticField: Vector3)? {
        guard let acceleration, let magneticField else { return nil }
        guard time - acceleration.time <= age, time - magneticField.time <= age else { return nil }
        return (acceleration.value, magneticField.value)
    }

    /// The orientation that two directions determine; nil, and counted, when they are parallel.
    mutating func triad(_ directions: (acceleration: Vector3, magneticField: Vector3)) -> UnitQuaternion? {
        let orientation = Triad.orientation(
            acceleration: directions.acceleration,
            magneticField: directions.magneticField
        )
        if orientation == nil { skips.undetermined += 1 }
        return orientation
    }

    private mutating func isUsable(_ sample: Vector3, at time: Seconds, after last: Held?) -> Bool {
        guard sample.isFinite, time.isFinite else {
            skips.nonFinite += 1
            return false
        }
        guard sample.normalised != nil else {
            skips.zero += 1
            return false
        }
        guard last.map({ time > $0.time }) ?? true else {
            skips.notLater += 1
            return false
        }
        return true
    }
}
