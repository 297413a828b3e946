import Evaluation
import Experiments
import Positions
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

/// Errors of a phone's tracker on walks with known faults, and on ADVIO.
struct TrackerEvaluationTests {
    /// Metres and degrees: rounding of positions of some hundred metres.
    private static let rounding = 1e-9
    /// Metres: the walk curves within 10 m.
    private static let curvature = 0.05

    /// Five minutes along a loop of some hundred metres, z up.
    private static func position(_ time: Seconds) -> Vector3 {
        Vector3(
            90 * Double.sin(0.013 * time) + 20 * Double.sin(0.041 * time),
            70 * Double.cos(0.017 * time),
            0.5 * Double.sin(0.03 * time)
        )
    }

    /// A recording whose tracker has y up, a smaller scale, and turns its heading by `turn` degrees each minute.
    private static func recording(turn: Double, duration: Seconds = 300) -> Recording {
        let times = (0..<Int(duration * 10)).map { Double($0) / 10 }
        var recording = Recording(name: "walk")
        recording.reference = ReferenceStream(times: times, positions: times.map(position))
        let poses = times.map { time -> Pose in
            let heading = Angle(degrees: turn * (time / 60).rounded(.down) + 30)
            let p = UnitQuaternion(angle: heading, axis: Vector3(0, 0, 1)).rotate(position(time)) * 0.8
            return Pose(position: Vector3(p.x, p.z, -p.y), orientation: .identity)
        }
        recording.pose = SensorStream(times: times, values: poses)
        return recording
    }

    @Test func `Scale and distances of a tracker without drift are known exactly`() throws {
        let tracker = try #require(try TrackerEvaluation(Self.recording(turn: 0)))
        #expect(abs(tracker.scale - 1.25) < Self.rounding)
        #expect(tracker.scaled.statistics.rmse < Self.rounding)
        #expect(tracker.absolute.statistics.rmse > 1)
        // 10 m of the tracker are 12.5 m of the walk.
        #expect(abs(tracker.relative.statistics.rmse - 2.5) < Self.curvature)
        #expect(abs(try #require(tracker.yawDriftPerMinute).degrees) < Self.rounding)
    }

    @Test(arguments: [4.0, -7])
    func `A heading that turns each minute is a drift per minute`(turn: Double) throws {
        let tracker = try #require(try TrackerEvaluation(Self.recording(turn: turn)))
        // The last minute lacks its last sample, so that it is not measured.
        #expect(tracker.headings.count == 4)
        #expect(abs(try #require(tracker.yawDriftPerMinute).degrees - abs(turn)) < Self.rounding)
    }

    @Test func `A walk of a minute has no drift, and a recording without poses no errors`() throws {
        #expect(try #require(try TrackerEvaluation(Self.recording(turn: 1, duration: 90))).yawDriftPerMinute == nil)
        var recording = Self.recording(turn: 0)
        recording.pose = nil
        #expect(try TrackerEvaluation(recording) == nil)
    }

    @Test func `A table has a row for each recording and the reason of missing figures`() throws {
        let yaml = "title: T\ncaption: C\ntrackers: {scenarios: [{scenario: walk, noise: iphone6s, duration: 90}]}\n"
        let definition = try TableDefinition(
            parsing: Array(yaml.utf8),
            file: "t.yaml",
            name: "t",
            kinds: [TrackerTable.self]
        )
        guard let table = definition.content as? TrackerTable else { preconditionFailure("trackers") }
        let made = table.table(of: [try TrackerEvaluation(Self.recording(turn: 1, duration: 90))])
        #expect(made.rows.count == 1)
        #expect(made.columns.map(\.key).prefix(4) == ["walk", "duration_min", "path_m", "ape_m"])
        #expect(made.rows[0].last == .missing)
        #expect(made.notes == ["yaw drift (°/min): the recording is shorter than two minutes (1 run)"])
        #expect(table.table(of: [nil]).rows[0].dropFirst().allSatisfy { $0 == .missing })
    }

    /// The expected values are numpy's for the same files: Umeyama's alignment of ARKit's positions with those of the
    /// reference, interpolated linearly at ARKit's times, and complex fits of the windows of a minute.
    @Test(
        .enabled(if: SharedDatasets.has("advio"), "the dataset advio is missing"),
        arguments: [
            ("advio-20", [472.1971, 19.8751, 1.389155, 6.164509, 4.371945, 2.602215]),
            ("advio-22", [511.0001, 4.750897, 1.012729, 4.615220, 2.778700, 2.700438]),
        ]
    )
    func `ARKit's errors on ADVIO are numpy's`(name: String, expected: [Double]) throws {
        let recording = try RecordingReader().read(path: SharedDatasets.path("advio/\(name)"))
        let tracker = try #require(try TrackerEvaluation(recording))
        let found = [
            tracker.path, tracker.absolute.statistics.rmse, tracker.scale, tracker.scaled.statistics.rmse,
            tracker.relative.statistics.rmse, try #require(tracker.yawDriftPerMinute).degrees,
        ]
        // The printed digits of the expected values.
        for (value, other) in zip(found, expected) { #expect(abs(value - other) < 1e-6 * abs(other) + 1e-4) }
    }
}
