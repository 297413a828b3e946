public import SensorModel

/// A filter that is linear in its samples once it has settled, at an even rate.
public protocol LinearFilter: Filter {
    /// Its transfer function; nil where it does not settle at this rate.
    func transferFunction(at rate: Hertz) -> TransferFunction?
}
