public import SensorModel

/// The conventions for orientations or positions in a file of estimates. On the command line, they are the keys in
/// `--estimate NAME=PATH,key=value`.
///
/// The defaults are the native conventions: device → East, North, Up with true north, on the recording's clock.
public struct EstimateConventions: Sendable, Hashable {
    /// The order of a quaternion's four numbers in a row of the file.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        /// The scalar is the first number.
        case wxyz
        /// The scalar is the last number.
        case xyzw
    }

    /// The estimates that a file contains.
    public enum Content: String, Sendable, Hashable, CaseIterable {
        /// Orientations.
        case orientations
        /// Positions.
        case positions
    }

    /// The unit of roll, pitch and yaw.
    public enum AngleUnit: String, Sendable, Hashable, CaseIterable {
        /// Degrees.
        case degrees = "deg"
        /// Radians.
        case radians = "rad"
    }

    /// The estimates to read. If `nil`, orientations are read, or positions if the file has no orientations.
    public var content: Content?
    /// The order of a quaternion's columns, or `nil` to use the column names or the order of the file format.
    public var order: Order?
    /// The world frame of the orientations, and the direction of their rotation: from device to world, or from world to
    /// device.
    public var frame = EarthFrame()
    /// The seconds that are added to the file's times.
    public var clock: Seconds = 0
    /// The number of seconds on the recording's clock for each second on the file's clock. The file's first time is not
    /// changed by this factor.
    public var clockRate = 1.0
    /// The body frame of the file's orientations, and the axis that the file mirrors.
    public var mounting = EstimateMounting()
    /// The unit of roll, pitch and yaw, or `nil` for the unit in the header.
    public var unit: AngleUnit?
    /// The sequence of rotations by roll, pitch and yaw.
    public var sequence = EulerSequence.zyx
    /// The keys that were set and their values, as written.
    public private(set) var given: [String: String] = [:]

    /// Creates the native conventions.
    public init() {}

    /// The keys that were set and their values, sorted and separated by commas; empty if none was set.
    var text: String { given.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ") }
}

