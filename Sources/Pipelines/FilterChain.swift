public import SensorModel

/// Filters that run one after the other. The type has value semantics: a copy saves the state.
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

    /// Processes a sample and returns the output of the last filter at its time.
    ///
    /// If a filter skips the sample, the following filters do not run. The output is then the previous one, or `nil`
    /// before the first.
    public mutating func update(_ value: Value, at time: Seconds) -> Value? {
        var value = value
        for index in filters.indices {
            guard let next = filters[index].accept(value, at: time) else { return filters.last?.intake.output }
            value = next
        }
        return value
    }

    // Without specialisation, callers in other modules would look up the value's type for each sample.
    /// Processes samples in order, like ``update(_:at:)`` for each of them, but faster.
    ///
    /// - Parameters:
    ///   - count: number of samples.
    ///   - sample: returns the value and the time of a sample, counted from 0.
    ///   - store: receives the output for each sample.
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

    /// Processes samples with a single filter, whose type is looked up once.
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

    /// The samples that the filters skipped, summed over the filters.
    public var skips: SkipCounts {
        filters.reduce(into: SkipCounts()) { $0 += $1.intake.skips }
    }
}
