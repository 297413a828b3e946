/// A plane angle. Stored in radians; asked for in the unit that the reader names.
public struct Angle: Sendable, Hashable, Comparable {
    /// The angle in radians.
    public var radians: Double

    /// The angle in degrees.
    @inlinable public var degrees: Double { radians * (180 / Double.pi) }

    /// An angle in radians.
    @inlinable public init(radians: Double) {
        self.radians = radians
    }

    /// An angle in degrees.
    @inlinable public init(degrees: Double) {
        self.radians = degrees * (Double.pi / 180)
    }

    /// The zero angle.
    public static let zero = Angle(radians: 0)

    /// The same direction in (−π, π].
    @inlinable public var wrapped: Angle {
        // Most angles are there already, and a remainder takes as long as a hundred multiplications.
        if radians > -Double.pi, radians <= Double.pi { return self }
        let turn = 2 * Double.pi
        let remainder = radians.remainder(dividingBy: turn)
        return Angle(radians: remainder <= -Double.pi ? Double.pi : remainder)
    }

    /// Whether the left angle is smaller, without wrapping.
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
