/// A kind of stream in a recording. The raw value is its name in layouts and native files.
public enum StreamKind: String, Sendable, Hashable, CaseIterable {
    /// The specific force in m/s², in device axes.
    case accelerometer
    /// The angular velocity in rad/s, in device axes.
    case gyroscope
    /// The magnetic field in µT, in device axes.
    case magnetometer
    /// Compass readings in degrees.
    case heading
    /// Positions from satellite navigation.
    case location
    /// Orientations that the device computed itself.
    case attitude
    /// Positions and orientations that the device tracked itself.
    case pose
    /// Reference orientations, and possibly positions, for example from motion capture.
    case reference
    /// Surveyed positions of the device, in metres.
    case waypoints

    /// The columns that a layout must name for a stream of this kind.
    var requiredRoles: [ColumnRole] {
        switch self {
        case .accelerometer, .gyroscope, .magnetometer: [.x, .y, .z]
        case .heading: []
        case .location: [.latitude, .longitude]
        case .attitude, .reference: ColumnRole.quaternion
        case .pose: ColumnRole.position + ColumnRole.quaternion
        case .waypoints: [.px, .py]
        }
    }

    /// The columns that a layout may name, but need not name, for a stream of this kind.
    var optionalRoles: [ColumnRole] {
        switch self {
        case .accelerometer, .gyroscope, .magnetometer, .pose: []
        case .attitude: [.accuracy, .accuracyRadians]
        case .heading: [.magnetic, .trueNorth, .accuracy]
        case .location: [.altitude, .horizontalAccuracy, .verticalAccuracy, .speed, .course]
        case .reference: ColumnRole.position + [.valid, .evaluate]
        case .waypoints: [.pz]
        }
    }

    /// The columns that a layout may name instead of a quaternion: a rotation matrix, three angles or a rotation
    /// vector.
    var rotationRoles: [ColumnRole] { hasOrientation ? ColumnRole.rotations.flatMap(\.self) : [] }

    /// Returns the columns that a layout must name for the stream, given that it names `roles`. If `roles` contain a
    /// rotation matrix, angles or a rotation vector, no quaternion is required.
    func requiredRoles(for roles: Set<ColumnRole>) -> [ColumnRole] {
        for rotation in ColumnRole.rotations where !roles.isDisjoint(with: rotation) {
            return requiredRoles.filter { !ColumnRole.quaternion.contains($0) } + rotation
        }
        return requiredRoles
    }

    /// The units that a file may use, each with the factor that converts values to the unit of ``Recording``.
    package var units: KeyValuePairs<String, Double> {
        switch self {
        // Standard gravity, exact: 3rd CGPM, 1901.
        case .accelerometer: ["m/s^2": 1, "g": 9.80665, "mg": 9.80665e-3]
        case .gyroscope: ["rad/s": 1, "deg/s": .pi / 180, "mdeg/s": .pi / 180_000]
        // The arbitrary unit "au" is for sensors that measure only the direction of the field.
        case .magnetometer: ["uT": 1, "nT": 1e-3, "mT": 1e3, "T": 1e6, "G": 100, "mG": 0.1, "au": 1]
        case .heading, .location, .attitude, .pose, .reference, .waypoints: [:]
        }
    }

    /// A Boolean value that indicates whether the samples are vectors.
    var isVector: Bool { self == .accelerometer || self == .gyroscope || self == .magnetometer }

    /// A Boolean value that indicates whether the samples may contain positions in metres.
    var hasPosition: Bool { self == .pose || self == .reference || self == .waypoints }

    /// A Boolean value that indicates whether the samples contain orientations.
    var hasOrientation: Bool { hasEarthFrame || self == .pose }

    /// Spellings of units in file headers that differ from ``units``. Each spelling is mapped to the name in ``units``.
    private var spellings: KeyValuePairs<String, String> {
        switch self {
        case .accelerometer:
            ["m/s2": "m/s^2", "m/s/s": "m/s^2", "m s^-2": "m/s^2", "ms^-2": "m/s^2", "ms-2": "m/s^2", "G": "g"]
        case .gyroscope:
            [
                "rad s^-1": "rad/s", "rads": "rad/s", "rads-1": "rad/s", "dps": "deg/s", "mdps": "mdeg/s",
                "deg s^-1": "deg/s",
            ]
        case .magnetometer: ["Gauss": "G", "gauss": "G", "Tesla": "T", "tesla": "T"]
        case .heading, .location, .attitude, .pose, .reference, .waypoints: [:]
        }
    }

    /// Returns the factor for a unit in a header, or `nil` if the stream cannot have this unit.
    func factor(ofHeaderUnit unit: String) -> Double? {
        let unit = unit.trimmingPrefix(while: { $0 == " " })
        let name = spellings.first { $0.key == unit }?.value ?? String(unit)
        return units.first { $0.key == name }?.value
    }

    /// A Boolean value that indicates whether orientations are converted to the frame East, North, Up.
    var hasEarthFrame: Bool { self == .attitude || self == .reference }
}

/// The meaning of a stream's column. The raw value is the key under `columns` in a layout.
public enum ColumnRole: String, Sendable, Hashable, CaseIterable {
    /// The x component of a vector, in the stream's unit.
    case x
    /// The y component of a vector, in the stream's unit.
    case y
    /// The z component of a vector, in the stream's unit.
    case z
    /// The heading in degrees clockwise from magnetic north.
    case magnetic
    /// The heading in degrees clockwise from true north.
    case trueNorth = "true"
    /// The accuracy in degrees of a compass heading, or of the heading in an attitude.
    case accuracy
    /// The accuracy, in radians, of the heading in an attitude, as in Android's rotation vector.
    case accuracyRadians
    /// The latitude in degrees.
    case latitude
    /// The longitude in degrees.
    case longitude
    /// The altitude in metres.
    case altitude
    /// The horizontal accuracy in metres.
    case horizontalAccuracy
    /// The vertical accuracy in metres.
    case verticalAccuracy
    /// The speed over ground in m/s.
    case speed
    /// The direction of travel in degrees clockwise from true north.
    case course
    /// The scalar part of a quaternion.
    case qw
    /// The x component of a quaternion.
    case qx
    /// The y component of a quaternion.
    case qy
    /// The z component of a quaternion.
    case qz
    /// An element of a rotation matrix. The first digit is the row, and the second digit is the column.
    case r11, r12, r13
    case r21, r22, r23
    case r31, r32, r33
    /// The angle about the device's x axis.
    case roll
    /// The angle about the device's y axis.
    case pitch
    /// The angle about the device's z axis.
    case yaw
    /// The components of Android's rotation vector: x, y and z of a quaternion whose scalar part is not negative.
    case rx, ry, rz
    /// The x coordinate of a position in metres.
    case px
    /// The y coordinate of a position in metres.
    case py
    /// The z coordinate of a position in metres.
    case pz
    /// A flag that is 0 if the reference is not valid in this row.
    case valid
    /// A flag. If it is 0, no errors are evaluated at the time of this row.
    case evaluate

    static let quaternion: [ColumnRole] = [.qw, .qx, .qy, .qz]
    static let matrix: [ColumnRole] = [.r11, .r12, .r13, .r21, .r22, .r23, .r31, .r32, .r33]
    static let angles: [ColumnRole] = [.roll, .pitch, .yaw]
    /// The groups of columns that describe an orientation in a form other than the four components of a quaternion.
    static let rotations: [[ColumnRole]] = [matrix, angles, [.rx, .ry, .rz]]
    static let position: [ColumnRole] = [.px, .py, .pz]
}
