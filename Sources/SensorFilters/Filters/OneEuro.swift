public import SensorModel

/// The 1€ filter: a low-pass whose cutoff frequency rises with speed. The output is steady at rest and responds quickly
/// in motion.
///
/// Casiez et al. 2012, doi:10.1145/2207676.2208639. The speed of a vector is the length of its velocity, so that all
/// components share one cutoff and the result does not depend on the choice of axes. The speed of headings and
/// orientations is in degrees per second.
///
/// The first sample is the first output. The latency on a ramp is at most the time constant `1/(2π (f_cmin + β v))`,
/// where v is the speed. O(1) time and memory per sample.
///
/// ```swift
/// var filter = OneEuro<UnitQuaternion>(OneEuroParameters(minCutoff: 0.5, beta: 0.02))
/// let smoothed = filter.update(orientation, at: time)
/// ```
public struct OneEuro<Value: MovableValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = OneEuroParameters

    /// The last output, and the filtered velocity in units per second.
    private struct Motion: Sendable {
        var smoothed: Value
        var velocity: Value.Step
    }

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var motion: Motion?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        motion = Motion(smoothed: value, velocity: .zero)
        return value
    }

    /// Low-passes the velocity, and then low-passes the value with the cutoff for this velocity.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = motion else { return start(with: value) }
        // dx_n = (x_n − x̂_{n−1})/Te, relative to the filtered value as in the authors' code
        let measured = last.smoothed.displacement(to: value) * (1 / interval)
        // dx̂_n = dx̂_{n−1} + α(f_cd) (dx_n − dx̂_{n−1})
        let share = weight(cutoff: parameters.derivativeCutoff, interval: interval)
        let velocity = measured * share + last.velocity * (1 - share)
        // Without a restart, an overflow would remain in the state.
        guard velocity.length.isFinite else { return start(with: value) }
        // f_c = f_cmin + β |dx̂_n|
        let cutoff = parameters.minCutoff + parameters.beta * velocity.length
        // x̂_n = x̂_{n−1} + α(f_c) (x_n − x̂_{n−1})
        let smoothed = last.smoothed.interpolated(to: value, fraction: weight(cutoff: cutoff, interval: interval))
        motion = Motion(smoothed: smoothed, velocity: velocity)
        return smoothed
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    /// Returns the weight α of a new sample after the interval T_e: α = 1/(1 + τ/T_e) with τ = 1/(2π f_c) for the
    /// cutoff f_c.
    private func weight(cutoff: Hertz, interval: Seconds) -> Double {
        1 / (1 + ExponentialSmoothing.timeConstant(cutoff: cutoff) / interval)
    }
}

/// The parameters of ``OneEuro``.
public struct OneEuroParameters: FilterParameters, Hashable {
    /// The cutoff frequency f_cmin > 0 at rest. With a smaller cutoff, the output is steadier, but follows more slowly.
    public var minCutoff: Hertz
    /// The slope β ≥ 0 of the cutoff as a function of speed, in Hz per unit/s (deg/s for headings and orientations).
    /// With a smaller β, the output lags more in motion. With a larger β, the output follows motion more closely, but
    /// the filter mistakes noise for motion.
    public var beta: Double
    /// The cutoff frequency f_cd > 0 of the low-pass for the velocity. With a smaller cutoff, the filter detects motion
    /// later. With a larger cutoff, the filter mistakes more noise of the velocity for motion.
    public var derivativeCutoff: Hertz
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with the authors' cutoffs by default.
    ///
    /// The authors' default of β is 0, for which the cutoff is constant. The default here, 0.007, raises the cutoff by
    /// 0.7 Hz in a rotation at 100°/s.
    public init(minCutoff: Hertz = 1, beta: Double = 0.007, derivativeCutoff: Hertz = 1, maximumGap: Seconds = 1) {
        self.minCutoff = minCutoff
        self.beta = beta
        self.derivativeCutoff = derivativeCutoff
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number("minCutoff", \.minCutoff, .hertz, in: .aboveZero, "Cutoff at rest; smaller is steadier, but slower."),
        .number(
            "beta",
            \.beta,
            in: .zeroOrMore,
            "Increase of the cutoff in Hz per unit/s, deg/s for angles; larger values lag less in motion."
        ),
        .number(
            "derivativeCutoff",
            \.derivativeCutoff,
            .hertz,
            in: .aboveZero,
            "Cutoff of the velocity; larger values detect motion sooner, but jitter more."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension FilterEntry {
    static let oneEuro = FilterEntry(
        name: "oneEuro",
        summary: "1€ filter: a low-pass whose cutoff rises with speed.",
        source: "Casiez et al. 2012, doi:10.1145/2207676.2208639",
        parameters: OneEuroParameters.descriptors,
        scalar: { OneEuro(OneEuroParameters($0)) },
        heading: { OneEuro(OneEuroParameters($0)) },
        vector: { OneEuro(OneEuroParameters($0)) },
        quaternion: { OneEuro(OneEuroParameters($0)) }
    )
}
