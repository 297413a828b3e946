public import SensorModel

/// iBetelgeuse's orientation filter: predict with the averaged angular velocity, then correct towards the averaged
/// input.
///
/// 004_91370268cfb06e8e.txt §4.4.3. The correction grows with the turning speed, so that the filter is calm at rest and
/// quick in motion; a dead zone keeps noise at rest from being integrated.
///
/// The first sample is the first output. O(d + m·rounds) time per sample, O(d + m) memory. In a steady turn of
/// speed ω it trails by (m − 1)/2 + (1 − c)/c · min(s, ω)/ω samples with c = min(1, c₀ + g max(0, ω − s)): less the
/// faster it turns.
public struct DerivativeSmoother: Filter {
    public typealias Parameters = DerivativeSmootherParameters

    /// An angular velocity in quaternion form, with the time over which it was seen.
    private struct Derivative: Sendable {
        let velocity: Quaternion
        let interval: Seconds
    }

    public let parameters: Parameters
    public var intake = Intake<UnitQuaternion>()
    private var lastInput: UnitQuaternion = .identity
    private var lastOutput: UnitQuaternion = .identity
    private var derivatives: SlidingWindow<Derivative>
    private var inputs: SlidingWindow<UnitQuaternion>

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.derivatives = SlidingWindow(capacity: parameters.derivativeWindow)
        self.inputs = SlidingWindow(capacity: parameters.inputWindow)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        derivatives.removeAll()
        inputs.removeAll()
        lastInput = value
        lastOutput = value
        return value
    }

    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        derivatives.append(Derivative(velocity: velocity(to: value, over: interval), interval: interval))
        inputs.append(value)
        let velocity = stabilised(meanVelocity)
        let predicted = Quaternion(lastOutput)
        // e = normalise(p + ½ Δt p ⊗ ω̂)
        let estimate = UnitQuaternion(predicted + predicted * velocity * (interval / 2)) ?? lastOutput
        // c = min(1, c₀ + g |ω̂|)
        let correction = min(1, parameters.baseCorrection + parameters.correctionGain * velocity.length)
        let target = SphericalMean.mean(of: inputs) ?? value
        lastInput = value
        lastOutput = estimate.slerp(to: target, fraction: correction)
        return lastOutput
    }

    public mutating func reset() {
        self = DerivativeSmoother(parameters)
    }

    /// ω = 2 q_{n−1}* ⊗ (q_n − q_{n−1})/Δt, all four components kept (iBetelgeuse C.5.1).
    private func velocity(to value: UnitQuaternion, over interval: Seconds) -> Quaternion {
        let last = Quaternion(lastInput.aligned(with: value))
        return last.conjugate * (Quaternion(value) - last) * (2 / interval)
    }

    /// ω̄: the mean of the kept velocities, each weighted by its interval.
    private var meanVelocity: Quaternion {
        var sum = Quaternion.zero
        var duration = 0.0
        for derivative in derivatives {
            sum += derivative.velocity * derivative.interval
            duration += derivative.interval
        }
        return sum * (1 / duration)
    }

    /// ω̂ = ω̄ (1 − s/|ω̄|) above the dead zone s, nothing within it.
    private func stabilised(_ velocity: Quaternion) -> Quaternion {
        let speed = velocity.length
        guard speed >= parameters.stabiliser, speed > 0 else { return .zero }
        return velocity * (1 - parameters.stabiliser / speed)
    }
}
