internal import RealModule
public import SensorModel

/// The line of sight between two points. Its elevation angle follows from the heights of both points and the distance
/// over ground.
///
/// For two geodetic positions, use the elevation of the vector that ``LocalTangentFrame/local(_:)`` returns instead.
///
/// ```swift
/// let line = SightLine(refraction: 0.13)
/// let elevation = line.elevation(distance: 10_000, observerHeight: 500, targetHeight: 1500)
/// ```
public struct SightLine: Sendable, Hashable {
    /// The radius of the Earth in metres, enlarged to include refraction; `nil` for a flat Earth.
    private let effectiveRadius: Metres?

    /// The line of sight over a flat Earth without refraction, as in AREA (Geiger 2012, formula 4.5).
    ///
    /// Compared with a round Earth and usual refraction, elevation angles are too high: by 0.004° at 1 km, and by 0.08°
    /// at 20 km.
    public static let flat = SightLine(effectiveRadius: nil)

    private init(effectiveRadius: Metres?) { self.effectiveRadius = effectiveRadius }

    /// Creates a line of sight over a round Earth with refraction.
    ///
    /// Light in air with the refraction coefficient k follows a circle of radius R/k. This is equivalent to a straight
    /// line over an Earth of radius R/(1 − k). Gauss measured k = 0.13; close to warm or cold ground, k often differs
    /// (Hirt et al. 2010, doi:10.1029/2010JD014067). If k changes by 0.1, the elevation of a target at 10 km changes by
    /// 0.0045°.
    ///
    /// With k = 0, the angle on the sphere is exact except for rounding. With refraction, the angle is valid if heights
    /// and distances are small compared with the Earth.
    ///
    /// - Parameters:
    ///   - radius: the radius of the Earth in metres; greater than 0.
    ///   - refraction: the coefficient k, below 1; 0 for no refraction.
    public init(radius: Metres = EarthSphere.common, refraction: Double) {
        precondition(radius > 0, "the radius must be greater than 0")
        precondition(refraction < 1, "the refraction coefficient must be below 1")
        effectiveRadius = radius / (1 - refraction)
    }

    /// Returns the elevation of the target above the observer's horizontal plane, in [−90°, 90°]; 0 for identical
    /// positions.
    ///
    /// - Parameters:
    ///   - distance: the distance over ground at height 0 in metres; at least 0 and below a quarter of the
    ///     circumference.
    ///   - observerHeight: the observer's height above the sphere, or the flat Earth, in metres.
    ///   - targetHeight: the target's height above the sphere, or the flat Earth, in metres.
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
