public import Recordings
public import SensorModel

/// A metric of a run: its name, unit and polarity. The last part of the name is the unit, if there is one.
///
/// Metrics are equal if their names are equal. ``MetricCatalogue`` contains the built-in metrics. Another package can
/// add a metric, with a function that computes its value. In this example, the value is a share in percent:
///
/// ```swift
/// extension Metric {
///     static let withinTwoDegrees = Metric(
///         "within_2_percent",
///         .accuracy,
///         unit: "%",
///         polarity: .largerIsBetter,
///         summary: "Share of reference samples with a total error of at most 2°."
///     ) { run in
///         guard !run.errors.isEmpty else { return .unmeasured(because: "no reference sample has an estimate") }
///         let within = run.errors.count { $0.error.rotationAngle.degrees <= 2 }
///         return .value(100 * Double(within) / Double(run.errors.count))
///     }
/// }
/// ```
public final class Metric: Sendable {
    /// The name in reports and results, with the unit as its last part, such as `total_rmse_deg`.
    public let name: String
    /// The group that contains the metric in results.
    public let group: MetricGroup
    /// The unit, such as "deg", "ms" or "ns"; empty for a count.
    public let unit: String
    /// The polarity: whether smaller or larger values are better.
    public let polarity: MetricPolarity
    /// A Boolean value that indicates whether the value is an integer.
    public let isCount: Bool
    /// The explanation of the metric in one sentence, for readers of a report.
    public let summary: String
    /// A Boolean value that indicates whether the metric is in ``MetricCatalogue``.
    let isBuiltIn: Bool
    /// The function that computes an added metric; `nil` for built-in metrics and for metrics read from results.
    let measure: (@Sendable (MeasuredRun) -> MetricResult)?
    private let nameHash: Int

    init(
        _ name: String,
        _ group: MetricGroup,
        unit: String,
        polarity: MetricPolarity,
        isCount: Bool,
        summary: String,
        isBuiltIn: Bool = false,
        measuredBy measure: (@Sendable (MeasuredRun) -> MetricResult)? = nil
    ) {
        self.name = name
        self.group = group
        self.unit = unit
        self.polarity = polarity
        self.isCount = isCount
        self.summary = summary
        self.isBuiltIn = isBuiltIn
        self.measure = measure
        nameHash = name.hashValue
    }

    /// Creates a metric that is not in the catalogue.
    ///
    /// - Parameters:
    ///   - name: the name in reports and results: lower-case letters, digits and underscores, with the unit at the end.
    ///   - group: `accuracy`, `jitter` or `latency`.
    ///   - unit: the unit in reports; empty for a count.
    ///   - polarity: whether smaller or larger values are better.
    ///   - isCount: whether the value is an integer.
    ///   - summary: the explanation of the metric in one sentence, for readers of a report.
    ///   - measure: the function that computes the metric's value for one run. It is called once for each run whose
    ///     orientations are compared with a reference, on any thread.
    public convenience init(
        _ name: String,
        _ group: MetricGroup,
        unit: String,
        polarity: MetricPolarity = .smallerIsBetter,
        isCount: Bool = false,
        summary: String,
        measure: @escaping @Sendable (MeasuredRun) -> MetricResult
    ) {
        precondition(name.wholeMatch(of: /[a-z0-9_]+/) != nil, "a name has lower-case letters, digits and underscores")
        precondition(MetricCatalogue.metric(named: name) == nil, "the name of an added metric must be new")
        precondition(group.isOfOrientation, "an added metric is in the group accuracy, jitter or latency")
        self.init(
            name,
            group,
            unit: unit,
            polarity: polarity,
            isCount: isCount,
            summary: summary,
            measuredBy: measure
        )
    }
}

extension Metric {
    /// The largest difference between two values that counts as no difference when pipelines are compared, in the
    /// metric's unit: 5 ms for the lag, and 0 for all other metrics.
    package var negligibleDifference: Double { self == .lag ? LagEvaluation.negligibleDifference * 1_000 : 0 }
}

