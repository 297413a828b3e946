public import SensorModel

/// An ellipsoid of revolution that stands for the Earth: a sphere, or one flattened at its poles.
///
/// Latitudes are geodetic: the angle between the ellipsoid's normal and the plane of the equator. Radii are right to
/// a few units in the last place (some nanometres on the Earth).
public struct Ellipsoid: Sendable, Hashable {
    /// The radius of the equator, a.
    public let semiMajorAxis: Metres
    /// f = (a − b)/a; 0 for a sphere.
    public let flattening: Double

    /// - Parameters:
    ///   - semiMajorAxis: greater than 0 and finite.
    ///   - flattening: in [0, 1).
    public init(semiMajorAxis: Metres, flattening: Double) {
        precondition(semiMajorAxis > 0 && semiMajorAxis.isFinite, "the semi-major axis is finite and above 0")
        precondition(flattening >= 0 && flattening < 1, "the flattening is in [0, 1)")
        self.semiMajorAxis = semiMajorAxis
        self.flattening = flattening
    }

    /// The ellipsoid of the World Geodetic System (NGA 2014, chapter 3), which GPS refers to.
    public static let wgs84 = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257_223_563)

    /// The distance from the centre to a pole, b = a(1 − f).
    @inlinable public var semiMinorAxis: Metres { semiMajorAxis * (1 - flattening) }

    /// The first eccentricity squared, e² = (a² − b²)/a² = f(2 − f).
    @inlinable public var eccentricitySquared: Double { flattening * (2 - flattening) }

    /// The second eccentricity squared, e′² = (a² − b²)/b².
    @inlinable public var secondEccentricitySquared: Double {
        eccentricitySquared / ((1 - flattening) * (1 - flattening))
    }

    /// The third flattening, n = (a − b)/(a + b).
    @inlinable public var thirdFlattening: Double { flattening / (2 - flattening) }
}
