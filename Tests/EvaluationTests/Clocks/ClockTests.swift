import Evaluation
import Foundation
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite("Clocks")
struct ClockTests {
    /// Seconds. A tenth of the grid's step, the resolution of the parabola through three correlations.
    private static let offsetTolerance = 1e-3
    /// Seconds. Two steps of scipy's 1 ms grid, and the same for its correlation, which has no rate of its own.
    private static let scipyTolerance = 4e-3

    private func found(_ recording: Recording) throws -> ClockOffset {
        let clock = try #require(RecordingClockComparison(recording))
        guard case .found(let offset) = clock.estimate else {
            Issue.record("\(clock.estimate)")
            throw CancellationError()
        }
        return offset
    }

    private func reason(_ recording: Recording) throws -> String {
        let clock = try #require(RecordingClockComparison(recording))
        guard case .unknown(let reason) = clock.estimate else { return "\(clock.estimate)" }
        return reason
    }

    @Test(arguments: [0, 0.3, -1.234_5, 0.007, 4.2])
    func `A known offset is found, also between the grid's steps`(early: Seconds) throws {
        let offset = try found(SyntheticMotion(seed: 1).recording(early: early))
        #expect(abs(offset.offset - early) < Self.offsetTolerance)
        #expect(offset.uncertainty < Self.offsetTolerance)
        #expect(offset.correlation > 0.99)
        #expect(offset.isSignificant == (abs(early) > 0.02))
    }

    @Test(arguments: [(0.04, false), (0.07, true)])
    func `Clocks that differ by more than 50 ms are a mismatch`(early: Seconds, isMismatch: Bool) throws {
        let recording = SyntheticMotion(seed: 1).recording(early: early)
        let check = try #require(RecordingChecks.results(for: recording).first { $0.check == "clocks" })
        #expect((check.mismatch != nil) == isMismatch)
    }

    /// Eight parts have the same motion. The offset of the first part is d = 40 ms, and that of the others is 0. The
    /// mean of the offsets is d/8. The standard error of this mean is √((7²/8² + 7/8²) d²/(7 · 8)) = d/8, too.
    @Test func `The uncertainty of an offset is the standard error of the offsets of eight parts`() throws {
        let (length, shift) = (800, 4)
        func motion(at index: Int) -> Double {
            let angle = 2 * Double.pi * Double(index) / Double(length)
            return stride(from: 1.0, through: 6, by: 1).reduce(0) { $0 + .cos($1 * angle + $1 * $1) }
        }
        let indices = 0..<(8 * length)
        let target = MotionSignal(first: 0, values: indices.map { motion(at: $0) })
        let values = indices.map { motion(at: $0 < length - shift ? $0 + shift : $0) }
        let estimate = ClockComparison(MotionSignal(first: 0, values: values), target, minimumDeviation: 1).estimate()
        guard case .found(let offset) = estimate else {
            Issue.record("\(estimate)")
            return
        }
        // A hundredth of the grid's step.
        #expect(abs(offset.offset - 0.005) < 1e-4)
        #expect(abs(offset.uncertainty - 0.005) < 1e-4)
    }

    @Test func `Body and world rotations, conjugates and a bias do not affect the offset`() throws {
        var recording = SyntheticMotion(seed: 2).recording(early: 0.25, bias: Vector3(0.02, -0.03, 0.01))
        var generator = SeededGenerator(seed: 3)
        let (body, world) = (generator.orientation(), generator.orientation())
        let truth = try #require(recording.reference)
        recording.reference?.orientations = truth.orientations.map { (world * $0 * body).conjugate }
        #expect(abs(try found(recording).offset - 0.25) < Self.offsetTolerance)
    }

    @Test func `Gaps and lost markers are excluded`() throws {
        var recording = SyntheticMotion(seed: 4).recording(early: 0.1)
        for row in 600..<1_200 { recording.reference?.isValid[row] = false }
        recording.gyroscope?.times.removeSubrange(4_000..<4_500)
        recording.gyroscope?.values.removeSubrange(4_000..<4_500)
        #expect(abs(try found(recording).offset - 0.1) < Self.offsetTolerance)
    }

    @Test func `The device's attitude replaces a missing gyroscope`() throws {
        var recording = SyntheticMotion(seed: 5).recording(early: 0)
        let reference = try #require(recording.reference)
        recording.attitude = SensorStream(times: reference.times.map { $0 - 0.4 }, values: reference.orientations)
        recording.gyroscope = nil
        #expect(abs(try found(recording).offset - 0.4) < Self.offsetTolerance)
    }

    @Test(arguments: [Vector3(0, 0, 1), Vector3(0, 1, 0)])
    func `Positions alone are compared with the accelerometer for any vertical axis`(up: Vector3) throws {
        let motion = SyntheticMotion(seed: 6, size: 60)
        var recording = Recording(name: "walk")
        let times = (0...6_000).map { Double($0) / 100 }
        recording.accelerometer = SensorStream(
            times: times,
            values: times.map { time in
                Vector3(0, Gravity.standard + motion.acceleration(at: time + 0.35), 0)
            }
        )
        recording.reference = ReferenceStream(
            times: times,
            orientations: times.map { _ in .identity },
            isValid: times.map { _ in false }
        )
        recording.reference?.positions = times.map { up * motion.height(at: $0) }
        let clock = try #require(RecordingClockComparison(recording))
        #expect(clock.compared == "acceleration of the accelerometer with that of the reference's positions")
        let offset = try found(recording)
        #expect(abs(offset.offset - 0.35) < Self.offsetTolerance, "\(offset)")
    }

