public import SensorModel

/// The errors of the compass that an operating system provides.
public struct HeadingModel: Sendable, Hashable {
    /// The device axis whose heading the compass reports.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// The direction of the device's upper edge, projected onto the horizontal plane. In portrait, operating
        /// systems define the heading by this direction.
        case top
        /// The camera's direction, projected onto the horizontal plane. The device's rotation about this direction is
        /// subtracted from the heading.
        case camera
    }

    /// The rate, jitter and losses of the samples.
    public var timing: SampleTiming
    /// The device axis whose heading the compass reports.
    public var direction: Direction = .camera
    /// The time constant of the operating system's low-pass filter in seconds.
    public var lag: Seconds = 0
    /// The standard deviation of each reading's noise.
    public var noise = Angle.zero
    /// The correlation of the noise of consecutive readings, at least 0 and below 1.
    public var correlation = 0.0
    /// The constant error of all readings, positive clockwise.
    public var bias = Angle.zero
    /// The quantisation step in degrees, or `nil` for no quantisation.
    public var stepDegrees: Double?
    /// The accuracy that the operating system reports, or `nil` if it does not report an accuracy.
    public var accuracy: Angle?

    /// Creates a model without errors.
    public init(timing: SampleTiming) { self.timing = timing }
}

/// An iterator over the compass readings during a motion, oldest first.
struct HeadingSensor: IteratorProtocol {
    private let model: HeadingModel
    private let place: SimulatedPlace
    private let motion: Motion
    private var clock: SampleClock
    private var noise: NormalSource
    private var error: Double?
    /// The east and north components of the direction after the low-pass filter.
    private var filtered: (east: Double, north: Double)?

    init(_ model: HeadingModel, duration: Seconds, seed: UInt64, place: SimulatedPlace, motion: Motion) {
        self.model = model
        self.place = place
        self.motion = motion
        clock = SampleClock(model.timing, duration: duration, seed: seed, sensor: "heading")
        noise = NormalSource(SplitMix64(seed: seed, purpose: "heading.noise"))
    }

    mutating func next() -> (stamp: Seconds, value: HeadingReading)? {
        while let sample = clock.next() {
            advance(to: sample.time)
            guard !sample.isLost, let filtered else { continue }
            let exact = PortableMath.arcTangent(y: filtered.east, x: filtered.north)
            let disturbed = Angle(radians: exact + model.bias.radians + (error ?? 0)).degrees
            let reading = HeadingReading(
                magnetic: read(disturbed - place.declination.degrees),
                trueNorth: read(disturbed),
                accuracy: model.accuracy
            )
            return (sample.stamp, reading)
        }
        return nil
    }

    private mutating func advance(to time: Seconds) {
        let fresh = model.noise.radians * noise.next()
        error =
            error.map { $0 * model.correlation + fresh * (1 - model.correlation * model.correlation).squareRoot() }
            ?? fresh
        guard let current = direction(at: time) else { return }
        // The low-pass filter is of first order with backward Euler: weight Δt/(τ + Δt).
        let share = clock.interval / (model.lag + clock.interval)
        filtered =
            filtered.map {
                ($0.east + share * (current.east - $0.east), $0.north + share * (current.north - $0.north))
            } ?? current
    }

    /// Returns the direction that the compass reports, including the effect of magnets, or `nil` if the direction is
    /// vertical.
    private func direction(at time: Seconds) -> (east: Double, north: Double)? {
        let state = motion.state(at: time)
        let axis = model.direction == .top ? Vector3(0, 1, 0) : Vector3(0, 0, -1)
        let pointing = state.orientation.rotate(axis)
        guard pointing.x * pointing.x + pointing.y * pointing.y > 1e-12 else { return nil }
        let field = place.field(at: state.position)
        var angle =
            PortableMath.arcTangent(y: pointing.x, x: pointing.y)
            - PortableMath.arcTangent(y: field.x, x: field.y) + place.declination.radians
        if model.direction == .camera { angle -= Self.deviceRotation(state.orientation) }
        let (sine, cosine) = PortableMath.sineAndCosine(radians: angle)
        return (sine, cosine)
    }

    /// Returns the device's rotation about the camera's direction: 0 in portrait, and 90° with the right edge up
    /// (Geiger 2012, section 6.2).
    private static func deviceRotation(_ orientation: UnitQuaternion) -> Double {
        let up = orientation.conjugate.rotate(Vector3(0, 0, 1))
        return PortableMath.arcTangent(y: up.x, x: up.y)
    }

    private func read(_ degrees: Double) -> Heading {
        guard let step = model.stepDegrees else { return Heading(degrees: degrees) }
        return Heading(degrees: step * (degrees / step).rounded())
    }
}
