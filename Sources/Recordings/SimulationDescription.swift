public import SensorModel

/// The scenario, noise model, seed and events of a simulated recording.
public struct SimulationDescription: Sendable, Hashable {
    /// The name of the scenario.
    public var scenario: String
    /// The scenario's parameters and their values; empty if the scenario comes from a file.
    public var parameters: [String: ParameterValue]
    /// The duration of the recording in seconds.
    public var duration: Seconds
    /// The seed of all random numbers.
    public var seed: UInt64
    /// The name of the noise model.
    public var noise: String
    /// The events, sorted by start time.
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

    /// The content of `simulation` in `recording.yaml`, with each line indented by two spaces.
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
            try keys.required("kind").choice("kind"),
            from: try keys.required("from").number(Setting.eventTime),
            to: try keys.required("to").number(Setting.eventTime),
            axis: try keys.required("axis").choice("axis"),
            size: try keys.required("size").number(Setting.eventSize),
            startFrequency: try keys["startFrequency"]?.number(Setting.frequency),
            endFrequency: try keys["endFrequency"]?.number(Setting.frequency)
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

/// An angle or direction of the simulated motion. The raw value is the name in scenario files.
public enum MotionAxis: String, Sendable, Hashable, CaseIterable {
    /// The azimuth of the camera, clockwise from true north.
    case azimuth
    /// The elevation of the camera above the horizon.
    case pitch
    /// The rotation about the camera's direction. A positive roll lowers the device's right edge.
    case roll
    /// The position to the east.
    case east
    /// The position along the north axis.
    case north
    /// The position upwards.
    case up

    /// A Boolean value that indicates whether the axis is an angle. The other axes are positions.
    public var isAngle: Bool { self == .azimuth || self == .pitch || self == .roll }
}

/// A step or an oscillation in a scenario. The response of a filter is measured during this event.
public struct SimulationEvent: Sendable, Hashable {
    /// The kind of an event.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A change of angle or position, with rest before and after.
        case step
        /// An oscillation with a constant frequency.
        case sine
        /// An oscillation whose frequency changes linearly.
        case chirp
    }

    /// The kind of the event.
    public var kind: Kind
    /// The start on the recording's clock, in seconds.
    public var start: Seconds
    /// The end on the recording's clock, in seconds.
    public var end: Seconds
    /// The angle or position that changes.
    public var axis: MotionAxis
    /// The change of a step, or the amplitude of an oscillation: degrees for angles, metres for positions.
    public var size: Double
    /// The frequency of an oscillation at its start, or `nil` for a step.
    public var startFrequency: Hertz?
    /// The frequency of an oscillation at its end, or `nil` for a step.
    public var endFrequency: Hertz?

    /// Creates an event; see the properties for units.
    public init(
        _ kind: Kind,
        from start: Seconds,
        to end: Seconds,
        axis: MotionAxis,
        size: Double,
        startFrequency: Hertz? = nil,
        endFrequency: Hertz? = nil
    ) {
        self.kind = kind
        self.start = start
        self.end = end
        self.axis = axis
        self.size = size
        self.startFrequency = startFrequency
        self.endFrequency = endFrequency
    }
}
