package import SensorModel

/// The fit of the body rotation B in q_ref = W ⊗ q ⊗ B, where q is the device's orientation and W the world rotation.
///
/// The rotation vectors v of the device and v_ref of the reference over the same short interval satisfy v = B v_ref for
/// any W. The means of v and v_ref are subtracted, which also removes a constant gyroscope bias. If the device rotates
/// about a single axis n, the fit determines B only up to a rotation about n. ``SingleAxisFit`` adds this rotation.
///
/// Outliers are weighted down with Tukey's biweight (Beaton & Tukey 1974, doi:10.1080/00401706.1974.10489171). The
/// weights are recomputed until the fit converges.
package struct BodyRotationFit {
    /// The interval over which each rotation is measured, in seconds.
    static let interval: Seconds = 0.1
    /// The minimum number of measured rotations: 10 s of motion.
    private static let minimumTurns = 100
    /// The RMS angular speed of the reference, in rad/s, below which no rotation is fitted.
    private static let slowestMotion = Angle(degrees: 5).radians
    /// The minimum share of the squared rotation perpendicular to the main axis. If the share is below 0.01 (0.1 as an
    /// amplitude), the device rotates about a single axis.
    private static let minimumShareOffAxis = 0.01
    private static let maximumUncertainty = Angle(degrees: 1)
    /// The maximum number of ``interval`` steps per sample. More steps indicate faulty timestamps, not a slow sensor.
    private static let maximumInstantsPerSample = 1_000.0
    /// The minimum share of the squared rotation that the fit must explain.
    private static let minimumExplained = 0.5

    package let rotation: UnitQuaternion
    /// The RMS residual in rad/s.
    package let residual: RadiansPerSecond
    /// The standard error of ``rotation`` about the least certain axis.
    package let uncertainty: Angle
    /// The axis of rotation, in device axes, if the device rotates about a single axis; otherwise `nil`. Motion about a
    /// single axis hardly determines the angle of ``rotation`` about this axis.
    package let singleAxis: Vector3?
    /// The standard error of ``rotation`` about the least certain axis perpendicular to ``singleAxis``.
    package let uncertaintyAcross: Angle

    package init(
        rotation: UnitQuaternion,
        residual: RadiansPerSecond,
        uncertainty: Angle,
        singleAxis: Vector3?,
        uncertaintyAcross: Angle
    ) {
        self.rotation = rotation
        self.residual = residual
        self.uncertainty = uncertainty
        self.singleAxis = singleAxis
        self.uncertaintyAcross = uncertaintyAcross
    }

    /// Fits the body rotation.
    ///
    /// - Parameters:
    ///   - device: the orientations of the device.
    ///   - reference: the orientations of the reference.
    ///   - acceptsSingleAxis: whether to return a fit whose angle about ``singleAxis`` is uncertain.
    /// - Returns: the fit, or the reason why it is impossible.
    package static func fit(
        device: OrientationTrack,
        reference: OrientationTrack,
        acceptsSingleAxis: Bool = false
    ) -> Result<BodyRotationFit, Unmeasured> {
        let turns = turns(device, reference)
        guard turns.device.count >= minimumTurns else {
            return .failure(Unmeasured("device and reference overlap by less than 10 s"))
        }
        let speed = turns.reference.lazy.map { $0.length / interval }.rootMeanSquare ?? 0
        guard speed >= slowestMotion else { return .failure(Unmeasured("the reference rotates too little")) }
        var weights = turns.device.map { _ in 1.0 }
        var (alignment, residuals) = align(turns, weights)
        for _ in 0..<30 {
            // The median length of a Gaussian vector is 1.538 σ; Tukey's constant for 95 % efficiency is 4.685.
            let median = ErrorStatistics.median(of: residuals.map { $0.length })
            let limit = max(4.685 * median / 1.538, 1e-12)
            weights = residuals.map { Self.biweight($0.length / limit) }
            let before = alignment.rotation
            (alignment, residuals) = align(turns, weights)
            if before.angle(to: alignment.rotation).radians < 1e-9 { break }
        }
        return result(turns, alignment, residuals, weights).flatMap { fit in
            guard fit.singleAxis != nil else { return .success(fit) }
            guard acceptsSingleAxis else {
                return .failure(
                    Unmeasured("the device rotates about one axis only, so the body rotation is undetermined")
                )
            }
            guard fit.uncertaintyAcross < maximumUncertainty else {
                return .failure(
                    Unmeasured("the device rotates about one axis only, and this axis is uncertain by over 1 deg")
                )
            }
            return .success(fit)
        }
    }

    /// Returns Tukey's weight for a residual, which is given as a share of the limit beyond which the weight is 0.
    static func biweight(_ share: Double) -> Double {
        share < 1 ? (1 - share * share) * (1 - share * share) : 0
    }

    private typealias Turns = (device: [Vector3], reference: [Vector3])

    private static func result(
        _ turns: Turns,
        _ alignment: VectorAlignment,
        _ residuals: [Vector3],
        _ weights: [Double]
    ) -> Result<BodyRotationFit, Unmeasured> {
        let total = weights.reduce(0, +)
        let mean = Self.mean(turns.device, weights)
        let left = zip(residuals, weights).reduce(0) { $0 + $1.1 * $1.0.lengthSquared }
        let turned = zip(turns.device, weights).reduce(0) { $0 + $1.1 * ($1.0 - mean).lengthSquared }
        guard left <= (1 - minimumExplained) * turned else {
            return .failure(
                Unmeasured(
                    "no body rotation maps the device's rotations to the reference's; "
                        + "the clocks may differ, or the reference's quaternions may be conjugated"
                )
            )
        }
        let deviation = (left / (3 * total)).squareRoot()
        func uncertainty(_ information: Double) -> Angle {
            Angle(radians: min(deviation / max(information, .leastNormalMagnitude).squareRoot(), .pi))
        }
        let worst = uncertainty(alignment.leastInformation)
        let isRich =
            alignment.leastInformation > minimumShareOffAxis * alignment.information && worst < maximumUncertainty
        return .success(
            BodyRotationFit(
                rotation: alignment.rotation,
                residual: (left / total).squareRoot() / interval,
                uncertainty: worst,
                singleAxis: isRich ? nil : alignment.axis,
                uncertaintyAcross: uncertainty(alignment.informationAcross)
            )
        )
    }

    private static func turns(_ device: OrientationTrack, _ reference: OrientationTrack) -> Turns {
        guard let first = reference.times.first, let last = reference.times.last, last > first else { return ([], []) }
        var cursors = (device: 0, reference: 0)
        var before: (device: UnitQuaternion, reference: UnitQuaternion)?
        var turns: Turns = ([], [])
        let instants = (last - first) / interval
        // With this many steps per sample, almost no step has a sample nearby.
        guard instants <= Double(device.times.count + reference.times.count) * maximumInstantsPerSample else {
            return ([], [])
        }
        for step in 0...Int(saturating: instants) {
            let time = first + Double(step) * interval
            guard let here = device.orientation(at: time, from: &cursors.device),
                let there = reference.orientation(at: time, from: &cursors.reference)
            else {
                before = nil
                continue
            }
            if let before {
                turns.device.append((before.device.conjugate * here).rotationVector)
                turns.reference.append((before.reference.conjugate * there).rotationVector)
            }
            before = (here, there)
        }
        return turns
    }

    private static func align(_ turns: Turns, _ weights: [Double]) -> (VectorAlignment, [Vector3]) {
        let (device, reference) = (mean(turns.device, weights), mean(turns.reference, weights))
        let to = turns.device.map { $0 - device }
        let from = turns.reference.map { $0 - reference }
        let alignment = VectorAlignment(from: from, to: to, weights: weights)
        return (alignment, zip(to, from).map { $0 - alignment.rotation.rotate($1) })
    }

    private static func mean(_ vectors: [Vector3], _ weights: [Double]) -> Vector3 {
        let total = weights.reduce(0, +)
        return zip(vectors, weights).reduce(Vector3.zero) { $0 + $1.0 * $1.1 } * (total > 0 ? 1 / total : 0)
    }
}

