import Geodesy
import SensorModel
import TestSupport
import Testing

struct KarneyTests {
    @Test(.enabled(if: SharedDatasets.has("geodesic")))
    func `All 4,000 shared problems agree to 15 nm, also antipodal and polar ones`() throws {
        let problems = try GeodesicProblem.shared()
        #expect(problems.count == 4000)
        for problem in problems {
            let distance = try #require(Karney().distance(from: problem.start, to: problem.end))
            #expect(abs(distance - problem.distance) <= GeodesicTests.paperAccuracy, "\(problem)")
        }
    }

    @Test(.enabled(if: SharedDatasets.has("geodesic")))
    func `Initial bearings of the shared problems agree in their printed digits`() throws {
        // Excludes paths of 1 cm, whose azimuth depends on digits beyond the printed coordinates.
        let (printed, coordinates) = (1e-12 * Double.pi / 180, 30e-9)
        for problem in try GeodesicProblem.shared() where problem.band != "antipodal" {
            let bearing = try #require(Karney().initialBearing(from: problem.start, to: problem.end))
            let turn = (bearing.degrees - problem.azimuths[0]).remainder(dividingBy: 360) * .pi / 180
            #expect(abs(turn) <= 2 * printed + coordinates / problem.distance, "\(problem)")
        }
    }
}
