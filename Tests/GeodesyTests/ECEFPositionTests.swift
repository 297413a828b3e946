import Geodesy
import SensorModel
import TestSupport
import Testing

/// Expected values: the definition in 60 digits, which agrees with PROJ (Fixtures/make_frames.py).
struct ECEFPositionTests {
    /// Metres: three units in the last place of a coordinate of 7000 km.
    static let forwardMetres = 3e-9
    /// Metres: the documented bound, twice the largest error found. Beyond a, in proportion to the distance.
    static let roundTripMetres = 1e-8

    @Test func `ECEF coordinates agree with the definition`() throws {
        var largest = 0.0
        for row in try FixtureTable.rows("ecef.csv", columns: 6) {
            let position = try #require(
                GeodeticPosition(latitudeDegrees: row[0], longitudeDegrees: row[1], height: row[2])
            )
            let error = ECEFPosition(position).vector - Vector3(row[3], row[4], row[5])
            largest = max(largest, error.x.magnitude, error.y.magnitude, error.z.magnitude)
        }
        #expect(largest < Self.forwardMetres)
    }

    @Test func `Poles and perpendicular meridians have exact zeros`() throws {
        for (latitude, longitude) in [(90.0, 77.0), (-90, -13), (0, 90), (0, -90), (0, 180)] {
            let position = try #require(
                GeodeticPosition(latitudeDegrees: latitude, longitudeDegrees: longitude, height: 12)
            )
            let vector = ECEFPosition(position).vector
            #expect([vector.x, vector.y, vector.z].count { $0 == 0 } == 2)
        }
    }

    @Test func `Geodetic coordinates agree with the definition where they are well conditioned`() throws {
        var (largestHeight, largestOffset) = (0.0, 0.0)
        // Well conditioned: the nearest point of the surface moves by at most a few times the angle of the point
        // itself.
        for row in try FixtureTable.rows("geodetic.csv", columns: 6) where row[5] > -6_200_000 {
            let found = try #require(ECEFPosition(Vector3(row[0], row[1], row[2])).geodetic())
            let scale = max(1, Vector3(row[0], row[1], row[2]).length / Ellipsoid.wgs84.semiMajorAxis)
            let longitude = Angle(degrees: found.point.longitudeDegrees - row[4]).wrapped
            let radius = Vector3(row[0], row[1], 0).length
            let latitude = Angle(degrees: found.point.latitudeDegrees - row[3])
            let surface = Ellipsoid.wgs84.semiMajorAxis
            largestHeight = max(largestHeight, (found.height - row[5]).magnitude / scale)
            largestOffset = max(
                largestOffset,
                longitude.radians.magnitude * radius / scale,
                latitude.radians.magnitude * surface
            )
        }
        #expect(largestHeight < Self.roundTripMetres)
        #expect(largestOffset < Self.roundTripMetres)
    }

    @Test func `A round trip through geodetic coordinates preserves the position, also inside the Earth`() throws {
        var largest = 0.0
        for row in try FixtureTable.rows("geodetic.csv", columns: 6) {
            let position = ECEFPosition(Vector3(row[0], row[1], row[2]))
            let found = try #require(position.geodetic())
            let scale = max(1, position.vector.length / Ellipsoid.wgs84.semiMajorAxis)
            largest = max(largest, ECEFPosition(found).chord(to: position) / scale)
            #expect((found.height - row[5]).magnitude / scale < Self.roundTripMetres)
        }
        #expect(largest < Self.roundTripMetres)
    }

    @Test func `A round trip preserves random positions in the core, in the crust and near the equator's plane`() throws
    {
        var generator = SeededGenerator(seed: 4)
        var largest = 0.0
        for _ in 0..<2_000 {
            for size in [1e3, 5e4, 6e6] {
                for flatness in [1, 1e-6, 1e-12] {
                    var vector = generator.vector(size)
                    vector.z *= flatness
                    let position = ECEFPosition(vector)
                    let found = try #require(position.geodetic())
                    let scale = max(1, vector.length / Ellipsoid.wgs84.semiMajorAxis)
                    largest = max(largest, ECEFPosition(found).chord(to: position) / scale)
                }
            }
        }
        #expect(largest < Self.roundTripMetres)
    }

    @Test func `The centre and the disc around it have northern latitudes`() throws {
        let centre = try #require(ECEFPosition.centre.geodetic())
        #expect(centre.point == GeographicPoint(latitudeDegrees: 90, longitudeDegrees: 0))
        #expect(centre.height == -Ellipsoid.wgs84.semiMinorAxis)
        let inDisc = try #require(ECEFPosition(Vector3(0, 20_000, -0.0)).geodetic())
        #expect(inDisc.point.latitudeDegrees > 0)
        #expect(inDisc.point.longitudeDegrees == 90)
    }

    @Test(arguments: [1.0, -1.0])
    func `Positions on the axis have longitude 0 for any signs of zeros`(sign: Double) throws {
        let found = try #require(ECEFPosition(Vector3(-0.0, sign * 0, sign * 7_000_000)).geodetic())
        #expect(found.point == GeographicPoint(latitudeDegrees: sign * 90, longitudeDegrees: 0))
        #expect((found.height - (7_000_000 - Ellipsoid.wgs84.semiMinorAxis)).magnitude < Self.roundTripMetres)
    }

    @Test func `On a sphere the latitude is the geocentric angle`() throws {
        let sphere = Ellipsoid(semiMajorAxis: 2, flattening: 0)
        let found = try #require(ECEFPosition(Vector3(3, 0, 3)).geodetic(on: sphere))
        #expect((found.point.latitudeDegrees - 45).magnitude < 1e-14)
        #expect((found.height - (18.0.squareRoot() - 2)).magnitude < 1e-15)
        #expect(ECEFPosition.centre.geodetic(on: sphere)?.height == -2)
    }

    /// Radii: a thousand roundings, because the definition itself loses digits where 1 − e² sin² φ cancels.
    static let flattenedRadii = 1e-12

    @Test func `A round trip preserves positions on strongly flattened ellipsoids`() throws {
        var generator = SeededGenerator(seed: 20)
        for flattening in [1e-9, 0.1, 0.5, 0.9] {
            let ellipsoid = Ellipsoid(semiMajorAxis: 1, flattening: flattening)
            for _ in 0..<500 {
                let position = ECEFPosition(generator.vector(1.5))
                let found = try #require(position.geodetic(on: ellipsoid))
                let distance = ECEFPosition(found, on: ellipsoid).chord(to: position)
                #expect(distance < Self.flattenedRadii, "flattening \(flattening), \(position)")
            }
        }
    }

    @Test func `Coordinates that are not finite have no geodetic position, and huge ones have`() throws {
        #expect(ECEFPosition(Vector3(.nan, 0, 0)).geodetic() == nil)
        #expect(ECEFPosition(Vector3(0, .infinity, 0)).geodetic() == nil)
        #expect(ECEFPosition(Vector3(0, 0, 1e300)).geodetic()?.height == 1e300)
        #expect(ECEFPosition(Vector3(.leastNonzeroMagnitude, 0, 0)).geodetic()?.point.latitudeDegrees == 90)
    }
}
