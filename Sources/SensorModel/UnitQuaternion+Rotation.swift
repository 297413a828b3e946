public import RealModule

extension UnitQuaternion {
    /// The rotation by `angle` about `axis` (right-hand rule; the axis has length one).
    @inlinable public init(angle: Angle, axis: Vector3) {
        let half = angle.radians / 2
        let sine = Double.sin(half)
        self.init(nearUnit: Quaternion(w: .cos(half), x: axis.x * sine, y: axis.y * sine, z: axis.z * sine))
    }

    /// The rotation whose axis is the direction and whose angle is the length, in radians, of `rotationVector`: `exp(½
    /// v)`.
    ///
    /// Below 0.1 rad by series in the squared angle, which are right to rounding there and need no root: what a
    /// gyroscope turns between two samples seldom is more.
    @inlinable public init(rotationVector: Vector3) {
        let square = rotationVector.lengthSquared / 4
        let cosine: Double
        let sineOverAngle: Double
        if square < 0.0025 {
            // cos h and sin h / 2h of h², the half angle's square, to h⁸
            cosine = 1 - square * (1 / 2 - square * (1 / 24 - square * (1 / 720 - square / 40_320)))
            sineOverAngle =
                0.5 - square * (1 / 12 - square * (1 / 240 - square * (1 / 10_080 - square / 725_760)))
        } else {
            let half = square.squareRoot()
            cosine = .cos(half)
            sineOverAngle = .sin(half) / (2 * half)
        }
        self.init(
            nearUnit: Quaternion(
                w: cosine,
                x: rotationVector.x * sineOverAngle,
                y: rotationVector.y * sineOverAngle,
                z: rotationVector.z * sineOverAngle
            )
        )
    }

    /// The shortest rotation vector (radians) of this rotation: the inverse of ``init(rotationVector:)``.
    @inlinable public var rotationVector: Vector3 {
        let sign: Double = w < 0 ? -1 : 1
        let vector = Vector3(x, y, z) * sign
        let sine = vector.length
        guard sine > 1e-12 else { return vector * 2 }
        return vector * (2 * Double.atan2(y: sine, x: abs(w)) / sine)
    }

    /// The rotation that takes `x̂, ŷ, ẑ` to the three given orthonormal columns.
    ///
    /// Shepperd's choice of the largest component keeps every divisor at least one (Shepperd 1978,
    /// doi:10.2514/3.55767b).
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

    /// The rotation of a proper orthogonal matrix.
    @inlinable public init(rotation matrix: Matrix3) {
        let columns = matrix.transposed
        self.init(columns: columns.x, columns.y, columns.z)
    }

    /// `v_enu = q ⊗ v_device ⊗ q*`.
    @inlinable @inline(__always) public func rotate(_ vector: Vector3) -> Vector3 {
        let axis = Vector3(x, y, z)
        let twice = axis.cross(vector) * 2
        return vector + twice * w + axis.cross(twice)
    }

    /// This rotation, then a turn about Up, counter-clockwise seen from above.
    @inlinable public func turned(aboutUp angle: Angle) -> UnitQuaternion {
        let half = angle.radians / 2
        let (cosine, sine) = (Double.cos(half), Double.sin(half))
        return UnitQuaternion(
            nearUnit: Quaternion(
                w: cosine * w - sine * z,
                x: cosine * x - sine * y,
                y: cosine * y + sine * x,
                z: cosine * z + sine * w
            )
        )
    }

    /// The angle of the shortest rotation between two orientations, in [0, π].
    ///
    /// By atan2, because an arc cosine loses small angles.
    @inlinable public func angle(to other: UnitQuaternion) -> Angle {
        (Quaternion(self) * Quaternion(other).conjugate).rotationAngle
    }

    /// The angle of this rotation, in [0, π].
    @inlinable public var rotationAngle: Angle { Quaternion(self).rotationAngle }

    /// The part of this rotation about the Up axis (BROAD, Laidig et al. 2021): 2·atan2(|z|, |w|), in [0, π].
    @inlinable public var headingAngle: Angle { Angle(radians: 2 * Double.atan2(y: abs(z), x: abs(w))) }

    /// The same part with its sign, counter-clockwise seen from above, in (−π, π].
    @inlinable public var signedHeadingAngle: Angle { Angle(radians: 2 * Double.atan2(y: z, x: w)).wrapped }

    /// The part of this rotation about a horizontal axis (BROAD, Laidig et al. 2021): 2·atan2(hypot(x, y), hypot(w,
    /// z)), in [0, π].
    @inlinable public var inclinationAngle: Angle {
        Angle(radians: 2 * Double.atan2(y: (x * x + y * y).squareRoot(), x: (w * w + z * z).squareRoot()))
    }
}

extension Quaternion {
    @inlinable var rotationAngle: Angle {
        Angle(radians: 2 * Double.atan2(y: (x * x + y * y + z * z).squareRoot(), x: abs(w)))
    }
}
