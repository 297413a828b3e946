import Geodesy
import TestSupport
import Testing

struct AndoyerLambertTests {
    /// Metres. A few units in the last place of the Earth's circumference.
    static let rounding = 30e-9

    @Test func `Distances agree with Lambert's half angles in 40 digits`() throws {
        for row in try FixtureTable.rows("andoyer_lambert.csv", columns: 5) {
            let (start, end) = (try point(row[0], row[1]), try point(row[2], row[3]))
            let distance = try #require(AndoyerLambert().distance(from: start, to: end))
            #expect(abs(distance - row[4]) <= Self.rounding, "\(row)")
        }
    }

    @Test func `Without flattening the distance equals that of the great circle`() throws {
        let sphere = AndoyerLambert(ellipsoid: Ellipsoid(semiMajorAxis: 1, flattening: 0))
        let distance = try #require(sphere.distance(from: try point(0, 0), to: try point(0, 90)))
        #expect(abs(distance - .pi / 2) < 1e-15)
    }

    @Test func `Antipodal points have no result, and nearly antipodal points an error above 1 km`() throws {
        let start = try point(0, 0)
        #expect(AndoyerLambert().distance(from: start, to: try point(0, 180)) == nil)
        let nearly = try point(0.3, 179.7)
        let distance = try #require(AndoyerLambert().distance(from: start, to: nearly))
        #expect(abs(distance - Geodesic().distance(from: start, to: nearly)) > 1000)
    }
}
