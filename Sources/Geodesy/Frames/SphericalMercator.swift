import RealModule
public import SensorModel

/// The spherical Mercator projection of web maps, EPSG:3857.
///
/// Distances on the map exceed true distances by the factor 1/cos φ. IOGP Publication 373-7-2, section 3.4.2. O(1).
///
/// ```swift
/// let northing = SphericalMercator().northing(of: Angle(degrees: 48.4))
/// ```
public struct SphericalMercator: Sendable, Hashable {
    /// The radius of the sphere in metres.
    public let radius: Metres

    /// Creates a projection; the default radius is that of EPSG:3857, the equatorial radius of WGS84.
    public init(radius: Metres = 6_378_137) {
        precondition(radius > 0, "the radius must be greater than 0")
        self.radius = radius
    }

    /// Returns the distance from the equator in metres of the map; infinite at the poles.
    public func northing(of latitude: Angle) -> Metres {
        radius * Double.log(Double.tan(.pi / 4 + latitude.radians / 2))
    }

    /// Returns the distance from the meridian of Greenwich in metres of the map.
    public func easting(of longitude: Angle) -> Metres { radius * longitude.radians }
}
