package import SensorModel

/// The Earth frame of a file's quaternions, and the direction of their rotation.
public struct EarthFrame: Sendable, Hashable {
    /// The axes of the Earth frame, in order.
    public enum Axes: String, Sendable, Hashable, CaseIterable {
        /// East, North, Up.
        case eastNorthUp = "ENU"
        /// North, West, Up.
        case northWestUp = "NWU"
        /// North, East, Down.
        case northEastDown = "NED"
    }

    /// The north of the frame.
    public enum North: String, Sendable, Hashable, CaseIterable {
        /// True (geographic) north.
        case trueNorth = "true"
        /// Magnetic north.
        case magnetic
    }

    /// The direction in which a quaternion transforms coordinates.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// From device coordinates to Earth coordinates.
        case deviceToEarth = "device-to-earth"
        /// From Earth coordinates to device coordinates.
        case earthToDevice = "earth-to-device"
    }

    /// The axes of the frame.
    public var axes: Axes
    /// The north of the frame.
    public var north: North
    /// The direction in which the file's quaternions transform coordinates.
    public var direction: Direction

    /// Creates a frame; the default is that of ``Recording``: device to East, North, Up with true north.
    public init(axes: Axes = .eastNorthUp, north: North = .trueNorth, direction: Direction = .deviceToEarth) {
        self.axes = axes
        self.north = north
        self.direction = direction
    }

    /// Converts an orientation of the file to device → East, North, Up with true north.
    ///
    /// - Parameters:
    ///   - orientation: the file's quaternion.
    ///   - declination: the angle from true to magnetic north, positive to the east. With nil, magnetic north is used as
    ///     true north.
    package func deviceToTrueENU(_ orientation: UnitQuaternion, declination: Angle?) -> UnitQuaternion {
        let toEarth = direction == .deviceToEarth ? orientation : orientation.conjugate
        guard let rotation = rotation(declination: declination) else { return toEarth }
        return rotation * toEarth
    }

    /// The rotation from the file's Earth frame to East, North, Up with true north; nil where they are the same.
    private func rotation(declination: Angle?) -> UnitQuaternion? {
        let up = Vector3(0, 0, 1)
        // heading_true = heading_magnetic + D. Headings are positive clockwise, rotations about Up counterclockwise.
        var toTrueNorth: UnitQuaternion?
        if north == .magnetic, let declination { toTrueNorth = UnitQuaternion(angle: -declination, axis: up) }
        let half = 0.5.squareRoot()
        switch axes {
        case .eastNorthUp: return toTrueNorth
        case .northWestUp: return (toTrueNorth ?? .identity) * UnitQuaternion(angle: Angle(degrees: 90), axis: up)
        // Swaps x and y and negates z: a rotation by 180° about the horizontal line between x and y.
        case .northEastDown: return (toTrueNorth ?? .identity) * UnitQuaternion(unchecked: 0, half, half, 0)
        }
    }
}
