import Evaluation
import Positions
import SensorModel
import TestSupport
import Testing

/// PROJ's geodesic compared with that of the Python package geographiclib, from Fixtures/make_distances.py.
struct GeodesicReferenceTests {
    /// Metres: both libraries state an error of 15 nm.
    private static let distanceTolerance = 30e-9
    /// Metres: the displacement of the far end by rounding of the coordinates, for distances up to a radian.
    private static let sideTolerance = 50e-9

    @Test func `Distances and bearings agree with geographiclib's`() throws {
        let rows = try NumberTable.rows("Tests/PositionsTests/Fixtures/geodesics.csv")
        #expect(rows.count == 207)
        for row in rows {
            let start = try #require(GeographicPoint(latitudeDegrees: row[0], longitudeDegrees: row[1]))
            let end = try #require(GeographicPoint(latitudeDegrees: row[2], longitudeDegrees: row[3]))
            let geodesic = GeodesicReference.geodesic(from: start, to: end)
            #expect(abs(geodesic.distance - row[4]) <= Self.distanceTolerance, "\(row)")
            guard row[4] > 0, row[4] < RangeBand.antipodal else { continue }
            let turned = Angle(degrees: geodesic.initialBearingDegrees - row[5]).wrapped.radians
            #expect(abs(turned) * min(row[4], 6.37e6) <= Self.sideTolerance + 1e-9 * row[4], "\(row)")
        }
    }

    /// Degrees: the rounding of coordinates over 123 km.
    private static let bearingTolerance = 1e-11

    @Test func `The inverse of a direct problem returns its input`() throws {
        let start = try #require(GeographicPoint(latitudeDegrees: 48.4, longitudeDegrees: 179.9))
        let end = try #require(GeodesicReference.point(from: start, bearingDegrees: 77, distance: 123_456))
        let geodesic = GeodesicReference.geodesic(from: start, to: end)
        #expect(abs(geodesic.distance - 123_456) <= Self.distanceTolerance)
        #expect(abs(geodesic.initialBearingDegrees - 77) < Self.bearingTolerance)
    }
}
