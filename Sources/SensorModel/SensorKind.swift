/// The streams that a recording may hold.
public enum SensorKind: String, Sendable, Hashable, CaseIterable {
    case accelerometer
    case gyroscope
    case magnetometer
    case heading
    case location
    case attitude
    case pose

    /// Those that give a vector in device axes.
    public static let vectors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer]
}
