import Pipelines
import SensorFilters
import SensorModel

/// Every metric of a run, in the order in which reports show them.
public enum MetricCatalogue {
    /// All metrics in report order.
    public static let metrics: [Metric] =
        angleMetrics + [
            Metric(
                .headingOffset,
                .accuracy,
                unit: "deg",
                polarity: .neutral,
                "Constant heading difference that is removed first, counter-clockwise from above; 0 by default."
            ),
            Metric(
                .count,
                .accuracy,
                unit: "",
                polarity: .neutral,
                isCount: true,
                "Number of reference samples that the accuracy figures use."
            ),
            Metric(
                .shortTermRMS,
                .accuracy,
                unit: "deg",
                "RMS of the orientation error over short spans, less each span's mean error."
            ),
            Metric(
                .stillRMS,
                .jitter,
                unit: "deg",
                "RMS angle of the estimate from its own mean while the reference rests."
            ),
            Metric(
                .incrementRMS,
                .jitter,
                unit: "deg",
                "RMS difference between the estimate's and the reference's rotation from one display frame to the next."
            ),
            Metric(
                .jumpCount,
                .jitter,
                unit: "",
                isCount: true,
                "Number of display frames in which that difference is more than one degree."
            ),
            Metric(
                .lag,
                .latency,
                unit: "ms",
                polarity: .closerToZeroIsBetter,
                "Delay of the estimate relative to the reference; below 0 the estimate is ahead."
            ),
            Metric(.computeP50, .latency, unit: "ns", "Time to compute one orientation: median over blocks."),
            Metric(.computeP99, .latency, unit: "ns", "Time to compute one orientation: 99th percentile over blocks."),
            Metric(.computeMax, .latency, unit: "ns", "Time to compute one orientation: slowest block."),
            Metric(.computeMean, .latency, unit: "ns", "Time to compute one orientation: mean."),
            Metric(
                .stepRise,
                .latency,
                unit: "ms",
                "Time from 10 to 90 % of a quick turn, including the turn's own rise."
            ),
            Metric(
                .stepSettling,
                .latency,
                unit: "ms",
                "Time from the start of a quick turn until the estimate stays within one degree of its final level."
            ),
            Metric(
                .stepOvershoot,
                .latency,
                unit: "%",
                "How far the estimate exceeds its final level after a quick turn."
            ),
        ] + screenMetrics + locationMetrics + [drift] + alignedMetrics

    /// The names of the metrics that apply to every orientation estimate.
    public static let ofOrientation = metrics.map(\.name).filter { metric($0).group.isOfOrientation }
    /// The names of the metrics that apply to described systems only.
    package static let ofSystems = metrics.map(\.name).filter { !metric($0).group.isOfOrientation }

    /// The metrics of computing time. They differ from run to run, while all others are reproducible.
    public static let ofTime: Set<MetricName> = [.computeP50, .computeP99, .computeMax, .computeMean]

    /// The metrics of one group, in report order.
    public static func metrics(in group: MetricGroup) -> [Metric] {
        metrics.filter { $0.group == group }
    }

    /// The accuracy metrics that need a reference with a known north.
    static let withNorth: [MetricName] = [
        .totalRMSE, .totalMean, .totalMedian, .totalP95, .totalMax, .headingRMSE, .headingMean, .headingMedian,
        .headingP95, .headingMax, .headingOffset,
    ]

    /// The description of one metric.
    public static func metric(_ name: MetricName) -> Metric {
        guard let metric = byName[name] else { preconditionFailure("every metric has a description: \(name.rawValue)") }
        return metric
    }

    private static let byName = Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0) })

    /// The later ones come last, so that columns of CSV files keep their places.
    private static let drift = Metric(
        .headingDrift,
        .accuracy,
        unit: "deg/min",
        polarity: .closerToZeroIsBetter,
        "Slope of the heading error over time, counter-clockwise from above."
    )

    private static let alignedMetrics: [Metric] = [
        angle(.alignedTotalRMSE, "RMS of", "the total orientation error without the mean heading difference"),
        angle(.alignedHeadingRMSE, "RMS of", "the orientation error about the vertical without its mean"),
    ]

    private static let angleMetrics: [Metric] = [
        angle(.totalRMSE, "Root mean square of", "the total orientation error"),
        angle(.headingRMSE, "Root mean square of", "the orientation error about the vertical"),
        angle(.inclinationRMSE, "Root mean square of", "the orientation error about a horizontal axis"),
        angle(.totalMean, "Mean of", "the total orientation error"),
        angle(.totalMedian, "Median of", "the total orientation error"),
        angle(.totalP95, "95th percentile of", "the total orientation error"),
        angle(.totalMax, "Largest of", "the total orientation error"),
        angle(.headingMean, "Mean of", "the orientation error about the vertical"),
        angle(.headingMedian, "Median of", "the orientation error about the vertical"),
        angle(.headingP95, "95th percentile of", "the orientation error about the vertical"),
        angle(.headingMax, "Largest of", "the orientation error about the vertical"),
        angle(.inclinationMean, "Mean of", "the orientation error about a horizontal axis"),
        angle(.inclinationMedian, "Median of", "the orientation error about a horizontal axis"),
        angle(.inclinationP95, "95th percentile of", "the orientation error about a horizontal axis"),
        angle(.inclinationMax, "Largest of", "the orientation error about a horizontal axis"),
    ]

    private static func angle(_ name: MetricName, _ aggregate: String, _ error: String) -> Metric {
        Metric(name, .accuracy, unit: "deg", "\(aggregate) \(error).")
    }
}

