public import SensorModel

/// The mean over time of the last n samples, or of all samples if there are fewer. The weight of each sample is the
/// interval before it.
///
/// `y_n = Σ w_i x_i / Σ w_i` over the last n samples with `w_i = Δt_i = t_i − t_{i−1}`. Stevense & van der Tak 2010,
/// section 4.1.1: iBetelgeuse's filter reads a weight with each sample and averages angular velocities, each measured
/// over an interval. Here, the intervals are the only weights. The first sample has no interval and gets the weight of
/// the second.
///
/// At even intervals the filter equals ``MovingAverage``, with a latency of (n − 1)/2 samples on a ramp. O(1) time per
/// sample on average over n, O(n) memory.
///
/// ```swift
/// var filter = WeightedMovingAverage<Vector3>(WindowParameters(window: 20))
/// let mean = filter.update(Vector3(0, 0, 9.81), at: 0.01)
/// ```
public struct WeightedMovingAverage<Value: ElementwiseValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = WindowParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output, its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var window: SummarisedWindow<WeightedMean<Value>>
    /// The first sample, until the second determines its weight.
    private var first: Value?

    /// Creates a filter without samples.
    ///
    /// - Parameter parameters: the parameters; by default a window of 33 samples, about a second in iBetelgeuse
    ///   (Stevense & van der Tak 2010, section 4.4.3).
    public init(_ parameters: Parameters = .weighted) {
        self.parameters = parameters
        self.window = SummarisedWindow(capacity: parameters.window)
    }

    /// Discards the state, starts with `value` and returns it.
    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        first = value
        return value
    }

    /// Appends the sample with the weight of its interval and returns the mean of the window.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        if let first { _ = window.append(WeightedMean(mean: first, weight: interval)) }
        first = nil
        return window.append(WeightedMean(mean: value, weight: interval)).mean
    }

    // Specialised, because callers hold filters as existentials.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Vector3)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }
}

/// The weighted mean of consecutive values, and the sum of their weights.
struct WeightedMean<Value: ElementwiseValue>: WindowSummary {
    let mean: Value
    /// The sum of the weights, > 0.
    let weight: Double

    init(mean: Value, weight: Double) {
        self.mean = mean
        self.weight = weight
    }

    init(_ element: WeightedMean) { self = element }

    func joined(with newer: WeightedMean) -> WeightedMean {
        let sum = weight + newer.weight
        // (W_a m_a + W_b m_b)/(W_a + W_b)
        return WeightedMean(mean: mean.interpolated(to: newer.mean, fraction: newer.weight / sum), weight: sum)
    }
}

extension WindowParameters {
    /// The default of ``WeightedMovingAverage``.
    @usableFromInline static let weighted = WindowParameters(window: 33)
}

extension WeightedMovingAverage: LinearFilter {
    /// Returns H = (1/n) Σ z⁻ᵏ, k from 0 to n − 1. At an even rate all weights are equal.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let window = parameters.window
        return TransferFunction(numerator: Array(repeating: 1 / Double(window), count: window), rate: rate)
    }
}

extension FilterEntry {
    static let weightedMovingAverage = FilterEntry(
        name: "weightedMovingAverage",
        summary: "Mean of the last samples over time: the weight of a sample is the interval before it.",
        source: "Stevense & van der Tak 2010, section 4.1.1",
        parameters: WindowParameters.declarations.descriptors(defaults: .weighted),
        scalar: { WeightedMovingAverage(WindowParameters($0)) },
        vector: { WeightedMovingAverage(WindowParameters($0)) }
    )
}
