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
