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

    /// From `lowest` to `highest`, both included, in words such as "from 1 to 10,000".
    package init(from lowest: Double, to highest: Double) {
        self.init("from \(Self.text(lowest)) to \(Self.text(highest))", from: lowest, included: true, to: highest)
    }

    /// Above `lowest`, up to `highest`.
    package init(above lowest: Double, to highest: Double) {
        let words = "more than \(Self.text(lowest)) and at most \(Self.text(highest))"
        self.init(words, from: lowest, included: false, to: highest)
    }

    /// Digits in groups of three below a billion.
    private static func text(_ value: Double) -> String {
        guard value == value.rounded(), value.magnitude < 1e9, let whole = Int(checked: value) else {
            return value.magnitude < 1e15 && value != value.rounded() ? "\(value)" : DecimalText.power(value)
        }
        let digits = String(whole.magnitude)
        let groups = digits.enumerated().map { place, digit in
            place > 0 && (digits.count - place).isMultiple(of: 3) ? ",\(digit)" : String(digit)
        }
        return (whole < 0 ? "-" : "") + groups.joined()
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
    /// What is measured in the world: beyond it, squares and products soon leave what a `Double` holds.
    public static let aboveZeroToBillion = ParameterRange(above: 0, to: 1e9)
    public static let zeroToBillion = ParameterRange(from: 0, to: 1e9)
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
