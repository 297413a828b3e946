public import RealModule

/// The range of squared lengths that are accurate to rounding. In this range, no square has overflowed, and squares
/// that underflowed are negligible.
@_transparent @usableFromInline var exactSquares: ClosedRange<Double> { 0x1p-960...0x1p960 }

/// A vector with the components x, y and z, in the unit and the frame of the quantity.
///
///     let gravity = Vector3(0, 0, 9.81)
///     let field = Vector3(0, 21, -43)
///     let east = field.cross(gravity).normalised
public struct Vector3: Sendable, Hashable {
    /// The component along x.
    public var x: Double
    /// The component along y.
    public var y: Double
    /// The component along z.
    public var z: Double

    /// Creates a vector from its components.
    @_transparent public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates a vector from its components.
    @_transparent public init(_ x: Double, _ y: Double, _ z: Double) {
        self.init(x: x, y: y, z: z)
    }

    /// The zero vector.
    @_transparent public static var zero: Self { Self(0, 0, 0) }

    /// The component at an index from 0 to 2.
    @inlinable package subscript(index: Int) -> Double {
        get { index == 0 ? x : index == 1 ? y : z }
        set {
            switch index {
            case 0: x = newValue
            case 1: y = newValue
            default: z = newValue
            }
        }
    }

    /// The square of the Euclidean length.
    @_transparent public var lengthSquared: Double { x * x + y * y + z * z }

    /// The Euclidean length.
    @_transparent public var length: Double { lengthSquared.squareRoot() }

    /// The scalar product.
    @_transparent public func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

    /// The cross product `self × other` in a right-handed frame.
    @_transparent public func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// Returns `true` if all components are equal.
    @_transparent public static func == (left: Self, right: Self) -> Bool {
        left.x == right.x && left.y == right.y && left.z == right.z
    }
    /// The vector in the opposite direction.
    @_transparent public static prefix func - (vector: Self) -> Self { Self(-vector.x, -vector.y, -vector.z) }
    /// The sum, component by component.
    @_transparent public static func + (left: Self, right: Self) -> Self {
        Self(left.x + right.x, left.y + right.y, left.z + right.z)
    }
    /// The difference, component by component.
    @_transparent public static func - (left: Self, right: Self) -> Self {
        Self(left.x - right.x, left.y - right.y, left.z - right.z)
    }
    /// The vector times a factor.
    @_transparent public static func * (vector: Self, factor: Double) -> Self {
        Self(vector.x * factor, vector.y * factor, vector.z * factor)
    }
    /// The vector times a factor.
    @_transparent public static func * (factor: Double, vector: Self) -> Self { vector * factor }
    /// Adds a vector.
    @_transparent public static func += (left: inout Self, right: Self) { left = left + right }

    /// Returns the vector with each component limited to [−limit, limit].
    @usableFromInline @_transparent package func clamped(to limit: Double) -> Self {
        Self(min(max(x, -limit), limit), min(max(y, -limit), limit), min(max(z, -limit), limit))
    }
}

extension Vector3 {
    /// A Boolean value that indicates whether all components are finite.
    @inlinable public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

    /// The vector of length one in the same direction; `nil` if the length is zero, too small to divide by, or not
    /// finite.
    @_transparent public var normalised: Vector3? {
        let squared = lengthSquared
        return exactSquares.contains(squared) ? self * (1 / squared.squareRoot()) : normalisedByScaling
    }

    /// The value of ``normalised`` for a vector whose squared components overflow or underflow. The components are
    /// first divided by the largest magnitude among them.
    @usableFromInline @inline(never) var normalisedByScaling: Vector3? {
        let scale = max(abs(x), abs(y), abs(z))
        guard isFinite, scale >= Double.leastNormalMagnitude else { return nil }
        let scaled = Vector3(x / scale, y / scale, z / scale)
        return scaled * (1 / scaled.length)
    }
}

extension Vector3 {
    /// Returns the rotation vector, in radians, of the shortest rotation from this direction to another. Both
    /// directions have length one.
    ///
    /// The result is zero for opposite directions, because the axis is then undefined.
    @inlinable public func turn(to other: Self) -> Self {
        let axis = cross(other)
        let sine = axis.length
        return sine > 1e-12 ? axis * (Double.atan2(y: sine, x: dot(other)) / sine) : axis
    }

    /// The azimuth of a vector in Earth axes (East, North, Up), clockwise from north, in (−π, π]; zero for a vertical
    /// vector.
    @inlinable public var azimuth: Angle { Angle(radians: .atan2(y: x, x: y)) }

    /// The same angle as ``azimuth``, in a form that is not inlined into other modules.
    public var bearing: Angle { azimuth }

    /// The angle of a vector in Earth axes (East, North, Up) above the horizontal plane, in [−π/2, π/2].
    @inlinable public var elevation: Angle {
        // The vector is normalised first, because squares of very small or large components would underflow or
        // overflow.
        let direction = normalised ?? .zero
        let across = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        return Angle(radians: .atan2(y: direction.z, x: across))
    }
}
