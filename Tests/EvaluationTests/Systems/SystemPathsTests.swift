import Evaluation
import Foundation
import Geodesy
import Pipelines
import Recordings
import SensorModel
import Testing

/// The path of a place over a screen compared with results by hand.
struct SystemPathsTests {
    /// Pixels: rounding of a screen's size, and the difference of sphere and ellipsoid at 1 km.
    private static let tolerance = 1e-6

    /// Places at the device's height, 1 km to the north and to the east.
    private static func scene() throws -> SystemScene {
        let ulm = try #require(GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478))
        let frame = LocalTangentFrame(at: ulm)
        let places = try [("north", Vector3(0, 1_000, 0)), ("east", Vector3(1_000, 0, 0))].map { name, local in
            let position = try #require(frame.position(ofLocal: local).geodetic())
            return PointOfInterest(
                identifier: "id-\(name)",
                name: name,
                point: position.point,
                altitude: position.height
            )
        }
        return SystemScene(places: PlaceSet(places), station: ulm)
    }

    /// The device is at rest for half a minute. Then it turns between 4° west and 4° east of north. Its attitude has an
    /// error of 5° to the right.
    private static func recording() -> Recording {
        func heading(_ time: Seconds) -> Double { time < 30 ? 0 : 4 * sin((time - 30) * 2 * .pi / 10) }
        return Synthetic.attitude(
            duration: 60,
            truth: { ScreenMetricTests.held(heading($0)) },
            error: { time, _ in ScreenMetricTests.held(heading(time) + 5) }
        )
    }

    private static func paths(
        _ recording: Recording = recording(),
        place: String? = nil,
        start: Seconds? = nil
    ) throws -> SystemPaths {
        try SystemPaths.replay(
            recording,
            systems: [try ScreenMetricTests.system()],
            scene: try scene(),
            place: place,
            start: start
        )
    }

    @Test func `A heading error of 5° draws a place ahead f tan 5° too far left in every frame`()
        throws
    {
        let paths = try Self.paths(place: "north", start: 3)
        #expect(paths.place == "north")
        #expect(paths.span == 3...13)
        let path = try #require(paths.paths.first)
        // 30 frames per second, with both ends.
        #expect(path.moments.count == 301)
        let expected = ScreenMetricTests.focalLength * tan(5 * Double.pi / 180)
        for moment in path.moments {
            let (drawn, seen) = (try #require(moment.drawn), try #require(moment.seen))
            let error = try #require(moment.error)
            let off = [seen.x - 160, seen.y - 240, drawn.x - 160 + expected, drawn.y - 240, error - expected]
            #expect(off.allSatisfy { abs($0) < Self.tolerance })
        }
        let rmse = try #require(path.pixelRMSE)
        #expect(abs(rmse - expected) < Self.tolerance)
    }

    @Test func `By default the place and the span with the longest visible path are chosen`() throws {
        let paths = try Self.paths()
        #expect(paths.place == "north")
        #expect(paths.span.lowerBound >= 30)
    }

    @Test func `A place is also found by its identifier`() throws {
        #expect(try Self.paths(place: "id-north").place == "north")
    }

    @Test func `A path that cannot be drawn is rejected with a reason`() throws {
        let unknown = #expect(throws: SystemPathsError.self) { try Self.paths(place: "nord") }
        #expect(unknown == .unknownPlace("nord", suggestion: "north"))
        #expect(throws: SystemPathsError.nothingSeen(elevation: nil)) { try Self.paths(place: "east") }
        let beyond = #expect(throws: SystemPathsError.self) { try Self.paths(start: 61) }
        guard case .beyondEnd(from: 61, end: let end) = beyond else {
            Issue.record("\(String(describing: beyond))")
            return
        }
        #expect(abs(end - 60) < 0.1)
        var untrue = Self.recording()
        untrue.reference = nil
        untrue.attitude = nil
        let noTruth = #expect(throws: SystemPathsError.self) { try Self.paths(untrue) }
        #expect(noTruth?.isBadData == true)
    }

    @Test func `The picture of a system that draws five times per second does not change between drawings`() throws {
        let recording = Synthetic.attitude(duration: 30, truth: { ScreenMetricTests.held(2 * $0) })
        let paths = try SystemPaths.replay(
            recording,
            systems: try ["ilocator:rate=30Hz", "ilocator"].map { try DescribedSystem(parsing: $0) },
            scene: try Self.scene(),
            place: "north",
            start: 1,
            duration: 5
        )
        #expect(paths.paths.map(\.system) == ["ilocator:rate=30Hz", "ilocator"])
        let (fluent, held) = (paths.paths[0].moments, paths.paths[1].moments)
        #expect(held.map(\.time) == fluent.map(\.time))
        #expect(held.map(\.seen) == fluent.map(\.seen))
        // Five pictures per second, the picture at the start, and that of the last frame.
        #expect(Set(held.compactMap(\.drawn)).count == 26)
        #expect(Set(fluent.compactMap(\.drawn)).count == 151)
    }
}
