internal import RealModule
public import SensorModel

/// The distance computed from two legs on WGS84: one along the meridian, and one along the start's parallel. The
/// program Gamaray computes distances in this way.
///
/// Stevense & van der Tak 2010, research report, section 6.1, name the two legs, but give no formula. Here, the leg
/// along the meridian uses the radius of curvature at the leg's middle. The other leg is an arc of the parallel through
/// the start. The distance in the opposite direction uses the parallel through the end, and therefore differs.
///
/// ```swift
/// let metres = GamarayLinear().distance(from: user, to: place)
/// ```
public struct GamarayLinear: DistanceFormula {
    /// The ellipsoid of the Earth.
    public var ellipsoid: Ellipsoid

    /// Creates the formula.
    public init(ellipsoid: Ellipsoid = .wgs84) {
        self.ellipsoid = ellipsoid
    }

    /// Returns the distance between two points in metres. O(1).
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let legs = legs(from: start, to: end)
        return (legs.east * legs.east + legs.north * legs.north).squareRoot()
    }

    /// Returns the direction of the vector sum of the east leg and the north leg.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        let legs = legs(from: start, to: end)
        return RadianPointPair.bearing(east: legs.east, north: legs.north)
    }

    private func legs(from start: GeographicPoint, to end: GeographicPoint) -> (east: Metres, north: Metres) {
        let pair = RadianPointPair<Double>(start, end)
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
        summary: "Legs along meridian and parallel of the ellipsoid, as in Gamaray.",
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
