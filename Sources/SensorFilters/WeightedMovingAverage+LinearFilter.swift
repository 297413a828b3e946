public import SensorModel

extension WeightedMovingAverage: LinearFilter {
    /// H = (1/n) Σ z⁻ᵏ, k from 0 to n − 1: at an even rate all weights are the same.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let window = parameters.window
        return TransferFunction(numerator: Array(repeating: 1 / Double(window), count: window), rate: rate)
    }
}
