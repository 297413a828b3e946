import SensorModel

/// The yaw error of a scene's axes according to one pair of estimates.
struct ScenePairAngle: Sendable {
    /// The standard deviation of a completely unknown direction in radians, π/√3.
    static let anyDirection = Double.pi / 3.0.squareRoot()

    let angle: Angle
    let weight: Double
    /// The standard deviation in radians, greater than 0.
    let deviation: Double

    /// The weighted circular mean, arg Σ w exp(iα) (Mardia & Jupp 2000, equation 2.2.4).
    ///
    /// - Returns: nil when the directions cancel, or without pairs.
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

    /// The smallest relative resultant of a mean; below it rounding determines the direction.
    private static let leastResultant = 1e-9
}
