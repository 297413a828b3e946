public import SensorModel

/// A motion with a name, a length, and the times at which something happens in it.
public struct Scenario: Sendable {
    public let name: String
    /// Every parameter with its value, defaults too.
    public let parameters: [String: ParameterValue]
    public let duration: Seconds
    public let motion: Motion
    /// In the order of their starts.
    public let events: [SimulationEvent]

    init(
        name: String,
        parameters: [String: ParameterValue] = [:],
        duration: Seconds,
        motion: Motion,
        events: [SimulationEvent] = []
    ) {
        self.name = name
        self.parameters = parameters
        self.duration = duration
        self.motion = motion
        self.events = events.sorted { $0.start < $1.start }
    }
}
