import Geodesy
import SensorModel
import TestSupport
import Testing

/// Expected values: spherical trigonometry in 60 digits, which agrees with PROJ (Fixtures/make_frames.py).
struct GreatCircleTests {
    /// Degrees, times the Earth's radius over the distance: the effect of rounding the end's degrees.
    static let bearingDegrees = 1e-13
    /// Metres: the same rounding as a distance over ground.
    static let destinationMetres = 5e-9

    @Test func `Bearings agree with spherical trigonometry, also for close points`() throws {
        var largest = 0.0
        for row in try FixtureTable.rows("great_circle.csv", columns: 7) {
            let (start, end) = (try point(row[0], row[1]), try point(row[2], row[3]))
            let initial = GreatCircle.initialBearing(from: start, to: end) - Angle(degrees: row[4])
            let weight = min(1, row[6] / EarthSphere.common)
            largest = max(largest, initial.wrapped.degrees.magnitude * weight)
        }
        #expect(largest < Self.bearingDegrees)
    }

    @Test func `The destination along the initial bearing is the end`() throws {
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
        // To a pole and from a pole, where the bearing counts from the meridian of the given longitude.
        (20.0, 30.0, 90.0, 0.0, 0.0), (20, 30, -90, 0, 180), (20, 30, 90, 30, 0),
        (90, 0, 10, 0, 180), (90, 0, 10, 90, 90), (90, 0, 10, -90, -90), (-90, 0, 10, 90, 90), (-90, 0, 0, 0, 0),
        // Identical places, also with two longitudes of a pole.
        (12.3, 45.6, 12.3, 45.6, 0), (90, 10, 90, -20, 0), (-90, 10, -90, 120, 0),
        // Antipodal places.
        (12.3, 45.6, -12.3, -134.4, 0), (0, -90, 0, 90, 0), (90, 5, -90, 5, 0), (-90, 5, 90, 77, 0),
        // Across the date line and across a pole.
        (0, 179, 0, -179, 90), (0, -179, 0, 179, -90), (60, 0, 60, 180, 0), (-60, 180, -60, 0, 180),
    ])
    func `Bearings at poles, of identical and antipodal points, and across the date line have fixed values`(
        row: (Double, Double, Double, Double, Double)
    ) throws {
        let (start, end) = (try point(row.0, row.1), try point(row.2, row.3))
        #expect((GreatCircle.initialBearing(from: start, to: end).degrees - row.4).magnitude < 1e-13)
    }

    @Test(arguments: [
        (90.0, 0.0, 90.0, 0.25, 0.0, 90.0), (-90, 20, 0, 0.25, 0, 20), (0, 170, 90, 0.25, 0, -100),
        (0, 0, 0, 0.5, 0, 180), (10, 20, 77, 1, 10, 20), (0, 0, 90, -0.25, 0, -90), (0, 0, 0, 0, 0, 0),
    ])
    func `Destinations after quarter turns are at whole degrees`(
        row: (Double, Double, Double, Double, Double, Double)
    ) throws {
        let turn = 2 * Double.pi * EarthSphere.common
        let start = try point(row.0, row.1)
        let found = try #require(
            GreatCircle.destination(from: start, bearing: Angle(degrees: row.2), distance: row.3 * turn)
        )
        let error = try #require(Haversine().distance(from: found, to: try point(row.4, row.5)))
        #expect(error < Self.destinationMetres)
    }

    @Test func `A distance that is not finite has no destination`() throws {
        let start = try point(1, 2)
        #expect(GreatCircle.destination(from: start, bearing: Angle(radians: .nan), distance: 1) == nil)
        #expect(GreatCircle.destination(from: start, bearing: .zero, distance: .infinity) == nil)
    }
}
