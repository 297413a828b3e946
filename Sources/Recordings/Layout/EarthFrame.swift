public import SensorModel

/// How a file's quaternions stand to the Earth.
public struct EarthFrame: Sendable, Hashable {
    /// The axes of the Earth frame, in order.
    public enum Axes: String, Sendable, Hashable, CaseIterable {
        case eastNorthUp = "ENU"
        case northWestUp = "NWU"
        case northEastDown = "NED"
    }

    /// What the frame calls north.
    public enum North: String, Sendable, Hashable, CaseIterable {
        case trueNorth = "true"
        case magnetic
    }

    /// Which coordinates a quaternion takes to which.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        case deviceToEarth = "device-to-earth"
        case earthToDevice = "earth-to-device"
    }

    public var axes: Axes
    public var north: North
    public var direction: Direction

    public init(axes: Axes = .eastNorthUp, north: North = .trueNorth, direction: Direction = .deviceToEarth) {
        self.axes = axes
        self.north = north
        self.direction = direction
    }

    /// The file's orientation as device → East, North, Up with true north.
    ///
    /// `declination` is how far east of true north magnetic north lies; without it, magnetic north is taken for true
    /// north.
    public func deviceToTrueENU(_ orientation: UnitQuaternion, declination: Angle?) -> UnitQuaternion {
        let toEarth = direction == .deviceToEarth ? orientation : orientation.conjugate
        guard let turn = turn(declination: declination) else { return toEarth }
        return turn * toEarth
    }

    /// The rotation from the file's Earth frame to East, North, Up with true north; nil where they are the same.
    private func turn(declination: Angle?) -> UnitQuaternion? {
        let up = Vector3(0, 0, 1)
        // Headings grow clockwise, rotations about Up the other way: heading_true = heading_magnetic + D.
        var northTurn: UnitQuaternion?
        if north == .magnetic, let declination { northTurn = UnitQuaternion(angle: -declination, axis: up) }
        let half = 0.5.squareRoot()
        switch axes {
        case .eastNorthUp: return northTurn
        case .northWestUp: return (northTurn ?? .identity) * UnitQuaternion(angle: Angle(degrees: 90), axis: up)
        // Swaps x and y and reverses z: half a turn about the horizontal line between them.
        case .northEastDown: return (northTurn ?? .identity) * UnitQuaternion(unchecked: 0, half, half, 0)
        }
    }
}
