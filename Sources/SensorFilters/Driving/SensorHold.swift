public import SensorModel

/// The last usable samples of the accelerometer and the magnetometer, and the counts of unusable samples.
@usableFromInline package struct SensorHold: Sendable {
    /// The specific force in m/s² and the magnetic field in µT, in device axes.
    ///
    /// The field is not optional. Estimators read the field at each sample, and a nested optional makes them 25 %
    /// slower.
    @usableFromInline package struct Directions: Sendable {
        @usableFromInline package let acceleration: Vector3
        /// The magnetic field in µT; zero if the magnetometer is not used.
        @usableFromInline package let magneticField: Vector3
        @usableFromInline package let hasField: Bool
        /// The acceleration, scaled to length one.
        @usableFromInline package let gravityDirection: Vector3
        /// The field, scaled to length one; zero if the magnetometer is not used.
        @usableFromInline package let fieldDirection: Vector3

        @inlinable package init(_ acceleration: Held, _ field: Held?) {
            self.acceleration = acceleration.value
            magneticField = field?.value ?? .zero
            hasField = field != nil
            gravityDirection = acceleration.direction
            fieldDirection = field?.direction ?? .zero
        }
    }

    /// A measured vector that is not zero, its direction and its time stamp.
    @usableFromInline package struct Held: Sendable {
        @usableFromInline package let value: Vector3
        /// The vector, scaled to length one.
        @usableFromInline package let direction: Vector3
        @usableFromInline package let time: Seconds
        /// A Boolean value that indicates whether ``SensorHold/markUsed()`` has not been called for the value.
        @usableFromInline package var isNew = true

        @inlinable package init(value: Vector3, direction: Vector3, time: Seconds) {
            self.value = value
            self.direction = direction
            self.time = time
        }
    }

    @usableFromInline package let usesMagnetometer: Bool
    @usableFromInline package var acceleration: Held?
    @usableFromInline package var magneticField: Held?
    @usableFromInline package var skips = SkipCounts()

    package init(magnetometer: MagnetometerUse = .use) {
        usesMagnetometer = magnetometer.isUsed
    }

    /// Reads the frame's acceleration and magnetic field.
    ///
    /// - Returns: `true` if the acceleration or the magnetic field is usable.
    @inlinable @inline(__always) package mutating func readDirections(of frame: SensorFrame) -> Bool {
        let hasAcceleration = readAcceleration(of: frame)
        let hasField = readMagneticField(of: frame)
        return hasAcceleration || hasField
    }

    /// Reads the frame's acceleration.
    ///
    /// - Returns: `true` if the sample is usable.
    @inlinable @inline(__always) package mutating func readAcceleration(of frame: SensorFrame) -> Bool {
        guard let held = usableAcceleration(of: frame) else { return false }
        acceleration = held
        return true
    }

    /// Reads the frame's magnetic field.
    ///
    /// - Returns: `true` if the sample is usable.
    @inlinable @inline(__always) package mutating func readMagneticField(of frame: SensorFrame) -> Bool {
        guard let held = usableField(of: frame) else { return false }
        magneticField = held
        return true
    }

    /// Reads the frame's acceleration and magnetic field, and returns the last usable value of each. A step that uses
    /// these return values does not have to load them from memory.
    @inlinable @inline(__always) package mutating func held(
        afterReading frame: SensorFrame
    ) -> (acceleration: Held?, field: Held?) {
        let (newAcceleration, newField) = (usableAcceleration(of: frame), usableField(of: frame))
        if let newAcceleration { acceleration = newAcceleration }
        if let newField { magneticField = newField }
        guard let newAcceleration, let newField else { return (acceleration, magneticField) }
        return (newAcceleration, newField)
    }

    @inlinable @inline(__always) package mutating func usableAcceleration(of frame: SensorFrame) -> Held? {
        guard let sample = frame.accelerometer else { return nil }
        return usable(sample, at: frame.time, after: acceleration)
    }

    @inlinable @inline(__always) package mutating func usableField(of frame: SensorFrame) -> Held? {
        guard usesMagnetometer, let sample = frame.magnetometer else { return nil }
        return usable(sample, at: frame.time, after: magneticField)
    }

    /// Returns the directions for a step at `time`, or `nil` if a required direction is unknown or older than `age`
    /// seconds.
    @inlinable @inline(__always) package func directions(at time: Seconds, within age: Seconds) -> Directions? {
        directions((acceleration, magneticField), at: time, within: age)
    }

    /// Returns the directions of `last` for a step at `time`, or `nil` if a required direction is unknown or older than
    /// `age` seconds.
    @inlinable @inline(__always) package func directions(
        _ last: (acceleration: Held?, field: Held?),
        at time: Seconds,
        within age: Seconds
    ) -> Directions? {
        guard let acceleration = last.acceleration, time - acceleration.time <= age else { return nil }
        guard usesMagnetometer else { return Directions(acceleration, nil) }
        guard let field = last.field, time - field.time <= age else { return nil }
        return Directions(acceleration, field)
    }

    /// Marks the values as used.
    @inlinable package mutating func markUsed() {
        acceleration?.isNew = false
        magneticField?.isNew = false
    }

    /// Returns the orientation that gravity and field determine, or `nil` if gravity and field are parallel. Parallel
    /// directions are counted in ``skips``. Without a field, gravity alone determines the orientation.
    package mutating func triad(_ directions: Directions) -> UnitQuaternion? {
        guard directions.hasField else { return Triad.orientation(acceleration: directions.acceleration) }
        let orientation = Triad.orientation(
            acceleration: directions.acceleration,
            magneticField: directions.magneticField
        )
        if orientation == nil { skips.undetermined += 1 }
        return orientation
    }

    /// Returns the sample with its direction, or `nil` if the sample is unusable. Unusable samples are counted.
    @inlinable @inline(__always) package mutating func usable(
        _ sample: Vector3,
        at time: Seconds,
        after last: Held?
    ) -> Held? {
        // Values whose square overflows are rejected, too.
        guard case .usable = sample.admitted, time.isFinite else {
            skips.nonFinite += 1
            return nil
        }
        guard let direction = sample.normalised else {
            skips.zero += 1
            return nil
        }
        guard last.map({ time > $0.time }) ?? true else {
            skips.notLater += 1
            return nil
        }
        return Held(value: sample, direction: direction, time: time)
    }
}
