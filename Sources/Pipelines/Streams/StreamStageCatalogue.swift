import SensorModel

/// Every stage that may stand at the start of a pipeline, by the name that a SPEC uses.
public enum StreamStageCatalogue {
    public static let entries = [resample, compass]

    public static func entry(named name: String) -> StreamStageEntry? { entries.first { $0.name == name } }

    /// The sensors whose samples can be resampled.
    static let sensors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer, .heading, .attitude]

    static let resample = StreamStageEntry(
        name: "resample",
        summary: "Sensor samples at another rate than the recorded one.",
        source: "sampling at a fixed rate; zero-order hold and linear interpolation",
        parameters: [
            .number("rate", .hertz, in: SystemStage.rates, default: 100, "Samples per second."),
            .choice(
                "sensor",
                of: sensors.map(\.rawValue),
                default: nil,
                "The only sensor that is resampled; each sensor of the estimator where it is left out."
            ),
            .choice(
                "method",
                of: ResamplingMethod.allCases.map(\.rawValue),
                default: ResamplingMethod.decimate.rawValue,
                "The first recorded sample of each interval, the latest at each moment, or a value between two samples."
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
