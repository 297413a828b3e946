public import SensorModel

/// The transformation by which an estimated trajectory is aligned with the reference before errors are computed.
public enum PoseAlignment: String, Sendable, Hashable, CaseIterable {
    /// No transformation, for trajectories in the same frame.
    case none
    /// The rotation and translation that map the estimate's first pose to the reference's first pose.
    case origin
    /// A least-squares fit of the translation and of the rotation about z, for estimates with a known vertical.
    case yaw
    /// The least-squares rotation and translation.
    case se3
    /// The least-squares rotation, translation and scale, for trackers with a single camera and unknown scale.
    case sim3
    /// Only the scale of ``sim3``, without rotation and translation.
    case scale

    /// A phrase for messages: how many matched poses the alignment needs, and how their positions must be distributed.
    var need: String {
        switch self {
        case .none, .origin: "poses"
        case .yaw: "at least 2 that are apart horizontally, in both trajectories"
        case .se3, .sim3, .scale: "at least 3 that do not lie on a line, in both trajectories"
        }
    }

    /// A phrase for messages: the alignments that need fewer poses than this one.
    var simpler: String {
        switch self {
        case .none, .origin, .yaw: "origin or none"
        case .se3, .sim3: "yaw, origin or none"
        case .scale: "none"
        }
    }
}

extension PoseAlignment {
    /// Returns the transform that aligns the estimate with the reference. O(n).
    ///
    /// Both arrays have the same number of poses, at least one.
    ///
    /// - Throws: ``TrajectoryError/degenerate(_:count:)`` if the positions do not determine the alignment.
    public func fit(reference: [Pose], estimate: [Pose]) throws(TrajectoryError) -> SimilarityTransform {
        switch self {
        case .none: .identity
        case .origin: Self.origin(reference[0], estimate[0])
        case .yaw: try yaw(PoseMoments(reference: reference, estimate: estimate), count: reference.count)
        case .se3, .sim3, .scale:
            try umeyama(PoseMoments(reference: reference, estimate: estimate), count: reference.count)
        }
    }

    private static func origin(_ reference: Pose, _ estimate: Pose) -> SimilarityTransform {
        let rotation = reference.orientation * estimate.orientation.conjugate
        let translation = reference.position - rotation.rotate(estimate.position)
        return SimilarityTransform(rotation: rotation, translation: translation, scale: 1)
    }

    /// Computes the rotation R about z that maximises tr(RᵀΣ), where Σ is the covariance of the positions, in closed
    /// form (Zhang & Scaramuzza 2018, doi:10.1109/IROS.2018.8593941).
    private func yaw(_ moments: PoseMoments, count: Int) throws(TrajectoryError) -> SimilarityTransform {
        let (sine, cosine) = (
            moments.covariance.y.x - moments.covariance.x.y, moments.covariance.x.x + moments.covariance.y.y
        )
        let size = (sine * sine + cosine * cosine).squareRoot()
        guard size > moments.rounding else { throw .degenerate(self, count: count) }
        let (c, s) = (cosine / size, sine / size)
        let rotation = UnitQuaternion(columns: Vector3(c, s, 0), Vector3(-s, c, 0), Vector3(0, 0, 1))
        let translation = moments.referenceMean - rotation.rotate(moments.estimateMean)
        return SimilarityTransform(rotation: rotation, translation: translation, scale: 1)
    }

    /// Computes the least-squares transform of Umeyama 1991, doi:10.1109/34.88573.
    private func umeyama(_ moments: PoseMoments, count: Int) throws(TrajectoryError) -> SimilarityTransform {
        guard let decomposition = SingularValueDecomposition(moments.covariance),
            decomposition.singularValues.y > moments.rounding
        else { throw .degenerate(self, count: count) }
        // (42) c = tr(DS)/σₓ²
        let signs = Vector3(1, 1, decomposition.orientationSign)
        let scale = self == .se3 ? 1 : decomposition.singularValues.dot(signs) / moments.estimateVariance
        if self == .scale { return SimilarityTransform(rotation: .identity, translation: .zero, scale: scale) }
        // (40) R = U S Vᵀ
        let rotation = UnitQuaternion(rotation: decomposition.nearestRotation)
        // (41) t = μ_y − c R μ_x
        let translation = moments.referenceMean - rotation.rotate(moments.estimateMean) * scale
        return SimilarityTransform(rotation: rotation, translation: translation, scale: scale)
    }
}

/// The reason why two trajectories cannot be compared.
public enum TrajectoryError: Error, Sendable, Hashable {
    /// No timestamps of the two trajectories match. The ranges are the times from the first to the last pose in
    /// seconds, with the offset added to the estimate's times.
    case noMatch(reference: ClosedRange<Double>, estimate: ClosedRange<Double>, maximumDifference: Double)
    /// The trajectories have no times and different numbers of poses, so they cannot be matched by order.
    case unequalCounts(reference: Int, estimate: Int)
    /// Only one of the two trajectories has times.
    case timesOnOneSide(referenceHasTimes: Bool)
    /// The poses have no times, but the option or unit `what` needs times.
    case timesNeeded(what: String)
    /// A trajectory must be interpolated, but has fewer than two poses.
    case tooFewToInterpolate
    /// The positions of the matched poses do not determine the alignment.
    case degenerate(PoseAlignment, count: Int)
    /// No two matched poses are ``PosePairing/delta`` apart.
    case noPairs(PosePairing, count: Int)
    /// The offset between the clocks cannot be estimated, for the given reason.
    case unknownClockOffset(reason: String)
    /// The rotation between the body frames cannot be fitted, for the given reason.
    case unknownBodyRotation(reason: String)
}

extension TrajectoryError: CustomStringConvertible {
    /// The error message in one line: the problem and the remedy.
    public var description: String {
        switch self {
        case .noMatch(let reference, let estimate, let limit):
            "no timestamps within \(limit) s of each other: reference \(Self.text(reference)), "
                + "estimate \(Self.text(estimate)); check the clocks, or set --offset or a larger --max-difference"
        case .unequalCounts(let reference, let estimate):
            "\(reference) reference poses but \(estimate) estimated poses, without times; "
                + "trajectories without times need the same number of poses"
        case .timesOnOneSide(let referenceHasTimes):
            "only the \(referenceHasTimes ? "reference" : "estimate") has times; write both trajectories in one format"
        case .timesNeeded(let what):
            "the poses have no times, but \(what) needs times; use a format with times, or another option"
        case .tooFewToInterpolate:
            "cannot interpolate a trajectory with a single pose; use --match nearest"
        case .degenerate(let alignment, let count):
            "the positions of \(count) matched pose\(count == 1 ? "" : "s") do not determine the alignment "
                + "\(alignment.rawValue), which needs \(alignment.need); use --align \(alignment.simpler)"
        case .noPairs(let pairing, let count):
            "no two of \(count) matched poses are \(pairing.delta) \(pairing.unit.rawValue) apart; "
                + "use a smaller --delta or a larger --delta-tolerance"
        case .unknownClockOffset(let reason):
            "the clocks cannot be aligned: \(reason); set --offset"
        case .unknownBodyRotation(let reason):
            "the body frames cannot be fitted: \(reason); remove --fit-frames"
        }
    }

    private static func text(_ range: ClosedRange<Double>) -> String { "\(range.lowerBound) … \(range.upperBound) s" }
}
