public import Recordings
public import SensorModel

/// The built-in scenarios, and a function that finds a scenario by its specification.
public enum ScenarioCatalogue {
    /// The built-in scenarios, in the order in which they are listed.
    public static let entries: [ScenarioEntry] = [
        .still, .stepYaw, .sine, .chirp, .pan, .lookUp, .shake, .walk, .pocketToAR, .drive, .laboratory,
        .office, .corridor, .steelHall, .robotArm,
    ]

    /// Returns the scenario for a specification.
    ///
    /// - Parameters:
    ///   - specification: `name`, `name:key=value,key=value`, or the path of a scenario file. A path ends in `.yaml` or
    ///     `.yml`.
    ///   - duration: the duration in seconds, or `nil` for the scenario's default.
    /// - Throws: `InputError` if the specification, the duration or the file is invalid.
    public static func scenario(_ specification: String, duration: Seconds? = nil) throws(InputError) -> Scenario {
        if specification.hasSuffix(".yaml") || specification.hasSuffix(".yml") {
            if let duration { try Setting.duration.check(duration) }
            return try ScenarioScript(path: specification).scenario(duration: duration)
        }
        let name = String(specification.prefix { $0 != ":" })
        guard let entry = entries.first(where: { $0.name == name }) else {
            let names = entries.map(\.name)
            throw InputError(
                message: name.isEmpty ? "the name of the scenario is missing" : "unknown scenario '\(name)'",
                advice: NearestName.hint(for: name, among: names)
                    ?? "see 'sextant list scenarios', or give a .yaml file"
            )
        }
        return try entry.scenario(try assignments(specification.dropFirst(name.count)), duration: duration)
    }

    /// Parses `:key=value,key=value`.
    private static func assignments(_ text: Substring) throws(InputError) -> [String: String] {
        var values: [String: String] = [:]
        guard !text.isEmpty else { return values }
        for assignment in text.dropFirst().split(separator: ",", omittingEmptySubsequences: false) {
            let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw InputError(
                    message: assignment.isEmpty ? "a parameter is missing" : "'\(assignment)' is not a parameter",
                    advice: "write parameters as name:key=value,key=value"
                )
            }
            let (key, value) = (parts[0], parts[1])
            guard values.updateValue(value, forKey: key) == nil else {
                throw InputError(message: "the parameter '\(key)' is repeated", advice: "keep only one '\(key)'")
            }
        }
        return values
    }
}

/// A motion with a name, a duration, and events such as steps and oscillations.
///
/// ```swift
/// let scenario = try ScenarioCatalogue.scenario("pan:angle=60deg", duration: 20)
/// let noise = try NoiseCatalogue.noise(named: "iphone5")
/// let recording = Simulation(scenario, noise: noise, seed: 1).recording()
/// ```
public struct Scenario: Sendable {
    /// The name of the built-in scenario, or the name in the scenario file.
    public let name: String
    /// All parameters with their values, including defaults.
    public let parameters: [String: ParameterValue]
    /// The duration in seconds.
    public let duration: Seconds
    /// The motion of the device.
    public let motion: Motion
    /// The events, sorted by start time.
    public let events: [SimulationEvent]
    /// The room, which changes the magnetic field.
    let room: MagneticRoom

    init(
        name: String,
        parameters: [String: ParameterValue] = [:],
        duration: Seconds,
        motion: Motion,
        events: [SimulationEvent] = [],
        room: MagneticRoom = MagneticRoom()
    ) {
        self.name = name
        self.parameters = parameters
        self.duration = duration
        self.motion = motion
        self.room = room
        self.events = events.sorted { $0.start < $1.start }
    }
}

/// A scenario from a YAML file with a list of moves and oscillations.
struct ScenarioScript {
    private let name: String
    private let duration: Seconds
    private let start: Posture
    private let segments: [Segment]

    fileprivate struct Segment {
        /// The move, or the oscillation if the event has frequencies. The event's size is in degrees or metres.
        let event: SimulationEvent
        /// The duration of the fade-in and of the fade-out of an oscillation.
        var fade: Seconds = 0
    }

    init(path: String) throws(InputError) {
        let text = try InputFile.contents(of: path)
        let root = try YAMLValue(parsing: text, file: path).mapping("the scenario")
        try root.allow(["scenario", "summary", "duration", "start", "segments"])
        name = try root.required("scenario").text("scenario")
        duration = try root.required("duration").number(Setting.duration)
        start = try Self.posture(try root.mapping("start"))
        segments = try (try root.items("segments") ?? []).map { item throws(InputError) in try Self.segment(item) }
    }

    func scenario(duration: Seconds?) -> Scenario {
        let (start, segments) = (start, segments)
        let motion = Motion { time in
            var posture = start
            for segment in segments { posture[segment.event.axis] += segment.jet(at: time) }
            return posture
        }
        let length = duration ?? self.duration
        return Scenario(
            name: name,
            duration: length,
            motion: motion,
            events: segments.map(\.event).filter { $0.start < length }
        )
    }