    @Test func `A rest has no known offset`() throws {
        #expect(
            try reason(SyntheticMotion(seed: 1, size: 0.02).recording(noise: 0.001))
                == "there is too little motion to compare"
        )
    }

    @Test func `Two different motions have no known offset`() throws {
        var recording = SyntheticMotion(seed: 1).recording()
        recording.reference = SyntheticMotion(seed: 99).recording().reference
        let reason = try reason(recording)
        #expect(reason.hasPrefix("the correlation of the two motions is at most 0."), "\(reason)")
        #expect(reason.hasSuffix(", but 0.8 is needed"))
    }

    @Test func `A repeating motion has an ambiguous offset`() throws {
        var recording = Recording(name: "swing")
        let times = (0...6_000).map { Double($0) / 100 }
        let swing: (Seconds) -> UnitQuaternion = { Synthetic.heading(20 * Double.sin(2 * .pi * 0.8 * $0)) }
        recording.attitude = SensorStream(times: times, values: times.map { swing($0 + 0.05) })
        recording.reference = ReferenceStream(times: times, orientations: times.map(swing))
        #expect(try reason(recording).hasPrefix("the motion repeats: "))
    }

    @Test func `A few seconds have no known offset`() throws {
        #expect(
            try reason(SyntheticMotion(seed: 1).recording(duration: 6))
                == "the two motions overlap by less than 10 s"
        )
    }

    @Test func `A recording with one clock has no comparison`() {
        var recording = SyntheticMotion(seed: 1).recording()
        recording.reference = nil
        #expect(RecordingClockComparison(recording) == nil)
    }

    @Test func `Alignment removes the lag of a clock offset, and without it a remark warns`() throws {
        let recording = SyntheticMotion(seed: 8).recording(early: -0.15, noise: 0)
        let before = try recording.run("gyroscope") { $0.headingAlignment = .constant }
        #expect(before.recording.clock?.isApplied == false)
        #expect(before.remarks.contains { $0.hasPrefix("warning: the sensors' times need a shift of ") })
        let after = try recording.run("gyroscope") { options in
            options.headingAlignment = .constant
            options.alignsClocks = true
        }
        let removed = try #require(before.metrics[.lag]) - #require(after.metrics[.lag])
        #expect(abs(removed - 150) < 1_000 * Self.offsetTolerance)
        #expect(after.recording.clock?.isApplied == true)
        #expect(after.remarks.contains { $0.hasPrefix("the sensors' times were shifted by -150") })
    }

    @Test func `An unknown offset survives JSON encoding and decoding`() throws {
        let summary = ClockSummary(isApplied: false, compared: "a with b", estimate: .unknown("too little"))
        let decoded = try JSONDecoder().decode(ClockSummary.self, from: JSONEncoder().encode(summary))
        #expect(decoded == summary)
    }

    @Test(.enabled(if: SharedDatasets.has("advio")), arguments: ["advio-20", "advio-22"])
    func `The offset of ADVIO's sensors equals scipy's`(name: String) throws {
        let fixture: [String: [String: Double]] = try Package.decode("Tests/EvaluationTests/Fixtures/clock_advio.json")
        let expected = try #require(fixture[name])
        var recording = Recording(name: name)
        recording.gyroscope = try columns("\(name)/iphone/gyro.csv", 3).map { Vector3($0[0], $0[1], $0[2]) }
        recording.pose = try columns("\(name)/iphone/arkit.csv", 7).compactMap { row in
            UnitQuaternion(w: row[3], x: row[4], y: row[5], z: row[6]).map {
                Pose(position: Vector3(row[0], row[1], row[2]), orientation: $0)
            }
        }
        let pose = try found(recording)
        #expect(abs(pose.offset - (expected["pose"] ?? .nan)) < Self.scipyTolerance)
        #expect(pose.correlation > 0.99)
        #expect(pose.uncertainty < Self.scipyTolerance)
        #expect((0.28...0.33).contains(pose.offset))

        let truth = try columns("\(name)/ground-truth/pose.csv", 7).compactMap { row in
            UnitQuaternion(w: row[3], x: row[4], y: row[5], z: row[6])
        }
        recording.reference = ReferenceStream(times: truth.times, orientations: truth.values)
        #expect(abs(try found(recording).offset - (expected["truth"] ?? .nan)) < Self.scipyTolerance)
    }

    /// The columns from the second on of a file whose first column is the time.
    private func columns(_ file: String, _ count: Int) throws -> SensorStream<[Double]> {
        let format = DelimitedFormat(hasHeader: false)
        let reader = try DelimitedReader(path: SharedDatasets.path("advio/\(file)"), format: format)
        let table = try reader.readColumns((1...(count + 1)).map { DelimitedColumn.position($0) })
        return SensorStream(
            times: table.columns[0],
            values: (0..<table.rowCount).map { row in table.columns.dropFirst().map { $0[row] } }
        )
    }
}

extension SensorStream {
    fileprivate func map<Other>(_ transform: (Value) -> Other) -> SensorStream<Other> {
        SensorStream<Other>(times: times, values: values.map(transform))
    }

    fileprivate func compactMap<Other>(_ transform: (Value) -> Other?) -> SensorStream<Other> {
        let pairs = zip(times, values).compactMap { time, value in transform(value).map { (time, $0) } }
        return SensorStream<Other>(times: pairs.map(\.0), values: pairs.map(\.1))
    }
}
