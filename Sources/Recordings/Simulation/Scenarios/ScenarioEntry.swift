public import SensorModel

/// A scenario as it is listed, and how it is made.
public struct ScenarioEntry: Sendable {
    public let name: String
    /// One sentence.
    public let summary: String
    /// Where the motion's model comes from; nil where it is a plain function.
    public let source: String?
    public let parameters: [ParameterDescriptor]
    /// How long it lasts unless the user says otherwise.
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

    /// The scenario with these parameters.
    ///
    /// - Parameters:
    ///   - texts: values by parameter, with or without a unit.
    ///   - duration: the length of the recording; nil takes ``duration``.
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

    /// Every scenario begins somewhere; those that say nothing of it begin upright, looking north.
    private static func startingPosture(of parameters: [ParameterDescriptor]) -> [ParameterDescriptor] {
        let names = parameters.map(\.name)
        return [
            .number(
                "azimuth",
                .degrees,
                in: .turns,
                default: 30,
                "Where the camera looks at first, clockwise from north."
            ),
            .number("pitch", .degrees, in: .turns, default: 0, "How far the camera looks up at first."),
            .number("roll", .degrees, in: .turns, default: 0, "How far the right edge hangs down at first."),
        ].filter { !names.contains($0.name) }
    }
}

extension ParameterValues {
    /// An angle in radians.
    func radians(_ name: String) -> Double { Angle(degrees: required(name)).radians }

    /// The posture at the beginning.
    var start: Posture {
        Posture(azimuth: Jet(radians("azimuth")), pitch: Jet(radians("pitch")), roll: Jet(radians("roll")))
    }

    var axis: MotionAxis {
        guard let word = word("axis"), let axis = MotionAxis(rawValue: word) else {
            preconditionFailure("the axis is one of the words that its descriptor names")
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
