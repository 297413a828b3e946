/// The accepted numbers of a parameter, and their description in words.
public struct ParameterRange: Sendable, Hashable {
    /// The range in words, for messages: "more than 0 and at most 1".
    public let words: String
    private let lowest: Double
    private let lowestIncluded: Bool
    private let highest: Double

    /// Creates the range from `lowest` to `highest`, both included, described as `words`.
    public init(_ words: String, from lowest: Double, to highest: Double) {
        self.init(words, from: lowest, included: true, to: highest)
    }

    /// Creates the range from `lowest` to `highest`, both included, with a description such as "from 1 to 10,000".
    package init(from lowest: Double, to highest: Double) {
        self.init("from \(Self.text(lowest)) to \(Self.text(highest))", from: lowest, included: true, to: highest)
    }

    /// Creates the range above `lowest`, up to and including `highest`, with a description such as "more than 0 and at
    /// most 360".
    package init(above lowest: Double, to highest: Double) {
        let words = "more than \(Self.text(lowest)) and at most \(Self.text(highest))"
        self.init(words, from: lowest, included: false, to: highest)
    }

    /// Returns the number as text for messages. Whole numbers below a billion have their digits in groups of three.
    private static func text(_ value: Double) -> String {
        guard value == value.rounded(), value.magnitude < 1e9, let whole = Int(checked: value) else {
            return value.magnitude < 1e15 && value != value.rounded() ? "\(value)" : DecimalText.power(value)
        }
        let digits = String(whole.magnitude)
        let groups = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : String(digit)
        }
        return (whole < 0 ? "-" : "") + groups.joined()
    }

    private init(_ words: String, from lowest: Double, included: Bool, to highest: Double = .greatestFiniteMagnitude) {
        self.words = words
        self.lowest = lowest
        self.lowestIncluded = included
        self.highest = highest
    }

    /// All finite numbers above 0.
    public static let aboveZero = ParameterRange("more than 0", from: 0, included: false)
    /// All finite numbers of at least 0.
    public static let zeroOrMore = ParameterRange("0 or more", from: 0, included: true)
    /// The range (0, 1], for weights and fractions that must not be 0.
    public static let aboveZeroToOne = ParameterRange("more than 0 and at most 1", from: 0, included: false, to: 1)
    /// The range [0, 1], for weights and fractions.
    public static let zeroToOne = ParameterRange("from 0 to 1", from: 0, included: true, to: 1)
    /// The range [0, 1000].
    public static let zeroToThousand = ParameterRange("from 0 to 1,000", from: 0, included: true, to: 1_000)
    /// The range (0, 10⁹], for physical quantities. Squares and products of larger numbers may overflow.
    public static let aboveZeroToBillion = ParameterRange(above: 0, to: 1e9)
    /// The range [0, 10⁹], for physical quantities. Squares and products of larger numbers may overflow.
    public static let zeroToBillion = ParameterRange(from: 0, to: 1e9)
    /// The range of `repeatTime` in seconds. When an estimator detects a magnetic perturbation, it recomputes its steps
    /// over this time. The maximum limits the memory for the stored measurements.
    package static let repeatTime = ParameterRange(above: 0, to: 60)
    /// The range of averaging windows for accelerations, in seconds. The maximum limits the memory for the stored
    /// samples.
    package static let accelerationWindow = ParameterRange(from: 0, to: 10)
    /// The range of differences between two magnetic dips, in degrees.
    package static let dipDifference = ParameterRange(above: 0, to: 180)
    /// The range of limits for the angle between a measured and a predicted direction, in degrees. A measurement with a
    /// larger angle is rejected.
    package static let rejectedAngle = ParameterRange(above: 0, to: 90)
    /// The range of magnetic dips (the field's angle below the horizontal), in degrees.
    package static let dip = ParameterRange(from: -90, to: 90)
    /// The range of magnetic dips, in degrees, at which the horizontal part of the field still determines north.
    package static let determinedDip = ParameterRange(from: -89.9, to: 89.9)
    /// The range of one of two weights whose sum is 1. Both weights must be positive.
    package static let weightOfTwo = ParameterRange(from: 0.001, to: 0.999)
    /// The range of window lengths, in samples, for a variance that is recomputed from the whole window at each sample.
    package static let quasiStaticWindow = ParameterRange(from: 1, to: 1_000)
    /// The range of window lengths, in samples.
    public static let windowLength = ParameterRange("from 1 to 1,000,000", from: 1, included: true, to: 1_000_000)

    /// The range of polynomial degrees of a least-squares fit.
    public static let polynomialOrder = ParameterRange("from 0 to 9", from: 0, included: true, to: 9)
    /// The range of calibration offsets and factors. With values in this range, calibrated measurements do not
    /// overflow.
    public static let calibration = ParameterRange("from -1e9 to 1e9", from: -1e9, included: true, to: 1e9)

    /// The range of angles and angle changes, in degrees: up to ten full rotations.
    public static let turns = ParameterRange("from -3,600 to 3,600", from: -3_600, included: true, to: 3_600)

    /// Returns `true` if the number is finite and in the range.
    public func contains(_ value: Double) -> Bool {
        guard value.isFinite, value <= highest else { return false }
        return lowestIncluded ? value >= lowest : value > lowest
    }
}
