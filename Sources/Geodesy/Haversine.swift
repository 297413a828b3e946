internal import RealModule
public import SensorModel

/// The great circle by haversines, which keep small distances that an arccosine loses.
///
/// Inman: Navigation and Nautical Astronomy for the Use of British Seamen, 1835; Sinnott: Virtues of the haversine, Sky
/// and Telescope 68 (2), 1984; 000_7d898566c82192f1.txt, listing 4.1.
public struct Haversine: DistanceFormula {
    /// Radius of the sphere.
    public var radius: Metres

    public init(radius: Metres = EarthSphere.common) {
        self.radius = radius
    }

    public func distance(from start: GeographicPoint, to end: GeographicPoint) -> Metres? {
        let halfLatitude = Double.sin((end.latitude - start.latitude).radians / 2)
        let halfLongitude = Double.sin((end.longitude - start.longitude).radians / 2)
        // hav θ = hav Δφ + cos φ₁ cos φ₂ hav Δλ
        let haversine =
            halfLatitude * halfLatitude + Double.cos(start.latitude.radians) * Double.cos(end.latitude.radians)
            * halfLongitude * halfLongitude
        return 2 * radius * Double.asin(min(1, haversine.squareRoot()))
    }
}

extension FormulaEntry {
    static let haversine = FormulaEntry(
        name: "haversine",
        summary: "the great circle by haversines, accurate for small distances",
        source: "Sinnott 1984; 000_7d898566c82192f1.txt, listing 4.1",
        validity: "everywhere, as far as the Earth is a sphere",
        cost: "2 sines, 2 cosines, 1 arcsine, 1 square root",
        givesBearing: false,
        formula: Haversine()
    )
}