    private static func posture(_ mapping: YAMLMapping?) throws(InputError) -> Posture {
        var posture = Posture()
        guard let mapping else { return posture }
        try mapping.allow(MotionAxis.allCases.map(\.rawValue))
        for (name, value) in mapping.all {
            guard let axis = MotionAxis(rawValue: name) else { continue }
            posture[axis] = Jet(axis.inner(try value.number(Setting.eventSize)))
        }
        return posture
    }

    /// Parses a segment, which is a move or an oscillation (swing):
    /// - `{move: azimuth, by: 90, from: 2, to: 2.5}`
    /// - `{swing: pitch, by: 5, frequency: 2, from: 4, to: 10}`
    ///
    /// A swing may also have `fade`, and `endFrequency`, which makes it a chirp.
    private static func segment(_ item: YAMLValue) throws(InputError) -> Segment {
        let keys = try item.mapping("a segment")
        try keys.allow(["move", "swing", "by", "from", "to", "frequency", "endFrequency", "fade"])
        guard (keys["move"] == nil) != (keys["swing"] == nil) else {
            let (isMissing, axes) = (keys["move"] == nil, MotionAxis.allCases.map(\.rawValue))
            throw item.error(
                message: isMissing ? "'move' or 'swing' is missing" : "'move' and 'swing' exclude each other",
                advice: "write move or swing with an axis (\(axes.joined(separator: ", "))), for example "
                    + "{move: azimuth, by: 90, from: 2, to: 2.5}"
            )
        }
        let word = keys["move"] == nil ? "swing" : "move"
        let axis = try axis(try keys.required(word), word)
        let size = try keys.required("by").number(Setting.eventSize)
        let start = try keys.required("from").number(Setting.eventTime)
        let endValue = try keys.required("to")
        let end = try endValue.number(Setting.eventTime)
        guard start >= 0, end > start else {
            throw endValue.error(
                message: "'from' (\(start) s) must be at least 0 s, and 'to' (\(end) s) must be later than 'from'"
            )
        }
        guard word == "swing" else {
            for name in ["frequency", "endFrequency", "fade"] {
                guard let stray = keys[name] else { continue }
                throw stray.error(message: "a move cannot have '\(name)', only a swing can", advice: "remove '\(name)'")
            }
            return Segment(event: SimulationEvent(.step, from: start, to: end, axis: axis, size: size))
        }
        return try swing(keys, axis, size, from: start, to: end)
    }

    private static func swing(
        _ keys: YAMLMapping,
        _ axis: MotionAxis,
        _ size: Double,
        from start: Seconds,
        to end: Seconds
    ) throws(InputError) -> Segment {
        let frequencies = Setting.frequency.range
        let first = try keys.required("frequency").number("frequency", in: frequencies)
        let last = try keys["endFrequency"]?.number("endFrequency", in: frequencies) ?? first
        var fade = min(1, (end - start) / 4)
        if let value = keys["fade"] {
            fade = try value.number("fade", in: frequencies)
            let duration = end - start
            guard 2 * fade <= duration else {
                throw value.error(
                    message: "the fade of \(fade) s exceeds half of the swing's duration of \(duration) s",
                    advice: "reduce 'fade'"
                )
            }
        }
        let event = SimulationEvent(
            first == last ? .sine : .chirp,
            from: start,
            to: end,
            axis: axis,
            size: size,
            startFrequency: first,
            endFrequency: last
        )
        return Segment(event: event, fade: fade)
    }

    private static func axis(_ value: YAMLValue, _ word: String) throws(InputError) -> MotionAxis {
        let text = try value.text(word)
        if let axis = MotionAxis(rawValue: text) { return axis }
        let names = MotionAxis.allCases.map(\.rawValue)
        throw value.error(
            message: "unknown axis '\(text)' in '\(word)': use one of \(names.joined(separator: ", "))",
            advice: NearestName.hint(for: text, among: names)
        )
    }
}

extension ScenarioScript.Segment {
    fileprivate func jet(at time: Seconds) -> Jet {
        let (start, duration, size) = (event.start, event.end - event.start, event.axis.inner(event.size))
        guard let first = event.startFrequency, let last = event.endFrequency else {
            return size * Moves.minimumJerk(time, from: start, in: duration)
        }
        let end = start + duration
        guard time > start, time < end else { return .zero }
        let window = Moves.window(time, from: start, to: end, fade: fade)
        return size * (window * ScenarioEntry.chirp(time, from: start, to: end, first, last))
    }
}

extension MotionAxis {
    /// Converts an angle from degrees to radians. Positions in metres are unchanged.
    fileprivate func inner(_ value: Double) -> Double { isAngle ? Angle(degrees: value).radians : value }
}
