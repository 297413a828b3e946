public import SensorFilters
public import SensorModel

/// Subtracts the magnetometer's offset and the gyroscope's bias before an estimator reads the samples.
///
/// A `SelfCalibrating` filter estimates both values from gyroscope, accelerometer and magnetometer. The output for a
/// frame never depends on later samples. Each frame takes O(1) time and memory, without allocation or latency.
///
///     var calibrator = MagnetometerCalibrator()
///     var estimator = Madgwick()
///     for frame in frames {
///         if let orientation = estimator.update(with: calibrator.update(with: frame)) { draw(orientation) }
///     }
public struct MagnetometerCalibrator: Sendable {
    /// The parameters of the calibrator.
    public struct Parameters: Sendable, Hashable {
        /// The parameters of the `SelfCalibrating` filter. Its parameter `magnetometer` is ignored: the calibrator
        /// always uses the magnetometer.
        public var filter = SelfCalibrating.Parameters()
        /// A Boolean value that indicates whether the calibrator subtracts the gyroscope's bias, in addition to the
        /// magnetometer's offset.
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

    /// The current estimate of the magnetometer's offset, in µT and device axes; zero until the samples indicate an
    /// offset.
    public var magnetometerOffset: Vector3 { filter.magnetometerOffset }

    /// The standard deviation of each component of ``magnetometerOffset``, in µT.
    public var magnetometerOffsetDeviation: Vector3 { filter.magnetometerOffsetDeviation }

    /// The current estimate of the gyroscope's bias, in rad/s and device axes.
    public var gyroscopeBias: Vector3 { filter.gyroscopeBias }

    /// Processes a frame, and returns the frame with calibrated samples.
    ///
    /// Samples that are not usable, such as NaN, are returned unchanged.
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

    /// Restores the initial state, in which offset and bias are zero.
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

    /// A remark about the correction of the recorded samples.
    var remark: String {
        let bias = parameters.correctsGyroscope ? ", the gyroscope's bias" : ""
        return "subtracted from samples, as estimated so far: the magnetometer's offset\(bias)"
    }

    /// The descriptions of ``correctsGyroscope`` and of the `SelfCalibrating` filter's parameters, without
    /// `magnetometer`.
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

/// The catalogue of stages that change the recorded streams at the start of a pipeline.
public enum StreamStageCatalogue {
    /// All stages, in the order in which they are listed.
    public static let entries = [resample, compass, magnetometerCalibrator]

    /// Returns the stage with a name; `nil` if the name is unknown. O(n) for n stages.
    public static func entry(named name: String) -> StreamStageEntry? { entries.first { $0.name == name } }

    /// The sensors whose samples can be resampled.
    static let sensors: [SensorKind] = [.accelerometer, .gyroscope, .magnetometer, .heading, .attitude]

    static let resample = StreamStageEntry(
        name: "resample",
        summary: "Resamples sensors to a given rate.",
        source: "sampling at a fixed rate; zero-order hold and linear interpolation",
        sensors: [],
        parameters: [
            .number("rate", .hertz, in: SystemStage.rates, default: 100, "Samples per second."),
            .choice(
                "sensor",
                of: sensors.map(\.rawValue),
                default: nil,
                "Sensor to resample (default: every sensor that the pipeline reads)."
            ),
            ResamplingMethod.parameter,
        ]
    )

    static let compass = StreamStageEntry(
        name: "compass",
        summary: "Models a phone's compass: rounds recorded readings, or derives them from gravity and field.",
        source: "Geiger 2012, section 6.2; AREA 2013, section IV-C.3",
        sensors: [],
        parameters: SystemStage.compassParameters
    )
}

/// The catalogue entry of a stage that changes the recorded streams.
public struct StreamStageEntry: Sendable {
    /// The name of the stage in the text of a pipeline.
    public let name: String
    /// A one-line description for listings.
    public let summary: String
    /// The publication of the method.
    public let source: String
    /// The sensors that the stage requires in addition to the estimator's sensors.
    public let sensors: [SensorKind]
    /// The descriptions of the stage's parameters.
    public let parameters: [ParameterDescriptor]

    /// Parses parameter values from text, by the parameter's name. Missing parameters have their defaults.
    ///
    /// - Throws: `InputError` for an unknown parameter or an invalid value.
    public func values(_ texts: [String: String]) throws(InputError) -> ParameterValues {
        try ParameterValues(texts, for: parameters, of: name)
    }
}
