public import SensorModel

/// Filters at work one behind the other. A value: a copy is a saved state.
public struct FilterChain<Value: FilterValue>: Sendable {
    private var filters: [any Filter<Value>]

    init(_ filters: [any Filter<Value>]) {
        self.filters = filters
    }

    /// Takes in a sample and gives the last filter's output at its time. A sample that a filter leaves out changes
    /// nothing: the output is the one before, nil while there is none.
    public mutating func update(_ value: Value, at time: Seconds) -> Value? {
        var value = value
        for index in filters.indices {
            guard let next = filters[index].accept(value, at: time) else { return filters.last?.intake.output }
            value = next
        }
        return value
    }

    /// Takes in samples in order, as ``update(_:at:)`` does each of them; faster for many.
    ///
    /// - Parameters:
    ///   - count: how many samples there are.
    ///   - sample: the value and the time of a sample, counted from 0.
    ///   - store: gets the output for each sample.
    // Callers are in other modules, and would otherwise look up the type of the value for each sample.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func update(
        _ count: Int,
        _ sample: (_ index: Int) -> (value: Value, time: Seconds),
        store: (_ index: Int, _ output: Value?) -> Void
    ) {
        for index in 0..<count {
            let (value, time) = sample(index)
            store(index, update(value, at: time))
        }
    }

    /// What the filters left out, together.
    public var skips: SkipCounts {
        filters.reduce(into: SkipCounts()) { $0 += $1.intake.skips }
    }
}
