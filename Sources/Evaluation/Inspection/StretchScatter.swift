import SensorModel

/// Variance of a noise and covariance of its neighbouring samples, from stretches that each have a mean of their own.
struct StretchScatter {
    let variance: Double
    let covariance: Double

    /// Nil without stretches. O(samples).
    init?(_ stretches: [[Double]]) {
        var (squares, products) = (0.0, 0.0)
        var (count, pairs) = (0, 0)
        for stretch in stretches {
            guard let mean = Double.mean(of: stretch) else { continue }
            squares += stretch.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            products += zip(stretch, stretch.dropFirst()).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
            count += stretch.count
            pairs += stretch.count - 1
        }
        guard count > 0, pairs > 0 else { return nil }
        let (raw, rawProduct) = (squares / Double(count), products / Double(pairs))
        let length = Double(count) / Double(stretches.count)
        // Each stretch's own mean takes its variance, σ²/m (1 + ρ)/(1 − ρ) for a first-order autoregression, off both.
        var taken = 0.0
        for _ in 0..<Self.rounds where raw > 0 {
            let rho = min(max((rawProduct + taken) / (raw + taken), -Self.mostCorrelation), Self.mostCorrelation)
            taken = (raw + taken) / length * (1 + rho) / (1 - rho)
        }
        (variance, covariance) = (raw + taken, rawProduct + taken)
    }

    /// Each makes the error of the last smaller by the number of independent samples in a stretch.
    private static let rounds = 5
    /// Noise that is more correlated has no mean of its own within a stretch.
    private static let mostCorrelation = 0.95
}
