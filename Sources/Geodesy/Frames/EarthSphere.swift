public import SensorModel

/// Radii of spherical models of the Earth.
public enum EarthSphere {
    /// The radius of Geiger 2012 (listing 4.1) and of most haversine code, in metres.
    public static let common: Metres = 6_371_000
}
