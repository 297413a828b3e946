import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The expected offsets and orientations are those of the simulation.
@Suite("Magnetometer calibrator")
struct MagnetometerCalibratorTests {
    /// µT. The simulated noise is uniform within ±0.5 µT.
    private static let learnt = 1.0
    /// µT. An offset of the same data without an offset.
    private static let invented = 0.5
    private static let offset = Vector3(30, -45, 25)

    private static func calibrator(after samples: [TurnedInHand.Sample]) -> MagnetometerCalibrator {
        var calibrator = MagnetometerCalibrator()
        for sample in samples { _ = calibrator.update(with: sample.frame) }
        return calibrator
    }

    /// The angle in degrees from the truth to a pipeline's last orientation.
    private static func lastError(of text: String, _ samples: [TurnedInHand.Sample]) throws -> Double {
        var pipeline = Pipeline(try PipelineSpecification(parsing: text), rates: [:], declination: nil)
        var last: Double?
        for (frame, truth) in samples {
            if let orientation = pipeline.process(frame) {
                last = (orientation * truth.conjugate).rotationAngle.degrees
            }
        }
        return try #require(last)
    }

    @Test func `An offset of 60 µT is learnt within 1 µT after 10 s of turning`() {
        let calibrator = Self.calibrator(after: TurnedInHand(offset: { _ in Self.offset }).samples(for: 10))
        #expect((calibrator.magnetometerOffset - Self.offset).length < Self.learnt)
        let deviation = calibrator.magnetometerOffsetDeviation
        #expect(max(deviation.x, deviation.y, deviation.z) < 1.5 * Self.learnt)
    }

    @Test func `A step of 30 µT is learnt within 1 µT after 10 s of turning`() {
        let step = Vector3(0, 24, -18)
        let samples = TurnedInHand(offset: { $0 < 30 ? Self.offset : Self.offset + step }).samples(for: 40)
        let calibrator = Self.calibrator(after: samples)
        #expect((calibrator.magnetometerOffset - Self.offset - step).length < Self.learnt)
    }

    @Test func `Without an offset, the learnt offset is below 0.5 µT`() {
        let calibrator = Self.calibrator(after: TurnedInHand().samples(for: 30))
        #expect(calibrator.magnetometerOffset.length < Self.invented)
    }

    @Test func `Without rotation, the learnt offset is below 0.5 µT`() {
        // The sum can be the Earth's field: a stronger one cannot, and shows an offset.
        let still = TurnedInHand(rate: { _ in .zero }, offset: { _ in Self.offset * 0.25 })
        #expect(Self.calibrator(after: still.samples(for: 30)).magnetometerOffset.length < Self.invented)
    }

    @Test(arguments: ["madgwick", "vqf", "fusion", "triad"])
    func `With the calibrator, an error of over 20° from an offset becomes less than 4°`(estimator: String) throws {
        let samples = TurnedInHand(offset: { _ in Self.offset }).samples(for: 35)
        #expect(try Self.lastError(of: estimator, samples) > 20)
        #expect(try Self.lastError(of: "magnetometerCalibrator+" + estimator, samples) < 4)
    }

    @Test func `The bias of the gyroscope is subtracted unless declined`() throws {
        let bias = Vector3(0.01, -0.02, 0.015)
        let samples = TurnedInHand(rate: { _ in .zero }, bias: bias).samples(for: 10)
        for correctsGyroscope in [false, true] {
            var parameters = MagnetometerCalibrator.Parameters()
            parameters.correctsGyroscope = correctsGyroscope
            var calibrator = MagnetometerCalibrator(parameters)
            let rates = samples.compactMap { calibrator.update(with: $0.frame).gyroscope }
            let last = try #require(rates.last)
            // 0.03°/s: the parameter restBias.
            #expect((last - (correctsGyroscope ? .zero : bias)).length < Angle(degrees: 0.03).radians)
        }
    }

    @Test func `Offset and bias survive a gap of 2 s`() throws {
        let motion = TurnedInHand(offset: { _ in Self.offset }, bias: Vector3(0.01, 0.01, 0.01))
        var calibrator = Self.calibrator(after: motion.samples(for: 20))
        let (offset, bias) = (calibrator.magnetometerOffset, calibrator.gyroscopeBias)
        for sample in motion.samples(for: 0.1, from: 22) { _ = calibrator.update(with: sample.frame) }
        #expect((calibrator.magnetometerOffset - offset).length < 2 * Self.learnt)
        #expect((calibrator.gyroscopeBias - bias).length < 0.002)
    }

