public import SensorModel

/// A part of a route between two instructions, or between two points.
public struct RouteLeg: Sendable, Hashable {
    /// The indices of the leg's first and last point in the route.
    public let vertices: ClosedRange<Int>
    /// The file's instruction at the first point; nil without an instruction.
    public let instruction: String?
    /// The length along the geodesics between the points.
    public let length: Metres
    /// The length by each formula of the measurement; nil where a formula has no distance.
    public let lengths: [Metres?]
    /// The azimuth at the start, clockwise from north in (−180°, 180°]; nil for a leg without length.
    public let bearing: Angle?
    /// The turn at the start, from the direction of arrival to the direction of departure, positive to the right.
    ///
    /// It is in (−180°, 180°], and nil at the route's start and for a leg without length.
    public let turn: Angle?
    /// The length that the file states.
    public let statedLength: Metres?
    /// The azimuth that the file states.
    public let statedBearing: Angle?
    /// The turn that the file states.
    public let statedTurn: Angle?
}
