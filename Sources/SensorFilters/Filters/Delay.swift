public import SensorModel

/// A filter that returns the sample from k samples ago, or the first sample if there are fewer samples.
///
/// Stevense & van der Tak 2010, section 4.1.1: The system iBetelgeuse delays the accelerometer before the orientation
/// is computed.
///
/// Latency: k samples for every signal. O(1) time per sample, O(k) memory.
///
/// ```swift
/// var filter = Delay<Vector3>(DelayParameters(samples: 3))
/// let delayed = filter.update(Vector3(0, 0, 9.81), at: 0.01)
/// ```
public struct Delay<Value: FilterValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = DelayParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var window: SlidingWindow<Value>

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.window = SlidingWindow(capacity: parameters.samples + 1)
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        window.removeAll()
        window.append(value)
        return value
    }

    /// Appends the sample and returns the sample from k samples ago, or the first sample if there are fewer samples.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        window.append(value)
        // y_n = x_{n−k}
        return window[0]
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }
}

/// The parameters of ``Delay``.
public struct DelayParameters: FilterParameters, Hashable {
    /// The delay k ≥ 1 in samples.
    public var samples: Int
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with a delay of one sample by default.
    ///
    /// - Precondition: `samples` > 0.
    public init(samples: Int = 1, maximumGap: Seconds = 1) {
        precondition(samples > 0, "the delay must be at least one sample")
        self.samples = samples
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .count("samples", \.samples, "Delay, in samples."),
        .maximumGap(\.maximumGap),
    ]
}

extension Delay: LinearFilter {
    /// Returns the transfer function H = z⁻ᵏ of a delay by k samples.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        TransferFunction(numerator: Array(repeating: 0, count: parameters.samples) + [1], rate: rate)
    }
}

extension FilterEntry {
    static let delay = FilterEntry(
        name: "delay",
        summary: "The sample from N samples ago.",
        source: "Stevense & van der Tak 2010, section 4.1.1",
        parameters: DelayParameters.descriptors,
        scalar: { Delay(DelayParameters($0)) },
        heading: { Delay(DelayParameters($0)) },
        vector: { Delay(DelayParameters($0)) },
        quaternion: { Delay(DelayParameters($0)) }
    )
}
