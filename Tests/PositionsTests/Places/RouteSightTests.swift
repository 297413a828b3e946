import Evaluation
import Geodesy
import Pipelines
import Positions
import Recordings
import SensorModel
import TestSupport
import Testing

struct RouteSightTests {
    /// Metres and pixels: rounding.
    private static let tolerance = 1e-6
    /// The length of a degree along the equator, in metres.
    private static let degree = 111_319.490_793_274

    /// A route along the equator with its finish at this distance east of 0°.
    private static func route(finish: Metres) throws -> Route {
        try GeodesicReference.load()
        return Route(
            vertices: [
                Route.Vertex(point: try point(0, -0.01)), Route.Vertex(point: try point(0, finish / degree)),
            ]
        )
    }

    /// The display on the screen of 375 by 667 pixels.
    private static func style() throws -> RouteSight.Style {
        RouteSight.Style(projection: try DescribedSystem(parsing: "yandex").projection)
    }

    private static func sight(looking heading: Double?, finish: Metres = 1_025) throws -> RouteSight {
        RouteSight(
            of: try route(finish: finish),
            from: try point(0, 0),
            orientation: heading.map { .upright(towards: Heading(degrees: $0)) },
            style: try style()
        )
    }

    @Test func `A finish straight ahead is at the centre of the screen`() throws {
        let sight = try Self.sight(looking: 90)
        #expect(abs(sight.finishDistance - 1_025) < Self.tolerance)
        #expect(abs(try #require(sight.finishBearing).degrees - 90) < Self.tolerance)
        // Halfway from 50 m to 2 km the size is halfway from 120 to 30 pixels.
        #expect(abs(sight.finishSize - 75) < Self.tolerance)
        let finish = try #require(sight.finish)
        #expect(abs(finish.x - 187.5) < Self.tolerance && abs(finish.y - 333.5) < Self.tolerance)
        #expect(sight.hint == nil && sight.isOriented)
    }

    /// The finish is to the right, to the left, and opposite to the camera's direction.
    @Test(arguments: [(0.0, 375.0, 333.5), (180, 0, 333.5), (270, 187.5, 667)])
    func `A finish off the screen has a label on the screen's border`(heading: Double, x: Double, y: Double) throws {
        // At exactly 0° and 180° the projection is not defined, so the heading differs by 10°.
        let slight = heading == 0 ? 10.0 : heading == 180 ? -10.0 : 0
        let sight = try Self.sight(looking: heading + slight)
        let hint = try #require(sight.hint)
        #expect(abs(hint.x - x) < Self.tolerance && abs(hint.y - y) < Self.tolerance, "\(hint)")
        #expect(sight.finish == nil)
    }

    @Test func `Without an orientation there is neither a finish nor a hint`() throws {
        let sight = try Self.sight(looking: nil)
        #expect(sight.finish == nil && sight.hint == nil && !sight.isOriented)
    }

    /// 0.01° on the sphere of 6371 km are 1111.949 266 m.
    @Test func `The nearest point, the distance to it and the remaining distance are measured along the route`() throws
    {
        let sight = RouteSight(
            of: try Self.route(finish: 0.01 * Self.degree),
            from: try point(0.0001, 0),
            orientation: nil,
            style: try Self.style()
        )
        let nearest = try #require(sight.nearest)
        #expect(nearest.segment == 0)
        #expect(abs(nearest.distance - 11.119_492_664) < Self.tolerance)
        #expect(abs(nearest.way - 1_111.949_266_446) < Self.tolerance)
        #expect(abs(sight.remaining - 1_111.949_266_446) < Self.tolerance)
        // The route is one segment of 2223.9 m, with arrows at 0, 3, …, 2223 m.
        #expect(sight.arrows.count == 742)
        #expect(abs(try #require(sight.arrows.first).bearing.degrees - 90) < Self.tolerance)
    }

    /// The fixes are at 1 and 2 s. The attitude points north until 1.5 s, then east.
    @Test func `Each fix of a recording has the orientation that is known at its time`() throws {
        var recording = Recording(name: "a")
        let (north, east) = (Heading(degrees: 0), Heading(degrees: 90))
        recording.attitude = SensorStream(
            times: [0, 1, 1.5, 2, 2.5],
            values: [north, north, east, east, east].map { UnitQuaternion.upright(towards: $0) }
        )
        recording.location = SensorStream(
            times: [1, 2],
            values: [0.0, 0.001].map { LocationFix(latitude: .zero, longitude: Angle(degrees: $0)) }
        )
        let replay = try RouteReplay(
            of: try Self.route(finish: 1_025),
            along: recording,
            system: try DescribedSystem(parsing: "ilocator"),
            style: try Self.style()
        )
        #expect(replay.system == "ilocator" && replay.sights.map(\.time) == [1, 2])
        #expect(replay.sights[0].finish == nil && replay.sights[0].hint != nil)
        let finish = try #require(replay.sights[1].finish)
        #expect(abs(finish.x - 187.5) < Self.tolerance && abs(finish.y - 333.5) < Self.tolerance)
        #expect(abs(replay.sights[1].finishDistance - (1_025 - 0.001 * Self.degree)) < Self.tolerance)
    }
}
