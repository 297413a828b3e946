internal import RealModule
public import SensorModel

/// The great circle by haversines, which keep small distances that an arccosine loses.
///
/// Inman 1835; Sinnott 1984; Geiger 2012, formula 4.3 and listing 4.1. Near the opposite point the arcsine loses what
/// the arccosine loses near the same point: up to 0.2 m in double precision.
public struct Haversine: DistanceFormula {
    /// Radius of the sphere.
    public var radius: Metres
    public var precision: Precision

    public init(radius: Metres = EarthSphere.common, precision: Precision = .double) {
        self.radius = radius
        self.precision = precision
    }

    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        switch precision {
        case .single: return distance(PointPair<Float>(start, end))
        case .double: return distance(PointPair<Double>(start, end))
        }
    }

    func distance<Scalar>(_ pair: PointPair<Scalar>) -> Metres {
        let halfLatitude = Scalar.sin(pair.latitudeDifference / 2)
        let halfLongitude = Scalar.sin(pair.longitudeDifference / 2)
        // hav θ = hav Δφ + cos φ₁ cos φ₂ hav Δλ  (4.3)
        let haversine =
            halfLatitude * halfLatitude + Scalar.cos(pair.startLatitude) * Scalar.cos(pair.endLatitude)
            * halfLongitude * halfLongitude
        return Double(2 * Scalar(radius) * Scalar.asin(min(1, haversine.squareRoot())))
    }

    /// The great circle's, in double precision.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        GreatCircle.initialBearing(from: start, to: end)
    }
}

extension FormulaEntry {
    static let haversine = FormulaEntry(
        name: "haversine",
        summary: "The great circle by haversines, accurate for small distances.",
        source: "Sinnott 1984; Geiger 2012, formula 4.3",
        validity: "everywhere, as far as the Earth is a sphere",
        accuracy: StatedAccuracy(relativeError: 0.0057, absoluteError: 1e-7),
        cost: "2 sines, 2 cosines, 1 arcsine, 1 square root",
        givesBearing: true,
        formula: Haversine()
    )

    static let haversineFloat = FormulaEntry(
        name: "haversineFloat",
        summary: "The great circle by haversines, in single precision throughout.",
        source: "Sinnott 1984; Geiger 2012, formula 4.3",
        validity: "everywhere, as far as 2 m do not matter",
        accuracy: StatedAccuracy(relativeError: 0.0058, absoluteError: 2.5),
        cost: "2 sines, 2 cosines, 1 arcsine, 1 square root, single precision",
        givesBearing: true,
        formula: Haversine(precision: .single)
    )
}
