public import SensorModel

/// The median of the last n samples, fewer at the start; of vectors the median of each element.
///
/// Stevense & van der Tak 2010, appendix C.3.1. Of an even number of samples it is the mean of the two in the middle.
/// Headings and orientations have no order, so a median by sorting does not exist for them, and the filter is not
/// offered there.
///
/// A vector's median depends on the axes: it turns with the frame only when axes are turned into axes. Latency on a
/// ramp: (n − 1)/2 samples. O(log n) time per sample, O(n) memory.
public struct MovingMedian<Value: ElementwiseValue>: Filter {
    public typealias Parameters = WindowParameters

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var medians: [RunningMedian]

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.medians = (0..<Value.elementCount).map { _ in RunningMedian(capacity: parameters.window) }
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        for place in medians.indices { medians[place].removeAll() }
        return taking(value)
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        taking(value)
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Vector3)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = MovingMedian(parameters)
    }

    private mutating func taking(_ value: Value) -> Value {
        Value(elements: { medians[$0].take(value.element($0)) })
    }
}

extension FilterEntry {
    static let movingMedian = FilterEntry(
        name: "movingMedian",
        summary: "Median of the last samples, element by element.",
        source: "Stevense & van der Tak 2010, appendix C.3.1",
        parameters: WindowParameters.descriptors(summary: "Samples to sort; more is smoother and slower."),
        dependsOnAxes: true,
        scalar: { MovingMedian(WindowParameters($0)) },
        vector: { MovingMedian(WindowParameters($0)) }
    )
}
