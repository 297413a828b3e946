internal import RealModule
public import SensorModel

/// Shortest ways on an ellipsoid, accurate to some nanometres on the Earth, from one end to its very antipode.
///
/// Karney 2013, doi:10.1007/s00190-012-0578-z. Equation numbers in this folder are those of the paper. Series of order
/// 6. A value without allocations, safe from any thread.
public struct Geodesic: Sendable {
    public let ellipsoid: Ellipsoid

    /// 1 − f.
    let axisRatio: Double
    let flattening: Double
    /// a and b in metres.
    let semiMajorAxis: Double
    let semiMinorAxis: Double
    /// e′².
    let secondEccentricitySquared: Double
    let longitudeSeries: LongitudeSeries
    /// The arc, in radians, below which the sphere of (48) leaves no error that a double can hold.
    let shortArc: Double

    /// The flattest ellipsoid for which series of order 6 keep 0.1 µm on a body as large as the Earth.
    public static let largestFlattening = 1.0 / 50

    /// - Parameter ellipsoid: with a flattening of at most ``largestFlattening``.
    public init(ellipsoid: Ellipsoid = .wgs84) {
        precondition(ellipsoid.flattening <= Self.largestFlattening, "the flattening is at most 1/50")
        self.ellipsoid = ellipsoid
        axisRatio = 1 - ellipsoid.flattening
        flattening = ellipsoid.flattening
        semiMajorAxis = ellipsoid.semiMajorAxis
        semiMinorAxis = ellipsoid.semiMinorAxis
        secondEccentricitySquared = ellipsoid.secondEccentricitySquared
        longitudeSeries = LongitudeSeries(thirdFlattening: ellipsoid.thirdFlattening)
        // The relative error of (52) is about f(1 − f/2)σ²/2 at most: a tenth of a unit in the last place is left.
        let curvature = max(0.001, flattening) * min(1, 1 - flattening / 2) / 2
        shortArc = 0.1 * (Double.ulpOfOne / curvature).squareRoot()
    }

    /// The shortest way between two points.
    ///
    /// Where there are several, as between opposite poles, one of them. Azimuths are clockwise from north in (−180°, 180°],
    /// both in the direction of travel. At a pole they count from the meridian of the point's longitude. The azimuths of a
    /// point to itself are 0° in the southern hemisphere and 180° elsewhere.
    public func inverse(
        from start: GeographicPoint,
        to end: GeographicPoint
    ) -> (distance: Metres, initialAzimuth: Angle, finalAzimuth: Angle) {
        let problem = InverseProblem(from: start, to: end, axisRatio: axisRatio)
        let solution = solve(problem)
        let (departure, arrival) = problem.azimuths(of: solution)
        return (solution.distance, departure, arrival)
    }

    /// The distance alone, which saves the azimuths' arctangents.
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres {
        solve(InverseProblem(from: start, to: end, axisRatio: axisRatio)).distance
    }
}
