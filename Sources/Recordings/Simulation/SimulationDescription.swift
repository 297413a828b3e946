public import SensorModel

/// How a simulated recording was made, and when something happens in it.
public struct SimulationDescription: Sendable, Hashable {
    public var scenario: String
    /// Every parameter with its value; empty for a scenario that a user wrote.
    public var parameters: [String: ParameterValue]
    public var duration: Seconds
    public var seed: UInt64
    /// The name of the device's errors.
    public var noise: String
    /// In the order of their starts.
    public var events: [SimulationEvent]

    public init(
        scenario: String,
        parameters: [String: ParameterValue] = [:],
        duration: Seconds,
        seed: UInt64,
        noise: String,
        events: [SimulationEvent] = []
    ) {
        self.scenario = scenario
        self.parameters = parameters
        self.duration = duration
        self.seed = seed
        self.noise = noise
        self.events = events
    }
}
