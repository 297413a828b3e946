package import Evaluation
package import Recordings
package import SensorModel
package import SensorSimulation

extension YAMLValue {
    /// Reads the name of a metric. The metric must be in the catalogue or in `added`.
    package func metric(_ key: String, _ added: [Metric] = []) throws(InputError) -> Metric {
        let name = try text(key)
        let metrics = MetricCatalogue.metrics + added
        if let metric = metrics.first(where: { $0.name == name }) { return metric }
        throw error(
            message: "unknown \(key) '\(name)'",
            advice: NearestName.hint(for: name, among: metrics.map(\.name)) ?? "see 'sextant list metrics'"
        )
    }

    /// Reads the name or the path of a recording layout.
    func layout(_ layouts: LayoutCatalogue) throws(InputError) -> Layout {
        let name = try text("layout")
        do {
            return try layouts.layout(named: name)
        } catch {
            guard error.line == nil else { throw error }
            throw self.error(message: error.message, advice: error.advice)
        }
    }

    /// Reads the calibration file whose path this value contains.
    ///
    /// - Parameter paths: closure that returns the files that match a path relative to the definition's folder.
    func calibration(_ paths: (String) -> [String]) throws(InputError) -> RecordingCalibration {
        let name = try text("calibration")
        if let path = paths(name).first { return try RecordingCalibration(path: path) }
        throw error(
            message: "no such calibration file: '\(name)'",
            advice: "write the file with 'sextant calibrate', and give its path relative to this YAML file"
        )
    }

    /// Checks that a source of estimates fits the number of recordings.
    ///
    /// - Throws: `InputError` if the source is a single file but there is not exactly one recording.
    func check(_ source: EstimateSource, recordings: Int) throws(InputError) {
        guard source.isSingleFile, recordings != 1 else { return }
        throw error(
            message: "'\(source.path)' is one file, but the number of recordings is \(recordings)",
            advice: "write the path of a folder with one file for each recording, or evaluate only one recording"
        )
    }

    /// Checks that the names of estimates differ from each other and from the names of the pipelines.
    ///
    /// - Throws: `InputError` if a name is repeated.
    func checkNames(of sources: [EstimateSource], besides pipelines: [String]) throws(InputError) {
        var names = Set(pipelines)
        for source in sources where !names.insert(source.name).inserted {
            throw error(message: "the name '\(source.name)' is repeated", advice: "rename one of the estimates")
        }
    }

    /// The simulations of one entry in a definition: one scenario with each of its seeds or draws.
    package struct Simulations {
        /// The scenario as written in the definition.
        package let scenario: String
        let name: String
        /// The word before the seed in names of simulations: `seed` or `draw`.
        let word: String
        /// The simulations with their seeds, in the order of the definition.
        package let bySeed: [(seed: UInt64, simulation: Simulation)]

        /// Returns the name of the simulation with a seed. The name includes the seed if there are several simulations.
        func name(_ seed: UInt64) -> String { bySeed.count == 1 ? name : "\(name), \(word) \(seed)" }
    }

    /// Reads a scenario, or a mapping with scenario, noise, seeds or draws, and duration. A draw is the value of the
    /// scenario's parameter `draw`, and also the seed.
    ///
    /// - Parameter others: keys that the mapping may have in addition, such as `draws`.
    package func simulations(adding others: [String]) throws(InputError) -> Simulations {
        let root = isMapping ? try mapping("a scenario") : nil
        try root?.allow(["scenario", "noise", "seeds", "duration", "name"] + others)
        let specification = try root?.required("scenario") ?? self
        let text = try specification.text("scenario")
        let noiseName = try root?.text("noise") ?? "iphone4s"
        let noise = try (root?["noise"] ?? self).located { () throws(InputError) in
            try NoiseCatalogue.noise(named: noiseName)
        }
        let duration = try root?["duration"]?.number(Setting.duration)
        func scenario(_ text: String) throws(InputError) -> Scenario {
            try specification.located { () throws(InputError) in
                try ScenarioCatalogue.scenario(text, duration: duration)
            }
        }
        let plain = try scenario(text)
        var seeds: [UInt64] = [1]
        if let list = root?["seeds"] {
            seeds = try list.items("seeds").map { item throws(InputError) in try item.seed("a seed") }
            guard Setting.seeds.accepts(seeds.count) else {
                throw list.error(
                    message: "the number of seeds is \(seeds.count), but must be \(Setting.seeds.expectation)"
                )
            }
        }
        var simulations = seeds.map { (seed: $0, simulation: Simulation(plain, noise: noise, seed: $0)) }
        if let draws = root?["draws"] {
            guard root?["seeds"] == nil else {
                throw draws.error(message: "'seeds' and 'draws' exclude each other", advice: "remove one of them")
            }
            let draw = text.contains(":") ? ",draw=" : ":draw="
            simulations = try (1...UInt64(try draws.wholeNumber(Setting.draws))).map { seed throws(InputError) in
                (seed, Simulation(try scenario("\(text)\(draw)\(seed)"), noise: noise, seed: seed))
            }
        }
        _ = try (root?["duration"] ?? specification).located { () throws(InputError) in
            try simulations.first?.simulation.checkLength(inMemory: true)
        }
        return Simulations(
            scenario: text,
            name: try root?.text("name") ?? text,
            word: root?["draws"] == nil ? "seed" : "draw",
            bySeed: simulations
        )
    }
}
