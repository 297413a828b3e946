import Pipelines
import SensorFilters
import SensorModel

/// The errors of an estimate relative to the reference, at the times of the reference samples.
///
/// The error e = q̂ ⊗ q* of the estimate q̂ relative to the reference q has three angles, as defined by BROAD (Laidig
/// et al. 2021, doi:10.3390/data6070072): the total angle, the angle about Up (heading), and the angle about a
/// horizontal axis (inclination).
struct AccuracyEvaluation {
    /// The minimum length of a bootstrap block, in seconds. The mean errors of such blocks are considered independent.
    static let blockDuration: Seconds = 5

    private let errors: [UnitQuaternion]
    /// The minimum length of a bootstrap block, as a number of errors. `nil` if the recording is shorter than 5 s.
    private let blockLength: Int?

    init(_ associated: [MeasuredRun.Sample]) {
        errors = associated.map(\.error)
        let span = (associated.last?.time ?? 0) - (associated.first?.time ?? 0)
        let share = Self.blockDuration / span
        blockLength = share <= 1 ? max(1, Int((share * Double(errors.count)).rounded())) : nil
    }

    /// Sets the metrics that the options request.
    ///
    /// - Parameters:
    ///   - options: the options, which select the metrics.
    ///   - alignment: the heading difference to remove before the angles are computed.
    ///   - metrics: the metric values that receive the results.
    /// - Returns: the total angle of each error; `nil` if no metric of the total angle is requested.
    func measure(
        _ options: EvaluationOptions,
        alignment: HeadingAlignment,
        into metrics: inout MetricValues
    ) -> [Angle]? {
        guard let offset = Self.offset(of: errors, alignment) else {
            let reason = "no valid reference sample lies inside the estimate's span"
            Self.setUnmeasured(because: reason, count: 0, in: &metrics)
            return nil
        }
        measureAligned(options, into: &metrics)
        let aligned = Self.rotated(errors, by: -offset)
        metrics.set(.headingOffset, to: offset.degrees)
        metrics.set(.count, to: Double(errors.count))
        let totals = set(
            { aligned.map { $0.rotationAngle } },
            (.totalRMSE, .totalMean, .totalMedian, .totalP95, .totalMax),
            options,
            in: &metrics
        )
        set(
            { aligned.map { $0.headingAngle } },
            (.headingRMSE, .headingMean, .headingMedian, .headingP95, .headingMax),
            options,
            in: &metrics
        )
        set(
            { aligned.map { $0.inclinationAngle } },
            (.inclinationRMSE, .inclinationMean, .inclinationMedian, .inclinationP95, .inclinationMax),
            options,
            in: &metrics
        )
        return totals
    }

    /// Removes the mean heading difference from the errors, and sets the metrics that are computed from the remaining
    /// errors.
    private func measureAligned(_ options: EvaluationOptions, into metrics: inout MetricValues) {
        let names: [Metric] = [.alignedTotalRMSE, .alignedHeadingRMSE]
        guard options.asks(for: names) else { return }
        guard let aligned = alignedErrors(.constant) else {
            return metrics.setUnmeasured(names, because: "the heading errors have no mean direction")
        }
        func set(_ name: Metric, _ angle: (UnitQuaternion) -> Angle) {
            if let rmse = aligned.map({ angle($0).radians }).rootMeanSquare {
                metrics.set(name, to: Angle(radians: rmse).degrees)
            }
        }
        // Access by key paths takes longer than the computation of the angles.
        set(.alignedTotalRMSE) { $0.rotationAngle }
        set(.alignedHeadingRMSE) { $0.headingAngle }
    }

    /// Marks the accuracy metrics except the short-term error as unmeasured, and sets the number of matched samples.
    static func setUnmeasured(because reason: String, count: Int, in metrics: inout MetricValues) {
        let others = MetricCatalogue.metrics(in: .accuracy).filter { $0 != .count && $0 != .shortTermRMS }
        metrics.setUnmeasured(others, because: reason)
        metrics.set(.count, to: Double(count))
    }

    /// Returns the errors after removal of the heading difference, or `nil` if there are no errors.
    func alignedErrors(_ alignment: HeadingAlignment) -> [UnitQuaternion]? {
        Self.offset(of: errors, alignment).map { Self.rotated(errors, by: -$0) }
    }

    private static func rotated(_ errors: [UnitQuaternion], by angle: Angle) -> [UnitQuaternion] {
        guard angle != .zero else { return errors }
        let turn = UnitQuaternion(angle: angle, axis: Vector3(0, 0, 1))
        return errors.map { turn * $0 }
    }

    /// Returns the heading difference to remove from errors, or `nil` if there are no errors or the headings have no
    /// mean.
    static func offset(of errors: [UnitQuaternion], _ alignment: HeadingAlignment) -> Angle? {
        guard let first = errors.first else { return nil }
        switch alignment {
        case .none: return .zero
        case .first: return first.signedHeadingAngle
        case .constant:
            let headings = errors.map { Heading(degrees: $0.signedHeadingAngle.degrees) }
            return Heading.mean(of: headings).map { Angle(degrees: $0.degrees).wrapped }
        }
    }

