public import SensorModel

extension LowPass: LinearFilter {
    /// H = α/(1 − (1 − α) z⁻¹).
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let alpha = weight(over: 1 / rate)
        return TransferFunction(numerator: [alpha], denominator: [1, alpha - 1], rate: rate)
    }
}
