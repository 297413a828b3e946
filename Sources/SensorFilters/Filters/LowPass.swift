public import SensorModel

/// The exponential low-pass. Each new sample moves the output towards the sample, by a fraction of the distance between
/// them.
///
/// `y_n = α x_n + (1 − α) y_{n−1}`. For headings and orientations, the output moves along the shorter arc: `y_n =
/// slerp(y_{n−1}, x_n, α)`. Geiger 2012, section 6.2, listing 6.4; Stevense & van der Tak 2010, appendix C.3.1.
///
/// The first sample is the first output, unless the filter starts at zero. Latency on a ramp: (1 − α)/α samples, or
/// about τ. O(1) time and memory per sample.
///
/// ```swift
/// var filter = LowPass<Vector3>(LowPassParameters(cutoff: 3))
/// let smoothed = filter.update(Vector3(0, 0.2, 9.7), at: 0.01)
/// ```
public struct LowPass<Value: FilterValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = LowPassParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var smoothed: Value?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Starts with this sample or at zero, as set by ``LowPassParameters/start``, and returns the output.
    public mutating func start(with value: Value) -> Value {
        guard parameters.start == .zero, let zero = smoothed ?? Value.startOfLowPass else {
            smoothed = value
            return value
        }
        // No interval precedes the first sample. A weight from a time constant is therefore 0.
        guard case .alpha(let alpha) = parameters.smoothing else {
            smoothed = zero
            return zero
        }
        let next = zero.interpolated(to: value, fraction: alpha)
        smoothed = next
        return next
    }

    /// Moves the last output towards the sample by the weight for this interval.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = smoothed else { return start(with: value) }
        let next = last.interpolated(to: value, fraction: weight(over: interval))
        smoothed = next
        return next
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    func weight(over interval: Seconds) -> Double {
        switch parameters.smoothing {
        case .alpha(let alpha): alpha
        // α_n = 1 − exp(−Δt/τ)
        case .timeConstant(let timeConstant):
            ExponentialSmoothing.weight(interval: interval, timeConstant: timeConstant)
        }
    }
}

extension FilterValue {
    /// The value at which a low-pass with ``LowPassParameters/Start/zero`` starts; `nil` for types that no catalogue
    /// filter processes.
    fileprivate static var startOfLowPass: Self? {
        switch Self.self {
        case is Double.Type: 0.0 as? Self
        case is Vector3.Type: Vector3.zero as? Self
        case is Heading.Type: Heading(degrees: 0) as? Self
        case is UnitQuaternion.Type: UnitQuaternion.identity as? Self
        default: nil
        }
    }
}

/// The parameters of ``LowPass``.
public struct LowPassParameters: FilterParameters, Hashable {
    /// The weight of a new sample: fixed, or dependent on the interval.
    public enum Smoothing: Sendable, Hashable {
        /// The weight α in (0, 1], the same for every interval. With a smaller weight, the output is smoother, but
        /// follows more slowly. With 1, the output equals the sample.
        case alpha(Double)
        /// The time constant τ > 0 in seconds, for unevenly spaced samples: α = 1 − exp(−Δt/τ). With a larger time
        /// constant, the output is smoother, but follows more slowly.
        case timeConstant(Seconds)
    }

    /// The state of the filter before the first sample.
    public enum Start: String, Sendable, Hashable, CaseIterable {
        /// The first sample. The first output is then equal to the first sample.
        case sample
        /// Zero, a heading of 0° or the identity orientation, as in the low-pass of AREA (Geiger 2012, listing 6.4).
        /// With this start, a gap does not restart the filter.
        case zero
    }

    /// The weight of a new sample.
    public var smoothing: Smoothing
    /// The state before the first sample.
    public var start: Start
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with a fixed weight of 0.1 by default.
    ///
    /// - Parameters:
    ///   - smoothing: the weight of a new sample. The default is the weight of AREA at 90 Hz (Geiger 2012, section 6.2,
    ///     listing 6.4).
    ///   - start: the state before the first sample.
    ///   - maximumGap: the maximum interval between two samples in seconds. A longer interval restarts the filter.
    public init(smoothing: Smoothing = .alpha(0.1), start: Start = .sample, maximumGap: Seconds = 1) {
        self.smoothing = smoothing
        self.start = start
        self.maximumGap = maximumGap
    }

    /// Creates the parameters of a low-pass with τ = 1/(2π `cutoff`). The gain at the cutoff is 1/√2 if the sampling
    /// rate is much higher than the cutoff.
    public init(cutoff: Hertz, start: Start = .sample, maximumGap: Seconds = 1) {
        self.init(
            smoothing: .timeConstant(ExponentialSmoothing.timeConstant(cutoff: cutoff)),
            start: start,
            maximumGap: maximumGap
        )
    }
}

extension LowPassParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .optionalNumber(
            "alpha",
            \.alpha,
            in: .aboveZeroToOne,
            "Weight of a new sample; smaller is smoother, but slower."
        ),
        .optionalNumber(
            "timeConstant",
            \.timeConstant,
            .seconds,
            in: .aboveZero,
            "Instead of alpha: time to cover 63 % of a step, for any sampling rate."
        ),
        .optionalNumber("cutoff", \.cutoff, .hertz, in: .aboveZero, "Instead of alpha: the -3 dB frequency."),
        .choice("start", \.start, "State before the first sample: that sample, or zero."),
        .maximumGap(\.maximumGap),
    ]

    private var alpha: Double? {
        get { if case .alpha(let alpha) = smoothing { alpha } else { nil } }
        set { if let newValue { smoothing = .alpha(newValue) } }
    }

    private var timeConstant: Seconds? {
        get { if case .timeConstant(let timeConstant) = smoothing { timeConstant } else { nil } }
        set { if let newValue { smoothing = .timeConstant(newValue) } }
    }

    /// The cutoff that a pipeline specification may set instead of the time constant. Only the time constant is stored.
    private var cutoff: Hertz? {
        get { nil }
        set { timeConstant = newValue.map(ExponentialSmoothing.timeConstant) }
    }

    /// Checks that a pipeline specification sets at most one of `alpha`, `timeConstant` and `cutoff`.
    static func resolve(_ values: inout ParameterValues) throws(InputError) {
        let given = ["alpha", "timeConstant", "cutoff"].filter(values.isGiven)
        guard given.count <= 1 else {
            throw InputError(
                message: "\(given.joined(separator: " and ")) exclude each other",
                advice: "keep only one of alpha, timeConstant and cutoff"
            )
        }
        if given.first != nil, given.first != "alpha" { values.remove("alpha") }
    }
}

extension LowPass: LinearFilter {
    /// Returns the transfer function H = α/(1 − (1 − α) z⁻¹), where α is the weight of a new sample.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let alpha = weight(over: 1 / rate)
        return TransferFunction(numerator: [alpha], denominator: [1, alpha - 1], rate: rate)
    }
}

extension FilterEntry {
    static let lowPass = FilterEntry(
        name: "lowPass",
        summary: "Exponential low-pass: moves towards each new sample by a fraction of the distance.",
        source: "Geiger 2012, section 6.2; Stevense & van der Tak 2010, appendix C.3.1",
        parameters: LowPassParameters.descriptors,
        resolve: LowPassParameters.resolve,
        scalar: { LowPass(LowPassParameters($0)) },
        heading: { LowPass(LowPassParameters($0)) },
        vector: { LowPass(LowPassParameters($0)) },
        quaternion: { LowPass(LowPassParameters($0)) }
    )
}
