/// The figures of one run. A metric has a value, or a reason why it could not be measured.
public struct MetricValues: Sendable, Hashable {
    private var values: [MetricName: Double] = [:]
    private var reasons: [MetricName: String] = [:]
    /// The intervals of values within the recording, where there are some.
    public private(set) var intervals: [MetricName: BootstrapInterval] = [:]

    public init() {}

    /// The value; nil where the metric could not be measured. Always finite.
    public subscript(name: MetricName) -> Double? { values[name] }

    /// Why the metric has no value, or what a reader of its value must know.
    public func note(for name: MetricName) -> String? { reasons[name] }

    /// All notes, by metric.
    public var notes: [MetricName: String] { reasons }

    /// No measurement is larger: squares and sums of such figures still are numbers.
    static let largest = 1e100

    /// Gives the metric a value. One that is not finite, or beyond 1e100, is not a measurement: the metric stays
    /// without, with that reason.
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

    /// Says that the metric could not be measured, and why.
    public mutating func setUnmeasured(_ name: MetricName, because reason: String) {
        values[name] = nil
        intervals[name] = nil
        reasons[name] = reason
    }

    /// Says the same of several metrics.
    public mutating func setUnmeasured(_ names: some Sequence<MetricName>, because reason: String) {
        for name in names { setUnmeasured(name, because: reason) }
    }
}
