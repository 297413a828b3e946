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

    /// The columns that a layout may name in place of a quaternion.
    var matrixRoles: [ColumnRole] { hasOrientation ? ColumnRole.matrix : [] }

    /// The columns that a layout has to name that names these.
    func requiredRoles(for roles: Set<ColumnRole>) -> [ColumnRole] {
        guard !roles.isDisjoint(with: ColumnRole.matrix) else { return requiredRoles }
        return requiredRoles.filter { !ColumnRole.quaternion.contains($0) } + ColumnRole.matrix
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

    /// Whether its samples are vectors.
    var isVector: Bool { self == .accelerometer || self == .gyroscope || self == .magnetometer }

    /// Whether its samples are, or hold, orientations.
    var hasOrientation: Bool { hasEarthFrame || self == .pose }

    /// Spellings of ``units`` in headers.
    private var spellings: KeyValuePairs<String, String> {
        switch self {
        case .accelerometer:
            ["m/s2": "m/s^2", "m/s/s": "m/s^2", "m s^-2": "m/s^2", "ms^-2": "m/s^2", "ms-2": "m/s^2", "G": "g"]
        case .gyroscope: ["rad s^-1": "rad/s", "rads": "rad/s", "rads-1": "rad/s", "dps": "deg/s", "deg s^-1": "deg/s"]
        case .magnetometer: ["Gauss": "G", "gauss": "G"]
        case .heading, .location, .attitude, .pose, .reference: [:]
        }
    }

    /// The factor of a unit as a header spells it; nil where it is none of this stream's.
    func factor(ofHeaderUnit unit: String) -> Double? {
        let unit = unit.trimmingPrefix(while: { $0 == " " })
        let name = spellings.first { $0.key == unit }?.value ?? String(unit)
        return units.first { $0.key == name }?.value
    }

    /// Whether the stream's orientations are brought to East, North, Up.
    var hasEarthFrame: Bool { self == .attitude || self == .reference }
}
