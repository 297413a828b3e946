import RealModule

/// A direction on the horizon, clockwise from north, in [0, 360) degrees. Its arithmetic goes around the circle.
public struct Heading: Sendable, Hashable {
    /// Clockwise from north, in [0, 360). Not finite when it was made from something that is not.
    public let degrees: Double

    /// A heading from degrees clockwise from north, in any number of turns.
    @inlinable public init(degrees: Double) {
        let remainder = degrees.truncatingRemainder(dividingBy: 360)
        let positive = remainder < 0 ? remainder + 360 : remainder
        self.degrees = positive == 360 ? 0 : positive
    }

    /// The turn from this heading to another by the shorter way, in (−180°, 180°]; clockwise is positive.
    @inlinable public func turn(to other: Heading) -> Angle {
        Angle(degrees: other.degrees - degrees).wrapped
    }

    /// This heading turned clockwise by an angle.
    @inlinable public func turned(by angle: Angle) -> Heading { Heading(degrees: degrees + angle.degrees) }
}
