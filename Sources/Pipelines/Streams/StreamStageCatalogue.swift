public import SensorModel

/// The stages at the start of a pipeline, by the names that a SPEC uses.
public enum StreamStageCatalogue {
    /// All stages.
    public static let entries = [resample, compass, magnetometerCalibrator]

    /// The stage with a name; nil for an unknown name. O(n).
    public static func entry(named name: String) -> StreamStageEntry? { entries.first { $0.name == name } }

    /// The sensors that can be resampled.
    static let sensors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer, .heading, .attitude]

    static let resample = StreamStageEntry(
        name: "resample",
        summary: "Sensor samples at a different rate from the recorded one.",
        source: "sampling at a fixed rate; zero-order hold and linear interpolation",
        parameters: [
            .number("rate", .hertz, in: SystemStage.rates, default: 100, "Samples per second."),
            .choice(
                "sensor",
                of: sensors.map(\.rawValue),
                default: nil,
                "Only sensor to resample (default: each sensor that the pipeline reads)."
            ),
            .choice(
                "method",
                of: ResamplingMethod.allCases.map(\.rawValue),
                default: ResamplingMethod.decimate.rawValue,
                "First recorded sample of each interval, latest at each moment, or interpolated value."
            ),
        ]
    )

    static let compass = StreamStageEntry(
        name: "compass",
        summary: "The operating system's compass: rounded readings, or readings derived from gravity and field.",
        source: "Geiger 2012, section 6.2; AREA 2013, section IV-C.3",
        parameters: SystemStage.compassParameters
    )
}

/// A stage at the start of a pipeline in the catalogue.
public struct StreamStageEntry: Sendable {
    /// The name in a SPEC.
    public let name: String
    /// One line for listings.
    public let summary: String
    /// The source of the method.
    public let source: String
    /// The sensors that the stage needs, whatever the estimator needs.
    public let sensors: [SensorKind]
    /// The parameters.
    public let parameters: [ParameterDescriptor]

    init(
        name: String,
        summary: String,
        source: String,
        sensors: [SensorKind] = [],
        parameters: [ParameterDescriptor]
    ) {
        self.name = name
        self.summary = summary
        self.source = source
        self.sensors = sensors
        self.parameters = parameters
    }

    /// The values of all parameters, with defaults for those that are missing.
    ///
    /// - Throws: `ParameterError` for an unknown parameter or an invalid value.
    public func values(_ texts: [String: String]) throws(ParameterError) -> ParameterValues {
        try ParameterValues(texts, for: parameters, of: name, listing: "see 'sextant list pipelines'")
    }
}
