import Geodesy
import Pipelines
import SensorModel
import TestSupport
import Testing

struct ScenePlaneTests {
    /// Metres: rounding of degrees at the Earth's size.
    private static let tolerance = 1e-8

    /// 2πR/360 = 6 371 000 · π/180 = 111 194.926 644 558 74 m; cos 60° = 1/2.
    @Test func `A degree north is 111.195 km towards minus Z, a degree east half of it at 60 degrees`() throws {
        let plane = ScenePlane()
        let start = try point(60, 24)
        let north = plane.offset(from: start, to: try point(61, 24))
        #expect(abs(north.z + 111_194.926_644_558_74) < Self.tolerance && north.x == 0 && north.y == 0)
        let east = plane.offset(from: start, to: try point(60, 25))
        #expect(abs(east.x - 55_597.463_322_279_37) < Self.tolerance && east.z == 0)
    }

    @Test func `The offset across the date line is the shorter way`() throws {
        let offset = ScenePlane().offset(from: try point(0, 179.5), to: try point(0, -179.5))
        #expect(abs(offset.x - 111_194.926_644_558_74) < Self.tolerance)
    }

    @Test func `A round trip through an offset preserves the place`() throws {
        let plane = ScenePlane()
        let start = try point(60.18, 24.82)
        let end = try point(60.181, 24.819)
        let back = try #require(plane.point(from: start, offset: plane.offset(from: start, to: end)))
        // Degrees: 0.1 nm.
        #expect(abs(back.latitudeDegrees - end.latitudeDegrees) < 1e-12)
        #expect(abs(back.longitudeDegrees - end.longitudeDegrees) < 1e-12)
    }

    @Test func `Offsets beyond a pole and east of a pole have no place`() throws {
        let plane = ScenePlane()
        #expect(plane.point(from: try point(89.9999, 0), offset: Vector3(0, 0, -100)) == nil)
        let pole = try point(90, 0)
        #expect(plane.point(from: pole, offset: Vector3(0, 0, 111_194.926_644_558_74))?.latitudeDegrees == 89)
        #expect(plane.point(from: pole, offset: Vector3(.infinity, 0, 0)) == nil)
    }

    @Test func `A rotation of 90 degrees maps the scene's north to east`() {
        let turned = SceneTurn(clockwise: Angle(degrees: 90)).rotate(Vector3(0, 2, -5))
        #expect((turned - Vector3(5, 2, 0)).length < 1e-15)
    }

    @Test(arguments: [-170.0, -90, 0, 33, 180])
    func `Positions and orientations have the same rotation`(degrees: Double) {
        let turn = SceneTurn(clockwise: Angle(degrees: degrees))
        let position = Vector3(3, 4, 5)
        let aligned = turn.rotate(position)
        // X east, Y up, Z south → East, North, Up.
        let enu = turn.orientation.rotate(position)
        #expect((enu - Vector3(aligned.x, -aligned.z, aligned.y)).length < 1e-14)
    }
}
