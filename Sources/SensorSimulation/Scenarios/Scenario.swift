public import Recordings
public import SensorModel

/// A motion with a name, a duration, and events such as steps and oscillations.
///
/// ```swift
/// let scenario = try ScenarioCatalogue.scenario("pan:angle=60deg", duration: 20)
/// let noise = try NoiseCatalogue.noise(named: "iphone5")
/// let recording = Simulation(scenario, noise: noise, seed: 1).recording()
/// ```
public struct Scenario: Sendable {
    /// The name, as in ``ScenarioEntry`` or in the scenario file.
    public let name: String
    /// All parameters with their values, including defaults.
    public let parameters: [String: ParameterValue]
    /// The duration in seconds.
    public let duration: Seconds
    /// The motion of the device.
    public let motion: Motion
    /// The events, in the order of their starts.
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
