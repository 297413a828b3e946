public import RealModule

extension UnitQuaternion {
    /// Creates the rotation `exp(½ v)` of a rotation vector v. The vector's direction is the axis, and its length is
    /// the angle in radians.
    @_transparent public init(rotationVector: Vector3) {
        self.init(nearUnit: RotationExponential.quaternion(rotationVector))
    }

    /// Converts a vector from device axes to Earth axes: `v_enu = q ⊗ v_device ⊗ q*`.
    @_transparent public func rotate(_ vector: Vector3) -> Vector3 {
        let axis = Vector3(x, y, z)
        let twice = axis.cross(vector) * 2
        return vector + twice * w + axis.cross(twice)
    }

    /// Returns this rotation, followed by a rotation about Up. The result is normalised.
    ///
    /// - Parameters:
    ///   - cosine: the cosine of half the angle. A positive angle is counter-clockwise seen from above.
    ///   - sine: the sine of half the angle.
    @usableFromInline @_transparent package func turned(aboutUpByHalf cosine: Double, _ sine: Double) -> Self {
        Self(
            nearUnit: Quaternion(
                w: cosine * w - sine * z,
                x: cosine * x - sine * y,
                y: cosine * y + sine * x,
                z: cosine * z + sine * w
            )
        )
    }
}

extension UnitQuaternion {
    /// Creates the rotation by `angle` about `axis` (right-hand rule; the axis has length one).
    @inlinable public init(angle: Angle, axis: Vector3) {
        let half = angle.radians / 2
        let sine = Double.sin(half)
        self.init(nearUnit: Quaternion(w: .cos(half), x: axis.x * sine, y: axis.y * sine, z: axis.z * sine))
    }

    /// The shortest rotation vector (radians) of this rotation: the inverse of ``init(rotationVector:)``.
    @inlinable public var rotationVector: Vector3 {
        let sign: Double = w < 0 ? -1 : 1
        let vector = Vector3(x, y, z) * sign
        let sine = vector.length
        guard sine > 1e-12 else { return vector * 2 }
        return vector * (2 * Double.atan2(y: sine, x: abs(w)) / sine)
    }

    /// Creates the rotation that maps `x̂, ŷ, ẑ` to three orthonormal columns.
    ///
    /// The method of Shepperd 1978, doi:10.2514/3.55767b, computes all components from the component with the largest
    /// magnitude. The quaternion computed in this way has a length of at least one, so dividing it by its length is
    /// accurate.
    @inlinable public init(columns x: Vector3, _ y: Vector3, _ z: Vector3) {
        let trace = x.x + y.y + z.z
        let quaternion: Quaternion
        if trace >= max(x.x, max(y.y, z.z)) {
            quaternion = Quaternion(w: 1 + trace, x: y.z - z.y, y: z.x - x.z, z: x.y - y.x)
        } else if x.x >= max(y.y, z.z) {
            quaternion = Quaternion(w: y.z - z.y, x: 1 + x.x - y.y - z.z, y: y.x + x.y, z: z.x + x.z)
        } else if y.y >= z.z {
            quaternion = Quaternion(w: z.x - x.z, x: y.x + x.y, y: 1 + y.y - x.x - z.z, z: z.y + y.z)
        } else {
            quaternion = Quaternion(w: x.y - y.x, x: z.x + x.z, y: z.y + y.z, z: 1 + z.z - x.x - y.y)
        }
        self.init(renormalising: quaternion)
    }

    /// Creates the rotation that a proper orthogonal matrix describes.
    @inlinable public init(rotation matrix: Matrix3) {
        let columns = matrix.transposed
        self.init(columns: columns.x, columns.y, columns.z)
    }

    /// Returns this rotation, followed by a rotation about Up, counter-clockwise seen from above.
    @inlinable public func turned(aboutUp angle: Angle) -> UnitQuaternion {
        let half = angle.radians / 2
        return turned(aboutUpByHalf: .cos(half), .sin(half))
    }

    /// Returns the angle of the shortest rotation between two orientations, in [0, π].
    ///
    /// The angle is computed by atan2, because an arc cosine is inaccurate for small angles.
    @inlinable public func angle(to other: UnitQuaternion) -> Angle {
        (Quaternion(self) * Quaternion(other).conjugate).rotationAngle
    }

    /// The angle of this rotation, in [0, π].
    @inlinable public var rotationAngle: Angle { Quaternion(self).rotationAngle }

