/// The schedule of sums that move with a window: the newest value is added and the oldest subtracted. At times the sum is
/// recomputed, which removes the accumulated rounding error.
enum WindowSums {
    /// The number of samples between two recomputations. It is large enough to cost nothing, and small enough to limit the
    /// error to 1e-14 of the largest value in windows of up to 64 samples.
    static func renewal(_ capacity: Int) -> Int { max(capacity, 64) }
}
