import Geodesy
import SensorModel
import TestSupport
import Testing

struct VincentyTests {
    /// Metres. The error of the paper's series, as in its own comparison.
    static let accuracy = 1e-4

    private static func degrees(_ degrees: Double, _ minutes: Double, _ seconds: Double) -> Double {
        degrees + minutes / 60 + seconds / 3600
    }

    /// Vincenty 1975, table II, lines (a) to (d): latitudes, longitude, distance, initial azimuth. Line (a) is on
    /// Bessel's ellipsoid, the other lines are on Hayford's.
    private static let published: [(ellipsoid: Ellipsoid, numbers: [Double])] = {
        let bessel = Ellipsoid(semiMajorAxis: 6_377_397.155, flattening: 1 / 299.152_812_8)
        let hayford = Ellipsoid(semiMajorAxis: 6_378_388, flattening: 1 / 297)
        return [
            (
                bessel,
                [
                    degrees(55, 45, 0), -degrees(33, 26, 0), degrees(108, 13, 0), 14_110_526.170,
                    degrees(96, 36, 8.79960),
                ]
            ),
            (
                hayford,
                [
                    degrees(37, 19, 54.95367), degrees(26, 7, 42.83946), degrees(41, 28, 35.50729), 4_085_966.703,
                    degrees(95, 27, 59.63089),
                ]
            ),
            (
                hayford,
                [
                    degrees(35, 16, 11.24862), degrees(67, 22, 14.77638), degrees(137, 47, 28.31435), 8_084_823.839,
                    degrees(15, 44, 23.74850),
                ]
            ),
            (
                hayford,
                [
                    degrees(1, 0, 0), -degrees(0, 59, 53.83076), degrees(179, 17, 48.02997), 19_960_000.000,
                    degrees(89, 0, 0),
                ]
            ),
        ]
    }()

    @Test func `The lines of the paper are reproduced in their printed digits`() throws {
        // The paper prints half a millimetre. The last digit of coordinates is 0.3 mm, which turns the nearly antipodal
        // line (d) by 0.001″. The azimuth of geographiclib for the printed points differs as much.
        let (metres, degrees) = (1e-3, 3e-7)
        for (ellipsoid, numbers) in Self.published {
            let outcome = Vincenty(ellipsoid: ellipsoid).inverse(
                from: try point(numbers[0], 0),
                to: try point(numbers[1], numbers[2])
            )
            guard case .converged(let distance, let azimuth, _, _) = outcome else {
                Issue.record("\(numbers): \(outcome)")
                continue
            }
            #expect(abs(distance - numbers[3]) <= metres, "\(numbers)")
            #expect(abs(azimuth.degrees - numbers[4]) <= degrees, "\(numbers)")
        }
    }

    @Test(.enabled(if: SharedDatasets.has("geodesic")))
    func `The shared problems agree to 0.1 mm where the iteration converges, and others report a cause`() throws {
        var (answers, failures): ([String: Int], [String: [VincentyOutcome.Reason: Int]]) = ([:], [:])
        for problem in try GeodesicProblem.shared() {
            let formula = Vincenty()
            let distance = formula.distance(from: problem.start, to: problem.end)
            switch formula.inverse(from: problem.start, to: problem.end) {
            case .converged(let length, _, _, let iterations):
                #expect(distance == length)
                #expect(iterations <= formula.iterationLimit)
                #expect(abs(length - problem.distance) <= Self.accuracy, "\(problem)")
                answers[problem.band, default: 0] += 1
            case .failed(let reason, _):
                #expect(distance == nil)
                failures[problem.band, default: [:]][reason, default: 0] += 1
            }
        }
        #expect(failures.keys.sorted() == ["antipodal"], "\(failures)")
        for band in ["centimetre", "street", "city", "region", "global", "meridian", "polar"] {
            #expect(answers[band] == 500, "\(band)")
        }
        // Counts of the 500 problems in that band. A few are borderline and depend on the library's sine.
        let verge = 3
        #expect(abs((failures["antipodal"]?[.beyondHalfTurn] ?? 0) - 302) <= verge, "\(failures)")
        #expect(abs((failures["antipodal"]?[.iterationLimit] ?? 0) - 60) <= verge, "\(failures)")
    }

    @Test func `Azimuths agree with geographiclib at both ends where the iteration converges`() throws {
        var compared = 0
        for problem in try GeodesicProblem.fixtures() where problem.flattening < 0.01 && problem.distance > 1 {
            guard
                case .converged(_, let initial, let final, _) = Vincenty(
                    ellipsoid: Ellipsoid(semiMajorAxis: 6_378_137, flattening: problem.flattening)
                ).inverse(from: problem.start, to: problem.end)
            else { continue }
            for (azimuth, expected) in zip([initial, final], problem.azimuths) {
                let turn = (azimuth.degrees - expected).remainder(dividingBy: 360) * .pi / 180
                #expect(abs(turn * problem.reducedLength) <= Self.accuracy, "\(problem)")
            }
            compared += 1
        }
        // The iteration converges for all problems except nearly antipodal ones.
        #expect(compared > 350)
    }

    @Test func `From pole to pole the result is a meridian`() throws {
        let distance = try #require(Vincenty().distance(from: try point(90, 0), to: try point(-90, 70)))
        // Twice the quarter meridian of WGS84 from geographiclib.
        #expect(abs(distance - 20_003_931.458625447) <= Self.accuracy)
    }

    @Test func `The outcome contains the number of iterations and the cause of a failure`() throws {
        let (start, opposite) = (try point(0, 0), try point(0, 180))
        #expect(Vincenty().inverse(from: start, to: opposite) == .failed(reason: .beyondHalfTurn, iterations: 1))
        let nearly = Vincenty().inverse(from: start, to: try point(0.5, 179.7))
        guard case .failed(.beyondHalfTurn, _) = nearly else {
            Issue.record("\(nearly)")
            return
        }
        let far = try point(40, 100)
        let outcome = Vincenty().inverse(from: start, to: far)
        let short = Vincenty(iterationLimit: outcome.iterations - 1)
        #expect(
            short.inverse(from: start, to: far)
                == .failed(reason: .iterationLimit, iterations: outcome.iterations - 1)
        )
        #expect(short.distance(from: start, to: far) == nil)
        #expect(short.initialBearing(from: start, to: far) == nil)
        #expect(Vincenty(iterationLimit: outcome.iterations).inverse(from: start, to: far) == outcome)
    }
}
