import SensorModel

extension FrequencyPoint: Codable {
    private enum Key: String, CodingKey {
        case frequency = "frequency_hz"
        case gain
        case phase = "phase_deg"
        case delay = "delay_ms"
        case coherence
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            frequency: try container.decode(Double.self, forKey: .frequency),
            gain: try container.decodeIfPresent(Double.self, forKey: .gain),
            phase: try container.decodeIfPresent(Double.self, forKey: .phase).map { Angle(degrees: $0) },
            coherence: try container.decode(Double.self, forKey: .coherence)
        )
    }

    /// What could not be measured is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(frequency, forKey: .frequency)
        try container.encode(gain, forKey: .gain)
        try container.encode(phase?.degrees, forKey: .phase)
        try container.encode(delay.map { $0 * 1_000 }, forKey: .delay)
        try container.encode(coherence, forKey: .coherence)
    }
}
