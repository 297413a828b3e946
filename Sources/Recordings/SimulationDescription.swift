public import SensorModel

/// The scenario, noise and seed of a simulated recording, and its events.
public struct SimulationDescription: Sendable, Hashable {
    /// The name of the scenario.
    public var scenario: String
    /// All parameters with their values; empty for a scenario file.
    public var parameters: [String: ParameterValue]
    /// The duration in seconds.
    public var duration: Seconds
    /// The seed of all random numbers.
    public var seed: UInt64
    /// The name of the noise model.
    public var noise: String
    /// The events, in the order of their starts.
    public var events: [SimulationEvent]

    /// Creates a description; see the properties for units.
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

extension SimulationDescription {
    /// Parses the value of `simulation` in `recording.yaml`.
    init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("simulation")
        try root.allow(["scenario", "parameters", "duration", "seed", "noise", "events"])
        let seedValue = try root.required("seed")
        let seed = try seedValue.seed("seed")
        self.init(
            scenario: try root.required("scenario").text("scenario"),
            duration: try root.required("duration").number(Setting.duration),
            seed: seed,
            noise: try root.required("noise").text("noise")
        )
        for (name, value) in try root.mapping("parameters")?.all ?? [] {
            let text = try value.text(name)
            parameters[name] = Double(text).map(ParameterValue.number) ?? .word(text)
        }
        events = try (try root.items("events") ?? []).map { item throws(InputError) in
            try SimulationEvent(item)
        }
    }

    /// The description as lines of YAML, indented by two spaces.
    package var yaml: String {
        var lines = [
            "scenario: \(YAMLText.quoted(scenario))", "duration: \(YAMLText.number(duration))", "seed: \(seed)",
            "noise: \(YAMLText.quoted(noise))",
        ]
        let values = parameters.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .number(let number): "\(name): \(YAMLText.number(number))"
            case .word(let word): "\(name): \(YAMLText.quoted(word))"
            }
        }
        lines.append("parameters: {\(values.joined(separator: ", "))}")
        lines.append(events.isEmpty ? "events: []" : "events:")
        lines += events.map { "  - {\($0.yaml)}" }
        return lines.map { "  \($0)\n" }.joined()
    }
}

extension SimulationEvent {
    fileprivate init(_ value: YAMLValue) throws(InputError) {
        let keys = try value.mapping("an event")
        try keys.allow(["kind", "from", "to", "axis", "size", "startFrequency", "endFrequency"])
        self.init(
            try Self.word(try keys.required("kind"), "kind", among: Kind.allCases),
            from: try keys.required("from").number(Setting.eventTime),
            to: try keys.required("to").number(Setting.eventTime),
            axis: try Self.word(try keys.required("axis"), "axis", among: MotionAxis.allCases),
            size: try keys.required("size").number(Setting.eventSize),
            startFrequency: try Self.frequency(keys["startFrequency"]),
            endFrequency: try Self.frequency(keys["endFrequency"])
        )
    }

    private static func frequency(_ value: YAMLValue?) throws(InputError) -> Hertz? {
        try value.map { value throws(InputError) in try value.number(Setting.frequency) }
    }

    private static func word<Word: RawRepresentable<String>>(
        _ value: YAMLValue,
        _ key: String,
        among words: [Word]
    ) throws(InputError) -> Word {
        let text = try value.text(key)
        if let word = Word(rawValue: text) { return word }
        let names = words.map(\.rawValue)
        throw value.error(
            found: "\(key) '\(text)'",
            expected: "one of \(names.joined(separator: ", "))",
            remedy: YAMLValue.hint(text, names) ?? "choose one of them"
        )
    }

    fileprivate var yaml: String {
        var text =
            "kind: \(kind.rawValue), from: \(YAMLText.number(start)), to: \(YAMLText.number(end)), axis: \(axis.rawValue)"
        text += ", size: \(YAMLText.number(size))"
        if let startFrequency { text += ", startFrequency: \(YAMLText.number(startFrequency))" }
        if let endFrequency { text += ", endFrequency: \(YAMLText.number(endFrequency))" }
        return text
    }
}
