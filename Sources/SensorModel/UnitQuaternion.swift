/// An orientation: a Hamilton quaternion of length one, scalar first, that rotates device coordinates into Earth
/// coordinates (East, North, Up): `v_enu = q ⊗ v_device ⊗ q*`.
///
/// `q` and `−q` are the same rotation. Device axes: x right, y up along the screen, z out of the screen.
public struct UnitQuaternion: Sendable, Hashable {
    public let w: Double
    public let x: Double
    public let y: Double
    public let z: Double

    /// The orientation with these components, brought to length one; nil when they are all zero or one is not finite.
    @inlinable public init?(w: Double, x: Double, y: Double, z: Double) {
        let scale = max(max(abs(w), abs(x)), max(abs(y), abs(z)))
        guard scale.isFinite, scale >= Double.leastNormalMagnitude, (w + x + y + z).isFinite else { return nil }
        let (sw, sx, sy, sz) = (w / scale, x / scale, y / scale, z / scale)
        let inverse = 1 / (sw * sw + sx * sx + sy * sy + sz * sz).squareRoot()
        self.init(unchecked: sw * inverse, sx * inverse, sy * inverse, sz * inverse)
    }

    @inlinable public init?(_ quaternion: Quaternion) {
        self.init(w: quaternion.w, x: quaternion.x, y: quaternion.y, z: quaternion.z)
    }

    /// The components as they are. The caller answers for their length; filters check it again
    /// (``FilterValue/admitted``).
    @inlinable public init(unchecked w: Double, _ x: Double, _ y: Double, _ z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    @inlinable public static var identity: UnitQuaternion { UnitQuaternion(unchecked: 1, 0, 0, 0) }

    /// The inverse rotation `q*`.
    @inlinable public var conjugate: UnitQuaternion { UnitQuaternion(unchecked: w, -x, -y, -z) }

    /// The same rotation with the opposite sign.
    @inlinable public static prefix func - (value: UnitQuaternion) -> UnitQuaternion {
        UnitQuaternion(unchecked: -value.w, -value.x, -value.y, -value.z)
    }

    /// The rotation that applies `right` first, then `left`, brought back to length one.
    @inlinable public static func * (left: UnitQuaternion, right: UnitQuaternion) -> UnitQuaternion {
        UnitQuaternion(renormalising: Quaternion(left) * Quaternion(right))
    }

    @inlinable public func dot(_ other: UnitQuaternion) -> Double {
        w * other.w + x * other.x + y * other.y + z * other.z
    }

    /// This rotation with the sign that makes its dot product with `other` non-negative.
    @inlinable public func aligned(with other: UnitQuaternion) -> UnitQuaternion { dot(other) < 0 ? -self : self }

    /// Brings a quaternion that is known to be close to length one back to it.
    @inlinable init(renormalising value: Quaternion) {
        let inverse = 1 / value.length
        self.init(unchecked: value.w * inverse, value.x * inverse, value.y * inverse, value.z * inverse)
    }
}
