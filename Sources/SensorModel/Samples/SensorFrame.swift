/// All measurements of one moment. Samples with the same time stamp form one frame.
public struct SensorFrame: Sendable, Hashable {
    /// The time on the recording's clock.
    public var time: Seconds
    /// Specific force in device axes, m/s². A device at rest with the screen up reads z = +9.81.
    public var accelerometer: Vector3?
    /// Angular velocity in device axes, rad/s.
    public var gyroscope: Vector3?
    /// Magnetic flux density in device axes, µT.
    public var magnetometer: Vector3?
    /// The device's own fused orientation, device → Earth (East, North, Up).
    public var attitude: UnitQuaternion?
    /// The operating system's compass reading.
    public var heading: HeadingReading?

    /// A frame with the samples of some sensors.
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

    /// Whether this sensor's sample is usable: present, finite, and not zero where it must determine a direction.
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

    /// Whether the frame has a sample of this sensor.
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

/// A compass reading as a phone's operating system gives it.
public struct HeadingReading: Sendable, Hashable {
    /// Clockwise from magnetic north; nil where the device gave none.
    public var magnetic: Heading?
    /// Clockwise from true north; nil where the device gave none.
    public var trueNorth: Heading?
    /// The device's own bound of the error; nil where it gave none.
    public var accuracy: Angle?

    /// A reading with the values that the device reported.
    public init(magnetic: Heading?, trueNorth: Heading?, accuracy: Angle?) {
        self.magnetic = magnetic
        self.trueNorth = trueNorth
        self.accuracy = accuracy
    }

    /// The true heading where there is a finite one, else the magnetic one; nil where neither is finite.
    public var direction: Heading? {
        if let trueNorth, trueNorth.degrees.isFinite { return trueNorth }
        guard let magnetic, magnetic.degrees.isFinite else { return nil }
        return magnetic
    }

    /// The same reading with a true heading, by the declination (east positive) where the device gave a magnetic one
    /// only.
    public func completed(declination: Angle?) -> HeadingReading {
        guard let declination, trueNorth.map({ !$0.degrees.isFinite }) ?? true, let magnetic else { return self }
        return HeadingReading(magnetic: magnetic, trueNorth: magnetic.turned(by: declination), accuracy: accuracy)
    }
}

/// The streams that a recording may contain.
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
