import ArgumentParser
import Recordings
import SensorModel

/// Recordings that are simulated instead of read.
struct ScenarioOptions: ParsableArguments {
    @Option(
        name: .customLong("scenario"),
        help: ArgumentHelp(
            "A recording to simulate, step-yaw:angle=45deg; give as many as you like. See 'sextant list scenarios'.",
            valueName: "SCENARIO"
        )
    )
    var scenarios: [String] = []

    @Option(
        help: ArgumentHelp("The sensors of --scenario and their errors (default: iphone4s).", valueName: "NAME|FILE")
    )
    var noise: String?

    @Option(help: ArgumentHelp("The first seed of --scenario (default: 1).", valueName: "S"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Simulate each --scenario with so many seeds, one recording each (default: 1).",
            valueName: "N"
        )
    )
    var seeds: Int?

    func validate() throws {
        if scenarios.isEmpty {
            let stray = [("noise", noise != nil), ("seed", seed != nil), ("seeds", seeds != nil)].first(where: \.1)
            if let stray { throw ValidationError("--\(stray.0) is for --scenario; name one, or take it out.") }
        }
        try Setting.seeds.validate(seeds)
        var seen: Set<String> = []
        for scenario in scenarios where !seen.insert(scenario).inserted {
            throw ValidationError("--scenario \(scenario) is given twice; take one out.")
        }
    }

    /// One for each scenario and seed, by the name that its recording has in reports.
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
