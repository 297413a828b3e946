/// A plane angle. Stored in radians; asked for in the unit that the reader names.
public struct Angle: Sendable, Hashable, Comparable {
    /// The angle in radians.
    public var radians: Double

    /// The angle in degrees.
    @inlinable public var degrees: Double { radians * (180 / Double.pi) }

    @inlinable public init(radians: Double) {
        self.radians = radians
    }

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

    @inlinable public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }
    @inlinable public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }
    @inlinable public static func + (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians + right.radians)
    }
    @inlinable public static func - (left: Angle, right: Angle) -> Angle {
        Angle(radians: left.radians - right.radians)
    }
}
