import Recordings
import Synchronization

/// Simulated recordings, each made once however many tests look at it.
enum SimulatedRecordings {
    private static let made = Mutex<[String: Recording]>([:])

    static func recording(_ scenario: String, noise: String) throws -> Recording {
        let key = "\(scenario) \(noise)"
        if let recording = made.withLock({ $0[key] }) { return recording }
        let simulation = Simulation(
            try ScenarioCatalogue.scenario(scenario),
            noise: try NoiseCatalogue.noise(named: noise),
            seed: 1
        )
        let recording = simulation.recording()
        made.withLock { $0[key] = recording }
        return recording
    }
}
