import RealModule
public import SensorModel

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
