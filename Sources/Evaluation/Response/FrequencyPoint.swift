public import SensorModel

/// The response of the estimate to an oscillation of one frequency.
public struct FrequencyPoint: Sendable, Hashable {
    /// The frequency of the oscillation.
    public var frequency: Hertz
    /// The amplitude of the estimate as a share of the reference's; nil where the coherence is too low.
    public var gain: Double?
    /// The phase of the estimate, negative for a delay. It is continuous along the frequencies, so it may be below
    /// −180°. Nil where the coherence is too low.
    public var phase: Angle?
    /// The coherence from 0 to 1: the share of the estimate's motion that depends linearly on the reference's.
    public var coherence: Double

    /// Creates a point.
    public init(frequency: Hertz, gain: Double?, phase: Angle?, coherence: Double) {
        self.frequency = frequency
        self.gain = gain
        self.phase = phase
        self.coherence = coherence
    }

    /// The delay of the estimate at this frequency; negative where the estimate is ahead.
    public var delay: Seconds? { phase.map { -$0.radians / (2 * .pi * frequency) } }
}

extension FrequencyPoint: Codable {
    private enum Key: String, CodingKey {
        case frequency = "frequency_hz"
        case gain
        case phase = "phase_deg"
        case delay = "delay_ms"
        case coherence
    }

    /// Decodes a point.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            frequency: try container.decode(Double.self, forKey: .frequency),
            gain: try container.decodeIfPresent(Double.self, forKey: .gain),
            phase: try container.decodeIfPresent(Double.self, forKey: .phase).map { Angle(degrees: $0) },
            coherence: try container.decode(Double.self, forKey: .coherence)
        )
    }

    /// Encodes a point. Unmeasured values are null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(frequency, forKey: .frequency)
        try container.encode(gain, forKey: .gain)
        try container.encode(phase?.degrees, forKey: .phase)
        try container.encode(delay.map { $0 * 1_000 }, forKey: .delay)
        try container.encode(coherence, forKey: .coherence)
    }
}
