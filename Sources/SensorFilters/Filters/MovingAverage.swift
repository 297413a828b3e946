public import SensorModel

/// The mean of the last n samples, or of all samples if there are fewer.
///
/// Stevense & van der Tak 2010, appendix C.3.1. The mean depends on the type of the values:
///
/// - Scalars and vectors: the arithmetic mean.
/// - Headings: the direction of the sum of unit vectors.
/// - Orientations: the normalised mean of the components, after the signs are aligned (`UnitQuaternion.mean(of:)`).
///   This mean approximates ``SphericalAverage`` for windows with little rotation.
///
/// Partial sums of the window are combined (`SummarisedWindow`). Values are never subtracted, so that rounding errors
/// do not accumulate. Latency on a ramp: (n − 1)/2 samples. O(1) time per sample on average over n samples, O(n)
/// memory. If headings nearly cancel or orientations may be more than 180° apart, a sample takes O(n) time.
///
/// ```swift
/// var filter = MovingAverage<Heading>(WindowParameters(window: 15))
/// let mean = filter.update(Heading(degrees: 359), at: 0.01)
/// ```
public struct MovingAverage<Value: FilterValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = WindowParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var window: SummarisedWindow<Value.Summary>

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SummarisedWindow(capacity: parameters.window)
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        _ = window.append(value)
        return value
    }

    /// Appends the sample and returns the mean of the window.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        let newest = window.elements.last.map { Value.Summary.form(of: value, after: $0) } ?? value
        let summary = window.append(newest)
        // y_n = (1/k) Σ x_i
        return summary.mean(count: window.elements.count, newest: newest) ?? Value.mean(of: window.elements) ?? value
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }
}

extension MovingAverage: LinearFilter {
    /// Returns the transfer function H = (1/n) Σ z⁻ᵏ of a mean of n samples, with k from 0 to n − 1.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let window = parameters.window
        return TransferFunction(numerator: Array(repeating: 1 / Double(window), count: window), rate: rate)
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
