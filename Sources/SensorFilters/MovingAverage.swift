public import SensorModel

/// The mean of the last n samples, fewer at the start.
///
/// Stevense & van der Tak 2010, appendix C.3.1. Scalars and vectors: the arithmetic mean. Headings: the direction of
/// the sum of unit vectors. Orientations: the normalised mean of sign-aligned components, which is close to
/// ``SphericalAverage`` while the window turns little (`UnitQuaternion.mean(of:)`).
///
/// Partial sums of the window are joined, and nothing is ever subtracted, so that no rounding error builds up
/// (`SummarisedWindow`). Latency on a ramp: (n − 1)/2 samples. O(1) time per sample on average over n, O(n) memory.
/// Only where headings nearly cancel, or orientations may lie more than half a turn apart, the window is gone through:
/// O(n).
public struct MovingAverage<Value: FilterValue>: Filter {
    public typealias Parameters = WindowParameters

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var window: SummarisedWindow<Value.Summary>

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SummarisedWindow(capacity: parameters.window)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        _ = window.append(value)
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        let newest = window.elements.last.map { Value.Summary.form(of: value, after: $0) } ?? value
        let summary = window.append(newest)
        // y_n = (1/k) Σ x_i
        return summary.mean(count: window.elements.count, newest: newest) ?? Value.mean(of: window.elements) ?? value
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = MovingAverage(parameters)
    }
}

extension FilterEntry {
    static let movingAverage = FilterEntry(
        name: "movingAverage",
        summary: "Mean of the last samples.",
        source:
            "Stevense & van der Tak 2010, appendix C.3.1; for orientations Gramkow 2001, doi:10.1023/A:1011129215388",
        parameters: WindowParameters.descriptors,
        scalar: { MovingAverage(WindowParameters($0)) },
        heading: { MovingAverage(WindowParameters($0)) },
        vector: { MovingAverage(WindowParameters($0)) },
        quaternion: { MovingAverage(WindowParameters($0)) }
    )
}
