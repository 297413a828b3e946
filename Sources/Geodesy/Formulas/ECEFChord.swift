internal import RealModule
public import SensorModel

/// The length of the straight line between two points on the surface of WGS84, through the ground.
///
/// The distance is the length of the difference of the points' ECEF coordinates. Sources: Stevense & van der Tak 2010,
/// section 4.3.2, and Bertram 2012, formula 3.1 with a corrected misprint. In single precision, the degrees and the
/// result of each operation are rounded to `Float`, as in a phone's transformation matrices.
///
/// ```swift
/// let metres = ECEFChord().distance(from: start, to: end)
/// ```
public struct ECEFChord: DistanceFormula {
    /// The ellipsoid of the Earth.
    public var ellipsoid: Ellipsoid
    /// The floating-point type of all operations.
    public var precision: Precision

    /// Creates the formula.
    public init(ellipsoid: Ellipsoid = .wgs84, precision: Precision = .double) {
        self.ellipsoid = ellipsoid
        self.precision = precision
    }

    /// Returns the distance between two points in metres. O(1).
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        guard let start = GeodeticPosition(point: start, height: 0), let end = GeodeticPosition(point: end, height: 0)
        else { return nil }
        return switch precision {
        case .double: ECEFPosition(start, on: ellipsoid).chord(to: ECEFPosition(end, on: ellipsoid))
        case .single: singlePrecisionChord(start, end)
        }
    }

    private func singlePrecisionChord(_ start: GeodeticPosition, _ end: GeodeticPosition) -> Metres {
        let (first, second) = (ellipsoid.cartesian(start, in: Float.self), ellipsoid.cartesian(end, in: Float.self))
        let (x, y, z) = (second.x - first.x, second.y - first.y, second.z - first.z)
        return Double((x * x + y * y + z * z).squareRoot())
    }
}

extension FormulaEntry {
    static let ecefChord = FormulaEntry(
        name: "ecefChord",
        summary: "Straight line between two points of WGS84, through the ground.",
        source: "Stevense & van der Tak 2010, section 4.3.2",
        validity: "where the chord may replace the arc: the chord is shorter by d³/24R²",
        accuracy: StatedAccuracy(relativeError: 1.1e-5, absoluteError: 1e-7, longestDistance: 100_000),
        cost: "4 sines, 4 cosines, 3 square roots",
        givesBearing: false,
        formula: ECEFChord()
    )

    static let ecefChordFloat = FormulaEntry(
        name: "ecefChordFloat",
        summary: "Straight line in single precision, as in a phone's matrices.",
        source: "Stevense & van der Tak 2010, section 4.3.2",
        validity: "where the chord may replace the arc and errors of 4 m are acceptable",
        accuracy: StatedAccuracy(relativeError: 1.2e-5, absoluteError: 4.4, longestDistance: 100_000),
        cost: "4 sines, 4 cosines, 3 square roots, single precision",
        givesBearing: false,
        formula: ECEFChord(precision: .single)
    )
}