extension EstimateConventions {
    /// A key of the conventions.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        /// The estimates to read from a file with orientations and positions: `orientations` or `positions`.
        case content
        /// The order of a quaternion's numbers: `wxyz` or `xyzw`.
        case order
        /// The axes of the world frame: `enu`, `ned` or `nwu`.
        case world
        /// The direction that is called north: `true` or `magnetic`.
        case north
        /// The direction of the rotation: `device-to-world` or `world-to-device`.
        case rotation
        /// The seconds that are added to the file's times.
        case clock
        /// The number of seconds on the recording's clock for each second on the file's clock.
        case clockRate = "clock-rate"
        /// The device's axes expressed in the file's body axes, such as `y/-x/z`, or a quaternion.
        case body
        /// The mirrored axis: `x`, `y` or `z`.
        case mirror
        /// The unit of roll, pitch and yaw: `deg` or `rad`.
        case unit
        /// The sequence of rotations by roll, pitch and yaw, such as `zyx`.
        case sequence
    }

    private static let worlds: KeyValuePairs<String, EarthFrame.Axes> = [
        "enu": .eastNorthUp, "ned": .northEastDown, "nwu": .northWestUp,
    ]
    private static let norths: KeyValuePairs<String, EarthFrame.North> = [
        "true": .trueNorth, "magnetic": .magnetic,
    ]
    private static let rotations: KeyValuePairs<String, EarthFrame.Direction> = [
        "device-to-world": .deviceToEarth, "world-to-device": .earthToDevice,
    ]

    /// Sets the value of a key.
    ///
    /// - Throws: `InputError` if the key is unknown, the value is invalid, or the key was set before. The error for an
    ///   unknown key suggests the nearest key.
    public mutating func set(_ name: String, to text: String) throws(InputError) {
        let names = Key.allCases.map(\.rawValue)
        guard let key = Key(rawValue: name) else {
            throw Self.unknown("unknown key '\(name)'", name, names)
        }
        guard given[name] == nil else {
            throw InputError(message: "the key '\(name)' is repeated", advice: "keep only one '\(name)'")
        }
        switch key {
        case .content: content = try Self.word(text, key, Self.all())
        case .order: order = try Self.word(text, key, Self.all())
        case .world: frame.axes = try Self.word(text, key, Array(Self.worlds))
        case .north: frame.north = try Self.word(text, key, Array(Self.norths))
        case .rotation: frame.direction = try Self.word(text, key, Array(Self.rotations))
        case .clock: clock = try Self.seconds(text)
        case .clockRate: clockRate = try Self.rate(text)
        case .body: mounting.body = try Self.body(text)
        case .mirror: mounting.mirror = try Self.word(text, key, Self.all())
        case .unit: unit = try Self.word(text, key, Self.all())
        case .sequence: sequence = try Self.word(text, key, Self.all())
        }
        given[name] = text
    }

    private static func all<Word: RawRepresentable & CaseIterable>() -> [(key: String, value: Word)]
    where Word.RawValue == String {
        Word.allCases.map { ($0.rawValue, $0) }
    }

    private static func word<Word>(
        _ text: String,
        _ key: Key,
        _ words: [(key: String, value: Word)]
    ) throws(InputError) -> Word {
        if let word = words.first(where: { $0.key == text }) { return word.value }
        throw unknown("unknown value '\(key.rawValue)=\(text)'", text, words.map(\.key))
    }

    private static func seconds(_ text: String) throws(InputError) -> Seconds {
        if let value = Double(text), Setting.stampOffset.accepts(value) { return value }
        throw InputError(
            message: "'clock=\(text)' must be \(Setting.stampOffset.expectation)",
            advice: "write the seconds to add to the file's times, such as clock=-0.25"
        )
    }

    private static func rate(_ text: String) throws(InputError) -> Double {
        if let value = Double(text), (0.5...2).contains(value) { return value }
        throw InputError(
            message: "'clock-rate=\(text)' must be a number from 0.5 to 2",
            advice: "write this quotient: the time between two events in the recording, divided by the time between "
                + "the same events in the file"
        )
    }

    private static func body(_ text: String) throws(InputError) -> UnitQuaternion {
        if let body = EstimateMounting.body(parsing: text) { return body }
        throw InputError(
            message: "'body=\(text)' must be three axes of the file, such as y/-x/z, or a quaternion w/x/y/z",
            advice: "for each of the device's axes x, y and z, write the axis of the file that has the same direction"
        )
    }

    private static func unknown(
        _ message: String,
        _ name: String,
        _ known: [String]
    ) -> InputError {
        let near = NearestName.hint(for: name, among: known)
        return InputError(
            message: message,
            advice: near ?? "use one of \(known.joined(separator: ", "))"
        )
    }
}

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
    /// The mirrored axis if the file uses left-handed frames for body and world, or `nil` if it uses right-handed
    /// frames.
    public var mirror: Axis?

    /// Creates the mounting of a file whose body frame is the device frame.
    public init() {}

    /// Converts an orientation of the file to an orientation of the device.
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

    /// Parses a body frame: the device's x, y and z axes expressed in the file's axes, such as `y/-x/z`, or a
    /// quaternion `w/x/y/z` that rotates the file's body axes to the device's axes.
    ///
    /// - Returns: the rotation from the file's body axes to the device's axes, or `nil` if the text is invalid or the
    ///   axes do not form a rotation.
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

/// The sequence of the three rotations by roll, pitch and yaw.
///
/// Each rotation is about a body axis that the previous rotations have moved (intrinsic rotations). The letters are the
/// axes in the order of the rotations. For example, `zyx` means yaw about z, then pitch about the new y, then roll
/// about the new x.
public enum EulerSequence: String, Sendable, Hashable, CaseIterable {
    /// Roll, pitch, yaw.
    case xyz
    /// Roll, yaw, pitch.
    case xzy
    /// Pitch, roll, yaw.
    case yxz
    /// Pitch, yaw, roll.
    case yzx
    /// Yaw, roll, pitch.
    case zxy
    /// Yaw, pitch, roll: the aerospace sequence.
    case zyx

    /// Returns the rotation from body to world coordinates for the given angles.
    public func rotation(roll: Angle, pitch: Angle, yaw: Angle) -> UnitQuaternion {
        rawValue.reduce(UnitQuaternion.identity) { product, letter in
            switch letter {
            case "x": product * UnitQuaternion(angle: roll, axis: Vector3(1, 0, 0))
            case "y": product * UnitQuaternion(angle: pitch, axis: Vector3(0, 1, 0))
            default: product * UnitQuaternion(angle: yaw, axis: Vector3(0, 0, 1))
            }
        }
    }
}
