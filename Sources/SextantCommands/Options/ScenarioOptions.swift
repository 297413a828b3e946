import ArgumentParser
import Recordings
import SensorModel
import SensorSimulation

/// Recordings that are simulated instead of read.
struct ScenarioOptions: ParsableArguments {
    @Option(
        name: .customLong("scenario"),
        help: ArgumentHelp(
            "Simulate a recording, such as step-yaw:angle=45deg; repeatable. See 'sextant list scenarios'.",
            valueName: "SCENARIO"
        )
    )
    var scenarios: [String] = []

    @Option(
        help: ArgumentHelp("Sensors of --scenario and their errors (default: iphone4s).", valueName: "NAME|FILE")
    )
    var noise: String?

    @Option(help: ArgumentHelp("First random seed of --scenario (default: 1).", valueName: "S"))
    var seed: UInt64?

    @Option(help: ArgumentHelp("Simulate each --scenario with N seeds (default: 1).", valueName: "N"))
    var seeds: Int?

    func validate() throws {
        if scenarios.isEmpty {
            let stray = [("noise", noise != nil), ("seed", seed != nil), ("seeds", seeds != nil)].first(where: \.1)
            if let stray {
                throw ValidationError("--\(stray.0) requires --scenario; add it, or remove --\(stray.0).")
            }
        }
        try Setting.seeds.validate(seeds)
        try scenarios.validateDistinct("--scenario")
    }

    /// One simulation for each scenario and seed, with the name that its recording has in reports.
    ///
    /// - Throws: `UsageError` for an unknown scenario or noise, or for a scenario that is too long.
    func simulations() throws -> [(name: String, simulation: Simulation)] {
        guard !scenarios.isEmpty else { return [] }
        let noise = try SimulationArguments.noise(noise ?? "iphone4s")
        let first = seed ?? 1
        return try scenarios.flatMap { specification in
            let scenario = try SimulationArguments.scenario(specification, duration: nil)
            try SimulationArguments.checkLength(Simulation(scenario, noise: noise, seed: first), inMemory: true)
            return (0..<(seeds ?? 1)).map { number in
                let seed = first &+ UInt64(number)
                return ("\(specification)/seed-\(seed)", Simulation(scenario, noise: noise, seed: seed))
            }
        }
    }
}