extension Metric: Hashable {
    /// Returns a Boolean value that indicates whether two metrics have the same name.
    public static func == (first: Metric, second: Metric) -> Bool {
        first === second || first.name == second.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(nameHash) }
}

/// The data from which an added metric is computed: the estimates of one run and their errors.
public struct MeasuredRun: Sendable {
    /// The error of an estimate at the time of a reference sample.
    public struct Sample: Sendable {
        /// The time of the reference sample on the recording's clock, in seconds.
        public let time: Seconds
        /// The rotation q̂ ⊗ q* from the reference orientation q to the estimate q̂, in the Earth's frame (East, North,
        /// Up).
        public let error: UnitQuaternion
    }

    /// The errors at the evaluated reference samples, in order of time. The heading difference that the options specify
    /// has been removed.
    public let errors: [Sample]
    /// The estimated orientations and the times of the estimates.
    public let estimates: Estimates
    /// The recording on which the pipeline was run.
    public let recording: Recording
}

/// The value of an added metric, or the reason why it could not be measured.
public enum MetricResult: Sendable, Hashable {
    /// The value in the metric's unit.
    case value(Double)
    /// The reason why the metric has no value, in lower case without a full stop, such as "the recording has no rest".
    case unmeasured(because: String)
}

/// The reason why something could not be measured or fitted.
package struct Unmeasured: Error {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The description of an added metric in results, so that programs without its definition can report the metric.
package struct AddedMetric: Codable {
    let name: String
    let group: String
    let unit: String
    let polarity: String
    let isCount: Bool
    let summary: String

    enum CodingKeys: String, CodingKey {
        case name
        case group
        case unit
        case polarity
        case isCount = "is_count"
        case summary
    }

    package init(_ metric: Metric) {
        name = metric.name
        group = metric.group.rawValue
        unit = metric.unit
        polarity = metric.polarity.rawValue
        isCount = metric.isCount
        summary = metric.summary
    }

    /// The described metric; `nil` if the group or polarity is unknown, for example because a later version added it.
    package var metric: Metric? {
        guard let group = MetricGroup(rawValue: group), let polarity = MetricPolarity(rawValue: polarity) else {
            return nil
        }
        return Metric(
            name,
            group,
            unit: unit,
            polarity: polarity,
            isCount: isCount,
            summary: summary
        )
    }
}

/// The group in which results list a metric.
public enum MetricGroup: String, Sendable, Hashable, CaseIterable {
    /// The orientation errors.
    case accuracy
    /// The unsteadiness of the estimate: motion that the device does not make.
    case jitter
    /// The lag, the step response and the computing time.
    case latency
    /// The errors of the positions that an AR system draws on the screen, in pixels.
    case screen
    /// The errors of the location that a location pipeline or an AR system determines.
    case location

    /// A Boolean value that indicates whether the group applies to all orientation estimates. If it is `false`, the
    /// group applies only to location pipelines, or to AR systems that draw places on a screen.
    public var isOfOrientation: Bool {
        switch self {
        case .accuracy, .jitter, .latency: true
        case .screen, .location: false
        }
    }
}

/// The metric values of one run. Each metric has a value, or a reason why the metric was not measured.
public struct MetricValues: Sendable, Hashable {
    private var values: [Metric: Double] = [:]
    private var reasons: [Metric: String] = [:]
    /// The 95 % intervals of metrics, estimated within the recording. Metrics without an interval are omitted.
    public private(set) var intervals: [Metric: BootstrapInterval] = [:]

    /// Creates an empty set of values.
    public init() {}

    /// The value of a metric, which is always finite; `nil` if the metric could not be measured.
    public subscript(metric: Metric) -> Double? { values[metric] }

    /// Returns the reason why the metric has no value, or a caveat about the value; `nil` without a note.
    public func note(for metric: Metric) -> String? { reasons[metric] }

    /// The note for each metric that has a note.
    public var notes: [Metric: String] { reasons }

    /// Returns a Boolean value that indicates whether the options of the evaluation requested a metric.
    package func isRequested(_ metric: Metric) -> Bool { reasons[metric] != RunMeasurement.reasonNotRequested }

    /// The metrics outside ``MetricCatalogue`` that have a value or a note, ordered by name.
    var added: [Metric] {
        Set(values.keys).union(reasons.keys).filter { !$0.isBuiltIn }.sorted { $0.name < $1.name }
    }

    /// The maximum magnitude of a metric value. Squares and sums of such values remain finite.
    static let largest = 1e100

    /// Sets the value of a metric. If the value is not finite or its magnitude exceeds 1e100, the metric is marked as
    /// unmeasured.
    public mutating func set(
        _ metric: Metric,
        to value: Double,
        note: String? = nil,
        interval: BootstrapInterval? = nil
    ) {
        guard value.isFinite else { return setUnmeasured(metric, because: "the result is not a finite number") }
        guard value.magnitude <= Self.largest else {
            return setUnmeasured(metric, because: "the magnitude of the result exceeds 1e100")
        }
        values[metric] = value
        intervals[metric] = interval.flatMap { $0.lower.isFinite && $0.upper.isFinite ? $0 : nil }
        reasons[metric] = note
    }

    /// Sets the value of a metric. If the value is `nil`, the metric is marked as unmeasured.
    mutating func set(_ metric: Metric, to value: Double?, orBecause reason: String) {
        guard let value else { return setUnmeasured(metric, because: reason) }
        set(metric, to: value)
    }

    /// Sets a metric to a share in percent. If `whole` is 0, the metric is marked as unmeasured.
    mutating func set(_ metric: Metric, percent part: Int, of whole: Int, orBecause reason: String) {
        set(metric, to: whole > 0 ? 100 * Double(part) / Double(whole) : nil, orBecause: reason)
    }

    /// Adds a note to each of the given metrics that has a value.
    mutating func note(_ note: String, on metrics: some Sequence<Metric>) {
        for metric in metrics where values[metric] != nil { reasons[metric] = note }
    }

    /// Marks a metric as unmeasured, with the reason.
    public mutating func setUnmeasured(_ metric: Metric, because reason: String) {
        values[metric] = nil
        intervals[metric] = nil
        reasons[metric] = reason
    }

    /// Marks several metrics as unmeasured, with one reason.
    public mutating func setUnmeasured(_ metrics: some Sequence<Metric>, because reason: String) {
        for metric in metrics { setUnmeasured(metric, because: reason) }
    }
}

extension MetricGroup {
    /// The suffixes of metrics' names, each with its unit. The first suffix that matches a name is used, so `_per_s`
    /// must be listed before `_s`.
    private static let units = [
        ("_deg_per_min", "deg/min"), ("_per_min", "1/min"), ("_per_s", "1/s"), ("_percent", "%"), ("_deg", "deg"),
        ("_mps", "m/s"), ("_ms", "ms"), ("_px", "px"), ("_m", "m"), ("_s", "s"),
    ]

    /// Creates a metric of this group for ``MetricCatalogue``.
    ///
    /// - Parameters:
    ///   - name: the name in reports and results.
    ///   - summary: the explanation of the metric in one sentence.
    ///   - unit: the unit in reports; `nil` for the unit at the end of the name, if there is one.
    ///   - polarity: whether smaller or larger values are better.
    ///   - isCount: whether the value is an integer.
    func metric(
        _ name: String,
        _ summary: String,
        unit: String? = nil,
        polarity: MetricPolarity = .smallerIsBetter,
        isCount: Bool = false
    ) -> Metric {
        Metric(
            name,
            self,
            unit: unit ?? Self.units.first { name.hasSuffix($0.0) }?.1 ?? "",
            polarity: polarity,
            isCount: isCount,
            summary: summary,
            isBuiltIn: true
        )
    }
}
