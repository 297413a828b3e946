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
    mutating func readDirections(of frame: SensorFrame) -> Bool {
        let hasAcceleration = takeAcceleration(of: frame)
        let hasField = takeMagneticField(of: frame)
        return hasAcceleration || hasField
    }

    /// Takes in the frame's acceleration. Says whether there was a usable one.
    mutating func takeAcceleration(of frame: SensorFrame) -> Bool {
        guard let sample = frame.accelerometer, isUsable(sample, at: frame.time, after: acceleration) else {
            return false
        }
        acceleration = Held(value: sample, time: frame.time)
        return true
    }

    /// Takes in the frame's magnetic field. Says whether there was a usable one.
    mutating func takeMagneticField(of frame: SensorFrame) -> Bool {
        guard let sample = frame.magnetometer, isUsable(sample, at: frame.time, after: magneticField) else {
            return false
        }
        magneticField = Held(value: sample, time: frame.time)
        return true
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
        // What is too large to be squared is no more a measurement than infinity is.
        guard case .usable = sample.admitted, time.isFinite else {
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
