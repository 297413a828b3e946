internal import RealModule
public import SensorModel

/// An ellipsoid of revolution as a model of the Earth, flattened at the poles or spherical.
///
/// Latitudes are geodetic: the angle between the ellipsoid's normal and the equatorial plane. Radii are accurate to a
/// few units in the last place, which are a few nanometres on the Earth.
///
/// ```swift
/// let radius = Ellipsoid.wgs84.meridionalRadius(at: Angle(degrees: 48))
/// ```
public struct Ellipsoid: Sendable, Hashable {
    /// The equatorial radius a in metres.
    public let semiMajorAxis: Metres
    /// The flattening f = (a − b)/a; 0 for a sphere.
    public let flattening: Double

    /// Creates an ellipsoid.
    ///
    /// - Parameters:
    ///   - semiMajorAxis: the equatorial radius in metres, finite and greater than 0.
    ///   - flattening: the flattening, in [0, 1).
    public init(semiMajorAxis: Metres, flattening: Double) {
        precondition(
            semiMajorAxis > 0 && semiMajorAxis.isFinite,
            "the semi-major axis must be finite and greater than 0"
        )
        precondition(flattening >= 0 && flattening < 1, "the flattening must be in [0, 1)")
        self.semiMajorAxis = semiMajorAxis
        self.flattening = flattening
    }

    /// The ellipsoid of the World Geodetic System (NGA 2014, chapter 3), which GPS uses.
    public static let wgs84 = Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1 / 298.257_223_563)

    /// The polar radius b = a(1 − f) in metres.
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

/// The radius of a sphere that approximates the whole ellipsoid.
///
/// Moritz 2000, doi:10.1007/s001900050278.
extension Ellipsoid {
    /// The mean of the three semi-axes, R₁ = (2a + b)/3: 6 371 008.771 m for WGS84.
    public var meanRadius: Metres { semiMajorAxis * (1 - flattening / 3) }
}

/// Radii and angles that depend on the latitude.
///
/// Torge, Müller: Geodesy, 4th ed., 2012, section 4.1.
extension Ellipsoid {
    /// Returns the radius of curvature N in the east–west direction, in metres: the length of the normal from the
    /// surface to the axis.
    ///
    /// N grows from a at the equator to a²/b at the poles.
    public func primeVerticalRadius(at latitude: Angle) -> Metres {
        primeVerticalRadius(latitudeSine: .sin(latitude.radians))
    }

    /// Returns the radius of curvature M in the north–south direction, in metres.
    ///
    /// M grows from b²/a at the equator to a²/b at the poles.
    public func meridionalRadius(at latitude: Angle) -> Metres {
        // M = a(1 − e²)/W³ = N(1 − e²)/W²
        let sine = Double.sin(latitude.radians)
        return primeVerticalRadius(latitudeSine: sine) * (1 - eccentricitySquared) / widthSquared(latitudeSine: sine)
    }

    /// Returns the geocentric latitude θ, the angle between the equatorial plane and the line from the centre to the
    /// surface: tan θ = (1 − e²) tan φ.
    ///
    /// On WGS84, the geocentric latitude is closer to the equator than the geodetic latitude, by up to 0.1924° at 45°.
    public func geocentricLatitude(at latitude: Angle) -> Angle {
        let (sine, cosine) = (Double.sin(latitude.radians), Double.cos(latitude.radians))
        return Angle(radians: .atan2(y: (1 - eccentricitySquared) * sine, x: cosine))
    }

    func primeVerticalRadius(latitudeSine sine: Double) -> Metres {
        // N = a/W
        semiMajorAxis / widthSquared(latitudeSine: sine).squareRoot()
    }

    /// Returns W² = 1 − e² sin² φ for the sine of a latitude φ, where e is the eccentricity.
    private func widthSquared(latitudeSine sine: Double) -> Double { 1 - eccentricitySquared * sine * sine }
}

/// The radii of spherical models of the Earth.
public enum EarthSphere {
    /// The radius in Geiger 2012 (listing 4.1) and in most haversine code, in metres.
    public static let common: Metres = 6_371_000
}

/// The spherical Mercator projection of web maps, EPSG:3857.
///
/// Distances on the map are 1/cos φ times the true distances. Source: IOGP Publication 373-7-2, section 3.4.2. O(1).
///
/// ```swift
/// let northing = SphericalMercator().northing(of: Angle(degrees: 48.4))
/// ```
public struct SphericalMercator: Sendable, Hashable {
    /// The radius of the sphere in metres.
    public let radius: Metres

    /// Creates a projection. The default radius is the radius of EPSG:3857, which is the equatorial radius of WGS84.
    public init(radius: Metres = 6_378_137) {
        precondition(radius > 0, "the radius must be greater than 0")
        self.radius = radius
    }

    /// Returns the map coordinate north of the equator, in metres; infinite at the poles.
    public func northing(of latitude: Angle) -> Metres {
        radius * Double.log(Double.tan(.pi / 4 + latitude.radians / 2))
    }

    /// Returns the map coordinate east of the Greenwich meridian, in metres.
    public func easting(of longitude: Angle) -> Metres { radius * longitude.radians }
}
