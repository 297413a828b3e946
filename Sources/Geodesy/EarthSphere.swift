public import SensorModel

/// Radii of spheres that stand for the Earth.
public enum EarthSphere {
    /// The radius that the AREA thesis and most haversine code take (Geiger 2012, listing 4.1).
    public static let common: Metres = 6_371_000
}
