internal import RealModule
public import SensorModel

/// The length of the vector from start to end, in the East, North, Up frame at the start. The system iLocator sorts
/// objects by this length.
///
/// Source: Bertram 2012, formulas 3.1 (with a corrected misprint) and 3.2. The length equals the result of
/// ``ECEFChord``. The vector also gives the bearing.
///
/// ```swift
/// let formula = ENUNorm()
/// let (metres, bearing) = (formula.distance(from: start, to: end), formula.initialBearing(from: start, to: end))
/// ```
public struct ENUNorm: DistanceFormula {
    /// The ellipsoid of the Earth.
    public var ellipsoid: Ellipsoid

    /// Creates the formula.
    public init(ellipsoid: Ellipsoid = .wgs84) {
        self.ellipsoid = ellipsoid
    }

    /// Returns the distance between two points in metres. O(1).
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        local(from: start, to: end)?.length
    }

    /// Returns the azimuth, at the start, of the straight line to the end; 0 for identical points.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        local(from: start, to: end).map { RadianPointPair.bearing(east: $0.x, north: $0.y) }
    }

    private func local(from start: GeographicPoint, to end: GeographicPoint) -> Vector3? {
        guard let start = GeodeticPosition(point: start, height: 0), let end = GeodeticPosition(point: end, height: 0)
        else { return nil }
        // (e, n, u) = R (p − r)  (3.2)
        return LocalTangentFrame(at: start, on: ellipsoid).local(end, on: ellipsoid)
    }
}

extension FormulaEntry {
    static let enuNorm = FormulaEntry(
        name: "enuNorm",
        summary: "Length of the vector in East, North, Up, as in iLocator.",
        source: "Bertram 2012, formulas 3.1 and 3.2",
        validity: "where the chord may replace the arc: the chord is shorter by d³/24R²",
        accuracy: StatedAccuracy(relativeError: 1.1e-5, absoluteError: 1e-7, longestDistance: 100_000),
        cost: "6 sines, 6 cosines, 3 square roots; a matrix times a vector",
        givesBearing: true,
        formula: ENUNorm()
    )
}