extension MetricCatalogue {
    static let screenMetrics: [Metric] = [
        Metric(
            .pixelRMSE,
            .screen,
            unit: "px",
            "RMS distance between where a place is drawn and where the camera sees it, over places and moments."
        ),
        Metric(.pixelMedian, .screen, unit: "px", "Median of the same distances."),
        Metric(.pixelP95, .screen, unit: "px", "95th percentile of the same distances."),
        Metric(
            .stillRMSPixels,
            .screen,
            unit: "px",
            "RMS distance of a place at the screen's middle from its own mean while the reference rests."
        ),
        Metric(
            .incrementRMSPixels,
            .screen,
            unit: "px",
            "RMS motion of shown places between display frames that the device's motion does not explain."
        ),
        Metric(
            .pixelJumps,
            .screen,
            unit: "",
            isCount: true,
            "Number of such motions of a shown place by more than eight pixels."
        ),
        Metric(.wronglyShown, .screen, unit: "%", "Share of the shown places that the camera does not see."),
        Metric(.wronglyHidden, .screen, unit: "%", "Share of the places seen by the camera that are not shown."),
        Metric(
            .visibleJaccard,
            .screen,
            unit: "",
            polarity: .largerIsBetter,
            "Places both shown and seen as a share of those shown or seen: mean over display frames with any."
        ),
        Metric(
            .redrawMoved,
            .screen,
            unit: "",
            polarity: .neutral,
            "Places of a drawing that the previous drawing has, too: they are moved."
        ),
        Metric(
            .redrawCreated,
            .screen,
            unit: "",
            "Places of a drawing that the previous drawing lacks: they are created."
        ),
        Metric(.redrawGone, .screen, unit: "", "Places of the previous drawing that are removed."),
        Metric(
            .drawnFrames,
            .screen,
            unit: "",
            polarity: .neutral,
            isCount: true,
            "Number of pictures that the system drew."
        ),
    ]

    static let locationMetrics: [Metric] = [
        Metric(
            .locationErrorP50,
            .location,
            unit: "m",
            "Median over display frames of the horizontal distance between the device and the system's location."
        ),
        Metric(.locationErrorP95, .location, unit: "m", "95th percentile of the same distances."),
    ]
}

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

/// The description of a metric: what it measures, its unit, and which values are better.
public struct Metric: Sendable, Hashable {
    /// The name in reports and results.
    public let name: MetricName
    /// The part of the results that holds the metric.
    public let group: MetricGroup
    /// The unit, such as "deg", "ms" or "ns"; empty for a count.
    public let unit: String
    /// Which values are better.
    public let polarity: MetricPolarity
    /// A sentence for readers of a report.
    public let summary: String
    /// Whether the value is an integer.
    public let isCount: Bool

    init(
        _ name: MetricName,
        _ group: MetricGroup,
        unit: String,
        polarity: MetricPolarity = .smallerIsBetter,
        isCount: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.group = group
        self.unit = unit
        self.polarity = polarity
        self.isCount = isCount
        self.summary = summary
    }
}

/// The part of a run's results that a metric belongs to.
public enum MetricGroup: String, Sendable, Hashable, CaseIterable {
    /// The errors of the orientation.
    case accuracy
    /// The unwanted motion of the estimate.
    case jitter
    /// The lag, the step response and the computing time.
    case latency
    /// The errors of what a described system draws, in its pixels.
    case screen
    /// The errors of a described system's location.
    case location

    /// Whether the group applies to any orientation estimate; false for groups that apply to described systems only.
    public var isOfOrientation: Bool {
        switch self {
        case .accuracy, .jitter, .latency: true
        case .screen, .location: false
        }
    }
}
