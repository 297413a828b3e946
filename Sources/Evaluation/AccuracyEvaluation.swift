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

    /// Measures what the options ask for.
    func measure(_ options: EvaluationOptions, into metrics: inout MetricValues) {
        guard let offset = offset(options.headingAlignment) else { return Self.noteNothing(in: &metrics) }
        let aligned = Self.turned(errors, by: -offset)
        metrics.set(.headingOffset, to: offset.degrees)
        metrics.set(.count, to: Double(errors.count))
        set(
            { aligned.map(\.rotationAngle) },
            Names(.totalRMSE, .totalMean, .totalMedian, .totalP95, .totalMax),
            options,
            in: &metrics
        )
        set(
            { aligned.map(\.headingAngle) },
            Names(.headingRMSE, .headingMean, .headingMedian, .headingP95, .headingMax),
            options,
            in: &metrics
        )
        set(
            { aligned.map(\.inclinationAngle) },
            Names(.inclinationRMSE, .inclinationMean, .inclinationMedian, .inclinationP95, .inclinationMax),
            options,
            in: &metrics
        )
    }

    /// Says that there was no error to count.
    static func noteNothing(in metrics: inout MetricValues) {
        metrics.setUnmeasured(
            MetricCatalogue.metrics(in: .accuracy).map(\.name).filter { $0 != .count && $0 != .shortTermRMS },
            because: "no valid reference sample lies inside the estimate's span"
        )
        metrics.set(.count, to: 0)
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

    /// The metrics of one kind of angle.
    private struct Names {
        let rmse: MetricName
        let mean: MetricName
        let median: MetricName
        let p95: MetricName
        let max: MetricName

        init(
            _ rmse: MetricName,
            _ mean: MetricName,
            _ median: MetricName,
            _ p95: MetricName,
            _ max: MetricName
        ) {
            self.rmse = rmse
            self.mean = mean
            self.median = median
            self.p95 = p95
            self.max = max
        }

        var all: [MetricName] { [rmse, mean, median, p95, max] }
    }

    private func set(
        _ angles: () -> [Angle],
        _ names: Names,
        _ options: EvaluationOptions,
        in metrics: inout MetricValues
    ) {
        guard options.asks(for: names.all) else { return }
        let angles = angles()
        let isOrdered = options.asks(for: [names.median, names.p95])
        guard let statistics = AngleStatistics(radians: angles.map(\.radians), withOrder: isOrdered) else { return }
        let hasInterval = options.withinRecordingIntervals && options.asks(for: [names.rmse])
        metrics.set(names.rmse, to: statistics.rmse.degrees, interval: hasInterval ? interval(angles) : nil)
        metrics.set(names.mean, to: statistics.mean.degrees)
        if let median = statistics.median { metrics.set(names.median, to: median.degrees) }
        metrics.set(names.max, to: statistics.max.degrees)
        if let p95 = statistics.p95 { metrics.set(names.p95, to: p95.degrees) }
    }
}
