import SensorModel

/// Counts numbers in 128 bins per factor of two, so that percentiles need little memory whatever the number of values.
///
/// A bin is a number's exponent and the first seven bits of its mantissa: no logarithm is computed, and two histograms
/// add up to the same counts in any order and on any machine. Memory: 4 bytes per bin between the smallest and the
/// largest value.
struct LogarithmicHistogram: Sendable, Hashable {
    /// What a bin drops of a number's bits.
    private static let dropped = UInt64(Double.significandBitCount - 7)

    /// The bin of the first count.
    private var first = 0
    private var counts: [UInt32] = []
    private(set) var total = 0

    /// - Parameter value: a finite number, at least 0.
    mutating func add(_ value: Double) {
        let bin = Int(value.bitPattern >> Self.dropped)
        makeRoom(for: bin...bin)
        counts[bin - first] += 1
        total += 1
    }

    mutating func add(_ other: LogarithmicHistogram) {
        guard other.total > 0 else { return }
        makeRoom(for: other.first...(other.first + other.counts.count - 1))
        let shift = other.first - first
        for (index, count) in other.counts.enumerated() { counts[index + shift] += count }
        total += other.total
    }

    /// The upper edge of the bin with the least value that so large a share of all values does not exceed: at most
    /// 1/128 (0.8 %) above that value, and never below. Nil without values.
    func upperBound(ofShare share: Double) -> Double? {
        guard total > 0 else { return nil }
        let rank = max(1, Int(saturating: (share * Double(total)).rounded(.up)))
        var seen = 0
        for (index, count) in counts.enumerated() {
            seen += Int(count)
            if seen >= rank { return Double(bitPattern: UInt64(first + index + 1) << Self.dropped) }
        }
        return nil
    }

    private mutating func makeRoom(for bins: ClosedRange<Int>) {
        guard !counts.isEmpty else {
            first = bins.lowerBound
            counts = Array(repeating: 0, count: bins.count)
            return
        }
        if bins.lowerBound < first {
            counts.insert(contentsOf: repeatElement(0, count: first - bins.lowerBound), at: 0)
            first = bins.lowerBound
        }
        let missing = bins.upperBound - first - counts.count + 1
        if missing > 0 { counts.append(contentsOf: repeatElement(0, count: missing)) }
    }
}