/// The rotation that best aligns one set of vectors with another: Wahba's problem (Wahba 1965, doi:10.1137/1007077),
/// solved by singular values (Markley 1988).
package struct VectorAlignment {
    /// The rotation, with `to ≈ rotation.rotate(from)`.
    package let rotation: UnitQuaternion
    /// The curvature of the maximised sum Σ w to · (rotation from) with respect to rotations about the least certain
    /// axis. The curvature equals s₂ ± s₃, where the sᵢ are the singular values of the matrix Σ w to fromᵀ, largest
    /// first. The sign before s₃ is the sign of the matrix's determinant. The curvature is 0 if all vectors are
    /// parallel.
    package let leastInformation: Double
    /// The dominant direction of the vectors `to`: the first left singular vector of Σ w to fromᵀ. The rotation about
    /// this axis is the least certain one.
    package let axis: Vector3
    /// The smaller curvature of the sum ``information`` with respect to rotations about axes perpendicular to ``axis``.
    /// It equals s₁ ± s₃, as in ``leastInformation``.
    package let informationAcross: Double
    /// The maximised sum Σ w to · (rotation from). It equals s₁ + s₂ ± s₃, as in ``leastInformation``.
    package let information: Double

    /// Finds the rotation that maximises Σ w to · (rotation from). O(n).
    ///
    /// If an input is not finite, the rotation is the identity, and the sum and its curvatures are 0.
    package init(from: [Vector3], to: [Vector3], weights: [Double]) {
        var sum = Matrix3.zero
        for index in from.indices { sum = sum + Matrix3(outer: to[index], from[index]) * weights[index] }
        guard let decomposition = SingularValueDecomposition(sum) else {
            (rotation, leastInformation, information) = (.identity, 0, 0)
            (axis, informationAcross) = (Vector3(1, 0, 0), 0)
            return
        }
        rotation = UnitQuaternion(rotation: decomposition.nearestRotation)
        let values = decomposition.singularValues
        leastInformation = values.y + decomposition.orientationSign * values.z
        information = values.x + leastInformation
        axis = decomposition.u.transposed.x
        informationAcross = values.x + decomposition.orientationSign * values.z
    }
}
