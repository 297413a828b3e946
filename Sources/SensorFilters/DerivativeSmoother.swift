public import SensorModel

/// iBetelgeuse's orientation filter: predict with the averaged angular velocity, then correct towards the averaged
/// input.
///
/// Stevense & van der Tak 2010, section 4.4.3. The correction grows with the turning speed, so that the filter is calm
/// at rest and quick in motion; a dead zone keeps noise at rest from being integrated.
///
/// The first sample is the first output. Time per sample, on average over d: that of `SphericalAverage` over m; O(d + m)
/// memory. In a steady turn of speed ω it trails by (m − 1)/2 + (1 − c)/c · min(s, ω)/ω samples with
/// c = min(1, c₀ + g max(0, ω − s)): less the faster it turns.
public struct DerivativeSmoother: Filter {
    public typealias Parameters = DerivativeSmootherParameters

    public let parameters: Parameters
    public var intake = Intake<UnitQuaternion>()
    private var output = SIMD4(UnitQuaternion.identity)
    /// |output|² − 1: what rounding left, taken off with the next sample, which need not wait for it.
    private var excess = 0.0
    private var turns: TurnWindow
    private var inputs: OrientationWindow

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.turns = TurnWindow(capacity: parameters.derivativeWindow)
        self.inputs = OrientationWindow(capacity: parameters.inputWindow)
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        turns.removeAll()
        inputs.removeAll(after: value)
        output = SIMD4(value)
        excess = 0
        return value
    }

    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        let last = inputs.newest
        let target = inputs.append(value)
        let recent = turns.append(from: last, to: inputs.newest, over: interval)
        var estimate = ScaledQuaternion(direction: output, scale: 1)
        // |ω̂| = |ω̄| − s above the dead zone s, nothing within it
        let deadTurn = parameters.stabiliser * recent.duration
        let square = recent.chord.dot(recent.chord)
        var speed = 0.0
        if square > deadTurn * deadTurn {
            // Neither quotient waits for the root: 1/|ω̄| comes from |ω̄|/|ω̄|².
            let rate = 1 / recent.duration
            let length = square.squareRoot()
            speed = (length - deadTurn) * rate
            // ½ Δt ω̂ = ½ Δt ω̄ (1 − s/|ω̄|)
            let share = (1 - deadTurn * (length * (1 / square))) * (interval * 0.5 * rate)
            estimate = predicted(recent.chord, square, share) ?? estimate
        }
        // c = min(1, c₀ + g |ω̂|)
        let correction = min(1, parameters.baseCorrection + parameters.correctionGain * speed)
        output = estimate.slerp(to: target, fraction: correction, rescaled: 1 - excess * 0.5)
        excess = output.dot(output) - 1
        return UnitQuaternion(unchecked: output)
    }

    public mutating func reset() {
        self = DerivativeSmoother(parameters)
    }

    /// e = normalise(p + ½ Δt p ⊗ ω̂), p the last output; nil where that has no direction.
    ///
    /// - Parameters:
    ///   - chord: its multiple ½ Δt ω̂ is `chord * share`.
    ///   - square: |chord|²
    @inline(__always)
    private func predicted(_ chord: SIMD4<Double>, _ square: Double, _ share: Double) -> ScaledQuaternion? {
        // |1 + h|² − 1 = 2 h_w + |h|²
        let excess = share * (2 * chord.x + share * square)
        let estimate = output + output.product(chord) * share
        if abs(excess) <= NearOne.reach {
            return ScaledQuaternion(direction: estimate, scale: NearOne.inverseRoot(excess))
        }
        guard excess > 1e-12 - 1, excess < 1e12 else { return nil }
        return ScaledQuaternion(direction: estimate, scale: 1 / (1 + excess).squareRoot())
    }
}
