import SensorFilters
import SensorModel

/// A direct implementation of the equations of `DerivativeSmoother`, which sums both windows for each sample. It is
/// the reference for the moving windows.
struct DirectDerivativeSmoother: Filter {
    private struct Derivative {
        let velocity: Quaternion
        let interval: Seconds
    }

    let parameters = DerivativeSmootherParameters()
    var intake = Intake<UnitQuaternion>()
    private var lastInput: UnitQuaternion = .identity
    private var lastOutput: UnitQuaternion = .identity
    private var derivatives: SlidingWindow<Derivative>
    private var inputs: SlidingWindow<UnitQuaternion>

    init() {
        derivatives = SlidingWindow(capacity: parameters.derivativeWindow)
        inputs = SlidingWindow(capacity: parameters.inputWindow)
    }

    var maximumGap: Seconds { parameters.maximumGap }

    mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        derivatives.removeAll()
        inputs.removeAll()
        lastInput = value
        lastOutput = value
        return value
    }

    mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
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
        lastOutput = estimate.slerpBySines(to: target, fraction: correction)
        return lastOutput
    }

    mutating func reset() { self = DirectDerivativeSmoother() }

    /// ω = 2 q_{n−1}* ⊗ (q_n − q_{n−1})/Δt
    private func velocity(to value: UnitQuaternion, over interval: Seconds) -> Quaternion {
        let last = Quaternion(lastInput.aligned(with: value))
        return last.conjugate * (Quaternion(value) - last) * (2 / interval)
    }

    /// ω̄ = Σ Δt_i ω_i / Σ Δt_i
    private var meanVelocity: Quaternion {
        var sum = Quaternion.zero
        var duration = 0.0
        for derivative in derivatives {
            sum += derivative.velocity * derivative.interval
            duration += derivative.interval
        }
        return sum * (1 / duration)
    }

    /// ω̂ = ω̄ (1 − s/|ω̄|) above the dead zone s, and 0 within it.
    private func stabilised(_ velocity: Quaternion) -> Quaternion {
        let speed = velocity.length
        guard speed >= parameters.stabiliser, speed > 0 else { return .zero }
        return velocity * (1 - parameters.stabiliser / speed)
    }
}
