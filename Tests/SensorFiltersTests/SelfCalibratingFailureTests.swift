import Foundation
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Sensors that fail, places without a heading, and gaps: the state stays within bounds and recovers.
struct SelfCalibratingFailureTests {
    /// Degrees. The largest error after recovery, with noise.
    private static let recovered = 3.0

    /// Expects a state within its bounds, and a covariance with no negative variance or determinant.
    private func expectBounded(
        _ filter: SelfCalibrating,
        offset: Double = 100,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Angle(radians: filter.gyroscopeBias.length).degrees < 5, sourceLocation: sourceLocation)
        #expect(filter.magnetometerOffset.length < offset, sourceLocation: sourceLocation)
        #expect(filter.magnetometerOffsetDeviation.length < 200, sourceLocation: sourceLocation)
        #expect(filter.earthField.length < 200, sourceLocation: sourceLocation)
        guard let covariance = filter.covariance else { return }
        let variances = [covariance.x.x, covariance.y.y, covariance.z.z]
        #expect(variances.allSatisfy { $0 >= 0 && $0.isFinite }, sourceLocation: sourceLocation)
        #expect(covariance.determinant > -1e-12, sourceLocation: sourceLocation)
    }

    /// Runs a filter and returns its errors in degrees; every orientation is a finite unit quaternion.
    private func errors(
        _ motion: inout CalibrationMotion,
        _ filter: inout SelfCalibrating,
        seconds: Seconds,
        change: (inout SensorFrame) -> Void = { _ in }
    ) throws -> [Double] {
        try motion.run(&filter, seconds: seconds, change: change).map { output, truth in
            let output = try #require(output)
            #expect(abs(Quaternion(output).length - 1) < Tolerance.unitLength)
            return output.angle(to: truth).degrees
        }
    }

    @Test func `Ten minutes at rest determine the bias, and the offset stays below 2 µT`() throws {
        var motion = CalibrationMotion()
        motion.interval = 0.04
        motion.rate = CalibrationMotion.rest
        motion.bias = Vector3(0.004, -0.003, 0.005)
        var filter = SelfCalibrating()
        let errors = try errors(&motion, &filter, seconds: 600)
        #expect(try #require(errors.max()) < Self.recovered)
        #expect((filter.gyroscopeBias - motion.bias).length < Angle(degrees: 0.02).radians)
        #expect(filter.isAtRest)
        #expect(filter.magnetometerOffset.length < 2)
        try expectBounded(filter)
        // The errors of the next rotation are no larger.
        motion.rate = CalibrationMotion.handRate
        #expect(try #require(self.errors(&motion, &filter, seconds: 10).max()) < Self.recovered)
    }

    @Test(arguments: [0.0, 0.02])
    func `Errors are below 3° during and after two seconds of free fall`(noise: Double) throws {
        var motion = CalibrationMotion()
        var filter = SelfCalibrating()
        var generator = SeededGenerator(seed: 5)
        _ = try errors(&motion, &filter, seconds: 20)
        let falling = try errors(&motion, &filter, seconds: 2) { $0.accelerometer = generator.vector(noise) }
        #expect(try #require(falling.max()) < Self.recovered)
        let after = try errors(&motion, &filter, seconds: 10)
        #expect(try #require(after.max()) < Self.recovered)
        try expectBounded(filter)
    }

    @Test(arguments: [nil, Vector3.zero])
    func `Errors are below 5° for a minute without the magnetometer, and below 3° after it`(sample: Vector3?) throws {
        var motion = CalibrationMotion()
        var filter = SelfCalibrating()
        _ = try errors(&motion, &filter, seconds: 30)
        let without = try errors(&motion, &filter, seconds: 60) { $0.magnetometer = sample }
        #expect(try #require(without.max()) < 5)
        _ = try errors(&motion, &filter, seconds: 10)
        #expect(try #require(errors(&motion, &filter, seconds: 10).max()) < Self.recovered)
        try expectBounded(filter)
    }

    /// The hand hardly turns in the lift, so the field of its walls looks like an offset of the magnetometer.
    @Test func `Errors are below 10° in a lift, and the stated deviation grows`() throws {
        var motion = CalibrationMotion()
        motion.bias = Vector3(0.004, -0.003, 0.005)
        var filter = SelfCalibrating()
        _ = try errors(&motion, &filter, seconds: 40)
        let before = try #require(filter.headingDeviation)
        let outside = motion.field
        motion.field = outside * 0.6 + Vector3(15, 0, 0)
        motion.rate = { CalibrationMotion.handRate($0) * 0.1 }
        #expect(try #require(errors(&motion, &filter, seconds: 30).max()) < 10)
        #expect(try #require(filter.headingDeviation).degrees > before.degrees)
        motion.field = outside
        #expect(try #require(errors(&motion, &filter, seconds: 20).max()) < 10)
        try expectBounded(filter)
    }

    @Test func `No orientation precedes the magnetometer's first sample, unless the magnetometer is not used`() throws {
        var motion = CalibrationMotion()
        var parameters = SelfCalibrating.Parameters()
        parameters.magnetometer = .none
        var (waiting, ignoring) = (SelfCalibrating(), SelfCalibrating(parameters))
        let nothing = motion.run(&waiting, seconds: 2) { $0.magnetometer = .zero }
        #expect(nothing.allSatisfy { $0.output == nil })
        #expect(waiting.skips.zero == 200)
        let tilts = motion.run(&ignoring, seconds: 20) { $0.magnetometer = .zero }
        for (output, truth) in tilts {
            #expect((try #require(output) * truth.conjugate).inclinationAngle.degrees < Self.recovered)
        }
    }

    /// A saturated gyroscope loses the heading, which first counts as a new offset of the magnetometer.
    @Test func `The tilt recovers from a saturated gyroscope in seconds, the heading in minutes`() throws {
        var motion = CalibrationMotion()
        motion.interval = 0.02
        motion.gyroscopeRange = 4
        var filter = SelfCalibrating()
        _ = try errors(&motion, &filter, seconds: 20)
        let usual = motion.rate
        motion.rate = { time in usual(time) * 8 }
        let saturated = try errors(&motion, &filter, seconds: 5)
        #expect(try #require(saturated.max()) > 60, "the test saturates")
        try expectBounded(filter)
        motion.rate = usual
        _ = try errors(&motion, &filter, seconds: 15)
        for (output, truth) in motion.run(&filter, seconds: 5) {
            #expect((try #require(output) * truth.conjugate).inclinationAngle.degrees < 2 * Self.recovered)
        }
        _ = try errors(&motion, &filter, seconds: 120)
        #expect(try #require(errors(&motion, &filter, seconds: 10).max()) < 4 * Self.recovered)
        try expectBounded(filter)
    }

    @Test(arguments: [MagnetometerUse.use, .none])
    func `Beyond the gyroscope's range, tilt errors are less than half of VQF's`(magnetometer: MagnetometerUse) throws {
        var parameters = SelfCalibrating.Parameters()
        parameters.magnetometer = magnetometer
        var rival = VQF.Parameters()
        rival.magnetometer = magnetometer
        var (filter, vqf) = (SelfCalibrating(parameters), VQF(rival))
        func tilts(of filter: inout some OrientationEstimator) throws -> [Double] {
            var motion = CalibrationMotion()
            motion.gyroscopeRange = 4.5
            let usual = motion.rate
            motion.rate = { time in usual(time) * 6 }
            return try motion.run(&filter, seconds: 60).map { output, truth in
                (try #require(output) * truth.conjugate).inclinationAngle.degrees
            }
        }
        let (own, others) = (try tilts(of: &filter), try tilts(of: &vqf))
        // After 20 s, the largest value has recurred often enough.
        let (late, lateOthers) = (own.dropFirst(2_000), others.dropFirst(2_000))
        try #require(late.count == lateOthers.count)
        let (sum, sumOfOthers): (Double, Double) = (late.reduce(0, +), lateOthers.reduce(0, +))
        #expect(sum < 0.5 * sumOfOthers)
    }

    @Test(arguments: [0.1, 0.02, 0.0025])
    func `Bias and offset are learnt at 10, 50 and 400 Hz`(interval: Seconds) throws {
        var motion = CalibrationMotion()
        motion.interval = interval
        motion.offset = Vector3(20, -15, 10)
        motion.bias = Vector3(0.004, -0.003, 0.005)
        var filter = SelfCalibrating()
        _ = try errors(&motion, &filter, seconds: 40)
        #expect(try #require(errors(&motion, &filter, seconds: 10).max()) < Self.recovered)
        #expect((filter.magnetometerOffset - motion.offset).length < 3)
        #expect((filter.gyroscopeBias - motion.bias).length < Angle(degrees: 0.2).radians)
        try expectBounded(filter)
    }

    @Test(arguments: [0.5, 2, 100])
    func `After a gap the errors return below 3°, and the offset is within 4 µT`(gap: Seconds) throws {
        var motion = CalibrationMotion()
        motion.offset = Vector3(20, -15, 10)
        motion.bias = Vector3(0.004, -0.003, 0.005)
        var filter = SelfCalibrating()
        _ = try errors(&motion, &filter, seconds: 60)
        let (offset, bias) = (filter.magnetometerOffset, filter.gyroscopeBias)
        motion.skip(seconds: gap)
        _ = filter.update(with: motion.frame())
        #expect(filter.skips.restarts == (gap > 1 ? 1 : 0))
        if gap > 1 {
            #expect((filter.magnetometerOffset - offset).length < 2)
            #expect((filter.gyroscopeBias - bias).length < Angle(degrees: 0.05).radians)
        }
        // A gap within the maximum is bridged with the rate after it.
        _ = try errors(&motion, &filter, seconds: 20)
        #expect(try #require(errors(&motion, &filter, seconds: 10).max()) < Self.recovered)
        #expect((filter.magnetometerOffset - motion.offset).length < 4)
        try expectBounded(filter)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e200, -1e200])
    func `Samples that are not finite or cannot be squared are skipped and counted`(strange: Double) throws {
        var (motion, twin) = (CalibrationMotion(), CalibrationMotion())
        var (filter, undisturbed) = (SelfCalibrating(), SelfCalibrating())
        let sample = Vector3(0, strange, 1)
        for _ in 0..<500 {
            let frame = motion.frame()
            let moment = frame.time
            _ = filter.update(
                with: SensorFrame(time: moment, accelerometer: sample, gyroscope: sample, magnetometer: sample)
            )
            let expected = undisturbed.update(with: twin.frame())
            #expect(filter.update(with: frame) == expected)
        }
        #expect(filter.skips.nonFinite == 1_500)
    }

    @Test(arguments: [1e3, 1e5, 1e20])
    func `Errors are below 3° after one huge sample of the magnetometer`(size: Double) throws {
        var motion = CalibrationMotion()
        var filter = SelfCalibrating()
        _ = try errors(&motion, &filter, seconds: 10)
        var frame = motion.frame()
        frame.magnetometer = Vector3(size, -size, size)
        _ = filter.update(with: frame)
        #expect(try #require(errors(&motion, &filter, seconds: 20).max()) < Self.recovered)
        try expectBounded(filter)
    }

    @Test func `An offset of 500 µT is learnt within 5 µT`() throws {
        var motion = CalibrationMotion()
        motion.offset = Vector3(300, -320, 235)
        var filter = SelfCalibrating()
        _ = try errors(&motion, &filter, seconds: 60)
        #expect((filter.magnetometerOffset - motion.offset).length < 5)
        #expect(try #require(errors(&motion, &filter, seconds: 10).max()) < Self.recovered)
        try expectBounded(filter, offset: 510)
    }

    @Test func `At the magnetic pole the heading is uncertain and the tilt is not`() throws {
        var motion = CalibrationMotion()
        motion.field = Vector3(0, 0.01, -60)
        var filter = SelfCalibrating()
        for (output, truth) in motion.run(&filter, seconds: 60) {
            let error = try #require(output) * truth.conjugate
            #expect(abs(Quaternion(error).length - 1) < Tolerance.unitLength)
            #expect(error.inclinationAngle.degrees < Self.recovered)
        }
        let covariance = try #require(filter.covariance)
        #expect(covariance.z.z > Angle(degrees: 20).radians * Angle(degrees: 20).radians)
        try expectBounded(filter)
    }
}
