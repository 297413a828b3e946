import Recordings
import SensorModel
import SensorSimulation
import Synchronization

/// Simulated recordings, each simulated once and shared by all tests.
enum SimulatedRecordings {
    private static let made = Mutex<[String: Recording]>([:])

    /// - Parameter duration: the duration, or `nil` for the scenario's default.
    static func recording(_ scenario: String, noise: String, duration: Seconds? = nil) throws -> Recording {
        let key = "\(scenario) \(noise) \(duration ?? 0)"
        if let recording = made.withLock({ $0[key] }) { return recording }
        let simulation = Simulation(
            try ScenarioCatalogue.scenario(scenario, duration: duration),
            noise: try NoiseCatalogue.noise(named: noise),
            seed: 1
        )
        let recording = simulation.recording()
        made.withLock { $0[key] = recording }
        return recording
    }
}
