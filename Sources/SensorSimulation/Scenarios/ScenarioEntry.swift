import Recordings
public import SensorModel

/// An entry of the scenario catalogue: a description, and a function that creates the scenario.
public struct ScenarioEntry: Sendable {
    /// The name in a SPEC.
    public let name: String
    /// A description in one sentence.
    public let summary: String
    /// The source of the motion's model; nil for a plain function.
    public let source: String?
    /// The parameters, including those of the initial posture.
    public let parameters: [ParameterDescriptor]
    /// The default duration in seconds.
    public let duration: Seconds
    private let build: @Sendable (ParameterValues, Seconds) -> (Motion, [SimulationEvent])

    init(
        name: String,
        summary: String,
        source: String? = nil,
        parameters: [ParameterDescriptor],
        duration: Seconds,
        build: @escaping @Sendable (ParameterValues, Seconds) -> (Motion, [SimulationEvent])
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.parameters = parameters + ScenarioEntry.startingPosture(of: parameters)
        self.duration = duration
        self.build = build
    }

    /// Creates the scenario with the given parameters.
    ///
    /// - Parameters:
    ///   - texts: values by parameter, with or without a unit.
    ///   - duration: the duration in seconds; nil for ``duration``.
    /// - Throws: `ParameterError` when a parameter is unknown, or a value is out of range.
    public func scenario(_ texts: [String: String] = [:], duration: Seconds? = nil) throws(ParameterError) -> Scenario {
        let values = try ParameterValues(texts, for: parameters, of: name, listing: "see 'sextant list scenarios'")
        let length = duration ?? self.duration
        try Setting.duration.check(length)
        let (motion, events) = build(values, length)
        return Scenario(
            name: name,
            parameters: values.all,
            duration: length,
            motion: motion,
            events: events.filter { $0.start < length }
        )
    }

    /// The parameters of the initial posture that a scenario does not declare itself.
    private static func startingPosture(of parameters: [ParameterDescriptor]) -> [ParameterDescriptor] {
        let names = parameters.map(\.name)
        return [
            .number(
                "azimuth",
                .degrees,
                in: .turns,
                default: 30,
                "Initial azimuth of the camera, clockwise from north."
            ),
            .number("pitch", .degrees, in: .turns, default: 0, "Initial elevation of the camera."),
            .number("roll", .degrees, in: .turns, default: 0, "Initial roll; positive lowers the right edge."),
        ].filter { !names.contains($0.name) }
    }
}

extension ParameterValues {
    /// An angle in radians.
    func radians(_ name: String) -> Double { Angle(degrees: required(name)).radians }

    /// The initial posture.
    var start: Posture {
        Posture(azimuth: Jet(radians("azimuth")), pitch: Jet(radians("pitch")), roll: Jet(radians("roll")))
    }

    var axis: MotionAxis {
        guard let word = word("axis"), let axis = MotionAxis(rawValue: word) else {
            preconditionFailure("the axis is not one of the words in its descriptor")
        }
        return axis
    }
}

extension ParameterDescriptor {
    static func rotationAxis(_ summary: String) -> ParameterDescriptor {
        .choice(
            "axis",
            of: MotionAxis.allCases.filter(\.isAngle).map(\.rawValue),
            default: MotionAxis.azimuth.rawValue,
            summary
        )
    }
}
