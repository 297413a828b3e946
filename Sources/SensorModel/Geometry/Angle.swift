import RealModule

/// A plane angle, stored in radians.
///
///     let declination = Angle(degrees: 4.25)
///     declination.radians
public struct Angle: Sendable, Hashable, Comparable {
    /// The angle in radians.
    public var radians: Double

    /// The angle in degrees.
    @inlinable public var degrees: Double { radians * (180 / Double.pi) }

    /// Creates an angle in radians.
    @inlinable public init(radians: Double) {
        self.radians = radians
    }

    /// Creates an angle in degrees.
    @inlinable public init(degrees: Double) {
        self.radians = degrees * (Double.pi / 180)
    }

    /// The zero angle.
    public static let zero = Angle(radians: 0)

    /// The equivalent angle in (−π, π]: the angle plus a multiple of 2π.
    @inlinable public var wrapped: Angle {
        // Most angles are already in the range. A remainder takes the time of a hundred multiplications.
        if radians > -Double.pi, radians <= Double.pi { return self }
        let turn = 2 * Double.pi
        let remainder = radians.remainder(dividingBy: turn)
        return Angle(radians: remainder <= -Double.pi ? Double.pi : remainder)
    }

    /// Returns `true` if the left angle is smaller, without wrapping.
    @inlinable public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }
    /// The angle in the opposite direction.
    @inlinable public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
    /// The sum of both angles, without wrapping.
    @inlinable public static func + (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians + right.radians)
    }
    /// The difference of both angles, without wrapping.
    @inlinable public static func - (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians - right.radians)
    }
}

extension Angle {
    /// The tangent of the angle.
    public var tangent: Double { Double.tan(radians) }

    /// The sine of the angle.
    public var sine: Double { Double.sin(radians) }

    /// The cosine of the angle.
    public var cosine: Double { Double.cos(radians) }

    /// Creates the polar angle of the point (`x`, `y`), measured from the x axis towards the y axis, in (−π, π].
    public init(ofPoint x: Double, _ y: Double) {
        self.init(radians: Double.atan2(y: y, x: x))
    }

    /// Returns the field of view of a pinhole camera along one side of its image plane: 2 arctan(size/(2 ·
    /// focalLength)).
    ///
    /// Geiger 2012, formula 4.6.
    ///
    /// - Parameters:
    ///   - size: the image plane's width, height or diagonal; at least 0.
    ///   - focalLength: the focal length, in the unit of `size`; greater than 0.
    public static func fieldOfView(size: Double, focalLength: Double) -> Angle {
        Angle(radians: 2 * .atan2(y: size, x: 2 * focalLength))
    }
}

/// A direction on the horizon, clockwise from north, in [0, 360) degrees. Its arithmetic wraps around the circle.
public struct Heading: Sendable, Hashable {
    /// The angle in degrees, clockwise from north, in [0, 360). The angle is NaN if the heading was created from a
    /// number that is not finite.
    public let degrees: Double

    /// Creates a heading from degrees clockwise from north. The number is reduced to [0, 360).
    @inlinable public init(degrees: Double) {
        let remainder = degrees.truncatingRemainder(dividingBy: 360)
        let positive = remainder < 0 ? remainder + 360 : remainder
        self.degrees = positive == 360 ? 0 : positive
    }

    /// Returns the angle to another heading along the shorter arc, in (−180°, 180°]; clockwise is positive.
    @inlinable public func turn(to other: Heading) -> Angle {
        Angle(degrees: other.degrees - degrees).wrapped
    }

    /// Returns this heading, turned clockwise by an angle.
    @inlinable public func turned(by angle: Angle) -> Heading { Heading(degrees: degrees + angle.degrees) }
}
