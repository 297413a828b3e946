/// Count, range, mean and variance of numbers in one pass and constant memory.
///
/// Welford 1962, "Note on a method for calculating corrected sums of squares and products",
/// doi:10.1080/00401706.1962.10490022.
public struct RunningStatistics: Sendable, Hashable {
    /// Numbers that were taken in.
    public private(set) var count = 0
    /// Those that were left out because they are NaN or infinite.
    public private(set) var notFinite = 0
    /// Infinite before the first number.
    public private(set) var minimum = Double.infinity
    /// Minus infinite before the first number.
    public private(set) var maximum = -Double.infinity
    /// 0 before the first number.
    public private(set) var mean = 0.0
    private var squares = 0.0

    public init() {}

    public init(_ numbers: some Sequence<Double>) {
        for number in numbers { add(number) }
    }

    /// Takes in a number.
    public mutating func add(_ number: Double) {
        guard number.isFinite else {
            notFinite += 1
            return
        }
        count += 1
        minimum = min(minimum, number)
        maximum = max(maximum, number)
        let departure = number - mean
        mean += departure / Double(count)
        squares += departure * (number - mean)
    }

    /// The standard deviation of the sample, with n − 1; nil with fewer than two numbers.
    public var deviation: Double? {
        count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
    }
}
