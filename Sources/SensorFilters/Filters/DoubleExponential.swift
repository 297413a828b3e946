public import SensorModel

/// Brown's double exponential smoothing: two low-passes in series, and a linear extrapolation from their outputs.
///
/// LaViola 2003, doi:10.1145/769953.769976; also an early filter of the system iBetelgeuse (Stevense & van der Tak
/// 2010, appendix C.3.1).
///
/// For headings and orientations, the extrapolation follows the arc through both outputs. A uniform rotation about a
/// fixed axis also follows an arc, so that the filter has no lag in this case. (LaViola smooths and normalises the
/// components of a quaternion, which approximates this.)
///
/// The first sample is the first output. On a ramp, the latency in the steady state is −k samples, where k is the
/// forecast. O(1) time and memory per sample.
///
/// ```swift
/// var filter = DoubleExponential<Heading>(DoubleExponentialParameters(alpha: 0.3, horizon: 2))
/// let forecast = filter.update(Heading(degrees: 359), at: 0.01)
/// ```
public struct DoubleExponential<Value: FilterValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = DoubleExponentialParameters

    /// The outputs s' and s'' of the first and the second low-pass.
    private struct Smoothed: Sendable {
        var once: Value
        var twice: Value
    }

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var smoothed: Smoothed?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        // s'_0 = s''_0 = x_0
        smoothed = Smoothed(once: value, twice: value)
        return value
    }

    /// Smooths the sample twice and returns the forecast k samples ahead.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = smoothed else { return start(with: value) }
        let alpha = parameters.alpha
        // s'_n = α x_n + (1 − α) s'_{n−1}
        let once = last.once.interpolated(to: value, fraction: alpha)
        // s''_n = α s'_n + (1 − α) s''_{n−1}
        smoothed = Smoothed(once: once, twice: last.twice.interpolated(to: once, fraction: alpha))
        // 2 s'_n − s''_n + k α/(1 − α) (s'_n − s''_n), written with s''_{n−1} to avoid the division by 1 − α
        return last.twice.interpolated(to: once, fraction: 2 - alpha + alpha * parameters.horizon)
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }
}

/// The parameters of ``DoubleExponential``.
public struct DoubleExponentialParameters: FilterParameters, Hashable {
    /// The weight α in (0, 1] of a new sample in both low-passes. With a smaller weight, the output is smoother, but
    /// overshoots longer after a change of speed. With 1, the output without forecast equals the sample.
    public var alpha: Double
    /// The forecast k ≥ 0 in samples. A longer forecast compensates for more latency, but amplifies noise.
    public var horizon: Double
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with the weight 0.5 and no forecast by default.
    public init(alpha: Double = 0.5, horizon: Double = 0, maximumGap: Seconds = 1) {
        self.alpha = alpha
        self.horizon = horizon
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number("alpha", \.alpha, in: .aboveZeroToOne, "Weight of a new sample; smaller is smoother."),
        .number("horizon", \.horizon, in: .zeroToThousand, "Forecast, in samples; larger values amplify noise."),
        .maximumGap(\.maximumGap),
    ]
}

extension DoubleExponential: LinearFilter {
    /// Returns the transfer function H = (c α + ((1 − c) α² − c α β) z⁻¹)/(1 − β z⁻¹)² with β = 1 − α and c = 2 − α + k
    /// α. H extrapolates from the first low-pass, α/(1 − β z⁻¹), and from the previous output of the second, α²/(1 − β
    /// z⁻¹)².
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let (alpha, beta) = (parameters.alpha, 1 - parameters.alpha)
        let lead = 2 - alpha + alpha * parameters.horizon
        return TransferFunction(
            numerator: [lead * alpha, (1 - lead) * alpha * alpha - lead * alpha * beta],
            denominator: [1, -2 * beta, beta * beta],
            rate: rate
        )
    }
}

extension FilterEntry {
    static let doubleExponential = FilterEntry(
        name: "doubleExponential",
        summary: "Double exponential smoothing: no lag at constant speed, with an optional forecast.",
        source: "LaViola 2003, doi:10.1145/769953.769976; Stevense & van der Tak 2010, appendix C.3.1",
        parameters: DoubleExponentialParameters.descriptors,
        scalar: { DoubleExponential(DoubleExponentialParameters($0)) },
        heading: { DoubleExponential(DoubleExponentialParameters($0)) },
        vector: { DoubleExponential(DoubleExponentialParameters($0)) },
        quaternion: { DoubleExponential(DoubleExponentialParameters($0)) }
    )
}
