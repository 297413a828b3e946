import Geodesy
import SensorModel
import Testing

/// Expected values: PROJ's +proj=topocentric on a sphere (Fixtures/make_frames.py), and surveyors' approximation.
struct SightLineTests {
    /// Degrees: PROJ rounds positions of 6371 km to 1 nm, over distances from 10 m.
    static let straightDegrees = 2e-8

    @Test func `Over a sphere without refraction the elevation agrees with PROJ`() throws {
        let line = SightLine(refraction: 0)
        for row in try FixtureTable.rows("sight_lines.csv", columns: 4) {
            let elevation = line.elevation(distance: row[0], observerHeight: row[1], targetHeight: row[2])
            #expect((elevation.degrees - row[3]).magnitude < Self.straightDegrees)
        }
    }

    /// Δh = d tan ε + (1 − k) d²/2R, with remaining terms in d³ and Δh d/R.
    @Test(arguments: [0.0, 0.13, 0.25, -1])
    func `Refraction reduces the curvature by its coefficient`(coefficient: Double) {
        let line = SightLine(refraction: coefficient)
        for distance in [100.0, 1000, 10_000] {
            let drop = (1 - coefficient) * distance * distance / (2 * EarthSphere.common)
            let level = line.elevation(distance: distance, observerHeight: 0, targetHeight: 0)
            #expect((level.tangent * distance + drop).magnitude < 2e-6 * drop)
        }
    }

    @Test func `On a flat Earth the tangent is rise over distance`() {
        #expect(SightLine.flat.elevation(distance: 100, observerHeight: 10, targetHeight: 110) == Angle(degrees: 45))
        #expect(SightLine.flat.elevation(distance: 100, observerHeight: 110, targetHeight: 10) == Angle(degrees: -45))
    }

    @Test(arguments: [SightLine.flat, SightLine(refraction: 0.13)])
    func `A target above is at the zenith, one below at the nadir, an identical one at the horizon`(line: SightLine) {
        #expect(line.elevation(distance: 0, observerHeight: 5, targetHeight: 6) == Angle(degrees: 90))
        #expect(line.elevation(distance: 0, observerHeight: 5, targetHeight: 4) == Angle(degrees: -90))
        #expect(line.elevation(distance: 0, observerHeight: 5, targetHeight: 5) == .zero)
    }
}
