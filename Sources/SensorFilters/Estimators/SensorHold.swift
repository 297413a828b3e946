import SensorModel

/// The last usable value of each sensor that gives an estimator a direction, and the counts of unusable samples.
struct SensorHold: Sendable {
    /// Specific force in m/s² and magnetic field in µT, in device axes.
    ///
    /// The field is no optional vector: estimators read it with each sample, and nested optionals cost a quarter of their
    /// time.
    struct Directions: Sendable {
        let acceleration: Vector3
        /// Zero without the magnetometer.
        let magneticField: Vector3
        let hasField: Bool
    }

    /// A direction and when it was measured.
    struct Held: Sendable {
        let value: Vector3
        let time: Seconds
        /// Whether no step has used it yet.
        var isNew = true
    }

    private let usesMagnetometer: Bool
    private(set) var acceleration: Held?
    private(set) var magneticField: Held?
    var skips = SkipCounts()

    init(magnetometer: MagnetometerUse = .use) {
        usesMagnetometer = magnetometer.isUsed
    }

    /// Reads the frame's acceleration and magnetic field.
    ///
    /// - Returns: whether one of them is usable.
    mutating func readDirections(of frame: SensorFrame) -> Bool {
        let hasAcceleration = readAcceleration(of: frame)
        let hasField = readMagneticField(of: frame)
        return hasAcceleration || hasField
    }

    /// Reads the frame's acceleration.
    ///
    /// - Returns: whether it is usable.
    mutating func readAcceleration(of frame: SensorFrame) -> Bool {
        guard let sample = frame.accelerometer, isUsable(sample, at: frame.time, after: acceleration) else {
            return false
        }
        acceleration = Held(value: sample, time: frame.time)
        return true
    }

    /// Reads the frame's magnetic field.
    ///
    /// - Returns: whether it is usable.
    mutating func readMagneticField(of frame: SensorFrame) -> Bool {
        guard usesMagnetometer, let sample = frame.magnetometer, isUsable(sample, at: frame.time, after: magneticField)
        else {
            return false
        }
        magneticField = Held(value: sample, time: frame.time)
        return true
    }

    /// The directions that the estimator uses; nil where one of them is unknown or older than `age`.
    @inline(__always) func directions(at time: Seconds, within age: Seconds) -> Directions? {
        guard let acceleration, time - acceleration.time <= age else { return nil }
        guard usesMagnetometer else {
            return Directions(acceleration: acceleration.value, magneticField: .zero, hasField: false)
        }
        guard let magneticField, time - magneticField.time <= age else { return nil }
        return Directions(acceleration: acceleration.value, magneticField: magneticField.value, hasField: true)
    }

    /// Marks the values as used by a step.
    mutating func markUsed() {
        acceleration?.isNew = false
        magneticField?.isNew = false
    }

    /// The orientation that two directions determine; nil, and counted, when they are parallel. Without a field, the
    /// orientation that gravity gives.
    mutating func triad(_ directions: Directions) -> UnitQuaternion? {
        guard directions.hasField else { return Triad.orientation(acceleration: directions.acceleration) }
        let orientation = Triad.orientation(
            acceleration: directions.acceleration,
            magneticField: directions.magneticField
        )
        if orientation == nil { skips.undetermined += 1 }
        return orientation
    }

    private mutating func isUsable(_ sample: Vector3, at time: Seconds, after last: Held?) -> Bool {
        // A value too large to be squared is no measurement either.
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
