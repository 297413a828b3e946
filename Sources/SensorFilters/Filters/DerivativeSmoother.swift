public import SensorModel

/// The orientation filter of iBetelgeuse, which predicts with the averaged angular velocity and then corrects towards
/// the averaged input.
///
/// Stevense & van der Tak 2010, section 4.4.3. Each sample q_n is processed as follows, where p is the previous output.
/// The numbers of the steps are ours; the page of this type uses the same numbers.
///
///     ω_n = 2 q_{n−1}* ⊗ (q_n − q_{n−1})/Δt                 (2), appendix C.5.1
///     ω̄ = Σ Δt_i ω_i / Σ Δt_i over the last d velocities     (3)
///     ω̂ = ω̄ (1 − s/|ω̄|), and 0 where |ω̄| < s                 (4)
///     e = normalise(p + ½ Δt p ⊗ ω̂)                          (5)
///     c = min(1, c₀ + g |ω̂|)                                 (6)
///     target = spherical mean of the last m inputs           (7), appendix C.5.2
///     output = slerp(e, target, c)                           (8)
///
/// The publication does not state step (1), the sign in (2), the weights in (3), the limit 1 in (6) and the slerp in
/// (8). These details are from the public source code, `ARDerivativeSmoothQuaternionFilter`. In (5), the publication
/// prints the current output instead of p, but the current output is not yet known in this step. The source code and
/// this filter use the previous output p.
///
/// The correction c grows with the angular speed, so that the output is steady at rest and follows quickly in motion.
/// The dead zone s prevents the integration of noise at rest.
///
/// Step (1): the first sample is the first output. On average over d samples, each sample takes the same time as in
/// ``SphericalAverage`` with a window of m samples. O(d + m) memory. In a uniform rotation with angular speed ω, the
/// latency in samples is `(m − 1)/2 + (1 − c)/c · min(s, ω)/ω` with `c = min(1, c₀ + g max(0, ω − s))`. The latency
/// decreases as ω grows.
///
/// ```swift
/// var filter = DerivativeSmoother(DerivativeSmootherParameters(inputWindow: 5))
/// let smoothed = filter.update(orientation, at: time)
/// ```
public struct DerivativeSmoother: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = DerivativeSmootherParameters

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The previous output, its time, and the counts of skipped samples.
    public var intake = Intake<UnitQuaternion>()
    /// The previous output p.
    private var output = SIMD4(UnitQuaternion.identity)
    /// The rounding error |output|² − 1. The next step removes it without a square root.
    private var excess = 0.0
    private var turns: TurnWindow
    private var inputs: OrientationWindow

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        self.turns = TurnWindow(capacity: parameters.derivativeWindow)
        self.inputs = OrientationWindow(capacity: parameters.inputWindow)
    }

    /// Discards the state, starts with `value` and returns it: step (1).
    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        // The first sample is in neither window, but is q_{n−1} for the second sample.
        turns.removeAll()
        inputs.removeAll(after: value)
        output = SIMD4(value)
        excess = 0
        return value
    }

    /// Predicts from the previous output, then corrects towards the averaged input: steps (2) to (8).
    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        let last = inputs.newest
        // Step (7). `append` also replaces q_n by −q_n if −q_n is closer to q_{n−1}. The source code changes the sign
        // of q_{n−1} instead, which results in the same ω_n.
        let target = inputs.append(value)
        // Steps (2) and (3): ω̄ = chord/duration, in `TurnWindow`
        let recent = turns.append(from: last, to: inputs.newest, over: interval)
        var estimate = ScaledQuaternion(direction: output, scale: 1)
        // (4): |ω̂| = |ω̄| − s outside the dead zone s, 0 within it. `length` is |ω̄| times the duration. `deadTurn` is
        // s times the duration.
        let deadTurn = parameters.stabiliser * recent.duration
        let square = recent.chord.dot(recent.chord)
        var speed = 0.0
        if square > deadTurn * deadTurn {
            // 1/|ω̄| is computed as |ω̄|/|ω̄|², so that neither division has to wait for the square root.
            let rate = 1 / recent.duration
            let length = square.squareRoot()
            speed = (length - deadTurn) * rate
            // (5): share · chord = ½ Δt ω̂ = ½ Δt ω̄ (1 − s/|ω̄|)
            let share = (1 - deadTurn * (length * (1 / square))) * (interval * 0.5 * rate)
            estimate = predicted(recent.chord, square, share) ?? estimate
        }
        // (6): c = min(1, c₀ + g |ω̂|)
        let correction = min(1, parameters.baseCorrection + parameters.correctionGain * speed)
        // Step (8). The factor removes the rounding error in the length of p. The source code normalises its output
        // instead.
        output = estimate.slerp(to: target, fraction: correction, rescaled: 1 - excess * 0.5)
        excess = output.dot(output) - 1
        return UnitQuaternion(unchecked: output)
    }

    /// Returns the result of step (5), e = normalise(p + ½ Δt p ⊗ ω̂) = p ⊗ (1 + h)/|1 + h| with h = ½ Δt ω̂, or `nil`
    /// if the sum has no direction. p is the previous output.
    ///
    /// - Parameters:
    ///   - chord: the sum of Δt_i ω_i, a multiple of ω̂.
    ///   - square: |chord|².
    ///   - share: ½ Δt |ω̂| / |chord|.
    @inline(__always)
    private func predicted(_ chord: SIMD4<Double>, _ square: Double, _ share: Double) -> ScaledQuaternion? {
        // |1 + h|² − 1 = 2 h_w + |h|², where h = share · chord and `chord.x` is the scalar part
        let excess = share * (2 * chord.x + share * square)
        let estimate = output + output.product(chord) * share
        if abs(excess) <= NearOne.reach {
            return ScaledQuaternion(direction: estimate, scale: NearOne.inverseRoot(excess))
        }
        // If |1 + h|² is below 1e-12, its terms cancel, and their rounding errors are not negligible. If |1 + h|² is
        // above 1e12, the predicted rotation exceeds 1e5 revolutions or overflows. The source code has neither bound.
        guard excess > 1e-12 - 1, excess < 1e12 else { return nil }
        return ScaledQuaternion(direction: estimate, scale: 1 / (1 + excess).squareRoot())
    }
}

