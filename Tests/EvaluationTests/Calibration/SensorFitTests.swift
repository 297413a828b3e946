import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Expected values: the parameters of the simulations, in Fixtures/make_calibration.py and below.
struct SensorFitTests {
    private func fit(_ device: String) throws -> FitOutcome {
        MagnetometerFit.fit([CalibrationSource(try SimulatedMagnetometer(device).recording, rests: [])])
    }

    @Test func `Hard and soft iron of a device that turns through all orientations are recovered`() throws {
        let result = try #require(try fit("full").fit)
        #expect(result.model == .ellipsoid)
        let error = result.calibration.offset - SimulatedMagnetometer.offset
        #expect(abs(error.x) < 2 * result.offsetInterval.x)
        #expect(abs(error.y) < 2 * result.offsetInterval.y)
        #expect(abs(error.z) < 2 * result.offsetInterval.z)
        #expect(result.offsetInterval.length < 0.5)
        #expect(result.residualBefore > 500)
        // Noise of 0.4 µT, and a disturbance of 25 µT in a twentieth of the time.
        #expect(result.residualAfter < 6)
    }

    @Test func `A device that turns about one axis gets no calibration, and the axis is named`() throws {
        guard case .undetermined(let kind, let reason) = try fit("flat") else {
            Issue.record("expected no fit")
            return
        }
        #expect(kind == .magnetometer)
        #expect(reason.contains("plane") || reason.contains("along z"))
        #expect(reason.contains("turn the device"))
    }

    @Test func `A device that tilts little gets a sphere with an offset error below 5 µT`() throws {
        let result = try #require(try fit("band").fit)
        #expect(result.model == .sphere)
        #expect((result.calibration.offset - SimulatedMagnetometer.offset).length < 5)
        #expect(result.remarks.contains { $0.contains("not determined") })
    }

    /// The second recording, near iron, has half the strength.
    @Test func `Of recordings with fields of different strength, the certain one is used`() throws {
        let first = try SimulatedMagnetometer("full").recording
        var second = first
        let shift = SimulatedMagnetometer.offset
        let values = first.magnetometer?.values.map { ($0 - shift) * 0.5 + shift } ?? []
        second.magnetometer = SensorStream(times: first.magnetometer?.times ?? [], values: values)
        second.name = "near iron"
        let sources = [first, second].map { CalibrationSource($0, rests: []) }
        let result = try #require(MagnetometerFit.fit(sources).fit)
        #expect((result.calibration.offset - SimulatedMagnetometer.offset).length < 0.5)
        #expect(result.remarks.contains { $0.contains("only") })
    }

    /// Multiples of 1/16 s are exact near 1000 s, too, so both fits have the same blocks.
    @Test func `The start time of a recording does not change the calibration and its interval`() throws {
        let values = try SimulatedMagnetometer("full").stream.values
        let fits = try [0.0, 1_000.0].map { start -> SensorFit in
            var recording = Recording(name: "later")
            recording.magnetometer = SensorStream(
                times: values.indices.map { start + Double($0) / 16 },
                values: values
            )
            return try #require(MagnetometerFit.fit([CalibrationSource(recording, rests: [])]).fit)
        }
        // The order in which the blocks are added is not fixed, so sums may differ in their last digits.
        #expect((fits[0].calibration.offset - fits[1].calibration.offset).length < 1e-9)
        #expect((fits[0].offsetInterval - fits[1].offsetInterval).length < 1e-9 * fits[0].offsetInterval.length)
    }

    @Test func `Too few samples are no calibration`() {
        var recording = Recording(name: "short")
        recording.magnetometer = SensorStream(times: [0, 1], values: [Vector3(1, 2, 3), Vector3(2, 3, 4)])
        #expect(MagnetometerFit.fit([CalibrationSource(recording, rests: [])]).fit == nil)
    }

