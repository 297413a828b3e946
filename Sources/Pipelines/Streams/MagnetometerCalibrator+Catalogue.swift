import SensorFilters
import SensorModel

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

    /// Those of the filter, except whether it uses the magnetometer.
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
