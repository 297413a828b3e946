internal import RealModule
public import SensorModel

/// The length of the great circle, computed with haversines. Unlike formulas with an arccosine, this formula is
/// accurate for small distances.
///
/// Sources: Inman 1835; Sinnott 1984; Geiger 2012, formula 4.3 and listing 4.1. Near the antipode, the arcsine loses
/// digits: the error reaches 0.2 m in double precision.
///
/// ```swift
/// let formula = Haversine()
/// let metres = formula.distance(from: start, to: end)
/// let bearing = formula.initialBearing(from: start, to: end)
/// ```
public struct Haversine: DistanceFormula {
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

    func distance<Scalar>(_ pair: RadianPointPair<Scalar>) -> Metres {
        let halfLatitude = Scalar.sin(pair.latitudeDifference / 2)
        let halfLongitude = Scalar.sin(pair.longitudeDifference / 2)
        // hav θ = hav Δφ + cos φ₁ cos φ₂ hav Δλ  (4.3)
        let haversine =
            halfLatitude * halfLatitude + Scalar.cos(pair.startLatitude) * Scalar.cos(pair.endLatitude)
            * halfLongitude * halfLongitude
        return Double(2 * Scalar(radius) * Scalar.asin(min(1, haversine.squareRoot())))
    }

    /// Returns the initial bearing of the great circle, computed in double precision.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        GreatCircle.initialBearing(from: start, to: end)
    }
}

extension FormulaEntry {
    static let haversine = FormulaEntry(
        name: "haversine",
        summary: "Great circle by haversines, accurate for small distances.",
        source: "Sinnott 1984; Geiger 2012, formula 4.3",
        validity: "everywhere, with the error of a spherical Earth",
        accuracy: StatedAccuracy(relativeError: 0.0057, absoluteError: 1e-7),
        cost: "2 sines, 2 cosines, 1 arcsine, 1 square root",
        givesBearing: true,
        formula: Haversine()
    )

    static let haversineFloat = FormulaEntry(
        name: "haversineFloat",
        summary: "Great circle by haversines, in single precision.",
        source: "Sinnott 1984; Geiger 2012, formula 4.3",
        validity: "everywhere, where errors of 2 m are acceptable",
        accuracy: StatedAccuracy(relativeError: 0.0058, absoluteError: 2.5),
        cost: "2 sines, 2 cosines, 1 arcsine, 1 square root, single precision",
        givesBearing: true,
        formula: Haversine(precision: .single)
    )
}

/// The distances of many pairs in one call. A distance d differs from the result of a call for one pair by at most 8 nm
/// plus 2e-15 · 2R tan(d/2R), where R is the radius. This bound is 34 nm at a quarter of the circumference. At the
/// antipode, where the arcsine loses digits, the difference reaches 0.5 m. In single precision, pairs are computed one
/// by one. O(n) time; no memory is needed except for the distances.
extension Haversine: BatchDistanceFormula {
    /// Computes the distances of many pairs of points in metres. O(n).
    public func distances(from starts: GeographicColumns, to ends: GeographicColumns, into distances: inout [Metres]) {
        guard precision == .double else {
            return eachDistance(from: starts, to: ends, into: &distances) { distance(RadianPointPair<Float>($0, $1)) }
        }
        let diameter = 2 * radius
        PairLanes.measure(from: starts, to: ends, into: &distances) { pair in
            let halfLatitude = DegreeLanes.sine((pair.endLatitude - pair.startLatitude) * 0.5)
            let halfLongitude = DegreeLanes.sine(pair.turn * 0.5)
            let cosines = DegreeLanes.cosine(pair.startLatitude) * DegreeLanes.cosine(pair.endLatitude)
            // hav θ = hav Δφ + cos φ₁ cos φ₂ hav Δλ  (4.3)
            let haversine = halfLatitude * halfLatitude + cosines * (halfLongitude * halfLongitude)
            let root = haversine.squareRoot()
            return diameter * DegreeLanes.arcSine(root.replacing(with: 1, where: root .> 1))
        }
    }
}
