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
