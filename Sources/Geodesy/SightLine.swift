internal import RealModule
public import SensorModel

/// How high above the horizontal a target is seen, from two heights and the distance over ground.
///
/// For the straight line between two geodetic positions, which needs no sphere, take the elevation of
/// ``LocalTangentFrame/local(_:)``.
public struct SightLine: Sendable, Hashable {
    /// The radius of the Earth's surface as the line of sight sees it; nil for a flat Earth.
    private let effectiveRadius: Metres?

    /// AREA's law (Geiger 2012, formula 4.5): the ground is flat and light goes straight.
    ///
    /// It puts a target at 1 km 0.004° too high, one at 20 km 0.08°, with the usual refraction.
    public static let flat = SightLine(effectiveRadius: nil)

    private init(effectiveRadius: Metres?) { self.effectiveRadius = effectiveRadius }

    /// Over a round Earth, through air that bends light.
    ///
    /// Light in air of refraction coefficient k follows a circle of radius R/k, and goes straight over an Earth of the
    /// radius R/(1 − k). By Gauss k is 0.13; close to warm or cold ground it is often another: Hirt et al. 2010,
    /// doi:10.1029/2010JD014067. Each 0.1 of it turns a target at 10 km by 0.0045°.
    ///
    /// On the sphere itself and with k = 0 the angle is exact but for rounding; with k it holds for heights and
    /// distances that are small beside the Earth.
    ///
    /// - Parameters:
    ///   - radius: of the Earth; greater than 0.
    ///   - refraction: the coefficient k, below 1; 0 for light that goes straight.
    public init(radius: Metres = EarthSphere.common, refraction: Double) {
        precondition(radius > 0, "a radius is above 0")
        precondition(refraction < 1, "light that bends as much as the Earth sees no horizon")
        effectiveRadius = radius / (1 - refraction)
    }

    /// The angle above the horizontal at the observer, in [−90°, 90°]; 0 where observer and target are the same place.
    ///
    /// - Parameters:
    ///   - distance: over ground at the height 0; at least 0 and below a quarter turn.
    ///   - observerHeight: above the ground's height 0.
    ///   - targetHeight: above the ground's height 0.
    public func elevation(
        distance: Metres,
        observerHeight: Metres,
        targetHeight: Metres
    ) -> Angle {
        let rise = targetHeight - observerHeight
        guard let radius = effectiveRadius else { return Angle(radians: .atan2(y: rise, x: distance)) }
        let halfSine = Double.sin(distance / radius / 2)
        let targetRadius = radius + targetHeight
        // tan ε = (r₂ cos ψ − r₁)/(r₂ sin ψ), where r₂ cos ψ − r₁ = Δh − 2 r₂ sin²(ψ/2) ≈ Δh − d²/2R
        let up = rise - 2 * targetRadius * halfSine * halfSine
        return Angle(radians: .atan2(y: up, x: targetRadius * Double.sin(distance / radius)))
    }
}
