/// The meaning of a column of a stream. The raw value is its key under `columns` in a layout.
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
    /// The accuracy of a heading in degrees.
    case accuracy
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
    /// The scalar part of a quaternion.
    case qw
    /// The x component of a quaternion.
    case qx
    /// The y component of a quaternion.
    case qy
    /// The z component of a quaternion.
    case qz
    /// The elements of the rotation matrix: first the row, then the column.
    case r11, r12, r13
    case r21, r22, r23
    case r31, r32, r33
    /// The angle about the device's x axis.
    case roll
    /// The angle about the device's y axis.
    case pitch
    /// The angle about the device's z axis.
    case yaw
    /// The x coordinate of a position in metres.
    case px
    /// The y coordinate of a position in metres.
    case py
    /// The z coordinate of a position in metres.
    case pz
    /// A flag: 0 where the reference is not valid.
    case valid
    /// A flag: 0 where errors do not count.
    case evaluate

    static let quaternion: [ColumnRole] = [.qw, .qx, .qy, .qz]
    static let matrix: [ColumnRole] = [.r11, .r12, .r13, .r21, .r22, .r23, .r31, .r32, .r33]
    static let angles: [ColumnRole] = [.roll, .pitch, .yaw]
    static let position: [ColumnRole] = [.px, .py, .pz]
}
