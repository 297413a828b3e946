/// A Hamilton quaternion `w + xi + yj + zk` of any length, for example a derivative, a sum or an angular velocity.
///
/// The type of orientations is ``UnitQuaternion``.
///
///     let rate = Vector3(0, 0, 0.1)
///     let derivative = Quaternion(orientation).product(pure: rate) * 0.5
public struct Quaternion: Sendable, Hashable {
    /// The scalar part.
    public var w: Double
    /// The factor of i.
    public var x: Double
    /// The factor of j.
    public var y: Double
    /// The factor of k.
    public var z: Double

    /// Creates a quaternion from its components.
    @_transparent public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates a quaternion from the components of an orientation.
    @_transparent public init(_ orientation: UnitQuaternion) {
        self.init(w: orientation.w, x: orientation.x, y: orientation.y, z: orientation.z)
    }

    /// The zero quaternion.
    @_transparent public static var zero: Self { Self(w: 0, x: 0, y: 0, z: 0) }

    /// The square of the Euclidean length.
    @_transparent public var lengthSquared: Double { w * w + x * x + y * y + z * z }
    /// The Euclidean length.
    @_transparent public var length: Double { lengthSquared.squareRoot() }

    /// The scalar product in four dimensions.
    @_transparent public func dot(_ other: Self) -> Double {
        w * other.w + x * other.x + y * other.y + z * other.z
    }

    /// The quaternion with the opposite signs of `x`, `y` and `z`.
    @_transparent public var conjugate: Self { Self(w: w, x: -x, y: -y, z: -z) }

    /// Returns `true` if all components are equal.
    @_transparent public static func == (left: Self, right: Self) -> Bool {
        left.w == right.w && left.x == right.x && left.y == right.y && left.z == right.z
    }
    /// The sum, component by component.
    @_transparent public static func + (left: Self, right: Self) -> Self {
        Self(w: left.w + right.w, x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }
    /// The difference, component by component.
    @_transparent public static func - (left: Self, right: Self) -> Self {
        Self(w: left.w - right.w, x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }
    /// The quaternion with the opposite components.
    @_transparent public static prefix func - (value: Self) -> Self {
        Self(w: -value.w, x: -value.x, y: -value.y, z: -value.z)
    }
    /// The quaternion times a factor.
    @_transparent public static func * (value: Self, factor: Double) -> Self {
        Self(w: value.w * factor, x: value.x * factor, y: value.y * factor, z: value.z * factor)
    }
    /// Adds a quaternion.
    @_transparent public static func += (left: inout Self, right: Self) { left = left + right }

    /// The Hamilton product `left ⊗ right`.
    @_transparent public static func * (left: Self, right: Self) -> Self {
        Self(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w
        )
    }

    /// The Hamilton product `self ⊗ (0, right)`, without the terms that are zero.
    @_transparent public func product(pure right: Vector3) -> Self {
        Self(
            w: -x * right.x - y * right.y - z * right.z,
            x: w * right.x + y * right.z - z * right.y,
            y: w * right.y - x * right.z + z * right.x,
            z: w * right.z + x * right.y - y * right.x
        )
    }

    /// Returns the quaternion scaled to length one, or `other` if the quaternion is zero or not finite.
    @_transparent public func normalised(orKeeping other: UnitQuaternion) -> UnitQuaternion {
        let excess = lengthSquared - 1
        guard abs(excess) <= NearOne.reach else { return normalisedByRoot(orKeeping: other) }
        return UnitQuaternion(unchecked: self * NearOne.inverseRoot(excess))
    }

    /// Returns the same result as ``normalised(orKeeping:)``, computed with an exact square root. The series of
    /// ``NearOne`` is too inaccurate for lengths far from one, for example after a long step.
    @inlinable @inline(never) func normalisedByRoot(orKeeping other: UnitQuaternion) -> UnitQuaternion {
        UnitQuaternion(self) ?? other
    }
}