    /// The part of this rotation about the Up axis (BROAD, Laidig et al. 2021): 2·atan2(|z|, |w|), in [0, π].
    @inlinable public var headingAngle: Angle { Angle(radians: 2 * Double.atan2(y: abs(z), x: abs(w))) }

    /// The ``headingAngle`` with a sign, positive for a counter-clockwise rotation seen from above, in (−π, π].
    @inlinable public var signedHeadingAngle: Angle { Angle(radians: 2 * Double.atan2(y: z, x: w)).wrapped }

    /// The part of this rotation about a horizontal axis (BROAD, Laidig et al. 2021): 2·atan2(hypot(x, y), hypot(w,
    /// z)), in [0, π].
    @inlinable public var inclinationAngle: Angle {
        Angle(radians: 2 * Double.atan2(y: (x * x + y * y).squareRoot(), x: (w * w + z * z).squareRoot()))
    }

    /// Returns the rotation r about Up that maps (magnetic East, magnetic North, Up) to (East, North, Up).
    ///
    /// `q_true = r ⊗ q_magnetic`. Declination is positive to the east: magnetic north is then clockwise of true north,
    /// seen from above.
    public static func toTrueNorth(declination: Angle) -> UnitQuaternion {
        UnitQuaternion(angle: -declination, axis: Vector3(0, 0, 1))
    }

    /// Returns the orientation, device → Earth, of a device that is held upright in portrait. Its camera points
    /// horizontally towards the heading, and its y axis points up.
    public static func upright(towards heading: Heading) -> UnitQuaternion {
        let angle = Angle(degrees: heading.degrees)
        // x̂ points to the right of the heading, ŷ up, ẑ backwards.
        return UnitQuaternion(
            columns: Vector3(angle.cosine, -angle.sine, 0),
            Vector3(0, 0, 1),
            Vector3(-angle.sine, -angle.cosine, 0)
        )
    }
}

extension Quaternion {
    /// The rotation angle of the normalised quaternion, in [0, π].
    @inlinable var rotationAngle: Angle {
        Angle(radians: 2 * Double.atan2(y: (x * x + y * y + z * z).squareRoot(), x: abs(w)))
    }
}

/// `exp(½ v)` for rotation vectors v: the quaternion (cos h, v sin h/|v|) with h = |v|/2.
///
/// For |v| < 0.1 rad, which is typical of two consecutive gyroscope samples, two series in h² replace sine, cosine and
/// root. Their remainders are below 1e-19.
@usableFromInline enum RotationExponential {
    /// The limit of h² below which series replace sine and cosine. The angle h is half the rotation angle, in radians.
    @_transparent @usableFromInline static var reach: Double { 0.0025 }

    /// Returns `exp(½ v)`, with length one except for rounding errors.
    @_transparent @usableFromInline
    static func quaternion(_ vector: Vector3) -> Quaternion {
        let square = vector.lengthSquared / 4
        guard square < reach else { return bySines(vector, square) }
        // cos h and sin h/(2h), up to the term in h⁸.
        let cosine = series(square, 1, 1.0 / 2, 1.0 / 24, 1.0 / 720, 40_320)
        let sineOverAngle = series(square, 0.5, 1.0 / 12, 1.0 / 240, 1.0 / 10_080, 725_760)
        return Quaternion(
            w: cosine,
            x: vector.x * sineOverAngle,
            y: vector.y * sineOverAngle,
            z: vector.z * sineOverAngle
        )
    }

    /// Returns `c0 − s (c1 − s (c2 − s (c3 − s/d)))` for s = `square` and d = `divisor`.
    @_transparent @usableFromInline
    static func series(
        _ square: Double,
        _ c0: Double,
        _ c1: Double,
        _ c2: Double,
        _ c3: Double,
        _ divisor: Double
    ) -> Double {
        let last = c3 - square / divisor
        let third = c2 - square * last
        let second = c1 - square * third
        return c0 - square * second
    }

    /// Returns `exp(½ v)`, computed by sine and cosine, for vectors outside the range of the series.
    @inlinable @inline(never) static func bySines(_ vector: Vector3, _ square: Double) -> Quaternion {
        let half = square.squareRoot()
        let factor = Double.sin(half) / (2 * half)
        return Quaternion(w: .cos(half), x: vector.x * factor, y: vector.y * factor, z: vector.z * factor)
    }
}
