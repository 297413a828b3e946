internal import RealModule
public import SensorModel

/// The length of the great circle, computed with an arctangent of two arguments. The result is accurate at every
/// distance.
///
/// The special case f = 0 of Vincenty 1975, doi:10.1179/sre.1975.23.176.88, equations 14 to 16.
///
/// ```swift
/// let metres = VincentySphere().distance(from: start, to: end)
/// ```
public struct VincentySphere: DistanceFormula {
    /// The radius of the sphere in metres.
    public var radius: Metres

    /// Creates the formula.
    public init(radius: Metres = EarthSphere.common) {
        self.radius = radius
    }

    /// Returns the distance between two points in metres. O(1).
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let pair = RadianPointPair<Double>(start, end)
        let (first, last) = (SineCosine(radians: pair.startLatitude), SineCosine(radians: pair.endLatitude))
        let turn = SineCosine(radians: pair.longitudeDifference)
        // sin² σ = (cos φ₂ sin Δλ)² + (cos φ₁ sin φ₂ − sin φ₁ cos φ₂ cos Δλ)²  (14)
        let across = last.cosine * turn.sine
        let along = first.cosine * last.sine - first.sine * last.cosine * turn.cosine
        let sine = (across * across + along * along).squareRoot()
        // cos σ = sin φ₁ sin φ₂ + cos φ₁ cos φ₂ cos Δλ  (15)
        let cosine = first.sine * last.sine + first.cosine * last.cosine * turn.cosine
        // tan σ = sin σ / cos σ  (16)
        return radius * Double.atan2(y: sine, x: cosine)
    }

    /// Returns the initial bearing of the great circle.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        GreatCircle.initialBearing(from: start, to: end)
    }
}

extension FormulaEntry {
    static let vincentySphere = FormulaEntry(
        name: "vincentySphere",
        summary: "Great circle by an arctangent, accurate at any distance.",
        source: "Vincenty 1975, doi:10.1179/sre.1975.23.176.88, with f = 0",
        validity: "everywhere, with the error of a spherical Earth",
        accuracy: StatedAccuracy(relativeError: 0.0057, absoluteError: 1e-7),
        cost: "3 sines, 3 cosines, 1 arctangent, 1 square root",
        givesBearing: true,
        formula: VincentySphere()
    )
}
