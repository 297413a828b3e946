/// Count, range, mean and standard deviation of numbers, in one pass and constant memory.
///
/// Welford 1962, doi:10.1080/00401706.1962.10490022. O(1) time per number.
///
/// ```swift
/// let statistics = RunningStatistics([1, 2, 3, 4])
/// print(statistics.mean, statistics.deviation ?? .nan)
/// ```
public struct RunningStatistics: Sendable, Hashable {
    /// The number of finite numbers.
    public private(set) var count = 0
    /// The number of skipped values, which are NaN or infinite.
    public private(set) var notFinite = 0
    /// The smallest number; +∞ before the first one.
    public private(set) var minimum = Double.infinity
    /// The largest number; −∞ before the first one.
    public private(set) var maximum = -Double.infinity
    /// The factors by which numbers are scaled before they are squared. The factors are powers of two, so that scaling
    /// causes no rounding error.
    private static let usualScale = 1.0
    private static let smallScale = 0x1p-600
    /// The limit above which a number changes the scale to `smallScale`, because the squares at the usual scale may
    /// overflow.
    private static let largest = 0x1p500

    private var scale = usualScale
    private var scaledMean = 0.0
    private var squares = 0.0

    /// Creates statistics without numbers.
    public init() {}

    /// Creates the statistics of a sequence. O(n).
    public init(_ numbers: some Sequence<Double>) {
        for number in numbers { add(number) }
    }

    /// The arithmetic mean; 0 before the first number.
    public var mean: Double {
        // Rounding must not make the mean of very large numbers infinite.
        scale == Self.usualScale ? scaledMean : min(max(scaledMean / scale, minimum), maximum)
    }

    /// Adds a number. NaN and infinity are skipped and counted in ``notFinite``.
    public mutating func add(_ number: Double) {
        guard number.isFinite else {
            notFinite += 1
            return
        }
        if number.magnitude > Self.largest, scale == Self.usualScale { rescale() }
        count += 1
        minimum = min(minimum, number)
        maximum = max(maximum, number)
        let scaled = number * scale
        let departure = scaled - scaledMean
        scaledMean += departure / Double(count)
        squares += departure * (scaled - scaledMean)
    }

    /// The sample standard deviation, with the divisor n − 1; `nil` if there are fewer than two numbers or the
    /// deviation overflows.
    public var deviation: Double? {
        guard count > 1 else { return nil }
        let deviation = (squares / Double(count - 1)).squareRoot() / scale
        return deviation.isFinite ? deviation : nil
    }

    /// Reduces the scale, so that the squares of large numbers stay finite. Squares of earlier numbers that become 0
    /// because of the new scale are negligible.
    private mutating func rescale() {
        scale = Self.smallScale
        scaledMean *= scale
        squares *= scale * scale
    }
}
