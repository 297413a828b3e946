/// The values that a numeric parameter may take.
public struct ParameterRange: Sendable, Hashable {
    /// In words, for messages: "more than 0 and at most 1".
    public let words: String
    private let lowest: Double
    private let lowestIncluded: Bool
    private let highest: Double

    /// From `lowest` to `highest`, both included.
    public init(_ words: String, from lowest: Double, to highest: Double) {
        self.init(words, from: lowest, included: true, to: highest)
    }

    private init(_ words: String, from lowest: Double, included: Bool, to highest: Double = .greatestFiniteMagnitude) {
        self.words = words
        self.lowest = lowest
        self.lowestIncluded = included
        self.highest = highest
    }

    public static let aboveZero = ParameterRange("more than 0", from: 0, included: false)
    public static let zeroOrMore = ParameterRange("0 or more", from: 0, included: true)
    public static let aboveZeroToOne = ParameterRange("more than 0 and at most 1", from: 0, included: false, to: 1)
    public static let zeroToOne = ParameterRange("from 0 to 1", from: 0, included: true, to: 1)
    public static let zeroToThousand = ParameterRange("from 0 to 1,000", from: 0, included: true, to: 1_000)
    /// Whole numbers that a window may hold.
    public static let windowLength = ParameterRange("from 1 to 1,000,000", from: 1, included: true, to: 1_000_000)

    /// Degrees of polynomials that a short window still determines.
    public static let polynomialOrder = ParameterRange("from 0 to 9", from: 0, included: true, to: 9)
    /// What is subtracted from a measurement, or multiplied with it. The bounds keep usable measurements usable.
    public static let calibration = ParameterRange("from -1e9 to 1e9", from: -1e9, included: true, to: 1e9)

    /// Angles, as an angle or as its change.
    public static let turns = ParameterRange("from -3,600 to 3,600", from: -3_600, included: true, to: 3_600)

    public func contains(_ value: Double) -> Bool {
        guard value.isFinite, value <= highest else { return false }
        return lowestIncluded ? value >= lowest : value > lowest
    }
}
