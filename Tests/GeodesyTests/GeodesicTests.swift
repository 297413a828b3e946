import Foundation
import Geodesy
import SensorModel
import TestSupport
import Testing

struct GeodesicTests {
    /// Metres. The paper's error of its series on the Earth; 4 units in the last place of half its circumference.
    static let paperAccuracy = 15e-9
    /// Metres. Twice that, for results that also depend on an azimuth in radians or a longitude in degrees: half a unit
    /// in the last place of half a turn is 1.4 nm in radians, and 91 nm/10¹² in degrees.
    static let positionAccuracy = 30e-9
    /// Degrees. Half a unit in the last printed digit of the paper's tables.
    static let printedDegrees = 0.5e-9

    private func geodesic(flattening: Double) -> Geodesic {
        Geodesic(ellipsoid: Ellipsoid(semiMajorAxis: Ellipsoid.wgs84.semiMajorAxis, flattening: flattening))
    }

    /// The distance in metres of points within a small angle of each other.
    private func gap(_ left: GeographicPoint, _ right: GeographicPoint) -> Double {
        let radius = Ellipsoid.wgs84.semiMajorAxis
        let turn = (left.longitudeDegrees - right.longitudeDegrees).remainder(dividingBy: 360)
        return radius
            * hypot(
                (left.latitudeDegrees - right.latitudeDegrees) * .pi / 180,
                turn * .pi / 180 * cos(left.latitude.radians)
            )
    }

    @Test func `Distances agree with geographiclib to 15 nm, also at poles, antipodes and the date line`() throws {
        for problem in try GeodesicProblem.fixtures() {
            let solution = geodesic(flattening: problem.flattening).inverse(from: problem.start, to: problem.end)
            #expect(abs(solution.distance - problem.distance) <= Self.paperAccuracy, "\(problem)")
        }
    }

    @Test func `Azimuths agree with geographiclib to 30 nm at the other end`() throws {
        for problem in try GeodesicProblem.fixtures() {
            let solution = geodesic(flattening: problem.flattening).inverse(from: problem.start, to: problem.end)
            for (azimuth, expected) in zip([solution.initialAzimuth, solution.finalAzimuth], problem.azimuths) {
                let turn = (azimuth.degrees - expected).remainder(dividingBy: 360) * .pi / 180
                #expect(abs(turn * problem.reducedLength) <= Self.positionAccuracy, "\(problem)")
            }
        }
    }

    @Test func `The reverse problem has the same length and reversed azimuths`() throws {
        for problem in try GeodesicProblem.fixtures() {
            let geodesic = geodesic(flattening: problem.flattening)
            let there = geodesic.inverse(from: problem.start, to: problem.end)
            let back = geodesic.inverse(from: problem.end, to: problem.start)
            #expect(there.distance == back.distance, "\(problem)")
            #expect(geodesic.distance(from: problem.start, to: problem.end) == there.distance)
            // Mirror images have two shortest paths, one on each side.
            if problem.start.latitudeDegrees == -problem.end.latitudeDegrees { continue }
            let turn = (back.initialAzimuth.degrees - there.finalAzimuth.degrees - 180).remainder(dividingBy: 360)
            #expect(abs(turn * .pi / 180 * problem.reducedLength) <= Self.positionAccuracy, "\(problem)")
        }
    }

    @Test func `The direct problem agrees with geographiclib`() throws {
        for problem in try GeodesicProblem.fixtures() {
            let end = try #require(
                geodesic(flattening: problem.flattening).direct(
                    from: problem.start,
                    azimuth: Angle(degrees: problem.azimuths[0]),
                    distance: problem.distance
                )
            )
            #expect(gap(end.point, problem.end) <= Self.positionAccuracy, "\(problem)")
            // Close to a pole, a nanometre can change the azimuth by any angle.
            let poleDistance = Ellipsoid.wgs84.semiMajorAxis * cos(problem.end.latitude.radians)
            let turn = (end.azimuth.degrees - problem.azimuths[1]).remainder(dividingBy: 360) * .pi / 180
            #expect(abs(turn * poleDistance) <= Self.positionAccuracy || problem.end.latitudeDegrees.magnitude == 90)
        }
    }

    @Test func `The direct example of the paper is reproduced in all digits`() throws {
        // Karney 2013, table 2.
        let end = try #require(
            Geodesic().direct(from: try point(40, 0), azimuth: Angle(degrees: 30), distance: 10_000_000)
        )
        #expect(abs(end.point.latitudeDegrees - 41.79331020506) < Self.printedDegrees)
        #expect(abs(end.point.longitudeDegrees - 137.84490004377) < Self.printedDegrees)
        #expect(abs(end.azimuth.degrees - 149.09016931807) < Self.printedDegrees)
    }

    @Test func `The nearly antipodal example of the paper is reproduced in all digits`() throws {
        // Karney 2013, tables 5 and 6.
        let solution = Geodesic().inverse(from: try point(-30, 0), to: try point(29.9, 179.8))
        #expect(abs(solution.initialAzimuth.degrees - 161.890524736) < Self.printedDegrees)
        #expect(abs(solution.finalAzimuth.degrees - 18.090737246) < Self.printedDegrees)
        #expect(abs(solution.distance - 19_989_832.827610) < 0.5e-6)
    }

    @Test func `The direct problem with the inverse's azimuth and distance reaches the end`() throws {
        var generator = SeededGenerator(seed: 87)
        let geodesic = Geodesic()
        for _ in 0..<2000 {
            let start = try point(.random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            let end = try point(.random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            let path = geodesic.inverse(from: start, to: end)
            let found = try #require(
                geodesic.direct(from: start, azimuth: path.initialAzimuth, distance: path.distance)
            )
            #expect(gap(found.point, end) <= Self.positionAccuracy, "\(start) to \(end)")
        }
    }

    @Test func `A negative distance leads backwards, and whole turns lead to the start`() throws {
        let geodesic = Geodesic()
        let start = try point(20, 170)
        let back = try #require(geodesic.direct(from: start, azimuth: Angle(degrees: 35), distance: -5_000_000))
        let there = try #require(geodesic.direct(from: start, azimuth: Angle(degrees: 35 - 180), distance: 5_000_000))
        #expect(gap(back.point, there.point) <= Self.positionAccuracy)
        // Two turns of the equator, and of a meridian: four quarters each, Karney 2013, section 2.
        let equator = 2 * Double.pi * Ellipsoid.wgs84.semiMajorAxis
        let round = try #require(
            geodesic.direct(from: try point(0, 33), azimuth: Angle(degrees: 90), distance: 2 * equator)
        )
        #expect(gap(round.point, try point(0, 33)) <= 2 * Self.positionAccuracy)
        let meridian = 4 * 10_001_965.729312724
        let over = try #require(geodesic.direct(from: start, azimuth: .zero, distance: 2 * meridian))
        #expect(gap(over.point, start) <= 2 * Self.positionAccuracy)
    }

    @Test func `Input that is not finite has no result`() throws {
        let start = try point(0, 0)
        #expect(Geodesic().direct(from: start, azimuth: .zero, distance: .infinity) == nil)
        #expect(Geodesic().direct(from: start, azimuth: Angle(radians: .nan), distance: 1) == nil)
    }
}