    @Test func `Unusable samples are returned unchanged`() throws {
        var calibrator = Self.calibrator(after: TurnedInHand(offset: { _ in Self.offset }).samples(for: 20))
        let zero = calibrator.update(with: SensorFrame(time: 20.01, gyroscope: .zero, magnetometer: .zero))
        #expect(zero.magnetometer == Vector3.zero)
        let nan = calibrator.update(with: SensorFrame(time: 20.02, magnetometer: Vector3(.nan, 1, 1)))
        #expect(nan.magnetometer?.x.isNaN ?? false)
        let others = SensorFrame(
            time: 20.03,
            accelerometer: Vector3(0, 0, 9.81),
            gyroscope: Vector3(0.1, 0, 0),
            attitude: .identity,
            heading: HeadingReading(magnetic: Heading(degrees: 5), trueNorth: nil, accuracy: nil)
        )
        let calibrated = calibrator.update(with: others)
        var expected = others
        expected.gyroscope = Vector3(0.1, 0, 0) - calibrator.gyroscopeBias
        #expect(calibrated == expected)
        #expect(calibrator.magnetometerOffset.isFinite)
    }

    @Test func `A reset forgets all samples`() {
        let samples = TurnedInHand(offset: { _ in Self.offset }).samples(for: 5)
        var calibrator = Self.calibrator(after: samples)
        #expect(calibrator.magnetometerOffset != .zero)
        calibrator.reset()
        #expect(calibrator.magnetometerOffset == .zero)
        var fresh = MagnetometerCalibrator()
        for sample in samples { #expect(calibrator.update(with: sample.frame) == fresh.update(with: sample.frame)) }
    }

    @Test func `A pipeline returns what its stages return one after the other`() throws {
        let samples = TurnedInHand(offset: { _ in Self.offset }).samples(for: 5)
        let text = "magnetometerCalibrator:correctsGyroscope=false,offsetShare=0.5+madgwick"
        var pipeline = Pipeline(try PipelineSpecification(parsing: text), rates: [:], declination: nil)
        var parameters = MagnetometerCalibrator.Parameters()
        parameters.correctsGyroscope = false
        parameters.filter.offsetShare = 0.5
        var calibrator = MagnetometerCalibrator(parameters)
        var madgwick = Madgwick()
        for (frame, _) in samples {
            let orientation = madgwick.update(with: calibrator.update(with: frame))
            #expect(pipeline.process(frame) == (frame.gyroscope == nil ? nil : orientation))
        }
    }
}

extension MagnetometerCalibratorTests {
    @Test func `The stage needs its own sensors, even if the estimator does not`() throws {
        let triad = try PipelineSpecification(parsing: "magnetometerCalibrator+triad")
        #expect(triad.requiredSensors == [.accelerometer, .magnetometer, .gyroscope])
        let madgwick = try PipelineSpecification(parsing: "magnetometerCalibrator+madgwick")
        let withoutMagnetometer = madgwick.withMagnetometer(false)
        #expect(withoutMagnetometer.requiredSensors == [.gyroscope, .accelerometer, .magnetometer])
        #expect(withoutMagnetometer.knowsNorth)
    }

    @Test func `Parameters and remarks include the stage`() throws {
        let text = "resample:rate=50Hz+magnetometerCalibrator:offsetShare=0.5+vqf"
        let specification = try PipelineSpecification(parsing: text)
        #expect(specification.parameters["offsetShare"] == .number(0.5))
        #expect(specification.parameters["correctsGyroscope"] == .word("true"))
        #expect(specification.parameters["magnetometerCalibrator.maximumGap"] == .number(1))
        let remark = "subtracted from samples, as estimated so far: the magnetometer's offset, the gyroscope's bias"
        #expect(specification.inputRemarks(isCompassRecorded: false).last == remark)
    }

    @Test func `Resampling before the stage includes its sensors`() throws {
        let specification = try PipelineSpecification(parsing: "resample:rate=50Hz+magnetometerCalibrator+triad")
        let remarks = specification.inputRemarks(isCompassRecorded: false)
        #expect(remarks.contains("gyroscope: resampled to 50 Hz, method 'decimate'"))
    }

    @Test(arguments: [
        (
            "magnetometerCalibrator+deviceAttitude",
            "'magnetometerCalibrator' has no effect, because deviceAttitude does not read the magnetometer"
        ),
        (
            "magnetometerCalibrator+vqf:magnetometer=none",
            "'magnetometerCalibrator' has no effect, because vqf does not read the magnetometer"
        ),
        (
            "vqf+magnetometerCalibrator",
            "'magnetometerCalibrator' reads recorded samples, so it must precede all filters and estimators"
        ),
        (
            "magnetometerCalibrator:magnetometer=none+vqf",
            "magnetometerCalibrator has no parameter 'magnetometer'"
        ),
        ("magnetometerCalibrator:offsetShare=2+vqf", "offsetShare=2 must be from 0 to 1"),
        ("magnetometerCalibrater+vqf", "unknown stage 'magnetometerCalibrater'"),
    ])
    func `Invalid parameters and positions of the stage are refused`(text: String, found: String) throws {
        let error = try #require(throws: InputError.self) { try PipelineSpecification(parsing: text) }
        #expect(error.message == found)
        #expect(error.description.count <= 200)
    }
}
