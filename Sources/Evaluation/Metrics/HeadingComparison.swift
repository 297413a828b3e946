import Pipelines
import SensorFilters
import SensorModel

/// How the headings of a run are compared with the reference's.
struct HeadingComparison {
    /// The constant heading difference that is removed.
    let alignment: HeadingAlignment
    /// The reason why headings cannot be compared; nil where they can.
    let reasonWithout: String?
    /// The note on figures of the heading; nil without one.
    let note: String?
    private let knowsNorth: Bool

    static let automaticNote =
        "without a magnetometer the heading starts at an arbitrary angle: its mean difference is removed first"

    /// - Parameters:
    ///   - wanted: the alignment that the options request. An estimate without a north needs one: its default is the
    ///     mean difference.
    ///   - knowsNorth: whether the pipeline's headings refer to a north.
    ///   - restarts: the number of the estimator's restarts. Without a north, each one changes the heading.
    ///   - reasonWithoutNorth: the reason why the reference has no north; nil where it has one.
    init(_ wanted: HeadingAlignment, knowsNorth: Bool, restarts: Int, reasonWithoutNorth: String?) {
        self.knowsNorth = knowsNorth
        let isAutomatic = wanted == .none && !knowsNorth
        alignment = isAutomatic ? .constant : wanted
        note = isAutomatic ? Self.automaticNote : nil
        if !knowsNorth, restarts > 0 {
            let number = "\(restarts) \(restarts == 1 ? "restart" : "restarts")"
            reasonWithout =
                "without a magnetometer the heading starts again after each gap (\(number)); raise maximumGap"
        } else {
            reasonWithout = alignment == .none ? reasonWithoutNorth : nil
        }
    }

    init(_ run: RunSummary, _ options: EvaluationOptions, _ reference: ComparisonReference) {
        // Estimates from a file have the north that the options of the file state.
        let estimator = run.specification?.estimator.entry.name
        self.init(
            options.headingAlignment,
            knowsNorth: run.specification?.knowsNorth ?? true,
            restarts: run.skips.reduce(0) { $0 + ($1.stage == estimator ? $1.counts.restarts : 0) },
            reasonWithoutNorth: reference.reasonWithoutNorth
        )
    }

    /// Marks figures of the heading that cannot be compared as unmeasured, and notes how the others are compared.
    func complete(_ run: inout EvaluationRun) {
        if let reasonWithout {
            run.metrics.setUnmeasured(MetricCatalogue.withNorth, because: reasonWithout)
            if !knowsNorth {
                let others: [MetricName] = [.headingDrift, .alignedTotalRMSE, .alignedHeadingRMSE]
                run.metrics.setUnmeasured(others, because: reasonWithout)
            }
            return
        }
        if alignment != .none { run.reference?.headingAlignment = alignment }
        if let note { run.metrics.note(note, on: MetricCatalogue.withNorth.filter { $0 != .headingOffset }) }
    }
}
