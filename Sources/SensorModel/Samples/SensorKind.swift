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
