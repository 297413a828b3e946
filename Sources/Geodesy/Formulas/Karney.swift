public import SensorModel

/// The length of the geodesic, computed with Karney's series. The accuracy of the other formulas is measured against
/// this result.
///
/// Karney 2013, doi:10.1007/s00190-012-0578-z.
///
/// ```swift
/// let metres = Karney().distance(from: start, to: end)
/// ```
public struct Karney: DistanceFormula {
    /// The solver on an ellipsoid.
    public let geodesic: Geodesic

    /// Creates the formula with a solver, by default on WGS84.
    public init(geodesic: Geodesic = Geodesic()) {
        self.geodesic = geodesic
    }

    /// Returns the length of the geodesic in metres. O(1), with a few iterations.
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        geodesic.distance(from: start, to: end)
    }

    /// Returns the azimuth of the geodesic at the start.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        geodesic.inverse(from: start, to: end).initialAzimuth
    }
}

extension FormulaEntry {
    static let karney = FormulaEntry(
        name: "karney",
        summary: "Geodesic on WGS84 to 15 nm, between any two points.",
        source: "Karney 2013, doi:10.1007/s00190-012-0578-z",
        validity: "everywhere",
        accuracy: StatedAccuracy(relativeError: 0, absoluteError: 15e-9),
        cost: "3 sines, 3 cosines, 1 arctangent; iterates, mostly 2 or 3 steps of 2 arctangents and series",
        givesBearing: true,
        formula: Karney()
    )
}
