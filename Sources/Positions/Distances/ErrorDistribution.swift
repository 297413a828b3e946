import SensorModel

/// The maximum, the 99th percentile and the root mean square of the magnitudes of errors.
///
/// An error below the resolution counts as the resolution. Smaller errors are mostly rounding errors, which differ
/// between mathematical libraries and are not reproducible. The order of the errors affects only the last bits of the
/// root mean square.
public struct ErrorDistribution: Sendable, Hashable {
    /// The fraction that defines the 99th percentile: this share of the errors is at or below the percentile.
    static let share = 0.99

    /// The minimum counted error, in the unit of the errors. Smaller errors count as this value.
    public let resolution: Double
    /// The maximum magnitude of an error, or `nil` if there are no errors.
    public private(set) var maximum: Double?
    private var squares = CompensatedSum(0)
    private var histogram = LogarithmicHistogram()

    package init(resolution: Double) {
        self.resolution = resolution
    }

    /// The number of errors.
    public var count: Int { histogram.total }

    /// The 99th percentile of the errors' magnitudes, or `nil` if there are no errors. The value is at most 0.8 % above
    /// the exact percentile.
    public var percentile99: Double? {
        guard let maximum, let bound = histogram.upperBound(ofShare: Self.share) else { return nil }
        return min(bound, maximum)
    }

    /// The root mean square of the errors, or `nil` if there are no errors.
    public var rootMeanSquare: Double? {
        count > 0 ? (squares / Double(count)).squareRoot() : nil
    }

    /// Adds an error.
    ///
    /// - Parameter error: a finite error, positive or negative.
    package mutating func add(_ error: Double) {
        let size = max(error.magnitude, resolution)
        maximum = max(maximum ?? size, size)
        squares.add(size * size)
        histogram.add(size)
    }

    package mutating func add(_ other: ErrorDistribution) {
        guard let largest = other.maximum else { return }
        maximum = max(maximum ?? largest, largest)
        squares = squares + other.squares
        histogram.add(other.histogram)
    }
}

/// A histogram with 128 bins per factor of two, which estimates percentiles with little memory.
///
/// The bin of a number consists of the exponent and the first seven bits of the significand. No logarithm is computed,
/// so the counts do not depend on the machine or on the order of the values. Memory is 4 bytes per bin between the
/// smallest and the largest value.
struct LogarithmicHistogram: Sendable, Hashable {
    /// The number of a value's lowest bits that do not affect its bin.
    private static let dropped = UInt64(Double.significandBitCount - 7)

    /// The index of the bin whose count is the first element of ``counts``.
    private var first = 0
    private var counts: [UInt32] = []
    private(set) var total = 0

    /// Adds a value.
    ///
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

    /// Returns the upper edge of the first bin at which the cumulative share of values reaches `share`, or `nil` if
    /// there are no values.
    ///
    /// The edge is at most 1/128 (0.8 %) above the exact percentile, and never below it.
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
