import Evaluation
import Recordings

extension ExperimentInput {
    /// The recordings of an experiment.
    ///
    /// - Parameter readsCalibrations: whether to read the calibration files.
    /// - Throws: `InputError` with line and column.
    static func all(
        _ value: YAMLValue,
        readsCalibrations: Bool = true,
        _ paths: (String) -> [String]
    ) throws(InputError) -> [ExperimentInput] {
        var inputs: [ExperimentInput] = []
        for item in try value.items("recordings") { inputs += try all(in: item, readsCalibrations, paths) }
        var seen: Set<String> = []
        for input in inputs where !seen.insert(input.name).inserted {
            throw value.error(
                found: "the recording '\(input.name)' twice",
                expected: "each once",
                remedy: "remove one, or give a scenario a name"
            )
        }
        guard !inputs.isEmpty else {
            throw value.error(found: "no recordings", expected: "at least one", remedy: "add it")
        }
        return inputs
    }

    /// The recordings of one entry.
    private static func all(
        in item: YAMLValue,
        _ readsCalibrations: Bool,
        _ paths: (String) -> [String]
    ) throws(InputError) -> [ExperimentInput] {
        let root = item.isMapping ? try item.mapping("a recording") : nil
        let tags = try RecordingTags(root?["tags"])
        let options = try root.map { root throws(InputError) in try RecordingOptions(root) } ?? RecordingOptions()
        if root?["scenario"] != nil {
            let simulations = try item.simulations(beside: ["tags"] + RecordingOptions.keys)
            return simulations.bySeed.map { seed, simulation in
                let name = simulations.name(seed)
                var input = ExperimentInput(name: name, tags: tags.of(name), source: .simulation(simulation))
                input.options = options
                return input
            }
        }
        try root?.allow(["path", "layout", "calibration", "tags"] + RecordingOptions.keys)
        let pattern = try root?.required("path") ?? item
        let patterns = pattern.isList ? try pattern.items("path") : [pattern]
        var found: [String] = []
        for pattern in patterns {
            let text = try pattern.text("path")
            let matches = paths(text)
            guard !matches.isEmpty else {
                throw pattern.error(
                    found: "nothing at '\(text)'",
                    expected: "at least one recording",
                    remedy: "correct the path; it is relative to the folder of this file"
                )
            }
            found += matches
        }
        let layout = try root?["layout"].map { item throws(InputError) in try item.layout() }
        let calibration = try root?["calibration"].flatMap { item throws(InputError) in
            readsCalibrations ? try item.calibration(paths) : nil
        }
        return found.map { path in
            var input = ExperimentInput(name: path, tags: tags.of(path), source: .recording(path: path, layout))
            input.calibration = calibration
            input.options = options
            return input
        }
    }
}

/// The tags of an entry: a list for all its recordings, or the parts of each recording's name with further tags.
private enum RecordingTags {
    case list([String])
    case parts(separator: String, also: [String])

    init(_ value: YAMLValue?) throws(InputError) {
        guard let value else {
            self = .list([])
            return
        }
        guard value.isMapping else {
            self = .list(try value.texts("tags"))
            return
        }
        let root = try value.mapping("tags")
        try root.allow(["split", "also"])
        let separator = try root.required("split")
        let text = try separator.text("split")
        guard !text.isEmpty else {
            throw separator.error(found: "no text", expected: "the text between the tags", remedy: "write \"_\"")
        }
        self = .parts(separator: text, also: try root["also"]?.texts("also") ?? [])
    }

    /// The tags of a recording with this name or path.
    func of(_ path: String) -> [String] {
        switch self {
        case .list(let tags): return tags
        case .parts(let separator, let others):
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return others + name.split(separator: separator).map(String.init)
        }
    }
}
