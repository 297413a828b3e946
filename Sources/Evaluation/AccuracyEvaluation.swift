import SensorModel

/// Errors of an estimate against the truth at the truth's own times.
///
/// e = q̂ ⊗ q*; its whole angle, its part about Up and its part about a horizontal axis, as BROAD defines them
/// (Laidig et al. 2021, doi:10.3390/data6070072).
struct AccuracyEvaluation {
    /// Errors further apart are taken to be independent.
    static let blockDuration: Seconds = 5

    private let errors: [UnitQuaternion]
    /// In errors; nil where the recording is shorter than a block.
    private let blockLength: Int?

    init(_ associated: AssociatedSamples) {
        errors = associated.samples.map(\.error)
        let span = (associated.samples.last?.time ?? 0) - (associated.samples.first?.time ?? 0)
        let share = Self.blockDuration / span
        blockLength = share <= 1 ? max(1, Int((share * Double(errors.count)).rounded())) : nil
    }

    func measure(_ alignment: HeadingAlignment, into metrics: inout MetricValues) {
        guard let offset = offset(alignment) else {
            metrics.setUnmeasured(
                MetricCatalogue.metrics(in: .accuracy).map(\.name).filter { $0 != .count && $0 != .shortTermRMS },
                because: "no valid reference sample lies inside the estimate's span"
            )
            metrics.set(.count, to: 0)
            return
        }
        let aligned = Self.turned(errors, by: -offset)
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

    /// The errors with the heading difference taken out; nil where there is none to count.
    func alignedErrors(_ alignment: HeadingAlignment) -> [UnitQuaternion]? {
        offset(alignment).map { Self.turned(errors, by: -$0) }
    }

    private static func turned(_ errors: [UnitQuaternion], by angle: Angle) -> [UnitQuaternion] {
        guard angle != .zero else { return errors }
        let turn = UnitQuaternion(angle: angle, axis: Vector3(0, 0, 1))
        return errors.map { turn * $0 }
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

    /// Of the RMSE, from blocks of the squares.
    private func interval(_ angles: [Angle]) -> BootstrapInterval? {
        guard let blockLength else { return nil }
        let squares = angles.map { $0.degrees * $0.degrees }
        return BootstrapInterval(ofMeanOf: squares, blockLength: blockLength).map { interval in
            BootstrapInterval(lower: interval.lower.squareRoot(), upper: interval.upper.squareRoot())
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
        metrics.set(rmse, to: statistics.rmse.degrees, interval: interval(angles))
        metrics.set(mean, to: statistics.mean.degrees)
        metrics.set(median, to: statistics.median.degrees)
        metrics.set(p95, to: statistics.p95.degrees)
        metrics.set(max, to: statistics.max.degrees)
    }
}
