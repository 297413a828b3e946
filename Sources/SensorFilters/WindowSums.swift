/// Sums that move with a window: the newest value is added, the oldest subtracted, and from time to time they are begun
/// anew, so that what rounding leaves behind goes.
enum WindowSums {
    /// After so many samples. Seldom enough to cost nothing, often enough for the sums to stay right to 1e-14 of the
    /// largest value in windows of up to 64.
    static func renewal(_ capacity: Int) -> Int { max(capacity, 64) }
}
