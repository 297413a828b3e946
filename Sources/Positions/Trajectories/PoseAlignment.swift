public import SensorModel

/// The transformation of an estimate into the reference's frame before its errors are computed.
public enum PoseAlignment: String, Sendable, Hashable, CaseIterable {
    /// No alignment: both trajectories are in one frame.
    case none
    /// The rigid motion that makes the first poses equal.
    case origin
    /// The rotation about z and the translation with the minimum squared distances, for estimates with a known
    /// vertical.
    case yaw
    /// The rotation and translation with the minimum squared distances.
    case se3
    /// The rotation, translation and scale with the minimum squared distances, for a single camera.
    case sim3
    /// The scale of ``sim3`` alone, about the origin of the coordinates.
    case scale

    /// The requirement on the positions that makes the alignment unique.
    var need: String {
        switch self {
        case .none, .origin: "poses"
        case .yaw: "at least 2 that are apart horizontally, in both trajectories"
        case .se3, .sim3, .scale: "at least 3 that do not lie on a line, in both trajectories"
        }
    }

    /// The alignments with weaker requirements, for messages.
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

    /// Fits the rotation about z that maximises tr(RᵀΣ), in closed form (Zhang & Scaramuzza 2018,
    /// doi:10.1109/IROS.2018.8593941).
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

    /// Fits the transform of Umeyama 1991, doi:10.1109/34.88573.
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
    /// No pose has a match. The ranges extend from the first to the last pose in seconds, with the offset of the
    /// estimate.
    case noMatch(reference: ClosedRange<Double>, estimate: ClosedRange<Double>, maximumDifference: Double)
    /// The trajectories have no times and different numbers of poses, so they cannot be matched by their order.
    case unequalCounts(reference: Int, estimate: Int)
    /// Only one trajectory has times.
    case timesOnOneSide(referenceHasTimes: Bool)
    /// The poses have no times, but `what` needs them.
    case timesNeeded(what: String)
    /// The trajectory has fewer than two poses, so it cannot be interpolated.
    case tooFewToInterpolate
    /// The positions do not determine the alignment.
    case degenerate(PoseAlignment, count: Int)
    /// No two poses are `delta` apart.
    case noPairs(PosePairing, count: Int)
    /// The offset between the clocks cannot be estimated, for the given reason.
    case unknownClockOffset(reason: String)
    /// The rotation between the body frames cannot be fitted, for the given reason.
    case unknownBodyRotation(reason: String)
}

extension TrajectoryError: CustomStringConvertible {
    /// The message in one line: what is wrong, and what to do.
    public var description: String {
        switch self {
        case .noMatch(let reference, let estimate, let limit):
            "no stamps within \(limit) s of each other: reference \(Self.text(reference)), estimate \(Self.text(estimate)); "
                + "check the clocks, or set --offset or a larger --max-difference"
        case .unequalCounts(let reference, let estimate):
            "\(reference) reference poses but \(estimate) estimated poses, without times; "
                + "trajectories without times need the same number of poses"
        case .timesOnOneSide(let referenceHasTimes):
            "only the \(referenceHasTimes ? "reference" : "estimate") has times; write both trajectories in one format"
        case .timesNeeded(let what):
            "the poses have no times, but \(what) needs them; use a format with times, or another option"
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
