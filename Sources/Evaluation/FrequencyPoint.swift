public import SensorModel

/// How the estimate answers a swing of one frequency.
public struct FrequencyPoint: Sendable, Hashable {
    public var frequency: Hertz
    /// The estimate's amplitude as a share of the truth's; nil where the coherence is too low to tell.
    public var gain: Double?
    /// Below 0 the estimate trails; continuous along the frequencies, so beyond −180° where it trails by more. Nil
    /// where the coherence is too low to tell.
    public var phase: Angle?
    /// From 0 to 1: the share of the estimate's motion that follows the truth's linearly.
    public var coherence: Double

    public init(frequency: Hertz, gain: Double?, phase: Angle?, coherence: Double) {
        self.frequency = frequency
        self.gain = gain
        self.phase = phase
        self.coherence = coherence
    }

    /// How far the estimate trails at this frequency.
    public var delay: Seconds? { phase.map { -$0.radians / (2 * .pi * frequency) } }
}
