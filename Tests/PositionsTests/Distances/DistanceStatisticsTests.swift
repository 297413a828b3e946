import Evaluation
import Geodesy
import Positions
import SensorModel
import TestSupport
import Testing

/// The statistics of formulas whose errors are known.
struct DistanceStatisticsTests {
    private static let pairs = RandomPairs(count: 6_000, seed: 3)
    /// Parts per million: rounding to nanometres is 1e-4 ppm of 10 m.
    private static let relativeTolerance = 1e-3
    /// Degrees: rounding.
    private static let bearingTolerance = 1e-9

    private static func statistics(
        _ formula: ScaledGeodesic,
        tolerance: DistanceTolerance = .standard
    ) -> DistanceStatistics {
        let formulas = [formula.entry("scaled")]
        var statistics = DistanceStatistics(formulas: formulas, tolerance: tolerance)
        statistics.add(MeasuredPairs((0..<pairs.count).map { pairs[$0] }, formulas: formulas))
        return statistics
    }

    @Test func `A formula with an error of 0.9 ppm is within 1 m up to 1000 km, at any latitude`() {
        let statistics = Self.statistics(ScaledGeodesic(excess: 0.9))
        for latitudes in 1...LatitudeBand.all.count {
            #expect(statistics.reach(formula: 0, latitudes: latitudes)?.upper == 1e6)
        }
        let figures = statistics.figures(formula: 0)
        #expect(figures.pairs == Self.pairs.count)
        #expect(figures.withoutAnswer == 0)
    }

    @Test func `The relative error is the formula's, and a tolerance can be in ppm`() throws {
        let within = Self.statistics(
            ScaledGeodesic(excess: -40),
            tolerance: try #require(DistanceTolerance(41, .partsPerMillion))
        )
        let far = within.figures(formula: 0, ranges: 3..<RangeBand.all.count)
        #expect(abs(try #require(far.relative.maximum) - 40) < Self.relativeTolerance)
        #expect(abs(try #require(far.relative.rootMeanSquare) - 40) < Self.relativeTolerance)
        #expect(far.outside == 0)
        let outside = Self.statistics(
            ScaledGeodesic(excess: -40),
            tolerance: try #require(DistanceTolerance(39, .partsPerMillion))
        )
        #expect(outside.figures(formula: 0).outsideShare == 1)
        #expect(outside.reach(formula: 0) == nil)
    }

    @Test func `A formula without a distance near the poles has a reach only at lower latitudes`() {
        let statistics = Self.statistics(ScaledGeodesic(excess: 0, highestLatitude: 60))
        #expect(statistics.reach(formula: 0) == nil)
        #expect(statistics.reach(formula: 0, latitudes: 4) == RangeBand.all.last)
        #expect(statistics.figures(formula: 0).withoutAnswer == Self.pairs.count / 3)
        #expect(statistics.totalDistance(formula: 0) == nil)
    }

    @Test func `Bearings are compared modulo 360°, except where they are not determined`() throws {
        let statistics = Self.statistics(ScaledGeodesic(excess: 0, bearingError: 0.25))
        let figures = statistics.figures(formula: 0)
        #expect(abs(try #require(figures.bearing.maximum) - 0.25) < Self.bearingTolerance)
        #expect(figures.bearing.count == Self.pairs.count / 10 * 9)
        #expect(statistics.figures(formula: 0, ranges: 9..<10).bearing.count == 0)
        let point = try #require(GeographicPoint(latitudeDegrees: 1, longitudeDegrees: 2))
        let formulas = [ScaledGeodesic(excess: 5, bearingError: 1).entry("scaled")]
        var same = DistanceStatistics(formulas: formulas, tolerance: .standard)
        same.add(MeasuredPairs([PointPair(from: point, to: point)], formulas: formulas))
        #expect(same.coincident == 1)
        #expect(same.figures(formula: 0).bearing.count == 0)
        #expect(same.figures(formula: 0).relative.count == 0)
        #expect(same.figures(formula: 0).error.count == 1)
    }

    @Test func `A band without pairs is not within the tolerance`() {
        let statistics = DistanceStatistics(formulas: [ScaledGeodesic(excess: 0).entry("scaled")], tolerance: .standard)
        #expect(statistics.reach(formula: 0) == nil)
        #expect(statistics.figures(formula: 0).outsideShare == nil)
    }
}
