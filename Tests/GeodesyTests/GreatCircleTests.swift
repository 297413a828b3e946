import Geodesy
import SensorModel
import TestSupport
import Testing

/// Expected values: spherical trigonometry in 60 digits, which PROJ agrees with (Fixtures/make_frames.py).
struct GreatCircleTests {
    /// Degrees, times the Earth's radius over the distance: what the rounding of the end's degrees amounts to.
    static let bearingDegrees = 1e-13
    /// Metres: the same rounding, as a way over ground.
    static let destinationMetres = 5e-9

    @Test func `Bearings are those of spherical trigonometry, for neighbours too`() throws {
        var largest = 0.0
        for row in try FixtureTable.rows("great_circle.csv", columns: 7) {
            let (start, end) = (try point(row[0], row[1]), try point(row[2], row[3]))
            let initial = GreatCircle.initialBearing(from: start, to: end) - Angle(degrees: row[4])
            let final = GreatCircle.finalBearing(from: start, to: end) - Angle(degrees: row[5])
            let weight = min(1, row[6] / EarthSphere.common)
            largest = max(
                largest,
                initial.wrapped.degrees.magnitude * weight,
                final.wrapped.degrees.magnitude * weight
            )
        }
        #expect(largest < Self.bearingDegrees)
    }

    @Test func `The way along the initial bearing ends where it should`() throws {
        var largest = 0.0
        for row in try FixtureTable.rows("great_circle.csv", columns: 7) {
            let found = try #require(
                GreatCircle.destination(
                    from: try point(row[0], row[1]),
                    bearing: Angle(degrees: row[4]),
                    distance: row[6]
                )
            )
            let distance = try #require(Haversine().distance(from: found, to: try point(row[2], row[3])))
            largest = max(largest, distance)
        }
        #expect(largest < Self.destinationMetres)
    }

    @Test(arguments: [
        // To a pole, and from one: counted from the meridian of the longitude given.
        (20.0, 30.0, 90.0, 0.0, 0.0, -30.0), (20, 30, -90, 0, 180, -150), (20, 30, 90, 30, 0, 0),
        (90, 0, 10, 0, 180, 180), (90, 0, 10, 90, 90, 180), (90, 0, 10, -90, -90, 180),
        (-90, 0, 10, 90, 90, 0), (-90, 0, 0, 0, 0, 0),
        // The same place, also where a pole has two longitudes.
        (12.3, 45.6, 12.3, 45.6, 0, 0), (90, 10, 90, -20, 0, 0), (-90, 10, -90, 120, 0, 0),
        // Opposite places.
        (12.3, 45.6, -12.3, -134.4, 0, 180), (0, -90, 0, 90, 0, 180), (90, 5, -90, 5, 0, 180), (-90, 5, 90, 77, 0, 180),
        // Over the date line, and over a pole.
        (0, 179, 0, -179, 90, 90), (0, -179, 0, 179, -90, -90), (60, 0, 60, 180, 0, 180), (-60, 180, -60, 0, 180, 0),
    ])
    func `Every pair of places has a bearing, where all are right a fixed one`(
        row: (Double, Double, Double, Double, Double, Double)
    ) throws {
        let (start, end) = (try point(row.0, row.1), try point(row.2, row.3))
        #expect((GreatCircle.initialBearing(from: start, to: end).degrees - row.4).magnitude < 1e-13)
        #expect((GreatCircle.finalBearing(from: start, to: end).degrees - row.5).magnitude < 1e-13)
    }

    @Test(arguments: [
        (90.0, 0.0, 90.0, 0.25, 0.0, 90.0), (-90, 20, 0, 0.25, 0, 20), (0, 170, 90, 0.25, 0, -100),
        (0, 0, 0, 0.5, 0, 180), (10, 20, 77, 1, 10, 20), (0, 0, 90, -0.25, 0, -90), (0, 0, 0, 0, 0, 0),
    ])
    func `Ways of quarter turns end at whole degrees`(row: (Double, Double, Double, Double, Double, Double)) throws {
        let turn = 2 * Double.pi * EarthSphere.common
        let start = try point(row.0, row.1)
        let found = try #require(
            GreatCircle.destination(from: start, bearing: Angle(degrees: row.2), distance: row.3 * turn)
        )
        let error = try #require(Haversine().distance(from: found, to: try point(row.4, row.5)))
        #expect(error < Self.destinationMetres)
    }

    @Test func `A way that is not finite ends nowhere`() throws {
        let start = try point(1, 2)
        #expect(GreatCircle.destination(from: start, bearing: Angle(radians: .nan), distance: 1) == nil)
        #expect(GreatCircle.destination(from: start, bearing: .zero, distance: .infinity) == nil)
    }

    private func point(_ latitude: Double, _ longitude: Double) throws -> GeographicPoint {
        try #require(GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude))
    }
}
