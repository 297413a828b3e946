import SensorModel

/// What one pair of estimates says of a scene's axes.
struct ScenePairAngle: Sendable {
    /// Radians: the standard deviation of a direction of which nothing is known, π/√3.
    static let anyDirection = Double.pi / 3.0.squareRoot()

    let angle: Angle
    let weight: Double
    /// Radians, greater than 0.
    let deviation: Double

    /// The weighted circular mean, arg Σ w exp(iα) (Mardia & Jupp 2000, equation 2.2.4).
    ///
    /// - Returns: nil where the directions cancel, or there are none.
    static func mean(of pairs: [ScenePairAngle]) -> SceneCorrection.Found? {
        var (north, east, weights, deviations, squares) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for pair in pairs {
            north += pair.weight * pair.angle.cosine
            east += pair.weight * pair.angle.sine
            weights += pair.weight
            deviations += pair.weight * pair.deviation
            squares += pair.weight * pair.deviation * pair.deviation
        }
        guard (north * north + east * east).squareRoot() > leastResultant * weights else { return nil }
        let mean = Angle(ofPoint: north, east)
        var scatter = 0.0
        for pair in pairs {
            let off = (pair.angle - mean).wrapped.radians
            scatter += pair.weight * off * off
        }
        // σ(Σ w α/Σ w) ≤ Σ w σ/Σ w, times the Birge ratio where that is above 1.
        let excess = (scatter / squares).squareRoot()
        return SceneCorrection.Found(
            angle: mean.wrapped,
            uncertainty: Angle(radians: min(deviations / weights * max(1, excess), anyDirection)),
            spread: Angle(radians: (scatter / weights).squareRoot())
        )
    }

    /// Of the mean: below it the direction shows rounding.
    private static let leastResultant = 1e-9
}
