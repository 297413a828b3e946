public import SensorModel

/// The exponential low-pass: every output is a step from the last one towards the new sample.
///
/// `y_n = α x_n + (1 − α) y_{n−1}`; on the circle and for orientations the step goes along the shorter arc, `y_n =
/// slerp(y_{n−1}, x_n, α)`. Geiger 2012, section 6.2, listing 6.4; iBetelgeuse Stevense & van der Tak 2010, appendix
/// C.3.1.
///
/// The first sample is the first output, unless the filter starts at zero. Latency on a ramp: (1 − α)/α samples, or about τ. O(1) time and memory per
/// sample.
public struct LowPass<Value: FilterValue>: Filter {
    public typealias Parameters = LowPassParameters

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var smoothed: Value?

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        guard parameters.start == .zero, let zero = smoothed ?? Value.startOfLowPass else {
            smoothed = value
            return value
        }
        // There is no interval before the first sample: a time constant has covered nothing of it yet.
        guard case .alpha(let alpha) = parameters.smoothing else {
            smoothed = zero
            return zero
        }
        let next = zero.interpolated(to: value, fraction: alpha)
        smoothed = next
        return next
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = smoothed else { return start(with: value) }
        let next = last.interpolated(to: value, fraction: weight(over: interval))
        smoothed = next
        return next
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = LowPass(parameters)
    }

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
    /// What a low-pass holds that starts at zero; nil for a value of another kind than those that filters know.
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
