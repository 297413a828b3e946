public import SensorModel

/// Filters at work one behind the other. A value: a copy is a saved state.
public struct FilterChain<Value: FilterValue>: Sendable {
    private var filters: [any Filter<Value>]

    init(_ filters: [any Filter<Value>]) {
        self.filters = filters
    }

    /// Takes in a sample and gives the last filter's output at its time. A sample that a filter leaves out changes
    /// nothing: the output is the one before, nil while there is none.
    // Its callers are in other modules, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func update(_ value: Value, at time: Seconds) -> Value? {
        var value = value
        for index in filters.indices {
            guard let next = filters[index].accept(value, at: time) else { return filters.last?.intake.output }
            value = next
        }
        return value
    }

    /// What the filters left out, together.
    public var skips: SkipCounts {
        filters.reduce(into: SkipCounts()) { $0 += $1.intake.skips }
    }
}
