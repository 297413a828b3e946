public import SensorModel

/// A filter that is linear in its samples in the steady state, at an even rate.
public protocol LinearFilter: Filter {
    /// The transfer function at a sampling rate; nil if the filter does not settle at this rate. O(order) unless the
    /// filter states otherwise.
    func transferFunction(at rate: Hertz) -> TransferFunction?
}
