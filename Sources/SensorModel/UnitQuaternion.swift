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
    @inlinable @inline(__always) public init?(w: Double, x: Double, y: Double, z: Double) {
        self.init(Quaternion(w: w, x: x, y: y, z: z))
    }

    @inlinable @inline(__always) public init?(_ quaternion: Quaternion) {
        let squared = quaternion.lengthSquared
        let inverse: Double
        if abs(squared - 1) <= NearOne.reach {
            inverse = NearOne.inverseRoot(squared - 1)
        } else if exactSquares.contains(squared) {
            inverse = 1 / squared.squareRoot()
        } else {
            self.init(scaling: quaternion)
            return
        }
        self.init(
            unchecked: quaternion.w * inverse,
            quaternion.x * inverse,
            quaternion.y * inverse,
            quaternion.z * inverse
        )
    }

    /// For components so large or small that their squares overflow or vanish: they are divided by the largest of them
    /// first.
    @usableFromInline @inline(never) init?(scaling value: Quaternion) {
        let scale = max(max(abs(value.w), abs(value.x)), max(abs(value.y), abs(value.z)))
        guard scale.isFinite, scale >= Double.leastNormalMagnitude, (value.w + value.x + value.y + value.z).isFinite
        else { return nil }
        let (w, x, y, z) = (value.w / scale, value.x / scale, value.y / scale, value.z / scale)
        let inverse = 1 / (w * w + x * x + y * y + z * z).squareRoot()
        self.init(unchecked: w * inverse, x * inverse, y * inverse, z * inverse)
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
    @inlinable @inline(__always)
    public static func * (left: UnitQuaternion, right: UnitQuaternion) -> UnitQuaternion {
        UnitQuaternion(nearUnit: Quaternion(left) * Quaternion(right))
    }

    @inlinable public func dot(_ other: UnitQuaternion) -> Double {
        w * other.w + x * other.x + y * other.y + z * other.z
    }

    /// This rotation with the sign that makes its dot product with `other` non-negative.
    @inlinable public func aligned(with other: UnitQuaternion) -> UnitQuaternion { dot(other) < 0 ? -self : self }

    /// Brings a quaternion whose length is not far from one to it.
    @inlinable init(renormalising value: Quaternion) {
        let inverse = 1 / value.length
        self.init(unchecked: value.w * inverse, value.x * inverse, value.y * inverse, value.z * inverse)
    }
}
