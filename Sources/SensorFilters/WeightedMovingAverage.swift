public import SensorModel

/// The mean over time of the last n samples, fewer at the start: each sample weighs as much as the interval that it
/// ends.
///
/// `y_n = Σ w_i x_i / Σ w_i` over the last n samples, `w_i = Δt_i = t_i − t_{i−1}`. iBetelgeuse Stevense & van der Tak
/// 2010, section 4.1.1, whose filter is given a weight with each sample and averages angular velocities with it, each
/// of which was seen over an interval. A stream of samples has no other weights than its times. The first sample ends
/// no interval; it is given the weight of the second.
///
/// With even intervals it is ``MovingAverage``. Latency on a ramp: then (n − 1)/2 samples. O(1) time per sample on
/// average over n, O(n) memory.
public struct WeightedMovingAverage<Value: ElementwiseValue>: Filter {
    public typealias Parameters = WindowParameters

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var window: SummarisedWindow<WeightedMean<Value>>
    /// The first sample, while its weight is not known.
    private var first: Value?

    /// - Parameter parameters: a window of 33 samples by default, about a second in iBetelgeuse (§4.4.3).
    public init(_ parameters: Parameters = Parameters(window: 33)) {
        self.parameters = parameters
        self.window = SummarisedWindow(capacity: parameters.window)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        first = value
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        if let first { _ = window.append(WeightedMean(mean: first, weight: interval)) }
        first = nil
        return window.append(WeightedMean(mean: value, weight: interval)).mean
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Vector3)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = WeightedMovingAverage(parameters)
    }
}

/// The weighted mean of a row of values, and their weight.
struct WeightedMean<Value: ElementwiseValue>: WindowSummary {
    let mean: Value
    /// More than 0.
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

extension FilterEntry {
    static let weightedMovingAverage = FilterEntry(
        name: "weightedMovingAverage",
        summary: "Mean of the last samples over time: each weighs as much as the interval before it.",
        source: "Stevense & van der Tak 2010, section 4.1.1",
        parameters: WindowParameters.descriptors(
            window: 33,
            summary: "Samples to average; more is smoother and slower."
        ),
        scalar: { WeightedMovingAverage(WindowParameters($0)) },
        vector: { WeightedMovingAverage(WindowParameters($0)) }
    )
}
