public import SensorModel

/// The weighted mean of the last n samples, or of all samples if there are fewer. The weight of each sample is the
/// interval before the sample.
///
/// `y_n = Σ w_i x_i / Σ w_i` over the last n samples with `w_i = Δt_i = t_i − t_{i−1}`. Stevense & van der Tak 2010,
/// section 4.1.1: The filter of the system iBetelgeuse accepts any weight per sample and averages angular velocities,
/// each measured over an interval. Here, the weights are always the intervals. The first sample has no interval and
/// gets the weight of the second sample.
///
/// For headings, the catalogue's filter returns the direction of the weighted mean of unit vectors, as
/// ``MovingAverage`` does.
///
/// For evenly spaced samples, the filter equals ``MovingAverage``, with a latency of (n − 1)/2 samples on a ramp. O(1)
/// time per sample on average over n samples, O(n) memory.
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
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var window: SummarisedWindow<WeightedMean<Value>>
    /// The first sample, stored until the second sample determines the weight of both.
    private var first: Value?

    /// Creates a filter in the initial state.
    ///
    /// - Parameter parameters: the parameters; by default a window of 33 samples, about one second in iBetelgeuse
    ///   (Stevense & van der Tak 2010, section 4.4.3).
    public init(_ parameters: Parameters = .weighted) {
        self.parameters = parameters
        self.window = SummarisedWindow(capacity: parameters.window)
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        first = value
        return value
    }

    /// Appends the sample with its interval as the weight, and returns the weighted mean of the window.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        if let first { _ = window.append(WeightedMean(mean: first, weight: interval)) }
        first = nil
        return window.append(WeightedMean(mean: value, weight: interval)).mean
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Vector3)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }
}

/// The mean of the last n headings, weighted by the intervals before the samples.
///
/// The output is the direction of `Σ w_i (sin ψ_i, cos ψ_i)` (Mardia & Jupp 2000, equation 2.2.4). If the vectors
/// cancel, the output is the newest heading.
struct WeightedMovingAverageOfHeadings: DeclaredFilter {
    /// The maximum length of a mean vector that counts as zero. Rounding errors alone can cause such a length.
    private static let largestRounding = 1e-12

    let parameters: WindowParameters
    var intake = Intake<Heading>()
    private var vectors: WeightedMovingAverage<Vector3>

    init(_ parameters: WindowParameters) {
        self.parameters = parameters
        vectors = WeightedMovingAverage(parameters)
    }

    mutating func start(with value: Heading) -> Heading {
        _ = vectors.start(with: value.direction)
        return value
    }

    mutating func advance(to value: Heading, over interval: Seconds) -> Heading {
        let mean = vectors.advance(to: value.direction, over: interval)
        guard mean.length > Self.largestRounding else { return value }
        return Heading(degrees: mean.azimuth.degrees)
    }
}

extension Heading {
    /// The horizontal unit vector along the heading: East, North, Up.
    fileprivate var direction: Vector3 {
        let angle = Angle(degrees: degrees)
        return Vector3(angle.sine, angle.cosine, 0)
    }
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
    /// The default parameters of ``WeightedMovingAverage``.
    @usableFromInline static let weighted = WindowParameters(window: 33)
}

extension WeightedMovingAverage: LinearFilter {
    /// Returns the transfer function H = (1/n) Σ z⁻ᵏ of a mean of n samples, with k from 0 to n − 1. For evenly spaced
    /// samples, all weights are equal.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let window = parameters.window
        return TransferFunction(numerator: Array(repeating: 1 / Double(window), count: window), rate: rate)
    }
}

extension FilterEntry {
    static let weightedMovingAverage = FilterEntry(
        name: "weightedMovingAverage",
        summary: "Mean of the last samples, each weighted with the interval before the sample.",
        source: "Stevense & van der Tak 2010, section 4.1.1",
        parameters: WindowParameters.declarations.descriptors(defaults: .weighted),
        scalar: { WeightedMovingAverage(WindowParameters($0)) },
        heading: { WeightedMovingAverageOfHeadings(WindowParameters($0)) },
        vector: { WeightedMovingAverage(WindowParameters($0)) }
    )
}
