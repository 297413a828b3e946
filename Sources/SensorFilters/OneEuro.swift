public import SensorModel

/// The 1€ filter: a low-pass whose cutoff rises with the speed, calm at rest and quick in motion.
///
/// Casiez et al. 2012, doi:10.1145/2207676.2208639. The speed of a vector is the length of its velocity, so that all
/// three components share one cutoff and the axes may point anywhere; the speed of headings and orientations is in
/// degrees per second.
///
/// The first sample is the first output. Latency on a ramp: τ of the cutoff that its speed brings about, at most
/// 1/(2π (f_cmin + β v)). O(1) time and memory per sample.
public struct OneEuro<Value: MovableValue>: Filter {
    public typealias Parameters = OneEuroParameters

    /// What the filter remembers: its last output, and the velocity that it has seen, in units per second.
    private struct Motion: Sendable {
        var smoothed: Value
        var velocity: Value.Step
    }

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var motion: Motion?

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        motion = Motion(smoothed: value, velocity: .zero)
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = motion else { return start(with: value) }
        // dx_n = (x_n − x̂_{n−1})/Te: against the filtered value, as the authors' code has it
        let seen = last.smoothed.displacement(to: value) * (1 / interval)
        // dx̂_n = dx̂_{n−1} + α(f_cd) (dx_n − dx̂_{n−1})
        let share = weight(cutoff: parameters.derivativeCutoff, interval: interval)
        let velocity = seen * share + last.velocity * (1 - share)
        // A velocity that overflows would stay in the filter for good.
        guard velocity.length.isFinite else { return start(with: value) }
        // f_c = f_cmin + β |dx̂_n|
        let cutoff = parameters.minCutoff + parameters.beta * velocity.length
        // x̂_n = x̂_{n−1} + α(f_c) (x_n − x̂_{n−1})
        let smoothed = last.smoothed.interpolated(to: value, fraction: weight(cutoff: cutoff, interval: interval))
        motion = Motion(smoothed: smoothed, velocity: velocity)
        return smoothed
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = OneEuro(parameters)
    }

    /// α = 1/(1 + τ/Te), τ = 1/(2π f_c)
    private func weight(cutoff: Hertz, interval: Seconds) -> Double {
        1 / (1 + ExponentialSmoothing.timeConstant(cutoff: cutoff) / interval)
    }
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
