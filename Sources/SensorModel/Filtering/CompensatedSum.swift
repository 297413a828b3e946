/// A sum of numbers with about 32 digits: the sum rounded to a `Double`, and what the rounding left out.
///
/// Knuth 1997, section 4.2.2, theorem B; Dekker 1971, doi:10.1007/BF01397083.
public struct CompensatedSum: Sendable, Hashable {
    @usableFromInline let rounded: Double
    @usableFromInline let remainder: Double

    /// The sum of one number.
    @inlinable public init(_ number: Double) {
        self.init(rounded: number, remainder: 0)
    }

    @inlinable init(rounded: Double, remainder: Double) {
        self.rounded = rounded
        self.remainder = remainder
    }

    /// The sum as a number.
    @inlinable public var value: Double { rounded }

    /// The sum of both sums, with about 32 digits.
    @inlinable public static func + (left: CompensatedSum, right: CompensatedSum) -> CompensatedSum {
        let sum = left.rounded + right.rounded
        let shareOfRight = sum - left.rounded
        let lost = (left.rounded - (sum - shareOfRight)) + (right.rounded - shareOfRight)
        let remainder = lost + (left.remainder + right.remainder)
        let rounded = sum + remainder
        return CompensatedSum(rounded: rounded, remainder: remainder - (rounded - sum))
    }

    /// Adds a number.
    @inlinable public mutating func add(_ number: Double) {
        self = self + CompensatedSum(number)
    }

    /// The sum divided by a number, with the division's own rounding made good: the mean of equal numbers is that
    /// number.
    @inlinable public static func / (sum: CompensatedSum, divisor: Double) -> Double {
        let quotient = sum.rounded / divisor
        let left = sum.rounded.addingProduct(-quotient, divisor) + sum.remainder
        return quotient + left / divisor
    }
}