/// The parameters of ``DerivativeSmoother``. The defaults are the values of iBetelgeuse.
public struct DerivativeSmootherParameters: FilterParameters, Hashable {
    /// The fraction c₀ in [0, 1] of the error that is corrected per sample at rest. With a larger fraction, the output
    /// follows faster, but has more jitter.
    public var baseCorrection: Double
    /// The factor g ≥ 0 in s/rad. In motion, the corrected fraction is larger than at rest by g times the angular
    /// speed. With a larger g, the output overshoots less, but has more jitter in motion.
    public var correctionGain: Double
    /// The angular speed s ≥ 0 up to which the device counts as at rest. Larger speeds are reduced by s. With a larger
    /// s, the output is steadier, but lags more in slow turns.
    public var stabiliser: RadiansPerSecond
    /// The number of samples d ≥ 1 over which the angular velocity is averaged. With a larger window, the prediction is
    /// steadier, but overshoots more.
    public var derivativeWindow: Int
    /// The number of samples m ≥ 1 over which the measured orientation is averaged. With a larger window, the output is
    /// steadier, but lags more.
    public var inputWindow: Int
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with the values of iBetelgeuse by default.
    public init(
        baseCorrection: Double = 0.03,
        correctionGain: Double = 0.3,
        stabiliser: RadiansPerSecond = Angle(degrees: 10).radians,
        derivativeWindow: Int = 33,
        inputWindow: Int = 7,
        maximumGap: Seconds = 1
    ) {
        self.baseCorrection = baseCorrection
        self.correctionGain = correctionGain
        self.stabiliser = stabiliser
        self.derivativeWindow = derivativeWindow
        self.inputWindow = inputWindow
        self.maximumGap = maximumGap
    }

