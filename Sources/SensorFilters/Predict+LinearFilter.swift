public import SensorModel

extension Predict: LinearFilter {
    /// H = (1 + g − (β + g) z⁻¹)/(1 − β z⁻¹), α = 1 − exp(−Δt/τ), β = 1 − α, g = h α/Δt: the sample, and h times its
    /// low-passed difference per second.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let alpha = ExponentialSmoothing.weight(interval: 1 / rate, timeConstant: parameters.timeConstant)
        let (beta, lead) = (1 - alpha, parameters.horizon * alpha * rate)
        return TransferFunction(numerator: [1 + lead, -beta - lead], denominator: [1, -beta], rate: rate)
    }
}
