internal import RealModule
public import SensorModel

/// Shortest paths on an ellipsoid. The error on the Earth is a few nanometres at any distance, also at the antipode.
///
/// Karney 2013, doi:10.1007/s00190-012-0578-z, with series of order 6. Equation numbers in this folder are those of the
/// paper. The solver allocates no memory and is safe on any thread.
///
/// ```swift
/// let geodesic = Geodesic()
/// let (distance, departure, arrival) = geodesic.inverse(from: start, to: end)
/// let destination = geodesic.direct(from: start, azimuth: departure, distance: distance / 2)
/// ```
public struct Geodesic: Sendable {
    /// The ellipsoid.
    public let ellipsoid: Ellipsoid

    /// 1 − f.
    let axisRatio: Double
    let flattening: Double
    /// a in metres.
    let semiMajorAxis: Double
    /// b in metres.
    let semiMinorAxis: Double
    /// e′².
    let secondEccentricitySquared: Double
    let longitudeSeries: LongitudeSeries
    /// The arc in radians below which the sphere of (48) has no error that a double can represent.
    let shortArc: Double

    /// The largest flattening for which the series have an error below 0.1 µm on a body as large as the Earth.
    public static let largestFlattening = 1.0 / 50

    /// Creates a solver.
    ///
    /// - Parameter ellipsoid: ellipsoid with a flattening of at most ``largestFlattening``.
    public init(ellipsoid: Ellipsoid = .wgs84) {
        precondition(ellipsoid.flattening <= Self.largestFlattening, "the flattening must be at most 1/50")
        self.ellipsoid = ellipsoid
        axisRatio = 1 - ellipsoid.flattening
        flattening = ellipsoid.flattening
        semiMajorAxis = ellipsoid.semiMajorAxis
        semiMinorAxis = ellipsoid.semiMinorAxis
        secondEccentricitySquared = ellipsoid.secondEccentricitySquared
        longitudeSeries = LongitudeSeries(thirdFlattening: ellipsoid.thirdFlattening)
        // The relative error of (52) is at most about f(1 − f/2)σ²/2; this limits it to a tenth of a unit in the last
        // place.
        let curvature = max(0.001, flattening) * min(1, 1 - flattening / 2) / 2
        shortArc = 0.1 * (Double.ulpOfOne / curvature).squareRoot()
    }

    /// The shortest path between two points: its length in metres and its azimuths.
    ///
    /// Between opposite poles and similar pairs with several shortest paths, it is one of them. Azimuths are clockwise
    /// from north in (−180°, 180°], both in the direction of travel. At a pole they count from the meridian of the
    /// point's longitude. The azimuths of identical points are 0° in the southern hemisphere and 180° elsewhere. O(1);
    /// iterates a few times.
    public func inverse(
        from start: GeographicPoint,
        to end: GeographicPoint
    ) -> (distance: Metres, initialAzimuth: Angle, finalAzimuth: Angle) {
        let problem = InverseProblem(from: start, to: end, axisRatio: axisRatio)
        let solution = solve(problem)
        let (departure, arrival) = problem.azimuths(of: solution)
        return (solution.distance, departure, arrival)
    }

    /// The length of the shortest path in metres, without the arctangents of the azimuths.
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres {
        solve(InverseProblem(from: start, to: end, axisRatio: axisRatio)).distance
    }
}
