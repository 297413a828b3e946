/// The samples of all sensors with the same time stamp.
public struct SensorFrame: Sendable, Hashable {
    /// The time stamp, in seconds on the recording's clock.
    public var time: Seconds
    /// The specific force in device axes, m/s². A device at rest with the screen up reads z = +9.81.
    public var accelerometer: Vector3?
    /// The angular velocity in device axes, rad/s.
    public var gyroscope: Vector3?
    /// The magnetic flux density in device axes, µT.
    public var magnetometer: Vector3?
    /// The device's own fused orientation, device → Earth (East, North, Up).
    public var attitude: UnitQuaternion?
    /// The operating system's compass reading.
    public var heading: HeadingReading?

    /// Creates a frame with the samples of some sensors.
    public init(
        time: Seconds,
        accelerometer: Vector3? = nil,
        gyroscope: Vector3? = nil,
        magnetometer: Vector3? = nil,
        attitude: UnitQuaternion? = nil,
        heading: HeadingReading? = nil
    ) {
        self.time = time
        self.accelerometer = accelerometer
        self.gyroscope = gyroscope
        self.magnetometer = magnetometer
        self.attitude = attitude
        self.heading = heading
    }

    /// Returns `true` if the frame has a usable sample of this sensor. A sample must be finite, and must not be zero if
    /// its direction is needed.
    public func isUsable(_ sensor: SensorKind) -> Bool {
        switch sensor {
        case .accelerometer: accelerometer?.normalised != nil
        case .gyroscope: gyroscope?.isFinite ?? false
        case .magnetometer: magnetometer?.normalised != nil
        case .attitude: if case .usable = attitude?.admitted { true } else { false }
        case .heading: heading?.direction != nil
        case .location, .pose: false
        }
    }

    /// Returns `true` if the frame has a sample of this sensor.
    public func holds(_ sensor: SensorKind) -> Bool {
        switch sensor {
        case .accelerometer: accelerometer != nil
        case .gyroscope: gyroscope != nil
        case .magnetometer: magnetometer != nil
        case .attitude: attitude != nil
        case .heading: heading != nil
        case .location, .pose: false
        }
    }
}

/// A compass reading from a phone's operating system.
public struct HeadingReading: Sendable, Hashable {
    /// The heading clockwise from magnetic north; `nil` if not reported.
    public var magnetic: Heading?
    /// The heading clockwise from true north; `nil` if not reported.
    public var trueNorth: Heading?
    /// The error bound that the device reported; `nil` if not reported.
    public var accuracy: Angle?

    /// Creates a reading with the values that the device reported.
    public init(magnetic: Heading?, trueNorth: Heading?, accuracy: Angle?) {
        self.magnetic = magnetic
        self.trueNorth = trueNorth
        self.accuracy = accuracy
    }

    /// The true heading if it is finite, otherwise the magnetic heading; `nil` if neither is finite.
    public var direction: Heading? {
        if let trueNorth, trueNorth.degrees.isFinite { return trueNorth }
        guard let magnetic, magnetic.degrees.isFinite else { return nil }
        return magnetic
    }

    /// Returns the reading with a true heading. If the device reported only a magnetic heading, the true heading is the
    /// magnetic heading plus the declination (east positive).
    public func completed(declination: Angle?) -> HeadingReading {
        guard let declination, trueNorth.map({ !$0.degrees.isFinite }) ?? true, let magnetic else { return self }
        return HeadingReading(magnetic: magnetic, trueNorth: magnetic.turned(by: declination), accuracy: accuracy)
    }
}

/// The kind of a stream in a recording.
public enum SensorKind: String, Sendable, Hashable, CaseIterable {
    /// Specific force, m/s².
    case accelerometer
    /// Angular velocity, rad/s.
    case gyroscope
    /// Magnetic flux density, µT.
    case magnetometer
    /// Compass readings of the operating system.
    case heading
    /// Position fixes of the operating system.
    case location
    /// Fused orientations of the operating system.
    case attitude
    /// Tracked positions with orientations.
    case pose

    /// The sensors that measure a vector in device axes.
    public static let vectors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer]
}
