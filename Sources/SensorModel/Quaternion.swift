/// A Hamilton quaternion `w + xi + yj + zk` of any length: derivatives, sums and angular velocities in quaternion form.
///
/// Orientations are ``UnitQuaternion``.
public struct Quaternion: Sendable, Hashable {
    public var w: Double
    public var x: Double
    public var y: Double
    public var z: Double

    @inlinable public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    @inlinable public init(_ orientation: UnitQuaternion) {
        self.init(w: orientation.w, x: orientation.x, y: orientation.y, z: orientation.z)
    }

    @inlinable public static var zero: Quaternion { Quaternion(w: 0, x: 0, y: 0, z: 0) }

    @inlinable public var lengthSquared: Double { w * w + x * x + y * y + z * z }
    @inlinable public var length: Double { lengthSquared.squareRoot() }

    @inlinable public func dot(_ other: Quaternion) -> Double {
        w * other.w + x * other.x + y * other.y + z * other.z
    }

    @inlinable public var conjugate: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

    @inlinable public static func + (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(w: left.w + right.w, x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }
    @inlinable public static func - (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(w: left.w - right.w, x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }
    @inlinable public static prefix func - (value: Quaternion) -> Quaternion {
        Quaternion(w: -value.w, x: -value.x, y: -value.y, z: -value.z)
    }
    @inlinable public static func * (value: Quaternion, factor: Double) -> Quaternion {
        Quaternion(w: value.w * factor, x: value.x * factor, y: value.y * factor, z: value.z * factor)
    }
    @inlinable public static func += (left: inout Quaternion, right: Quaternion) { left = left + right }

    /// The Hamilton product `self ⊗ (0, right)`.
    @inlinable @inline(__always) public func product(pure right: Vector3) -> Quaternion {
        Quaternion(
            w: -x * right.x - y * right.y - z * right.z,
            x: w * right.x + y * right.z - z * right.y,
            y: w * right.y - x * right.z + z * right.x,
            z: w * right.z + x * right.y - y * right.x
        )
    }

    /// The Hamilton product `left ⊗ right`.
    @inlinable @inline(__always) public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w
        )
    }
}
