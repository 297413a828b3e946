public import SensorModel

/// Filters that run one after the other on a stream of samples.
///
/// The type has value semantics: a copy of a chain includes the state of all filters.
///
/// ```swift
/// var chain = try FilterSpecification(parsing: "movingMedian+lowPass").makeScalar()
/// let smoothed = chain.update(1.5, at: 0.01)
/// ```
public struct FilterChain<Value: FilterValue>: Sendable {
    private var filters: [any Filter<Value>]

    init(_ filters: [any Filter<Value>]) {
        self.filters = filters
    }

    /// Processes a sample and returns the last filter's output for it.
    ///
    /// If a filter skips the sample, the following filters do not run. The method then returns the last filter's
    /// previous output, or `nil` before its first output.
    public mutating func update(_ value: Value, at time: Seconds) -> Value? {
        var value = value
        for index in filters.indices {
            guard let next = filters[index].accept(value, at: time) else { return filters.last?.intake.output }
            value = next
        }
        return value
    }

    // Without specialisation, callers in other modules would look up the value's type for each sample.
    /// Processes samples in order. The result is the same as with ``update(_:at:)`` for each sample, but the method is
    /// faster.
    ///
    /// - Parameters:
    ///   - count: the number of samples.
    ///   - sample: a closure that returns the value and the time of the sample at an index, counted from 0.
    ///   - store: a closure that receives the index of a sample and the chain's output for it.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func update(
        _ count: Int,
        _ sample: (_ index: Int) -> (value: Value, time: Seconds),
        store: (_ index: Int, _ output: Value?) -> Void
    ) {
        guard filters.count == 1 else {
            for index in 0..<count {
                let (value, time) = sample(index)
                store(index, update(value, at: time))
            }
            return
        }
        Self.update(&filters[0], count, sample, store: store)
    }

    /// Processes samples with a single filter. The filter's type is resolved once, not for each sample.
    @inline(__always)
    private static func update<Single: Filter>(
        _ filter: inout Single,
        _ count: Int,
        _ sample: (_ index: Int) -> (value: Value, time: Seconds),
        store: (_ index: Int, _ output: Value?) -> Void
    ) where Single.Value == Value {
        for index in 0..<count {
            let (value, time) = sample(index)
            store(index, filter.accept(value, at: time) ?? filter.intake.output)
        }
    }

    /// The number of skipped samples by reason, summed over all filters.
    public var skips: SkipCounts {
        filters.reduce(into: SkipCounts()) { $0 += $1.intake.skips }
    }
}
