public import SensorModel

/// A part of a route: from one instruction to the next, or from one point to the next.
public struct RouteLeg: Sendable, Hashable {
    /// The indices of its first and its last point in the route.
    public let vertices: ClosedRange<Int>
    /// What the file says is to be done at its first point; nil where it says nothing.
    public let instruction: String?
    /// Along the geodesics between its points.
    public let length: Metres
    /// Along its points by each formula of the measurement; nil where a formula has no answer.
    public let lengths: [Metres?]
    /// Of its first way that has a length, at its start, clockwise from north in (−180°, 180°]; nil where none has.
    public let bearing: Angle?
    /// At its start, from where the way before arrives to where this one leaves, right positive, in (−180°, 180°]; nil
    /// at the route's start, and for a leg without length.
    public let turn: Angle?
    /// As the file states it.
    public let statedLength: Metres?
    /// As the file states it.
    public let statedBearing: Angle?
    /// As the file states it.
    public let statedTurn: Angle?
}
