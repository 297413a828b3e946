import Geodesy
import Pipelines
import Recordings
import SensorModel
import Testing

@testable import Evaluation

struct SystemPathsTests {
    /// Pixels. Roundings of a screen's size.
    static let tolerance = 1e-6

    private static let ulm = GeodeticPosition(latitudeDegrees: 48.4, longitudeDegrees: 9.98, height: 478)

    /// Turns to the right by 2° each second, from north on; the attitude is 1° ahead.
    private static func recording() -> Recording {
        func held(_ heading: Double) -> UnitQuaternion {
            UnitQuaternion(angle: Angle(degrees: -heading), axis: Vector3(0, 0, 1))
                * UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        }
        return Synthetic.attitude(
            duration: 30,
            truth: { held(2 * $0) },
            error: { time, _ in held(2 * time + 1) }
        )
    }

    private static func scene() throws -> SystemScene {
        let ulm = try #require(ulm)
        let places = try [-18.0, 30, 120].map { bearing in
            let point = GreatCircle.destination(from: ulm.point, bearing: Angle(degrees: bearing), distance: 1_000)
            return PointOfInterest(name: "\(bearing)", point: try #require(point))
        }
        return SystemScene(places: PlaceSet(places), station: ulm)
    }

    @Test func `The place that is seen longest is followed, and drawn beside where it is seen`() throws {
        let systems = try ["ilocator:rate=30Hz", "ilocator"].map { try DescribedSystem(parsing: $0) }
        let paths = try #require(
            try SystemPaths.replay(Self.recording(), systems: systems, scene: try Self.scene(), duration: 5)
        )
        #expect(paths.place.name == "30.0")
        #expect(paths.paths.map(\.system) == ["ilocator:rate=30Hz", "ilocator"])
        let fluent = paths.paths[0].moments
        #expect(fluent.count >= 150)
        #expect(fluent.allSatisfy { $0.seen?.isVisible ?? false })
        for moment in fluent {
            let (drawn, seen) = (try #require(moment.drawn?.point), try #require(moment.seen?.point))
            // A degree ahead, the place is drawn to the left of where it is.
            #expect(drawn.x < seen.x - 6 && drawn.x > seen.x - 9)
        }
        let held = paths.paths[1].moments
        #expect(held.map(\.time) == fluent.map(\.time))
        #expect(held.map(\.seen) == fluent.map(\.seen))
        // Five pictures a second, and the one that stood at the beginning.
        #expect(Set(held.compactMap(\.drawn)).count == 26)
    }

    @Test func `A place and a stretch can be asked for`() throws {
        let paths = try #require(
            try SystemPaths.replay(
                Self.recording(),
                systems: [try DescribedSystem(parsing: "ilocator")],
                scene: try Self.scene(),
                place: 0,
                start: 2,
                duration: 1
            )
        )
        #expect(paths.place.name == "-18.0")
        #expect(paths.span == 2...3)
        #expect(paths.paths[0].moments.first?.time == 2)
    }

    @Test func `Without a truth there is no path`() throws {
        var recording = Self.recording()
        recording.reference = nil
        let system = try DescribedSystem(parsing: "ilocator")
        var options = EvaluationOptions()
        options.reference = .truth
        let paths = try SystemPaths.replay(recording, systems: [system], scene: try Self.scene(), options: options)
        #expect(paths.map(\.span) == nil)
    }
}
