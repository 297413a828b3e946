internal import RealModule
public import SensorModel

/// The length of the straight line on an equirectangular map whose scale is exact at the middle latitude.
///
/// Snyder 1987, doi:10.3133/pp1395, equations 12-1 and 12-2, with the standard parallel at the middle latitude. If the
/// shortest path crosses a pole, the result is up to √(1 + π²/4) = 1.86 times the length of that path.
///
/// ```swift
/// let metres = Equirectangular().distance(from: start, to: end)
/// ```
public struct Equirectangular: DistanceFormula {
    /// The radius of the sphere in metres.
    public var radius: Metres
    /// The floating-point type of all operations.
    public var precision: Precision

    /// Creates the formula.
    public init(radius: Metres = EarthSphere.common, precision: Precision = .double) {
        self.radius = radius
        self.precision = precision
    }

    /// Returns the distance between two points in metres. O(1).
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        switch precision {
        case .single: return distance(RadianPointPair<Float>(start, end))
        case .double: return distance(RadianPointPair<Double>(start, end))
        }
    }

    /// Returns the bearing of the straight line on the map.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        switch precision {
        case .single: return bearing(RadianPointPair<Float>(start, end))
        case .double: return bearing(RadianPointPair<Double>(start, end))
        }
    }

    func distance<Scalar>(_ pair: RadianPointPair<Scalar>) -> Metres {
        let (east, north) = (Self.east(pair), pair.latitudeDifference)
        return Double(Scalar(radius) * (east * east + north * north).squareRoot())
    }

    private func bearing<Scalar>(_ pair: RadianPointPair<Scalar>) -> Angle {
        RadianPointPair<Scalar>.bearing(east: Self.east(pair), north: pair.latitudeDifference)
    }

    // x = Δλ cos φ_m  (12-1)
    private static func east<Scalar>(_ pair: RadianPointPair<Scalar>) -> Scalar {
        pair.longitudeDifference * Scalar.cos((pair.startLatitude + pair.endLatitude) / 2)
    }
}

extension FormulaEntry {
    static let equirectangular = FormulaEntry(
        name: "equirectangular",
        summary: "Straight line on a map with the middle latitude's scale.",
        source: "Snyder 1987, doi:10.3133/pp1395, equations 12-1 and 12-2",
        validity: "away from the poles, for distances much shorter than the Earth's radius",
        accuracy: StatedAccuracy(
            relativeError: 0.0057,
            absoluteError: 1e-7,
            longestDistance: 100_000,
            highestLatitudeDegrees: 80
        ),
        cost: "1 cosine, 1 square root",
        givesBearing: true,
        formula: Equirectangular()
    )

    static let equirectangularFloat = FormulaEntry(
        name: "equirectangularFloat",
        summary: "Straight line on a map with the middle latitude's scale, in single precision.",
        source: "Snyder 1987, doi:10.3133/pp1395, equations 12-1 and 12-2",
        validity: "away from the poles, where errors of 2 m are acceptable",
        accuracy: StatedAccuracy(
            relativeError: 0.0058,
            absoluteError: 2.5,
            longestDistance: 100_000,
            highestLatitudeDegrees: 80
        ),
        cost: "1 cosine, 1 square root, single precision",
        givesBearing: true,
        formula: Equirectangular(precision: .single)
    )
}

/// The distances of many pairs in one call. Each distance differs from the result of a call for one pair by at most 8
/// nm plus 2e-15 of the distance. In single precision, pairs are computed one by one. O(n) time; no memory is needed
/// except for the distances.
extension Equirectangular: BatchDistanceFormula {
    /// Computes the distances of many pairs of points in metres. O(n).
    public func distances(from starts: GeographicColumns, to ends: GeographicColumns, into distances: inout [Metres]) {
        guard precision == .double else {
            return eachDistance(from: starts, to: ends, into: &distances) { distance(RadianPointPair<Float>($0, $1)) }
        }
        let metresPerDegree = radius * (Double.pi / 180)
        PairLanes.measure(from: starts, to: ends, into: &distances) { pair in
            // x = Δλ cos φ_m  (12-1)
            let east = pair.turn * DegreeLanes.cosine((pair.startLatitude + pair.endLatitude) * 0.5)
            let north = pair.endLatitude - pair.startLatitude
            return metresPerDegree * (east * east + north * north).squareRoot()
        }
    }
}
