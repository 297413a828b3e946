internal import SensorModel

/// How errors are distributed: their largest, their 99th percentile, their root mean square.
///
/// Errors below the resolution count as the resolution: what is left of a distance there is the rounding of one
/// mathematical library or another, and a figure would not come out again elsewhere. So no figure is ever too small.
/// The figures do not depend on how the values were divided up, but for the last bits of the root mean square.
public struct ErrorDistribution: Sendable, Hashable {
    /// The share behind the percentile.
    static let share = 0.99

    /// The smallest error that is told from none.
    public let resolution: Double
    /// The largest error; nil without values.
    public private(set) var maximum: Double?
    private var squares = CompensatedSum(0)
    private var histogram = LogarithmicHistogram()

    init(resolution: Double) {
        self.resolution = resolution
    }

    /// How many errors there are.
    public var count: Int { histogram.total }

    /// An error that 99 % of all errors do not exceed; at most 0.8 % above the least such. Nil without values.
    public var percentile99: Double? {
        guard let maximum, let bound = histogram.upperBound(ofShare: Self.share) else { return nil }
        return min(bound, maximum)
    }

    /// Nil without values.
    public var rootMeanSquare: Double? {
        count > 0 ? (squares / Double(count)).squareRoot() : nil
    }

    /// - Parameter error: finite; its sign does not matter.
    mutating func add(_ error: Double) {
        let size = max(error.magnitude, resolution)
        maximum = max(maximum ?? size, size)
        squares.add(size * size)
        histogram.add(size)
    }

    mutating func add(_ other: ErrorDistribution) {
        guard let largest = other.maximum else { return }
        maximum = max(maximum ?? largest, largest)
        squares = squares + other.squares
        histogram.add(other.histogram)
    }
}
