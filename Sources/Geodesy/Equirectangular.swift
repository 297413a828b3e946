internal import RealModule
public import SensorModel

/// Pythagoras on a map whose meridians stand at their distance in the middle latitude.
///
/// Snyder 1987, doi:10.3133/pp1395, equations 12-1 and 12-2, with the standard parallel half-way between the points.
/// Over a pole it goes round by the parallel instead, and is too long by up to half the way round.
public struct Equirectangular: DistanceFormula {
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

    /// The direction on the map.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        switch precision {
        case .single: return bearing(PointPair<Float>(start, end))
        case .double: return bearing(PointPair<Double>(start, end))
        }
    }

    func distance<Scalar>(_ pair: PointPair<Scalar>) -> Metres {
        let (east, north) = (Self.east(pair), pair.latitudeDifference)
        return Double(Scalar(radius) * (east * east + north * north).squareRoot())
    }

    private func bearing<Scalar>(_ pair: PointPair<Scalar>) -> Angle {
        PointPair<Scalar>.bearing(east: Self.east(pair), north: pair.latitudeDifference)
    }

    // x = Δλ cos φ_m  (12-1)
    private static func east<Scalar>(_ pair: PointPair<Scalar>) -> Scalar {
        pair.longitudeDifference * Scalar.cos((pair.startLatitude + pair.endLatitude) / 2)
    }
}

extension FormulaEntry {
    static let equirectangular = FormulaEntry(
        name: "equirectangular",
        summary: "Pythagoras on a map with the middle latitude's scale.",
        source: "Snyder 1987, doi:10.3133/pp1395, equations 12-1 and 12-2",
        validity: "away from the poles, for distances that are short beside the Earth's radius",
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
        summary: "The middle latitude's map, in single precision throughout.",
        source: "Snyder 1987, doi:10.3133/pp1395, equations 12-1 and 12-2",
        validity: "away from the poles, as far as 2 m do not matter",
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