    /// Returns the 95 % interval of the RMSE, from a bootstrap of blocks of squared errors.
    private func interval(_ angles: [Angle]) -> BootstrapInterval? {
        guard let blockLength else { return nil }
        let squares = angles.map { $0.degrees * $0.degrees }
        return BootstrapInterval(ofMeanOf: squares, blockLength: blockLength, isSigned: false).map { interval in
            BootstrapInterval(lower: interval.lower.squareRoot(), upper: interval.upper.squareRoot())
        }
    }

    /// The metrics of one kind of angle, such as the heading error.
    private typealias Names = (rmse: Metric, mean: Metric, median: Metric, p95: Metric, max: Metric)

    /// Sets the metrics of one kind of angle.
    ///
    /// - Returns: the angles, or `nil` if none of `names` is requested.
    @discardableResult
    private func set(
        _ angles: () -> [Angle],
        _ names: Names,
        _ options: EvaluationOptions,
        in metrics: inout MetricValues
    ) -> [Angle]? {
        guard options.asks(for: [names.rmse, names.mean, names.median, names.p95, names.max]) else { return nil }
        let angles = angles()
        let radians = angles.map(\.radians)
        guard let rmse = radians.rootMeanSquare, let maximum = radians.max() else { return nil }
        let hasInterval = options.withinRecordingIntervals && options.asks(for: [names.rmse])
        metrics.set(names.rmse, to: Angle(radians: rmse).degrees, interval: hasInterval ? interval(angles) : nil)
        metrics.set(names.mean, to: Angle(radians: radians.compensatedMean).degrees)
        metrics.set(names.max, to: Angle(radians: maximum).degrees)
        if options.asks(for: [names.median, names.p95]) {
            var order = OrderStatistics(radians)
            metrics.set(names.median, to: Angle(radians: order.quantile(0.5)).degrees)
            metrics.set(names.p95, to: Angle(radians: order.quantile(0.95)).degrees)
        }
        return angles
    }
}

/// The decision whether a run's headings are compared with the reference's headings, and which difference is removed
/// before the comparison.
struct HeadingComparison {
    /// The constant heading difference that is removed.
    let alignment: HeadingAlignment
    /// The reason why headings cannot be compared; `nil` if they can be compared.
    let reasonWithout: String?
    /// The note on heading metrics; `nil` without a note.
    let note: String?
    private let knowsNorth: Bool

    static let automaticNote =
        "without a north reference, the heading starts at an arbitrary angle, so the mean heading difference is removed"

    /// Selects the alignment.
    ///
    /// - Parameters:
    ///   - wanted: the alignment that the options request. If it is `none` and `knowsNorth` is `false`, the mean
    ///     difference is removed.
    ///   - knowsNorth: whether the pipeline's headings are relative to north.
    ///   - restarts: the number of restarts of the estimator. Each restart changes a heading that is not relative to
    ///     north.
    ///   - reasonWithoutNorth: the reason why the reference's north is unknown; `nil` if it is known.
    init(_ wanted: HeadingAlignment, knowsNorth: Bool, restarts: Int, reasonWithoutNorth: String?) {
        self.knowsNorth = knowsNorth
        let isAutomatic = wanted == .none && !knowsNorth
        alignment = isAutomatic ? .constant : wanted
        note = isAutomatic ? Self.automaticNote : nil
        if !knowsNorth, restarts > 0 {
            let number = "\(restarts) \(restarts == 1 ? "restart" : "restarts")"
            reasonWithout =
                "without a north reference, the heading starts again after each gap (\(number)); raise maximumGap"
        } else {
            reasonWithout = alignment == .none ? reasonWithoutNorth : nil
        }
    }

    init(_ run: RunSummary, _ options: EvaluationOptions, _ reference: ComparisonReference) {
        // Headings of estimates from a file are relative to the north that the file's conventions state.
        let estimator = run.specification?.estimator.entry.name
        self.init(
            options.headingAlignment,
            knowsNorth: run.specification?.knowsNorth ?? true,
            restarts: run.skips.reduce(0) { $0 + ($1.stage == estimator ? $1.counts.restarts : 0) },
            reasonWithoutNorth: reference.reasonWithoutNorth
        )
    }

    /// Marks the metrics that need headings as unmeasured if headings cannot be compared. Otherwise, adds ``note`` to
    /// these metrics.
    func complete(_ run: inout EvaluationRun) {
        if let reasonWithout {
            run.metrics.setUnmeasured(MetricCatalogue.withNorth, because: reasonWithout)
            if !knowsNorth {
                let others: [Metric] = [.headingDrift, .alignedTotalRMSE, .alignedHeadingRMSE]
                run.metrics.setUnmeasured(others, because: reasonWithout)
            }
            return
        }
        if alignment != .none { run.reference?.headingAlignment = alignment }
        if let note { run.metrics.note(note, on: MetricCatalogue.withNorth.filter { $0 != .headingOffset }) }
    }
}
