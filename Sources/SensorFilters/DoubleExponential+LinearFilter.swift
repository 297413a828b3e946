public import SensorModel

extension DoubleExponential: LinearFilter {
    /// H = (c α + ((1 − c) α² − c α β) z⁻¹)/(1 − β z⁻¹)², β = 1 − α, c = 2 − α + k α: the line through
    /// s' = α/(1 − β z⁻¹) and the last s'' = α²/(1 − β z⁻¹)².
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let (alpha, beta) = (parameters.alpha, 1 - parameters.alpha)
        let lead = 2 - alpha + alpha * parameters.horizon
        return TransferFunction(
            numerator: [lead * alpha, (1 - lead) * alpha * alpha - lead * alpha * beta],
            denominator: [1, -2 * beta, beta * beta],
            rate: rate
        )
    }
}
