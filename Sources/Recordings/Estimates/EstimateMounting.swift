public import SensorModel

/// The body frame and the handedness of the orientations in a file of estimates.
public struct EstimateMounting: Sendable, Hashable {
    /// An axis that may be mirrored.
    public enum Axis: String, Sendable, Hashable, CaseIterable {
        /// The x axis.
        case x
        /// The y axis.
        case y
        /// The z axis.
        case z
    }

    /// The rotation from the file's body axes to the device's axes.
    public var body = UnitQuaternion.identity
    /// The axis of body and world that the file mirrors, as left-handed software does; nil for none.
    public var mirror: Axis?

    /// Creates the mounting of the device itself.
    public init() {}

    /// The orientation of the device. A mirrored axis is half a turn of body and world about it.
    public func device(_ orientation: UnitQuaternion) -> UnitQuaternion {
        let (w, x, y, z) = (orientation.w, orientation.x, orientation.y, orientation.z)
        let handed =
            switch mirror {
            case .x: UnitQuaternion(unchecked: w, x, -y, -z)
            case .y: UnitQuaternion(unchecked: w, -x, y, -z)
            case .z: UnitQuaternion(unchecked: w, -x, -y, z)
            case nil: orientation
            }
        return body == .identity ? handed : handed * body.conjugate
    }

    /// Parses a body: the device's x, y and z in terms of the file's axes, such as `y/-x/z`, or a quaternion `w/x/y/z` from
    /// the file's body to the device; nil for another text, and for axes that are not a rotation.
    public static func body(parsing text: String) -> UnitQuaternion? {
        let fields = text.split(separator: "/", omittingEmptySubsequences: false)
        if fields.count == 4 {
            let numbers = fields.compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            return UnitQuaternion(w: numbers[0], x: numbers[1], y: numbers[2], z: numbers[3])
        }
        let rows = fields.compactMap(axis)
        guard fields.count == 3, rows.count == 3 else { return nil }
        let matrix = Matrix3(rows: rows[0], rows[1], rows[2])
        return matrix.determinant == 1 ? UnitQuaternion(rotation: matrix) : nil
    }

    private static func axis(_ field: Substring) -> Vector3? {
        let sign = field.hasPrefix("-") ? -1.0 : 1.0
        switch field.drop(while: { $0 == "-" || $0 == "+" }) {
        case "x": return Vector3(sign, 0, 0)
        case "y": return Vector3(0, sign, 0)
        case "z": return Vector3(0, 0, sign)
        default: return nil
        }
    }
}
