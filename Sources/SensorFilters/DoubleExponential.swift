public import SensorModel

/// Brown's double exponential smoothing: a low-pass, a second one behind it, and a line through both that leads ahead.
///
/// LaViola 2003, doi:10.1145/769953.769976; among iBetelgeuse's first filters (Stevense & van der Tak 2010, appendix
/// C.3.1).
///
/// Headings and orientations: the line is the arc through both smoothed values. A turn of constant speed about a fixed
/// axis runs along such an arc, so that there, as on a ramp, nothing lags. (LaViola smooths a quaternion's components
/// and normalises, which only approximates that.)
///
/// The first sample is the first output. Latency on a ramp, once it has settled: −k samples, so 0 without a forecast.
/// O(1) time and memory per sample.
public struct DoubleExponential<Value: FilterValue>: Filter {
    public typealias Parameters = DoubleExponentialParameters

    /// What is known of the stream: s' and s''.
    private struct Smoothed: Sendable {
        var once: Value
        var twice: Value
    }

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var smoothed: Smoothed?

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        // s'_0 = s''_0 = x_0
        smoothed = Smoothed(once: value, twice: value)
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = smoothed else { return start(with: value) }
        let alpha = parameters.alpha
        // s'_n = α x_n + (1 − α) s'_{n−1}
        let once = last.once.interpolated(to: value, fraction: alpha)
        // s''_n = α s'_n + (1 − α) s''_{n−1}
        smoothed = Smoothed(once: once, twice: last.twice.interpolated(to: once, fraction: alpha))
        // 2 s'_n − s''_n + k α/(1 − α) (s'_n − s''_n), on the line that starts at s''_{n−1}: there nothing is divided
        // by 1 − α
        return last.twice.interpolated(to: once, fraction: 2 - alpha + alpha * parameters.horizon)
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = DoubleExponential(parameters)
    }
}
