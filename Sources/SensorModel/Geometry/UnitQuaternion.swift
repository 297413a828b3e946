import RealModule

/// An orientation: a Hamilton quaternion of length one, scalar first, that rotates device coordinates into Earth
/// coordinates (East, North, Up): `v_enu = q ⊗ v_device ⊗ q*`.
///
/// `q` and `−q` are the same rotation. Device axes: x right, y up along the screen, z out of the screen.
///
///     let quarterTurn = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(0, 0, 1))
///     quarterTurn.rotate(Vector3(1, 0, 0))  // (0, 1, 0)
public struct UnitQuaternion: Sendable, Hashable {
    /// The scalar part, the cosine of half the angle.
    public let w: Double
    /// The component along the x axis.
    public let x: Double
    /// The component along the y axis.
    public let y: Double
    /// The component along the z axis.
    public let z: Double

    /// Creates an orientation from components without normalisation. The caller guarantees a length of one; filters
    /// check the length (``FilterValue/admitted``).
    @_transparent public init(unchecked w: Double, _ x: Double, _ y: Double, _ z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// Creates an orientation from a quaternion without normalisation. The caller guarantees a length of one.
    @_transparent public init(unchecked value: Quaternion) {
        self.init(unchecked: value.w, value.x, value.y, value.z)
    }

    /// The identity rotation.
    @_transparent public static var identity: Self { Self(unchecked: 1, 0, 0, 0) }

    /// The inverse rotation `q*`.
    @_transparent public var conjugate: Self { Self(unchecked: w, -x, -y, -z) }

    /// Returns `true` if all components are equal. `q` and `−q` are not equal.
    @_transparent public static func == (left: Self, right: Self) -> Bool {
        left.w == right.w && left.x == right.x && left.y == right.y && left.z == right.z
    }

    /// Returns the quaternion with all four components negated, which represents the same rotation.
    @_transparent public static prefix func - (value: Self) -> Self {
        Self(unchecked: -value.w, -value.x, -value.y, -value.z)
    }

    /// Returns the rotation that applies `right` first and then `left`, normalised to length one.
    @_transparent public static func * (left: Self, right: Self) -> Self {
        Self(nearUnit: Quaternion(left) * Quaternion(right))
    }

    /// Returns the scalar product in four dimensions: the cosine of half the angle between two orientations, with a
    /// sign.
    @_transparent public func dot(_ other: Self) -> Double {
        w * other.w + x * other.x + y * other.y + z * other.z
    }

    /// Creates an orientation from a quaternion whose length differs from one by a few rounding errors. Normalisation
    /// then needs no square root.
    @_transparent public init(nearUnit value: Quaternion) {
        let excess = value.lengthSquared - 1
        // 1/√(1 + ε) = 1 − ε/2 + O(ε²), and ε² is below the rounding error.
        self.init(unchecked: value * (abs(excess) < 1e-8 ? 1 - excess / 2 : 1 / value.length))
    }

    /// Creates an orientation from a quaternion whose length is close to one, and normalises it.
    @_transparent @usableFromInline init(renormalising value: Quaternion) {
        self.init(unchecked: value * (1 / value.length))
    }
}

extension UnitQuaternion {
    /// Creates an orientation from components and normalises it, or returns `nil` if all components are zero or any
    /// component is not finite.
    @_transparent public init?(w: Double, x: Double, y: Double, z: Double) {
        self.init(Quaternion(w: w, x: x, y: y, z: z))
    }

    /// Creates an orientation from a quaternion and normalises it, or returns `nil` if the quaternion is zero or not
    /// finite.
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
        self.init(unchecked: quaternion * inverse)
    }

    /// Creates an orientation from components whose squares overflow or underflow. The components are first divided by
    /// the largest one.
    @usableFromInline @inline(never) init?(scaling value: Quaternion) {
        let scale = max(max(abs(value.w), abs(value.x)), max(abs(value.y), abs(value.z)))
        guard scale.isFinite, scale >= Double.leastNormalMagnitude, (value.w + value.x + value.y + value.z).isFinite
        else { return nil }
        let (w, x, y, z) = (value.w / scale, value.x / scale, value.y / scale, value.z / scale)
        let inverse = 1 / (w * w + x * x + y * y + z * z).squareRoot()
        self.init(unchecked: w * inverse, x * inverse, y * inverse, z * inverse)
    }

    /// Returns this rotation with the sign that makes its scalar product with `other` non-negative.
    @_transparent public func aligned(with other: UnitQuaternion) -> UnitQuaternion { dot(other) < 0 ? -self : self }

    /// Returns `self ⊗ (1 + stretch, halfTurn)`, scaled to length one: a step of first-order integration. If the product
    /// is zero or not finite, the result is this orientation.
    ///
    /// - Parameters:
    ///   - halfTurn: half the rotation vector of the step in device axes, in radians.
    ///   - stretch: the relative change of the quaternion's length before it is scaled.
    @_transparent public func integrated(_ halfTurn: Vector3, stretch: Double = 0) -> UnitQuaternion {
        let q = Quaternion(self)
        let product = q * (1 + stretch) + q.product(pure: halfTurn)
        // |product|² = |q|² ((1 + stretch)² + |halfTurn|²), with |q|² = 1 up to rounding errors. A processor can compute
        // this sum while it computes the product.
        let excess = ((q.lengthSquared - 1) + stretch * (2 + stretch)) + halfTurn.lengthSquared
        guard abs(excess) <= NearOne.reach else { return product.normalisedByRoot(orKeeping: self) }
        return UnitQuaternion(unchecked: product * NearOne.inverseRoot(excess))
    }
}

extension UnitQuaternion {
    /// Returns the spherical linear interpolation along the shorter arc: `self` at 0, `other` at 1.
    ///
    /// Shoemake 1985, doi:10.1145/325334.325242. For orientations up to 20° apart, the weights of both ends are
    /// computed by a series (``SlerpWeights``) that is accurate to rounding. For larger distances, the weights are
    /// computed from sines of the angle. Between rotations that are 180° apart, both arcs have the same length; the
    /// sign of `other` then determines the arc.
    @inlinable @inline(__always) public func slerp(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        // The two sums are independent and can be computed in parallel.
        let cosine = (w * other.w + y * other.y) + (x * other.x + z * other.z)
        guard let weights = SlerpWeights(fraction: fraction, cosine: abs(cosine)) else {
            return slerpFarther(to: cosine < 0 ? -other : other, fraction: fraction)
        }
        let share = cosine < 0 ? -weights.to : weights.to
        return UnitQuaternion(nearUnit: Quaternion(self) * weights.from + Quaternion(other) * share)
    }

    /// Returns the spherical interpolation towards `other`, for quaternions that are far apart. The weights are
    /// computed from sines of the angle between the quaternions. `other` is not replaced by `-other`.
    @usableFromInline @inline(never)
    func slerpFarther(to other: UnitQuaternion, fraction: Double) -> UnitQuaternion {
        let from = Quaternion(self)
        let to = Quaternion(other)
        let angle = 2 * Double.atan2(y: (to - from).length, x: (to + from).length)
        let sine = Double.sin(angle)
        guard sine > 1e-9 else { return UnitQuaternion(renormalising: from * (1 - fraction) + to * fraction) }
        let blend = from * (.sin((1 - fraction) * angle) / sine) + to * (.sin(fraction * angle) / sine)
        return UnitQuaternion(renormalising: blend)
    }
}
