public import SensorModel

/// A step or an oscillation in a scenario, to which a response can be measured.
public struct SimulationEvent: Sendable, Hashable {
    /// The kind of an event.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A move between two rests.
        case step
        /// An oscillation with a constant frequency.
        case sine
        /// An oscillation whose frequency changes linearly.
        case chirp
    }

    /// The kind of the event.
    public var kind: Kind
    /// The start on the recording's clock, in seconds.
    public var start: Seconds
    /// The end on the recording's clock, in seconds.
    public var end: Seconds
    /// The angle or direction that changes.
    public var axis: MotionAxis
    /// The change of a step, or the amplitude of an oscillation: degrees for angles, metres for positions.
    public var size: Double
    /// The frequency of an oscillation at its start; nil for a step.
    public var startFrequency: Hertz?
    /// The frequency of an oscillation at its end; nil for a step.
    public var endFrequency: Hertz?

    /// Creates an event; see the properties for units.
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
