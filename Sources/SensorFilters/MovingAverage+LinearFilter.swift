public import SensorModel

extension MovingAverage: LinearFilter {
    /// H = (1/n) Σ z⁻ᵏ, k from 0 to n − 1.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let window = parameters.window
        return TransferFunction(numerator: Array(repeating: 1 / Double(window), count: window), rate: rate)
    }
}
