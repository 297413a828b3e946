public import SensorModel

/// The 1€ filter: a low-pass whose cutoff rises with the speed. It is steady at rest and quick in motion.
///
/// Casiez et al. 2012, doi:10.1145/2207676.2208639. The speed of a vector is the length of its velocity, so that all
/// components share one cutoff and the result does not depend on the axes. The speed of headings and orientations is in
/// degrees per second.
///
/// The first sample is the first output. The latency on a ramp is the τ of the resulting cutoff, at most
/// `1/(2π (f_cmin + β v))`. O(1) time and memory per sample.
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
    /// The last output, its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var motion: Motion?

    /// Creates a filter without samples.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Discards the state, starts with `value` and returns it.
    public mutating func start(with value: Value) -> Value {
        motion = Motion(smoothed: value, velocity: .zero)
        return value
    }

    /// Low-passes the velocity, and then the value with the cutoff that follows from the velocity.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = motion else { return start(with: value) }
        // dx_n = (x_n − x̂_{n−1})/Te, relative to the filtered value as in the authors' code
        let measured = last.smoothed.displacement(to: value) * (1 / interval)
        // dx̂_n = dx̂_{n−1} + α(f_cd) (dx_n − dx̂_{n−1})
        let share = weight(cutoff: parameters.derivativeCutoff, interval: interval)
        let velocity = measured * share + last.velocity * (1 - share)
        // An overflow would remain in the state.
        guard velocity.length.isFinite else { return start(with: value) }
        // f_c = f_cmin + β |dx̂_n|
        let cutoff = parameters.minCutoff + parameters.beta * velocity.length
        // x̂_n = x̂_{n−1} + α(f_c) (x_n − x̂_{n−1})
        let smoothed = last.smoothed.interpolated(to: value, fraction: weight(cutoff: cutoff, interval: interval))
        motion = Motion(smoothed: smoothed, velocity: velocity)
        return smoothed
    }

    // Specialised, because callers hold filters as existentials.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    /// Returns α = 1/(1 + τ/Te), τ = 1/(2π f_c).
    private func weight(cutoff: Hertz, interval: Seconds) -> Double {
        1 / (1 + ExponentialSmoothing.timeConstant(cutoff: cutoff) / interval)
    }
}

/// The parameters of ``OneEuro``.
public struct OneEuroParameters: FilterParameters, Hashable {
    /// The cutoff f_cmin > 0 at rest. A small cutoff is steady and slow; a large one passes jitter.
    public var minCutoff: Hertz
    /// The slope β ≥ 0 of the cutoff as a function of speed, in Hz per unit/s (deg/s for headings and orientations).
    /// With a small β the filter lags in motion; with a large β it follows closely, but mistakes noise for motion.
    public var beta: Double
    /// The cutoff f_cd > 0 of the velocity. A small cutoff detects motion late; a large one makes the filter's cutoff
    /// jitter with the noise.
    public var derivativeCutoff: Hertz
    /// The longest interval between two samples that does not restart the filter.
    public var maximumGap: Seconds

    /// Creates parameters with the authors' cutoffs by default.
    ///
    /// The default of β in the authors' code is 0, for which the cutoff is constant. The default here is 0.007, which
    /// raises the cutoff by 0.7 Hz in a turn of 100°/s.
    public init(minCutoff: Hertz = 1, beta: Double = 0.007, derivativeCutoff: Hertz = 1, maximumGap: Seconds = 1) {
        self.minCutoff = minCutoff
        self.beta = beta
        self.derivativeCutoff = derivativeCutoff
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number("minCutoff", \.minCutoff, .hertz, in: .aboveZero, "Cutoff at rest; smaller is steadier and slower."),
        .number(
            "beta",
            \.beta,
            in: .zeroOrMore,
            "Hz of cutoff per unit/s, deg/s for angles; larger lags less in motion."
        ),
        .number(
            "derivativeCutoff",
            \.derivativeCutoff,
            .hertz,
            in: .aboveZero,
            "Cutoff of the velocity; larger detects motion sooner and jitters more."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension FilterEntry {
    static let oneEuro = FilterEntry(
        name: "oneEuro",
        summary: "1€ filter: a low-pass whose cutoff rises with the speed.",
        source: "Casiez et al. 2012, doi:10.1145/2207676.2208639",
        parameters: OneEuroParameters.descriptors,
        scalar: { OneEuro(OneEuroParameters($0)) },
        heading: { OneEuro(OneEuroParameters($0)) },
        vector: { OneEuro(OneEuroParameters($0)) },
        quaternion: { OneEuro(OneEuroParameters($0)) }
    )
}
