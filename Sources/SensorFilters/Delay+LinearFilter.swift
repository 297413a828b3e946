public import SensorModel

extension Delay: LinearFilter {
    /// H = z⁻ᵏ.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        TransferFunction(numerator: Array(repeating: 0, count: parameters.samples) + [1], rate: rate)
    }
}
