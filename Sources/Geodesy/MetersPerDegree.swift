internal import RealModule
public import SensorModel

/// Offsets in metres from offsets in degrees, with the scale of the start's latitude: Yandex.Maps' coordinates of a scene.
///
/// Yandex 2017, the formulas of `metersInLonDegree` and `metersInLatDegree`. The document names the Earth's
/// radius without its value; here it is that of the other systems. The way back is measured with the other latitude's
/// scale, and so differs.
public struct MetersPerDegree: DistanceFormula {
    /// Radius of the sphere.
    public var radius: Metres

    public init(radius: Metres = EarthSphere.common) {
        self.radius = radius
    }

    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let pair = PointPair<Double>(start, end)
        let (east, north) = (Self.east(pair), pair.latitudeDifference)
        return radius * (east * east + north * north).squareRoot()
    }

    /// The direction of the offset.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        let pair = PointPair<Double>(start, end)
        return PointPair.bearing(east: Self.east(pair), north: pair.latitudeDifference)
    }

    // Δx = Δλ · 2πR cos φ₀ / 360°
    private static func east(_ pair: PointPair<Double>) -> Double {
        pair.longitudeDifference * Double.cos(pair.startLatitude)
    }
}

extension FormulaEntry {
    static let metersPerDegree = FormulaEntry(
        name: "metersPerDegree",
        summary: "Degrees to metres with the start latitude's scale, as Yandex did.",
        source: "Yandex 2017, metersInLonDegree and metersInLatDegree",
        validity: "for small offsets away from the poles",
        accuracy: StatedAccuracy(
            relativeError: 0.0057,
            absoluteError: 1e-7,
            longestDistance: 2000,
            highestLatitudeDegrees: 70
        ),
        cost: "1 cosine, 1 square root",
        givesBearing: true,
        isSymmetric: false,
        formula: MetersPerDegree()
    )
}
