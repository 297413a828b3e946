import Evaluation
import Experiments
import Pipelines
import Recordings
import SensorModel
import Testing

/// Calibrations and samplings as axes of an experiment.
struct RecordingPreparationTests {
    private static func parse(_ text: String) throws(InputError) -> Experiment {
        try Experiment(parsing: Array(text.utf8), file: "e.yaml", formats: ["md"]) { [$0] }
    }

    @Test func `Calibrations and samplings combine`() throws {
        let experiment = try Self.parse(
            """
            recordings: [{path: [ana_phone_walk, bo_phone_run], tags: {split: _}}]
            calibrations:
              - {name: system, sensors: device}
              - {name: own, sensors: file, accelerometer: raw}
            resample: [none, {rate: 50}, {rate: 10, method: hold}]
            pipelines: [triad]
            """
        )
        let words = experiment.preparations.map(\.text)
        #expect(
            words == [
                "sampling as recorded, calibration system", "sampling 50 Hz, calibration system",
                "sampling 10 Hz held, calibration system", "sampling as recorded, calibration own",
                "sampling 50 Hz, calibration own", "sampling 10 Hz held, calibration own",
            ]
        )
        let own = try #require(experiment.preparations.last?.calibration)
        #expect(own.origins == [.accelerometer: .raw, .gyroscope: .file, .magnetometer: .file])
        #expect(experiment.inputs.map(\.tags) == [["ana", "phone", "walk"], ["bo", "phone", "run"]])
        #expect(experiment.cellCount == 12)
        #expect(Set((0..<6).map { experiment.conditions(preparation: $0) }).count == 6)
    }

    @Test(arguments: [
        ("resample: [{rate: 50, method: keep}]", "method 'keep' must be one of decimate, hold"),
        ("resample: [{method: hold}]", "'rate'"),
        ("calibrations: [{name: a}, {name: a}]", "'calibrations' contains the same name twice"),
        ("calibrations: [{sensors: raw}]", "'name'"),
        ("calibrations: [{name: a, sensors: files}]", "did you mean 'file'?"),
        (
            "calibrations: [{name: a, compass: raw}]",
            "unknown key 'compass': use one of name, sensors, accelerometer, gyroscope, magnetometer"
        ),
    ])
    func `Faulty preparations are an error`(line: String, words: String) {
        let error = #expect(throws: InputError.self) { try Self.parse("recordings: [x]\npipelines: [triad]\n\(line)") }
        #expect("\(error.map(\.description) ?? "")".contains(words), "\(error.map(\.description) ?? "")")
    }

    @Test func `A stored definition is read without its calibration files`() throws {
        let text = """
            recordings: [{path: x, calibration: missing.yaml}]
            calibrations: [{name: own, sensors: file}]
            pipelines: [triad]
            """
        #expect(throws: InputError.self) { try Self.parse(text) }
        let stored = try Experiment(parsing: Array(text.utf8), file: "e", formats: [], readsFiles: false) { [$0] }
        #expect(stored.preparations.count == 1)
    }

    private static func stream(_ value: Double) -> SensorStream<Vector3> {
        SensorStream(times: [0, 1], values: [Vector3(value, 0, 0), Vector3(value, 0, 0)])
    }

    /// A phone that delivers the gyroscope before and after its own calibration, and the accelerometer once.
    private static var phone: (device: Recording, raw: Recording) {
        var device = Recording(name: "phone")
        device.accelerometer = stream(10)
        device.gyroscope = stream(1)
        var raw = device
        raw.gyroscope = stream(1.5)
        raw.uncalibrated = [.gyroscope]
        return (device, raw)
    }

    private static let file = RecordingCalibration(
        sensors: [
            .accelerometer: SensorCalibration(offset: Vector3(0.25, 0, 0)),
            .gyroscope: SensorCalibration(offset: Vector3(0.75, 0, 0), isOfUncalibrated: true),
        ]
    )

    /// The origin, and the first values of gyroscope and accelerometer.
    @Test(arguments: [
        (CalibrationChoice.Origin.device, 1.0, 10.0), (.raw, 1.5, 10), (.file, 0.75, 9.75), (.deviceElseFile, 1, 9.75),
    ])
    func `Values come from the chosen origin`(
        origin: CalibrationChoice.Origin,
        gyroscope: Double,
        accelerometer: Double
    ) throws {
        let choice = CalibrationChoice(name: "c", origins: [.gyroscope: origin, .accelerometer: origin])
        let phone = Self.phone
        let result = try choice.apply(toDevice: phone.device, raw: phone.raw, calibration: Self.file, path: "phone")
        #expect(result.gyroscope?.values[0].x == gyroscope)
        #expect(result.accelerometer?.values[0].x == accelerometer)
    }

    @Test func `A calibration that the file lacks is an error`() {
        let choice = CalibrationChoice(name: "own", origins: [.gyroscope: .file])
        let phone = Self.phone
        let error = #expect(throws: InputError.self) {
            try choice.apply(toDevice: phone.device, raw: phone.raw, calibration: nil, path: "phone")
        }
        #expect(
            "\(error.map(\.description) ?? "")".contains(
                "phone: the calibration 'own' requires a calibration file for the gyroscope"
            )
        )
    }
}
