import Evaluation
import Foundation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import Testing

/// The metrics of labels, radar, list, arrows, distances and moving places compared with results by hand.
struct GuidanceMetricTests {
    private typealias Screen = ScreenMetricTests

    /// Percent: one display frame of about 120.
    private static let frameTolerance = 2.0
    /// Degrees: the step of the recorded attitude.
    private static let angleTolerance = 1e-6

    private static let focalLength = ScreenMetricTests.focalLength

    private static func rolled(_ heading: Double, _ roll: Double) -> UnitQuaternion {
        ScreenMetricTests.held(heading) * UnitQuaternion(angle: Angle(degrees: roll), axis: Vector3(0, 0, 1))
    }

    // MARK: Labels

    @Test func `Of two labels 5° apart, both overlap and the farther one is partly covered`() throws {
        let metrics = try Screen.metrics(Screen.recording { _ in 0 }, [0, 5]).metrics
        #expect(metrics[.labelOverlap] == 100)
        let share = 1 - Self.focalLength * tan(5 * Double.pi / 180) / 88
        #expect(abs(try #require(metrics[.labelCovered]) - 100 * share / 2) < Screen.tolerance)
        // 36 pixels: the nearer label covers the middle of the farther label.
        #expect(metrics[.tapHit] == 50)
        let small = try Screen.metrics(Screen.recording { _ in 0 }, [0, 5], changes: ["labelWidth": "30"]).metrics
        #expect(small[.labelOverlap] == 0)
        #expect(small[.labelCovered] == 0)
        #expect(small[.tapHit] == 100)
    }

    @Test func `Stacked labels do not overlap, and every tap at rest hits`() throws {
        let changes = ["arrangement": "stacked"]
        let metrics = try Screen.metrics(Screen.recording { _ in 0 }, [0, 5], changes: changes).metrics
        #expect(metrics[.labelOverlap] == 0)
        #expect(metrics[.tapHit] == 100)
        #expect(metrics[.labelFlicker] == 0)
    }

    @Test func `A tap misses a label that moves by more than half its width during the delay`() throws {
        // 30°/s × 0.25 s = 7.5°, at least 54.7 pixels; half a label is 44 pixels wide.
        let turning = Screen.recording(truth: { 30 * $0 }, error: { _ in 0 })
        let late = try Screen.metrics(turning, [30, 60]).metrics
        #expect(late[.tapHit] == 0)
        let immediate = try Screen.metrics(turning, [30, 60], changes: ["tapDelay": "0"]).metrics
        #expect(immediate[.tapHit] == 100)
        let wide = try Screen.metrics(turning, [30, 60], changes: ["labelWidth": "200"]).metrics
        #expect(try #require(wide[.tapHit]) > 50)
    }

    @Test func `A label that disappears for half a second flickers`() throws {
        // The screen ends at 21.05°; with an error of −3°, a place at 20° is beyond it.
        let recording = Screen.recording { Int($0 * 2) % 2 == 0 ? 0 : -3 }
        let metrics = try Screen.metrics(recording, [20]).metrics
        // It reappears at 1, 2, 3 and 4 s, and is shown for 2 s.
        let rate = try #require(metrics[.labelFlicker])
        #expect(rate > 60 * 3 / 2.1 && rate < 60 * 4 / 1.9)
        let slow = Screen.recording(duration: 12) { Int($0 / 2) % 2 == 0 ? 0 : -3 }
        #expect(try Screen.metrics(slow, [20]).metrics[.labelFlicker] == 0)
    }

    @Test func `The ring has the requested number of places`() throws {
        let outcomes = try RecordingEvaluation.evaluate(
            Screen.recording { _ in 0 },
            subjects: ["10", "250"].map { .system(try Screen.system(["ringCount": $0])) },
            scene: SystemScene(station: Screen.ulm)
        )
        let overlaps = outcomes.map { $0.run.metrics[.labelOverlap] }
        #expect(overlaps == [0, 100])
        #expect(outcomes[1].run.remarks.contains { $0.hasPrefix("the 250 default places form a ring") })
    }

    // MARK: Rotation, radar and arrows

