import Geodesy
import SensorModel
import TestSupport
import Testing

struct KarneyTests {
    @Test(.enabled(if: SharedDatasets.has("geodesic")))
    func `All 4,000 shared problems come out to 15 nm, the antipodal and polar ones too`() throws {
        let problems = try GeodesicProblem.shared()
        #expect(problems.count == 4000)
        for problem in problems {
            let distance = try #require(Karney().distance(from: problem.start, to: problem.end))
            #expect(abs(distance - problem.distance) <= GeodesicTests.paperAccuracy, "\(problem)")
        }
    }

    @Test(.enabled(if: SharedDatasets.has("geodesic")))
    func `The shared problems' initial bearings come out in their printed digits`() throws {
        // Nanometres of the coordinates' last digit turn the shortest ways of 1 cm by more than that.
        let (printed, coordinates) = (1e-12 * Double.pi / 180, 30e-9)
        for problem in try GeodesicProblem.shared() where problem.band != "antipodal" {
            let bearing = try #require(Karney().initialBearing(from: problem.start, to: problem.end))
            let turn = (bearing.degrees - problem.azimuths[0]).remainder(dividingBy: 360) * .pi / 180
            #expect(abs(turn) <= 2 * printed + coordinates / problem.distance, "\(problem)")
        }
    }
}