    /// Rests on the faces, edges and corners of a cube, with an offset and scales, and without noise.
    @Test func `Offsets and scales of an accelerometer are recovered from rests`() throws {
        let offset = Vector3(0.12, -0.2, 0.31)
        let scales = Vector3(1.01, 0.985, 1.005)
        var stream = SensorStream<Vector3>()
        var rests: [ClosedRange<Seconds>] = []
        for x in -1...1 {
            for y in -1...1 {
                for z in -1...1 {
                    guard let up = Vector3(Double(x), Double(y), Double(z)).normalised else { continue }
                    let force = Vector3(up.x / scales.x, up.y / scales.y, up.z / scales.z) * 9.80665 + offset
                    let start = Double(rests.count * 10)
                    for sample in 0..<20 {
                        stream.times.append(start + Double(sample) * 0.1)
                        stream.values.append(force)
                    }
                    rests.append(start...(start + 1.95))
                }
            }
        }
        var recording = Recording(name: "cube")
        recording.accelerometer = stream
        let result = try #require(AccelerometerFit.fit([CalibrationSource(recording, rests: rests)]).fit)
        #expect(result.count == 26)
        #expect((result.calibration.offset - offset).length < 1e-6)
        #expect(abs(result.calibration.matrix.x.x - scales.x) < 1e-6)
        #expect(abs(result.calibration.matrix.y.y - scales.y) < 1e-6)
        #expect(abs(result.calibration.matrix.z.z - scales.z) < 1e-6)
        #expect(result.residualAfter < 1e-6)
    }

    @Test func `Two rests do not determine an accelerometer`() {
        var recording = Recording(name: "two")
        recording.accelerometer = SensorStream(
            times: [0, 1, 2],
            values: Array(repeating: Vector3(0, 0, 9.8), count: 3)
        )
        let outcome = AccelerometerFit.fit([CalibrationSource(recording, rests: [0...1, 1...2])])
        guard case .undetermined(_, let reason) = outcome else {
            Issue.record("expected no fit")
            return
        }
        #expect(reason.hasPrefix("2 rests"))
    }

    /// Alternating rates have the mean of the bias in every block; Student's quantile of four values is 3.18.
    @Test func `The bias of a gyroscope is the mean rate at rest, with the interval of the blocks`() throws {
        var stream = SensorStream<Vector3>()
        let seconds = [0.010, 0.012, 0.011, 0.013]
        for (second, rate) in seconds.enumerated() {
            for sample in 0..<10 {
                stream.times.append(Double(second) + Double(sample) / 10)
                stream.values.append(Vector3(rate + (sample % 2 == 0 ? 0.001 : -0.001), 0, -0.02))
            }
        }
        var recording = Recording(name: "rest")
        recording.gyroscope = stream
        let result = try #require(GyroscopeFit.fit([CalibrationSource(recording, rests: [0...3.95])]).fit)
        #expect(abs(result.calibration.offset.x - 0.0115) < 1e-12)
        #expect(abs(result.calibration.offset.z + 0.02) < 1e-12)
        // The standard deviation is 0.001291, divided by 2, times 3.18.
        #expect(abs(result.offsetInterval.x - 0.00205) < 0.0001)
        #expect(result.offsetInterval.z < 1e-12)
        #expect(result.matrixInterval == nil)
    }

    @Test func `A written calibration is read with the same corrections`() throws {
        let outcome = try fit("full")
        let fit = try #require(outcome.fit)
        let text = CalibrationFileText.text([outcome], of: ["a \"b\""], uncalibrated: [.magnetometer])
        let read = try RecordingCalibration(parsing: Array(text.utf8), file: "phone.yaml")
        let sensor = try #require(read.sensors[.magnetometer])
        #expect(sensor.isOfUncalibrated)
        // Four vectors that are not in a plane determine a matrix and an offset.
        for measured in [Vector3.zero, Vector3(600, 0, 0), Vector3(0, 600, 0), Vector3(0, 0, 600)] {
            // Nine decimals of the file, times a field of 600 µT.
            #expect((sensor.corrected(measured) - fit.calibration.corrected(measured)).length < 1e-5)
        }
    }
}
