public import SensorModel

extension KalmanConstantVelocity: LinearFilter {
    /// H = (α + (β − α) z⁻¹)/(1 − (2 − α − β) z⁻¹ + (1 − α) z⁻²), α and β/Δt the settled gains of position and velocity:
    /// an alpha-beta filter (Kalata 1984, doi:10.1109/TAES.1984.310438).
    ///
    /// The gains are found by going on until they stay: O(samples until they settle).
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let variance = parameters.measurementNoise * parameters.measurementNoise
        let density = parameters.processNoise * parameters.processNoise
        var covariance = MotionCovariance(
            position: variance,
            shared: 0,
            velocity: parameters.initialSpeed * parameters.initialSpeed
        )
        var settled: MotionCovariance.Gain?
        for _ in 0..<Self.mostSamples {
            let uncertainty = covariance.predicted(over: 1 / rate, density: density)
            let gain = uncertainty.gain(variance: variance)
            covariance = uncertainty.corrected(by: gain, variance: variance)
            guard let last = settled, last.isClose(to: gain) else {
                settled = gain
                continue
            }
            let (alpha, beta) = (gain.position, gain.velocity / rate)
            return TransferFunction(
                numerator: [alpha, beta - alpha],
                denominator: [1, alpha + beta - 2, 1 - alpha],
                rate: rate
            )
        }
        return nil
    }
}

extension KalmanConstantVelocity {
    /// A filter that has not settled by then does so in hours.
    private static var mostSamples: Int { 1_000_000 }
}

extension MotionCovariance.Gain {
    /// Within a few roundings.
    fileprivate func isClose(to other: Self) -> Bool {
        abs(position - other.position) <= 1e-15 * position && abs(velocity - other.velocity) <= 1e-15 * velocity
    }
}
