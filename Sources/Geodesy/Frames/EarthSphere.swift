public import SensorModel

/// The radii of spherical models of the Earth.
public enum EarthSphere {
    /// The radius in Geiger 2012 (listing 4.1) and in most haversine code, in metres.
    public static let common: Metres = 6_371_000
}
