import Geodesy
public import SensorModel

/// The errors of position fixes.
public struct LocationModel: Sendable, Hashable {
    /// The rate, jitter and losses of the fixes.
    public var timing: SampleTiming
    /// The standard deviation of the slowly varying error in each horizontal direction, in metres.
    public var horizontal: Metres = 0
    /// The standard deviation of the slowly varying vertical error, in metres.
    public var vertical: Metres = 0
    /// The time in seconds until the correlation of the slowly varying error falls to 1/e. The error is a first-order
    /// Gauss–Markov process.
    public var correlationTime: Seconds = 60
    /// The reported accuracy in metres, or `nil` to report ``horizontal``. Reported accuracies usually differ from the
    /// true errors. If ``accuracySpread`` is above 0, this value is the geometric mean.
    public var accuracy: Metres?
    /// The standard deviation of the reported accuracy's logarithm. Like the position error, this logarithm has the
    /// correlation time ``correlationTime``.
    public var accuracySpread = 0.0
    /// The fraction of fixes that come from a cell tower instead of satellites.
    public var spikes = 0.0
    /// The distance in metres between the true position and a fix from a cell tower. The direction is random.
    public var spikeDistance: Metres = 1_000
    /// The fraction of fixes that repeat the previous fix with a new timestamp.
    public var repeated = 0.0

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// An iterator over the position fixes during a motion, oldest first.
struct LocationSensor: IteratorProtocol {
    private let model: LocationModel
    private let frame: LocalTangentFrame
    private let motion: Motion
    private var clock: SampleClock
    private var noise: NormalSource
    private var chances: SplitMix64
    private var claims: NormalSource
    private var error: Vector3?
    /// The difference between the logarithm of the reported accuracy and the mean logarithm, in standard deviations.
    private var claim: Double?
    private var last: LocationFix?

    init(_ model: LocationModel, duration: Seconds, seed: UInt64, place: SimulatedPlace, motion: Motion) {
        self.model = model
        self.motion = motion
        frame = LocalTangentFrame(at: place.origin)
        clock = SampleClock(model.timing, duration: duration, seed: seed, sensor: "location")
        noise = NormalSource(SplitMix64(seed: seed, purpose: "location.noise"))
        claims = NormalSource(SplitMix64(seed: seed, purpose: "location.claims"))
        chances = SplitMix64(seed: seed, purpose: "location.chances")
    }

    mutating func next() -> (stamp: Seconds, value: LocationFix)? {
        while let sample = clock.next() {
            advance()
            // All three random numbers are drawn for each fix, so that one fraction does not change the effect of
            // another.
            let (spike, direction, repetition) = (
                chances.nextFraction(), chances.nextFraction(), chances.nextFraction()
            )
            if sample.isLost { continue }
            if repetition < model.repeated, let last { return (sample.stamp, last) }
            let isSpike = spike < model.spikes
            let toCell = PortableMath.sineAndCosine(turns: direction)
            let jump = isSpike ? Vector3(toCell.sine, toCell.cosine, 0) * model.spikeDistance : .zero
            guard let fix = fix(at: motion.state(at: sample.time).position + (error ?? .zero) + jump, isSpike: isSpike)
            else { continue }
            last = fix
            return (sample.stamp, fix)
        }
        return nil
    }

    /// Advances the errors, which are Gauss–Markov processes: e' = φ e + σ √(1 − φ²) w with φ = exp(−Δt/T). Here, σ is
    /// the standard deviation, T is the correlation time, and w is a standard normal deviate.
    private mutating func advance() {
        let drawn = noise.nextVector()
        let fresh = Vector3(model.horizontal * drawn.x, model.horizontal * drawn.y, model.vertical * drawn.z)
        let memory = PortableMath.exponential(-clock.interval / model.correlationTime)
        let root = (1 - memory * memory).squareRoot()
        error = error.map { $0 * memory + fresh * root } ?? fresh
        let next = claims.next()
        claim = claim.map { $0 * memory + next * root } ?? next
    }

    private var claimedAccuracy: Metres {
        let mean = model.accuracy ?? model.horizontal
        let exponent = model.accuracySpread * (claim ?? 0)
        guard exponent != 0 else { return mean }
        let factor = PortableMath.exponential(-exponent.magnitude)
        return exponent < 0 ? mean * factor : mean / factor
    }

    private func fix(at local: Vector3, isSpike: Bool) -> LocationFix? {
        guard let position = frame.position(ofLocal: local).geodetic() else { return nil }
        var fix = LocationFix(position)
        fix.horizontalAccuracyMetres = isSpike ? model.spikeDistance : claimedAccuracy
        fix.verticalAccuracyMetres = isSpike ? nil : model.vertical
        return fix
    }
}
