import SensorModel

/// The last usable value of each sensor that an estimator listens to, and what was left out.
struct SensorHold: Sendable {
    private(set) var acceleration: Vector3?
    private(set) var magneticField: Vector3?
    var skips = SkipCounts()

    /// Takes in the frame's acceleration and magnetic field. Says whether there was a usable one.
    mutating func takeDirections(of frame: SensorFrame) -> Bool {
        var isNew = false
        if let sample = frame.accelerometer, isDirection(sample) {
            acceleration = sample
            isNew = true
        }
        if let sample = frame.magnetometer, isDirection(sample) {
            magneticField = sample
            isNew = true
        }
        return isNew
    }

    /// The orientation that the two directions determine; nil, and counted when they are parallel, otherwise.
    mutating func triad() -> UnitQuaternion? {
        guard let acceleration, let magneticField else { return nil }
        guard let orientation = Triad.orientation(acceleration: acceleration, magneticField: magneticField) else {
            skips.undetermined += 1
            return nil
        }
        return orientation
    }

    private mutating func isDirection(_ sample: Vector3) -> Bool {
        guard sample.isFinite else {
            skips.nonFinite += 1
            return false
        }
        guard sample.normalised != nil else {
            skips.zero += 1
            return false
        }
        return true
    }
}
