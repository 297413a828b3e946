/// `1/√(1 + e)` for small e, without a root and a quotient that others wait for.
public enum NearOne {
    /// Up to this |e| ``inverseRoot(_:)`` is right to 1e-15.
    @inlinable public static var reach: Double { 0.004 }

    /// `Σ (2k)!/(4ᵏ k!²) (−e)ᵏ`, k up to 5.
    @inlinable @inline(__always)
    public static func inverseRoot(_ excess: Double) -> Double {
        // In pairs, so that a step does not wait for the one before.
        let square = excess * excess
        let low = 1 - excess * (1.0 / 2)
        let middle = 3.0 / 8 - excess * (5.0 / 16)
        let high = 35.0 / 128 - excess * (63.0 / 256)
        return (low + square * middle) + square * square * high
    }

    /// The same in each lane, in the same order.
    @inlinable @inline(__always)
    static func inverseRoot<Numbers: NumberLanes>(_ excess: Numbers) -> Numbers {
        let square = excess * excess
        let low = 1 - excess * (1.0 / 2)
        let middle = 3.0 / 8 - excess * (5.0 / 16)
        let high = 35.0 / 128 - excess * (63.0 / 256)
        return (low + square * middle) + square * square * high
    }
}
