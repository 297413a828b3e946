/// What a column of a stream means.
public enum ColumnRole: String, Sendable, Hashable, CaseIterable {
    case x
    case y
    case z
    /// Degrees clockwise from magnetic north.
    case magnetic
    /// Degrees clockwise from true north.
    case trueNorth = "true"
    /// Degrees.
    case accuracy
    /// Degrees.
    case latitude
    /// Degrees.
    case longitude
    /// Metres.
    case altitude
    /// Metres.
    case horizontalAccuracy
    /// Metres.
    case verticalAccuracy
    case qw
    case qx
    case qy
    case qz
    /// Row and column of the rotation's matrix.
    case r11, r12, r13
    case r21, r22, r23
    case r31, r32, r33
    /// Metres.
    case px
    /// Metres.
    case py
    /// Metres.
    case pz
    /// 0 where the truth is not known.
    case valid
    /// 0 where errors do not count.
    case evaluate

    static let quaternion: [ColumnRole] = [.qw, .qx, .qy, .qz]
    static let matrix: [ColumnRole] = [.r11, .r12, .r13, .r21, .r22, .r23, .r31, .r32, .r33]
    static let position: [ColumnRole] = [.px, .py, .pz]
}
