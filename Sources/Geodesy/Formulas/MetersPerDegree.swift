internal import RealModule
public import SensorModel

/// The length of the offset between two points. The offset in degrees is converted to metres with the scale at the
/// start's latitude, as in the app Yandex.Maps.
///
/// Yandex 2018, formulas `metersInLonDegree` and `metersInLatDegree`. Yandex 2018 states no value for the Earth's
/// radius; the default is 6371 km, as in most haversine code. The distance in the opposite direction uses the scale at
/// the end's latitude, and therefore differs.
///
/// ```swift
/// let metres = MetersPerDegree().distance(from: user, to: place)
/// ```
public struct MetersPerDegree: DistanceFormula {
    /// The radius of the sphere in metres.
    public var radius: Metres

    /// Creates the formula.
    public init(radius: Metres = EarthSphere.common) {
        self.radius = radius
    }

    /// Returns the distance between two points in metres. O(1).
    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let pair = RadianPointPair<Double>(start, end)
        let (east, north) = (Self.east(pair), pair.latitudeDifference)
        return radius * (east * east + north * north).squareRoot()
    }

    /// Returns the direction of the offset from start to end, clockwise from north.
    public func initialBearing(from start: GeographicPoint, to end: GeographicPoint) -> Angle? {
        let pair = RadianPointPair<Double>(start, end)
        return RadianPointPair.bearing(east: Self.east(pair), north: pair.latitudeDifference)
    }

    // Δx = Δλ · 2πR cos φ₀ / 360°
    private static func east(_ pair: RadianPointPair<Double>) -> Double {
        pair.longitudeDifference * Double.cos(pair.startLatitude)
    }
}

extension FormulaEntry {
    static let metersPerDegree = FormulaEntry(
        name: "metersPerDegree",
        summary: "Degrees converted to metres with the start latitude's scale, as in Yandex.Maps.",
        source: "Yandex 2018, metersInLonDegree and metersInLatDegree",
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
