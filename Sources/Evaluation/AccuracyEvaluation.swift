import Recordings
import SensorModel

/// Errors of an estimate against the truth at the truth's own times.
///
/// e = q̂ ⊗ q*; its whole angle, its part about Up and its part about a horizontal axis, as BROAD defines them
/// (Laidig et al. 2021, doi:10.3390/data6070072).
struct AccuracyEvaluation {
    private(set) var errors: [UnitQuaternion] = []
    /// Evaluated reference samples outside the estimate's span, or in a gap of it.
    private(set) var withoutEstimate = 0
    /// Valid reference samples where the recording says that errors do not count.
    private(set) var masked = 0
    /// Reference samples that are no truth.
    private(set) var invalid = 0

    init(estimate: OrientationTrack, reference: ReferenceStream) {
        var place = 0
        for index in reference.times.indices {
            guard reference.isValid[index] else {
                invalid += 1
                continue
            }
            guard reference.isEvaluated?[index] ?? true else {
                masked += 1
                continue
            }
            guard let orientation = estimate.orientation(at: reference.times[index], from: &place) else {
                withoutEstimate += 1
                continue
            }
            errors.append(orientation * reference.orientations[index].conjugate)
        }
    }

    func measure(_ alignment: HeadingAlignment, into metrics: inout MetricValues) {
        guard let offset = offset(alignment) else {
            metrics.setUnmeasured(
                MetricCatalogue.metrics(in: .accuracy).map(\.name).filter { $0 != .count },
                because: "no valid reference sample lies inside the estimate's span"
            )
            metrics.set(.count, to: 0)
            return
        }
        let turn = UnitQuaternion(angle: -offset, axis: Vector3(0, 0, 1))
        let aligned = offset == .zero ? errors : errors.map { turn * $0 }
        metrics.set(.headingOffset, to: offset.degrees)
        metrics.set(.count, to: Double(errors.count))
        set(aligned.map(\.rotationAngle), .totalRMSE, .totalMean, .totalMedian, .totalP95, .totalMax, in: &metrics)
        set(
            aligned.map(\.headingAngle),
            .headingRMSE,
            .headingMean,
            .headingMedian,
            .headingP95,
            .headingMax,
            in: &metrics
        )
        set(
            aligned.map(\.inclinationAngle),
            .inclinationRMSE,
            .inclinationMean,
            .inclinationMedian,
            .inclinationP95,
            .inclinationMax,
            in: &metrics
        )
    }

    /// The heading difference to take out; nil where there is no error to count.
    private func offset(_ alignment: HeadingAlignment) -> Angle? {
        guard let first = errors.first else { return nil }
        switch alignment {
        case .none: return .zero
        case .first: return first.signedHeadingAngle
        case .constant:
            let headings = errors.map { Heading(degrees: $0.signedHeadingAngle.degrees) }
            return Heading.mean(of: headings).map { Angle(degrees: $0.degrees).wrapped }
        }
    }

    private func set(
        _ angles: [Angle],
        _ rmse: MetricName,
        _ mean: MetricName,
        _ median: MetricName,
        _ p95: MetricName,
        _ max: MetricName,
        in metrics: inout MetricValues
    ) {
        guard let statistics = AngleStatistics(radians: angles.map(\.radians)) else { return }
        metrics.set(rmse, to: statistics.rmse.degrees)
        metrics.set(mean, to: statistics.mean.degrees)
        metrics.set(median, to: statistics.median.degrees)
        metrics.set(p95, to: statistics.p95.degrees)
        metrics.set(max, to: statistics.max.degrees)
    }
}
