/// The figures of one run. A metric has a value, or a reason why it could not be measured.
public struct MetricValues: Sendable, Hashable {
    private var values: [MetricName: Double] = [:]
    private var reasons: [MetricName: String] = [:]
    /// The intervals of values within the recording, for metrics that have one.
    public private(set) var intervals: [MetricName: BootstrapInterval] = [:]

    /// Creates a set without figures.
    public init() {}

    /// The value of a metric; nil where it could not be measured. Always finite.
    public subscript(name: MetricName) -> Double? { values[name] }

    /// The reason why the metric has no value, or a caveat about its value; nil without either.
    public func note(for name: MetricName) -> String? { reasons[name] }

    /// All notes, by metric.
    public var notes: [MetricName: String] { reasons }

    /// The largest magnitude of a measurement. Squares and sums of such figures stay finite.
    static let largest = 1e100

    /// Sets the value of a metric. A value that is not finite or exceeds 1e100 is not a measurement: the metric becomes
    /// unmeasured, with that reason.
    public mutating func set(
        _ name: MetricName,
        to value: Double,
        note: String? = nil,
        interval: BootstrapInterval? = nil
    ) {
        guard value.isFinite else { return setUnmeasured(name, because: "the result is not a finite number") }
        guard value.magnitude <= Self.largest else {
            return setUnmeasured(name, because: "the result is beyond 1e100, which no measurement is")
        }
        values[name] = value
        intervals[name] = interval.flatMap { $0.lower.isFinite && $0.upper.isFinite ? $0 : nil }
        reasons[name] = note
    }

    /// Adds a note to those metrics that have a value.
    mutating func note(_ note: String, on names: some Sequence<MetricName>) {
        for name in names where values[name] != nil { reasons[name] = note }
    }

    /// Marks a metric as unmeasured, with the reason.
    public mutating func setUnmeasured(_ name: MetricName, because reason: String) {
        values[name] = nil
        intervals[name] = nil
        reasons[name] = reason
    }

    /// Marks several metrics as unmeasured, with one reason.
    public mutating func setUnmeasured(_ names: some Sequence<MetricName>, because reason: String) {
        for name in names { setUnmeasured(name, because: reason) }
    }
}