    /// The angular speed ``stabiliser``, expressed as the angle of rotation in one second.
    private var stabiliserPerSecond: Angle {
        get { Angle(radians: stabiliser) }
        set { stabiliser = newValue.radians }
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number("baseCorrection", \.baseCorrection, in: .zeroToOne, "Share of the error corrected per sample at rest."),
        .number(
            "correctionGain",
            \.correctionGain,
            .secondsPerRadian,
            in: .zeroOrMore,
            "Increase of that share with the angular speed."
        ),
        .angle(
            "stabiliser",
            \.stabiliserPerSecond,
            .degreesPerSecond,
            in: .zeroOrMore,
            "Angular speed that counts as rest; it is subtracted from larger speeds."
        ),
        .count("derivativeWindow", \.derivativeWindow, "Samples over which the angular velocity is averaged."),
        .count("inputWindow", \.inputWindow, "Samples over which the input is averaged."),
        .maximumGap(\.maximumGap),
    ]
}

extension FilterEntry {
    static let derivativeSmoother = FilterEntry(
        name: "derivativeSmoother",
        summary: "Predicts with the averaged angular velocity and corrects towards the averaged input.",
        source: "Stevense & van der Tak 2010, section 4.4.3",
        parameters: DerivativeSmootherParameters.descriptors,
        quaternion: { DerivativeSmoother(DerivativeSmootherParameters($0)) }
    )
}

/// The sum of a device's rotations over the last `capacity` sampling intervals, and the sum of these intervals.
///
/// The sums implement steps (2) and (3) of ``DerivativeSmoother``. Their quotient is ω̄ = Σ Δt_i ω_i / Σ Δt_i by step
/// (3), with ω_i = 2 q_{i−1}* ⊗ (q_i − q_{i−1})/Δt_i by step (2). The intervals cancel in the numerator. O(1) time per
/// interval, O(n) memory.
struct TurnWindow: Sendable {
    struct Turn: Sendable {
        /// The quaternion Δt_i ω_i = 2 q_{i−1}* ⊗ (q_i − q_{i−1}) of step (2) (Stevense & van der Tak 2010, appendix
        /// C.5.1). All four components are kept, as in iBetelgeuse's source code.
        var chord: SIMD4<Double>
        var duration: Seconds

        static var none: Turn { Turn(chord: .zero, duration: 0) }
    }

    private var turns: SlidingWindow<Turn>
    private var sum = Turn.none
    /// The number of intervals until the sum is recomputed.
    private var remaining: Int

    init(capacity: Int) {
        turns = SlidingWindow(capacity: capacity)
        remaining = WindowSums.renewal(capacity)
    }

    mutating func removeAll() {
        turns.removeAll()
        sum = .none
        remaining = WindowSums.renewal(turns.capacity)
    }

    /// Appends the newest turn, removes the oldest one from a full window, and returns the sum of all turns.
    @inline(__always)
    mutating func append(from start: UnitQuaternion, to end: UnitQuaternion, over interval: Seconds) -> Turn {
        // Step (2), without the division by Δt.
        let change = SIMD4(end) - SIMD4(start)
        let newest = Turn(chord: SIMD4(start.conjugate).product(change + change), duration: interval)
        let oldest = turns.append(newest) ?? .none
        // Step (3): the numerator and the denominator are sums over the last `capacity` turns.
        remaining -= 1
        if remaining > 0 {
            sum.chord += newest.chord - oldest.chord
            sum.duration += newest.duration - oldest.duration
        } else {
            recompute()
        }
        // Removing a long interval leaves a rounding error in the sum. The minimum `interval` keeps the sum positive.
        return Turn(chord: sum.chord, duration: max(sum.duration, interval))
    }

    /// Recomputes the sum from all turns, which removes the accumulated rounding error.
    @inline(never)
    private mutating func recompute() {
        remaining = WindowSums.renewal(turns.capacity)
        sum = .none
        for turn in turns {
            sum.chord += turn.chord
            sum.duration += turn.duration
        }
    }
}
