import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Recordings made by formulas: a field of 48 µT in a device that turns through all orientations, with noise.
struct MagnetometerCheckTests {
    static let strength = 48.0
    static let rate = 50.0
    /// The maximum noise of each axis in µT.
    static let noise = 0.5

    /// - Parameters:
    ///   - offset: hard iron in µT.
    ///   - factor: from µT to the unit of the recording.
    private func recording(offset: Vector3 = .zero, factor: Double = 1) -> Recording {
        var generator = SeededGenerator(seed: 7)
        var stream = SensorStream<Vector3>()
        for sample in 0..<3_000 {
            let time = Double(sample) / Self.rate
            let tilt = Angle(degrees: 90 - 90 * Angle(radians: time / 2.2).cosine)
            let turn = Angle(radians: 2 * time)
            let field = Vector3(tilt.sine * turn.cosine, tilt.sine * turn.sine, tilt.cosine) * Self.strength
            let error = Vector3(
                Double.random(in: -Self.noise...Self.noise, using: &generator),
                Double.random(in: -Self.noise...Self.noise, using: &generator),
                Double.random(in: -Self.noise...Self.noise, using: &generator)
            )
            stream.times.append(time)
            stream.values.append((field + offset + error) * factor)
        }
        var recording = Recording(name: "turns")
        recording.magnetometer = stream
        return recording
    }

    private func result(_ recording: Recording, _ check: String) throws -> CheckResult {
        try #require(RecordingChecks.results(for: recording).first { $0.check == check })
    }

    @Test func `Hard iron is found from the strength, with its offset and the command that fits it`() throws {
        let mismatch = try #require(try result(recording(offset: Vector3(20, -10, 15)), "hard iron").mismatch)
        #expect(mismatch.remedy.contains("sextant calibrate"))
        let offset = try #require(mismatch.remedy.firstMatch(of: #/\(([-0-9.]+), ([-0-9.]+), ([-0-9.]+)\)/#))
        #expect(abs(try #require(Double(offset.1)) - 20) < 0.5)
        #expect(abs(try #require(Double(offset.2)) + 10) < 0.5)
        #expect(abs(try #require(Double(offset.3)) - 15) < 0.5)
        #expect(mismatch.description.count <= 200)
    }

    @Test func `A calibrated magnetometer has no hard iron`() throws {
        #expect(try result(recording(), "hard iron").mismatch == nil)
        #expect(try result(recording(offset: Vector3(2, 1, -2)), "hard iron").mismatch == nil)
    }

    @Test func `A raw field of 600 µT has hard iron, and not another unit`() throws {
        let mismatch = try #require(try result(recording(offset: Vector3(90, 200, -560)), "magnetic field").mismatch)
        #expect(mismatch.remedy.contains("hard iron"))
        #expect(mismatch.remedy.contains("sextant calibrate"))
        #expect(!mismatch.remedy.contains("mG"))
    }

    @Test func `No check of the field agrees beside one that finds hard iron`() throws {
        let results = RecordingChecks.results(for: recording(offset: Vector3(90, 200, -560)))
        let ofField = results.filter { ["hard iron", "magnetic field", "field strength"].contains($0.check) }
        #expect(ofField.contains { $0.mismatch != nil })
        #expect(!ofField.contains { if case .agrees = $0.verdict { true } else { false } })
    }

    @Test func `A field in mG that turns with the device is found as another unit`() throws {
        let mismatch = try #require(try result(recording(factor: 10), "magnetic field").mismatch)
        #expect(mismatch.remedy.contains("seem to be in mG ("))
    }

    /// The device subtracts another offset from 20 s on.
    @Test func `A field that jumps at rest is noted with its time and size`() throws {
        var recording = Recording(name: "rest")
        let times = (0..<2_000).map { Double($0) / Self.rate }
        recording.gyroscope = SensorStream(times: times, values: times.map { _ in .zero })
        let values = times.map { Vector3($0 < 20 ? 20 : 44, 0, -40 + 0.001 * $0) }
        recording.magnetometer = SensorStream(times: times, values: values)
        guard case .noted(let fact) = try result(recording, "magnetic jumps").verdict else {
            Issue.record("expected a note")
            return
        }
        #expect(fact.contains("a jump of 24 µT at 20 s"))
    }

    @Test func `A field that turns with the device does not jump`() throws {
        var recording = recording()
        let times = recording.magnetometer?.times ?? []
        recording.gyroscope = SensorStream(times: times, values: times.map { _ in Vector3(0, 2, 2) })
        guard case .agrees = try result(recording, "magnetic jumps").verdict else {
            Issue.record("expected no jump")
            return
        }
    }
}
