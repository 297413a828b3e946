public import SensorFilters
public import SensorModel

/// Subtracts the magnetometer's offset and the gyroscope's bias before an estimator reads the samples.
///
/// It runs a `SelfCalibrating` filter on gyroscope, accelerometer and magnetometer, and subtracts its
/// current estimates. An output never depends on later samples. Each frame takes O(1) time and memory, without
/// allocation or latency.
///
///     var calibrator = MagnetometerCalibrator()
///     var estimator = Madgwick()
///     for frame in frames {
///         if let orientation = estimator.update(with: calibrator.update(with: frame)) { draw(orientation) }
///     }
public struct MagnetometerCalibrator: Sendable {
    /// The parameters of the calibrator.
    public struct Parameters: Sendable, Hashable {
        /// The parameters of the filter. Its use of the magnetometer is ignored: the calibrator always reads the
        /// magnetometer.
        public var filter = SelfCalibrating.Parameters()
        /// A Boolean value that indicates whether the gyroscope's bias is subtracted, too.
        public var correctsGyroscope = true

        /// Creates the default parameters.
        public init() {}
    }

    /// The parameters of the calibrator.
    public let parameters: Parameters
    private var filter: SelfCalibrating

    /// Creates a calibrator in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        var own = parameters.filter
        own.magnetometer = .use
        filter = SelfCalibrating(own)
    }

    /// The current estimate of the magnetometer's offset, µT in device axes. It is zero until the samples first
    /// contradict it.
    public var magnetometerOffset: Vector3 { filter.magnetometerOffset }

    /// The standard deviation of each component of ``magnetometerOffset``, in µT.
    public var magnetometerOffsetDeviation: Vector3 { filter.magnetometerOffsetDeviation }

    /// The current estimate of the gyroscope's bias, rad/s in device axes.
    public var gyroscopeBias: Vector3 { filter.gyroscopeBias }

    /// Processes a frame, and returns it with calibrated samples.
    ///
    /// Samples that are not usable are returned unchanged.
    public mutating func update(with frame: SensorFrame) -> SensorFrame {
        _ = filter.update(with: frame)
        var calibrated = frame
        if let field = frame.magnetometer, frame.isUsable(.magnetometer) {
            calibrated.magnetometer = field - filter.magnetometerOffset
        }
        if parameters.correctsGyroscope, let rate = frame.gyroscope, frame.isUsable(.gyroscope) {
            calibrated.gyroscope = rate - filter.gyroscopeBias
        }
        return calibrated
    }

    /// Restores the initial state.
    public mutating func reset() {
        self = MagnetometerCalibrator(parameters)
    }
}

extension MagnetometerCalibrator {
    private static let correctsGyroscope = "correctsGyroscope"

    init(_ values: ParameterValues) {
        var parameters = Parameters()
        parameters.filter = SelfCalibrating.Parameters(values)
        parameters.correctsGyroscope = values.flag(Self.correctsGyroscope) ?? parameters.correctsGyroscope
        self.init(parameters)
    }

    /// The difference between the recorded samples and the calibrated ones.
    var remark: String {
        let bias = parameters.correctsGyroscope ? ", the gyroscope's bias" : ""
        return "subtracted, as learnt so far: the magnetometer's offset\(bias)"
    }

    /// The filter's parameters without the use of the magnetometer, and ``correctsGyroscope``.
    fileprivate static var descriptors: [ParameterDescriptor] {
        SelfCalibrating.Parameters.descriptors.filter { $0.name != MagnetometerUse.parameter } + [
            .flag(
                correctsGyroscope,
                default: Parameters().correctsGyroscope,
                "Subtract the gyroscope's bias, too."
            )
        ]
    }
}

extension MagnetometerCalibrator: StreamStage {
    mutating func process(_ frame: SensorFrame, into frames: inout [SensorFrame]) {
        frames.append(update(with: frame))
    }
}

extension StreamStageCatalogue {
    static let magnetometerCalibrator = StreamStageEntry(
        name: "magnetometerCalibrator",
        summary: "Subtracts the magnetometer's offset, which it learns while the device turns.",
        source: "Sextant",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        parameters: MagnetometerCalibrator.descriptors
    )
}

/// The stages at the start of a pipeline, by the names that a SPEC uses.
public enum StreamStageCatalogue {
    /// All stages.
    public static let entries = [resample, compass, magnetometerCalibrator]

    /// Returns the stage with a name; `nil` for an unknown name. O(n).
    public static func entry(named name: String) -> StreamStageEntry? { entries.first { $0.name == name } }

    /// The sensors that can be resampled.
    static let sensors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer, .heading, .attitude]

    static let resample = StreamStageEntry(
        name: "resample",
        summary: "Sensor samples at a different rate from the recorded one.",
        source: "sampling at a fixed rate; zero-order hold and linear interpolation",
        sensors: [],
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
        sensors: [],
        parameters: SystemStage.compassParameters
    )
}

/// The catalogue entry of a stage at the start of a pipeline.
public struct StreamStageEntry: Sendable {
    /// The name in a SPEC.
    public let name: String
    /// One line for listings.
    public let summary: String
    /// The source of the method.
    public let source: String
    /// The sensors that the stage needs in addition to those of the estimator.
    public let sensors: [SensorKind]
    /// The parameters.
    public let parameters: [ParameterDescriptor]

    /// Returns the values of all parameters, with defaults for those that are missing.
    ///
    /// - Throws: `InputError` for an unknown parameter or an invalid value.
    public func values(_ texts: [String: String]) throws(InputError) -> ParameterValues {
        try ParameterValues(texts, for: parameters, of: name, listing: "see 'sextant list pipelines'")
    }
}
