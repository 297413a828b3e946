import Geodesy
import RealModule
import SensorModel
import Testing

/// Expected values: PROJ's +proj=topocentric (Fixtures/make_frames.py).
struct LocalTangentFrameTests {
    /// Metres: both implementations round the difference of two geocentric positions.
    static let topocentricMetres = 1e-8
    /// The rounding of a rotation.
    static let rotation = 1e-15

    @Test func `East, north and up agree with PROJ`() throws {
        var largest = 0.0
        for row in try FixtureTable.rows("local.csv", columns: 9) {
            let frame = LocalTangentFrame(at: try position(row[0], row[1], row[2]))
            let error = frame.local(try position(row[3], row[4], row[5])) - Vector3(row[6], row[7], row[8])
            largest = max(largest, error.length)
        }
        #expect(largest < Self.topocentricMetres)
    }

    @Test(arguments: LocalTangentFrame.Vertical.allCases)
    func `A round trip through local coordinates preserves the position`(vertical: LocalTangentFrame.Vertical) throws {
        for row in try FixtureTable.rows("local.csv", columns: 9) {
            let frame = LocalTangentFrame(at: try position(row[0], row[1], row[2]), vertical: vertical)
            let there = ECEFPosition(try position(row[3], row[4], row[5]))
            #expect(frame.position(ofLocal: frame.local(there)).chord(to: there) < Self.topocentricMetres)
        }
    }

    @Test(arguments: LocalTangentFrame.Vertical.allCases)
    func `The axes are a right-handed rotation, also at the poles and the centre`(
        vertical: LocalTangentFrame.Vertical
    ) throws {
        let centre = try #require(ECEFPosition.centre.geodetic())
        for origin in [try position(52, 4.4, 3), try position(90, 20, 0), try position(-90, 20, 0), centre] {
            let axes = LocalTangentFrame(at: origin, vertical: vertical).rotation
            let identity = axes * axes.transposed - .identity
            #expect(max(identity.x.length, identity.y.length, identity.z.length) < Self.rotation)
            #expect((axes.x.cross(axes.y) - axes.z).length < Self.rotation)
        }
    }

    @Test func `At a pole, east and north are those of a nearby point on the given meridian`() throws {
        let pole = LocalTangentFrame(at: try position(90, 90, 0)).rotation
        #expect(pole == Matrix3(rows: Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, 1)))
    }

    /// The difference at 45° geodetic latitude is φ − θ = φ − atan((1 − e²) tan φ):
    /// `math.degrees(math.pi/4 - math.atan(1 - e2))`.
    @Test func `Geocentric up differs from the normal by the difference of the latitudes`() throws {
        let origin = try position(45, -70, 0)
        let normal = LocalTangentFrame(at: origin)
        let geocentric = LocalTangentFrame(at: origin, vertical: .geocentric)
        let lean = Angle(radians: normal.rotation.z.turn(to: geocentric.rotation.z).length)
        #expect((lean.degrees - 0.192_423_215_982).magnitude < 1e-12)
        #expect((normal.rotation.x - geocentric.rotation.x).length < Self.rotation)
        // c/|c| leans towards the equator, so a feature 1 km north appears 3.36 m too low.
        let feature = normal.position(ofLocal: Vector3(0, 1000, 0))
        #expect((geocentric.local(feature).z + 3.358_412).magnitude < 1e-6)
    }

    @Test func `The ground is below the frame's plane`() throws {
        let frame = LocalTangentFrame(at: try position(0, 0, 0))
        // Along the equator, a circle: a(cos ψ − 1).
        let arc = 20_000.0 / Ellipsoid.wgs84.semiMajorAxis
        let ground = frame.local(try position(0, Angle(radians: arc).degrees, 0))
        #expect((ground.z + 31.357_093).magnitude < 1e-6)
        #expect((ground.x - Ellipsoid.wgs84.semiMajorAxis * Double.sin(arc)).magnitude < Self.topocentricMetres)
    }

    private func position(_ latitude: Double, _ longitude: Double, _ height: Metres) throws -> GeodeticPosition {
        try #require(GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: height))
    }
}
