import Geodesy
import Pipelines
import SensorModel
import Testing

struct RouteArrowsTests {
    private static let plane = ScenePlane()

    private static func start() throws -> GeographicPoint {
        try #require(GeographicPoint(latitudeDegrees: 55.75, longitudeDegrees: 37.62))
    }

    /// A route through points in metres east and north of the start.
    private static func route(_ corners: [(east: Double, north: Double)]) throws -> Route {
        let start = try start()
        return Route(
            vertices: try corners.map {
                Route.Vertex(point: try #require(plane.point(from: start, offset: Vector3($0.east, 0, -$0.north))))
            }
        )
    }

    private static func place(_ east: Double, _ north: Double) throws -> GeographicPoint {
        try #require(plane.point(from: try start(), offset: Vector3(east, 0, -north)))
    }

    /// Four segments of 31 m exceed 100 m: 0, 3, …, 123 are 42 arrows.
    @Test func `Whole segments have an arrow every 3 m until their length exceeds 100 m`() throws {
        let route = try Self.route((0...10).map { (east: 0, north: 31 * Double($0)) })
        let arrows = RouteArrows().arrows(on: route, from: try Self.place(5, 2))
        #expect(arrows.count == 42)
        for (index, arrow) in arrows.enumerated() {
            let offset = Self.plane.offset(from: try Self.start(), to: arrow.point)
            // Metres
            #expect((offset - Vector3(0, 0, -3 * Double(index))).length < 1e-6)
            #expect(arrow.way == 3 * Double(index) && abs(arrow.bearing.degrees) < 1e-9)
        }
    }

    /// 200 m along the first segment of 1000 m, and 5 m to its right.
    @Test func `The nearest point has its distance along the route`() throws {
        let route = try Self.route([(0, 0), (0, 1000), (500, 1000)])
        let first = try #require(RouteArrows().nearest(on: route, to: try Self.place(5, 200)))
        #expect(first.segment == 0 && abs(first.share - 0.2) < 1e-6)
        // Metres; on the plane of a latitude 1 km away, lengths to the east differ by 0.02 %.
        #expect(abs(first.distance - 5) < 1e-3 && abs(first.way - 200) < 1e-3)
        let second = try #require(RouteArrows().nearest(on: route, to: try Self.place(100, 1001)))
        #expect(second.segment == 1 && abs(second.way - 1100) < 0.05 && abs(second.distance - 1) < 1e-3)
        #expect(abs(RouteArrows().length(of: route) - 1500) < 0.2)
    }

    @Test func `Arrows start at the nearest segment and follow corners`() throws {
        // The second segment is nearest; it is 10 m long and ends at a corner to the north.
        let route = try Self.route([(-50, 0), (0, 0), (10, 0), (10, 500)])
        let arrows = RouteArrows().arrows(on: route, from: try Self.place(6, 1))
        let offsets = arrows.map { Self.plane.offset(from: route.vertices[1].point, to: $0.point) }
        // 10 m and 500 m: 0, 3, …, 507
        #expect(arrows.count == 170)
        // 0, 3, 6 and 9 m on the segment; 12 m is 2 m after the corner.
        #expect((offsets[3] - Vector3(9, 0, 0)).length < 1e-3)
        #expect((offsets[4] - Vector3(10, 0, -2)).length < 1e-3)
        #expect(abs(arrows[3].bearing.degrees - 90) < 1e-3 && abs(arrows[4].bearing.degrees) < 1e-3)
    }

    @Test func `With the nearest point as start, the first arrow is next to the user`() throws {
        let arrows = RouteArrows(start: .nearestPoint)
            .arrows(on: try Self.route([(0, 0), (0, 1000)]), from: try Self.place(4, 205))
        let offset = Self.plane.offset(from: try Self.start(), to: try #require(arrows.first).point)
        #expect(arrows.count == 34 && (offset - Vector3(0, 0, -205)).length < 1e-6)
    }

    /// 0, 3, …, 117: the last arrow of the segment is 2 m before its end.
    @Test func `With whole segments, the last metres of a segment longer than the reach have no arrow ahead`() throws {
        let route = try Self.route([(0, 0), (0, 119), (0, 300)])
        let arrows = RouteArrows().arrows(on: route, from: try Self.place(4, 118))
        let last = Self.plane.offset(from: try Self.start(), to: try #require(arrows.last).point)
        #expect(arrows.count == 40 && abs(last.z + 117) < 1e-6)
    }

    @Test func `From the nearest point on, the reach ends within a segment`() throws {
        let route = try Self.route([(0, 0), (0, 119), (0, 300)])
        let arrows = RouteArrows(start: .nearestPoint).arrows(on: route, from: try Self.place(4, 118))
        let last = Self.plane.offset(from: try Self.start(), to: try #require(arrows.last).point)
        #expect(arrows.count == 34 && abs(last.z + 217) < 1e-3)
    }

    @Test func `The arrows end with the route`() throws {
        // 0, 3, 6, 9
        let arrows = RouteArrows().arrows(on: try Self.route([(0, 0), (10, 0)]), from: try Self.place(3, 0))
        #expect(arrows.count == 4)
    }

    @Test func `A route without length has no arrows, and a repeated vertex removes none`() throws {
        let place = try Self.place(0, 0)
        #expect(RouteArrows().arrows(on: Route(vertices: []), from: place).isEmpty)
        #expect(RouteArrows().arrows(on: try Self.route([(0, 0)]), from: place).isEmpty)
        #expect(RouteArrows().arrows(on: try Self.route([(0, 0), (0, 0)]), from: place).isEmpty)
        #expect(RouteArrows().arrows(on: try Self.route([(0, 0), (6, 0), (6, 0), (20, 0)]), from: place).count == 7)
    }
}
