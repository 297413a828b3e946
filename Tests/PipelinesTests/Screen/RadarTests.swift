import Pipelines
import SensorModel
import Testing

struct RadarTests {
    /// Pixels and degrees. A few roundings.
    private static let tolerance = 1e-9

    private static let radar = Radar(range: 1000, radius: 40)

    private static func expect(
        _ enu: Vector3,
        from orientation: UnitQuaternion,
        isAt x: Double,
        _ y: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let heading = try #require(Radar.heading(orientation: orientation), sourceLocation: sourceLocation)
        let point = try #require(radar.point(ofDirection: enu, heading: heading), sourceLocation: sourceLocation)
        #expect(abs(point.x - x) < tolerance, sourceLocation: sourceLocation)
        #expect(abs(point.y - y) < tolerance, sourceLocation: sourceLocation)
    }

    @Test func `With heading north the disc is a map`() throws {
        let north = HeldDevice.orientation(heading: 0)
        try Self.expect(Vector3(0, 500, 0), from: north, isAt: 0, -20)
        try Self.expect(Vector3(250, 0, 0), from: north, isAt: 10, 0)
        try Self.expect(Vector3(-1000, 0, 300), from: north, isAt: -40, 0)
    }

    @Test func `A place ahead is at the top`() throws {
        let east = HeldDevice.orientation(heading: 90, elevation: 25)
        try Self.expect(Vector3(500, 0, 0), from: east, isAt: 0, -20)
        try Self.expect(Vector3(0, 500, 0), from: east, isAt: -20, 0)
    }

    @Test func `In landscape a place ahead is in the upward direction, as with AREA's compass`() throws {
        // The device's y axis, the reference of its compass, points to the west.
        let orientation = HeldDevice.orientation(heading: 0, roll: 90)
        let heading = try #require(Radar.heading(orientation: orientation))
        #expect(abs(heading.degrees - 270) < Self.tolerance)
        try Self.expect(Vector3(0, 500, 0), from: orientation, isAt: 20, 0)
    }

    @Test func `A device on its back shows a compass, and face down the disc is empty`() throws {
        try Self.expect(Vector3(500, 0, 0), from: HeldDevice.orientation(heading: 90, elevation: -90), isAt: 0, -20)
        #expect(Radar.heading(orientation: HeldDevice.orientation(heading: 90, elevation: 90)) == nil)
    }

    @Test func `Places beyond the range are not on the disc`() {
        let heading = Heading(degrees: 0)
        #expect(Self.radar.point(ofDirection: Vector3(600, 800.001, 0), heading: heading) == nil)
        #expect(Self.radar.point(ofDirection: Vector3(600, 800, 5000), heading: heading) != nil)
        #expect(Self.radar.point(ofDirection: .zero, heading: heading) == ScreenPoint(x: 0, y: 0))
    }
}
