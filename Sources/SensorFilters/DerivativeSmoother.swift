public import SensorModel

/// iBetelgeuse's orientation filter: predict with the averaged angular velocity, then correct towards the averaged
/// input.
///
/// 004_91370268cfb06e8e.txt §4.4.3. The correction grows with the turning speed, so that the filter is calm at rest and
/// quick in motion; a dead zone keeps noise at rest from being integrated.
///
/// The first sample is the first output. Time per sample, on average over d: that of `SphericalAverage` over m; O(d + m)
/// memory. In a steady turn of speed ω it trails by (m − 1)/2 + (1 − c)/c · min(s, ω)/ω samples with
/// c = min(1, c₀ + g max(0, ω − s)): less the faster it turns.
public struct DerivativeSmoother: Filter {
    public typealias Parameters = DerivativeSmootherParameters

    public let parameters: Parameters
    public var intake = Intake<UnitQuaternion>()
    private var lastOutput: UnitQuaternion = .identity
    private var turns: SummarisedWindow<TimedTurn>
    private var inputs: OrientationWindow

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.turns = SummarisedWindow(capacity: parameters.derivativeWindow)
        self.inputs = OrientationWindow(capacity: parameters.inputWindow)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        turns.removeAll()
        inputs.removeAll(after: value)
        lastOutput = value
        return value
    }

    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        let last = inputs.newest
        let target = inputs.append(value)
        let recent = turns.append(TimedTurn(from: last, to: inputs.newest, interval: interval))
        // |ω̂| = |ω̄| − s above the dead zone s, nothing within it
        let deadTurn = parameters.stabiliser * recent.duration
        let square = recent.turn.lengthSquared
        var speed = 0.0
        if square > deadTurn * deadTurn {
            // Neither quotient waits for the root: 1/|ω̄| comes from |ω̄|/|ω̄|².
            let rate = 1 / recent.duration
            let length = square.squareRoot()
            speed = (length - deadTurn) * rate
            // ½ Δt ω̂ = ½ Δt ω̄ (1 − s/|ω̄|)
            let share = (1 - deadTurn * (length * (1 / square))) * (interval * 0.5 * rate)
            lastOutput = predicted(recent.turn, square, share)
        }
        // c = min(1, c₀ + g |ω̂|)
        let correction = min(1, parameters.baseCorrection + parameters.correctionGain * speed)
        lastOutput = lastOutput.slerp(to: target, fraction: correction)
        return lastOutput
    }

    public mutating func reset() {
        self = DerivativeSmoother(parameters)
    }

    /// e = normalise(p + ½ Δt p ⊗ ω̂) = p ⊗ normalise(1 + ½ Δt ω̂), p the last output; p where that has no direction.
    ///
    /// - Parameters:
    ///   - turn: its multiple ½ Δt ω̂ is `turn * share`.
    ///   - square: |turn|²
    @inline(__always)
    private func predicted(_ turn: Quaternion, _ square: Double, _ share: Double) -> UnitQuaternion {
        // |1 + h|² − 1 = 2 h_w + |h|²
        let excess = share * (2 * turn.w + share * square)
        let scale: Double
        if abs(excess) <= NearbyArcs.exactShortfall {
            scale = NearbyArcs.inverseLength(-excess)
        } else {
            guard excess > 1e-12 - 1, excess < 1e12 else { return lastOutput }
            scale = 1 / (1 + excess).squareRoot()
        }
        let factor = share * scale
        let step = Quaternion(
            w: scale + turn.w * factor,
            x: turn.x * factor,
            y: turn.y * factor,
            z: turn.z * factor
        )
        let estimate = Quaternion(lastOutput) * step
        return UnitQuaternion(unchecked: estimate.w, estimate.x, estimate.y, estimate.z)
    }
}

/// What a device turned in a row of intervals, and how long they are together.
///
/// Their quotient is ω̄ = Σ Δt_i ω_i / Σ Δt_i with ω_i = 2 q_{i−1}* ⊗ (q_i − q_{i−1})/Δt_i: the intervals cancel in the numerator.
private struct TimedTurn: WindowSummary {
    /// Σ 2 q_{i−1}* ⊗ (q_i − q_{i−1}), all four components kept (iBetelgeuse C.5.1).
    let turn: Quaternion
    let duration: Seconds

    @inline(__always)
    init(from start: UnitQuaternion, to end: UnitQuaternion, interval: Seconds) {
        turn = Quaternion(start.conjugate) * (Quaternion(end) - Quaternion(start)) * 2
        duration = interval
    }

    private init(turn: Quaternion, duration: Seconds) {
        self.turn = turn
        self.duration = duration
    }

    init(_ element: TimedTurn) { self = element }

    func joined(with newer: TimedTurn) -> TimedTurn {
        TimedTurn(turn: turn + newer.turn, duration: duration + newer.duration)
    }
}
