/// Count, range, mean and variance of numbers in one pass and constant memory.
///
/// Welford 1962, doi:10.1080/00401706.1962.10490022.
public struct RunningStatistics: Sendable, Hashable {
    /// Numbers that were taken in.
    public private(set) var count = 0
    /// Those that were left out because they are NaN or infinite.
    public private(set) var notFinite = 0
    /// Infinite before the first number.
    public private(set) var minimum = Double.infinity
    /// Minus infinite before the first number.
    public private(set) var maximum = -Double.infinity
    /// Powers of two by which values are multiplied: a power of two changes no digit.
    private static let usualScale = 1.0
    private static let smallScale = 0x1p-600
    /// Values above this would have squares that no `Double` holds.
    private static let largest = 0x1p500

    private var scale = usualScale
    private var scaledMean = 0.0
    private var squares = 0.0

    public init() {}

    public init(_ numbers: some Sequence<Double>) {
        for number in numbers { add(number) }
    }

    /// 0 before the first number.
    public var mean: Double {
        // Rounding must not carry the mean of numbers at the end of what a Double holds beyond it.
        scale == Self.usualScale ? scaledMean : min(max(scaledMean / scale, minimum), maximum)
    }

    /// Takes in a number.
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

    /// The standard deviation of the sample, with n − 1; nil with fewer than two numbers, and where it exceeds what a
    /// `Double` holds.
    public var deviation: Double? {
        guard count > 1 else { return nil }
        let deviation = (squares / Double(count - 1)).squareRoot() / scale
        return deviation.isFinite ? deviation : nil
    }

    /// Makes room for squares of large numbers. What the small numbers before added is then below the rounding.
    private mutating func rescale() {
        scale = Self.smallScale
        scaledMean *= scale
        squares *= scale * scale
    }
}
