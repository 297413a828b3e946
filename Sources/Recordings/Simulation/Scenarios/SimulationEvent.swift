public import SensorModel

/// Something that happens in a scenario, so that a response to it can be measured.
public struct SimulationEvent: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A change from one rest to the next.
        case step
        /// An oscillation of one frequency.
        case sine
        /// An oscillation whose frequency changes evenly.
        case chirp
    }

    public var kind: Kind
    /// On the recording's clock.
    public var start: Seconds
    public var end: Seconds
    public var axis: MotionAxis
    /// The change of a step, the amplitude of an oscillation: degrees about an angle's axis, metres along another.
    public var size: Double
    /// Of an oscillation, at its start and its end.
    public var startFrequency: Hertz?
    public var endFrequency: Hertz?

    public init(
        _ kind: Kind,
        from start: Seconds,
        to end: Seconds,
        axis: MotionAxis,
        size: Double,
        startFrequency: Hertz? = nil,
        endFrequency: Hertz? = nil
    ) {
        self.kind = kind
        self.start = start
        self.end = end
        self.axis = axis
        self.size = size
        self.startFrequency = startFrequency
        self.endFrequency = endFrequency
    }
}