    @Test func `A roll error of 5° rotates labels, the radar and the arrows by 5°`() throws {
        let recording = Synthetic.attitude(
            duration: 4,
            truth: { _ in Self.rolled(0, 0) },
            error: { _, _ in Self.rolled(0, 5) }
        )
        let metrics = try Screen.metrics(recording, [60]).metrics
        for metric in [Metric.uprightRMSE, .radarHeadingRMSE, .arrowMedian, .arrowP95] {
            #expect(abs(try #require(metrics[metric]) - 5) < Self.angleTolerance, "\(metric.name)")
        }
    }

    @Test func `Labels parallel to the screen have the device's roll as their error`() throws {
        let recording = Synthetic.attitude(
            duration: 4,
            truth: { _ in Self.rolled(0, 5) },
            error: { _, _ in Self.rolled(0, 5) }
        )
        let fixed = try Screen.metrics(recording, [0], changes: ["labelRoll": "fixed"]).metrics
        #expect(abs(try #require(fixed[.uprightRMSE]) - 5) < Self.angleTolerance)
        let rotated = try Screen.metrics(recording, [0]).metrics
        #expect(try #require(rotated[.uprightRMSE]) < Self.angleTolerance)
    }

    @Test func `A heading error of 3° puts places near a sector's edge into a wrong sector`() throws {
        // Sectors of 45° are centred on 0°. 24° is in the second sector, and is drawn at 21° in the first.
        let changes = ["radarRange": "2km"]
        let metrics = try Screen.metrics(Screen.recording { _ in 3 }, [0, 24], changes: changes).metrics
        #expect(abs(try #require(metrics[.radarHeadingRMSE]) - 3) < Self.angleTolerance)
        #expect(metrics[.radarWrongSector] == 50)
        #expect(metrics[.radarWrongEntry] == 0)
        let coarse = changes.merging(["sectors": "4"]) { $1 }
        #expect(
            try Screen.metrics(Screen.recording { _ in 3 }, [0, 24], changes: coarse).metrics[.radarWrongSector] == 0
        )
    }

    @Test func `A place off the screen on both pictures has an arrow, no other place has an arrow`() throws {
        let metrics = try Screen.metrics(Screen.recording { _ in 0 }, [0]).metrics
        #expect(metrics[.arrowMedian] == nil)
        #expect(metrics.note(for: .arrowMedian) == "no place within the radius is off the screen")
        #expect(try Screen.metrics(Screen.recording { _ in 0 }, [0, 90.1]).metrics[.arrowMedian] == 0)
    }

    // MARK: Distances

    @Test func `Mercator distances are too long by 1 over the cosine of the latitude`() throws {
        let changes = ["law": "mercator", "radarRange": "1.2km"]
        let metrics = try Screen.metrics(Screen.recording { _ in 0 }, [0], changes: changes).metrics
        // 1 km/cos 48.4° on a sphere of 6371 km; the meridian's radius of curvature there is 6371.2 km.
        #expect(abs(try #require(metrics[.distanceErrorP50]) - 506.2) < 0.2)
        #expect(abs(try #require(metrics[.distanceErrorP95]) - 506.2) < 0.2)
        // 1 km is within 1.2 km, 1.5 km is not.
        #expect(metrics[.radarWrongEntry] == 100)
    }

    /// A recording with fixes that are `east` metres from the true position, and places at these offsets.
    private static func shifted(
        east: Double,
        offsets: [Vector3]
    ) throws -> (recording: Recording, places: PlaceSet) {
        let ulm = try #require(Screen.ulm)
        let frame = LocalTangentFrame(at: ulm)
        let fix = try #require(frame.position(ofLocal: Vector3(east, 0, 0)).geodetic())
        var recording = Screen.recording { _ in 0 }
        recording.location = SensorStream(times: [0, 1], values: [LocationFix(fix), LocationFix(fix)])
        recording.origin = ulm
        let count = recording.reference?.times.count ?? 0
        recording.reference?.positions = Array(repeating: .zero, count: count)
        let places = try offsets.map { offset in
            let position = try #require(frame.position(ofLocal: offset).geodetic())
            return PointOfInterest(name: "\(offset)", point: position.point, altitude: position.height)
        }
        return (recording, PlaceSet(places))
    }

    @Test func `A fix 10 m to the west puts places at 104 m west and 100 m east in the wrong order`() throws {
        let offsets = [Vector3(-104, 0, 0), Vector3(100, 0, 0), Vector3(0, 500, 0)]
        let (recording, places) = try Self.shifted(east: -10, offsets: offsets)
        let metrics = try Screen.metrics(recording, [], among: places).metrics
        // One of three pairs.
        #expect(abs(try #require(metrics[.listDisorder]) - 100.0 / 3) < Screen.tolerance)
        // Only the place in the north is shown: √(500² + 10²) − 500.
        let expected = (500.0 * 500 + 100).squareRoot() - 500
        #expect(abs(try #require(metrics[.distanceErrorP50]) - expected) < 1e-3)
        #expect(abs(try #require(metrics[.fixesPerMinute]) - 30) < Self.frameTolerance)
    }

    @Test func `Places at the same distance have no order`() throws {
        let (recording, places) = try Self.shifted(east: -10, offsets: [Vector3(-100, 0, 0), Vector3(100, 0, 0)])
        let metrics = try Screen.metrics(recording, [], among: places).metrics
        #expect(metrics[.listDisorder] == nil)
        #expect(metrics.note(for: .listDisorder) == "no two places within the radius have different distances")
    }

    // MARK: Moving places and effort

    @Test func `A friend at 2 m per second, last fetched at the start, is 2t metres from the label`() throws {
        let ulm = try #require(Screen.ulm)
        let frame = LocalTangentFrame(at: ulm)
        let fixes = try (0...40).map { number in
            let time = Double(number) / 10
            let position = try #require(frame.position(ofLocal: Vector3(2 * time, 100, 0)).geodetic())
            return MovingPlace.Fix(time: time, point: position.point, altitude: position.height)
        }
        let friend = try #require(MovingPlace(name: "friend", fixes: fixes))
        let stale = try Screen.metrics(
            Screen.recording { _ in 0 },
            [0],
            changes: ["updateInterval": "100s"],
            moving: [friend]
        ).metrics
        #expect(abs(try #require(stale[.movingErrorP50]) - 4) < 0.05)
        #expect(abs(try #require(stale[.movingErrorP95]) - 7.6) < 0.05)
        #expect(abs(try #require(stale[.movingPixelP50]) - Self.focalLength * 4 / 100) < 0.3)
        // The place that does not move is not part of it, and keeps its own errors.
        #expect(try #require(stale[.pixelRMSE]) < Screen.tolerance)
        #expect(stale[.wronglyShown] == 0)
        let fresh = try Screen.metrics(Screen.recording { _ in 0 }, [0], moving: [friend]).metrics
        // At most one interval of the track, 0.2 m.
        #expect(try #require(fresh[.movingErrorP95]) <= 0.2)
        let rare = ["updateDistance": "3m"]
        let coarse = try Screen.metrics(Screen.recording { _ in 0 }, [0], changes: rare, moving: [friend]).metrics
        #expect(try #require(coarse[.movingErrorP95]) > 2.5 && coarse[.movingErrorP95].map { $0 <= 3.2 } ?? false)
    }

    @Test func `Without moving places their metrics are null`() throws {
        let metrics = try Screen.metrics(Screen.recording { _ in 0 }, [0]).metrics
        #expect(metrics.note(for: .movingErrorP50) == "no place moves")
    }

    @Test func `A system reads each sensor at its own or at the recorded rate, whichever is lower`() throws {
        let metrics = try Screen.metrics(Screen.recording { _ in 0 }, [0]).metrics
        // 100 attitudes per second, 30 pictures per second for 4 s and one at the start.
        #expect(abs(try #require(metrics[.samplesPerSecond]) - 100) < 1)
        #expect(abs(try #require(metrics[.picturesPerSecond]) - 30.25) < 0.3)
        #expect(metrics.note(for: .fixesPerMinute) == "the user's position is specified")
    }
}
