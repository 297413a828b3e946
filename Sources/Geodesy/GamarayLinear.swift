internal import RealModule
public import SensorModel

/// The legs along the meridian and along the start's parallel, measured apart on WGS84, as Gamaray made its coordinates.
///
/// Stevense & van der Tak 2010, research report, section 6.1. The document names the two legs without a formula. Here
/// the one along the meridian takes the radius of curvature in its middle, the other is an arc of the parallel. The way
/// back is measured along the other parallel, and so differs.
public struct GamarayLinear: DistanceFormula {
    public var ellipsoid: Ellipsoid

    public init(ellipsoid: Ellipsoid = .wgs84) {
        self.ellipsoid = ellipsoid
    }

    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let legs = legs(from: start, to: end)
        return (legs.east * legs.east + legs.north * legs.north).squareRoot()
    }

    /// The direction of the two legs' sum.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        let legs = legs(from: start, to: end)
        return PointPair.bearing(east: legs.east, north: legs.north)
    }

    private func legs(from start: GeographicPoint, to end: GeographicPoint) -> (east: Metres, north: Metres) {
        let pair = PointPair<Double>(start, end)
        let parallel = SineCosine(radians: pair.startLatitude)
        let middle = Angle(radians: (pair.startLatitude + pair.endLatitude) / 2)
        // −z = M(φ_m) Δφ, x = N(φ₀) cos φ₀ Δλ
        let parallelRadius = ellipsoid.primeVerticalRadius(latitudeSine: parallel.sine) * parallel.cosine
        return (
            parallelRadius * pair.longitudeDifference, ellipsoid.meridionalRadius(at: middle) * pair.latitudeDifference
        )
    }
}

extension FormulaEntry {
    static let gamarayLinear = FormulaEntry(
        name: "gamarayLinear",
        summary: "Legs along meridian and parallel apart, on the ellipsoid, as Gamaray.",
        source: "Stevense & van der Tak 2010, research report, section 6.1",
        validity: "for small offsets away from the poles",
        accuracy: StatedAccuracy(
            relativeError: 0.0005,
            absoluteError: 1e-6,
            longestDistance: 2000,
            highestLatitudeDegrees: 70
        ),
        cost: "2 sines, 1 cosine, 3 square roots",
        givesBearing: true,
        isSymmetric: false,
        formula: GamarayLinear()
    )
}
