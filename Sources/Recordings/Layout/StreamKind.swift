/// The streams that a recording may have.
public enum StreamKind: String, Sendable, Hashable, CaseIterable {
    case accelerometer
    case gyroscope
    case magnetometer
    case heading
    case location
    case attitude
    case pose
    case reference

    /// The columns that a layout has to name.
    var requiredRoles: [ColumnRole] {
        switch self {
        case .accelerometer, .gyroscope, .magnetometer: [.x, .y, .z]
        case .heading: []
        case .location: [.latitude, .longitude]
        case .attitude, .reference: ColumnRole.quaternion
        case .pose: ColumnRole.position + ColumnRole.quaternion
        }
    }

    /// The columns that a layout may name.
    var optionalRoles: [ColumnRole] {
        switch self {
        case .accelerometer, .gyroscope, .magnetometer, .attitude, .pose: []
        case .heading: [.magnetic, .trueNorth, .accuracy]
        case .location: [.altitude, .horizontalAccuracy, .verticalAccuracy]
        case .reference: ColumnRole.position + [.valid, .evaluate]
        }
    }

    /// The units in which a layout may give the values, and the factor to the unit of ``Recording``.
    var units: KeyValuePairs<String, Double> {
        switch self {
        // Standard gravity, exact: 3rd CGPM, 1901.
        case .accelerometer: ["m/s^2": 1, "g": 9.80665]
        case .gyroscope: ["rad/s": 1, "deg/s": .pi / 180]
        case .magnetometer: ["uT": 1, "nT": 1e-3, "mT": 1e3, "G": 100, "mG": 0.1]
        case .heading, .location, .attitude, .pose, .reference: [:]
        }
    }

    /// Whether the stream's orientations are brought to East, North, Up.
    var hasEarthFrame: Bool { self == .attitude || self == .reference }
}
