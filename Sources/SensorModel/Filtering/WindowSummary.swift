/// A summary of consecutive values, such as their sum. The summaries of two adjacent sequences can be combined without
/// reading the values again.
public protocol WindowSummary<Element>: Sendable {
    /// The type of the values.
    associatedtype Element: Sendable

    /// Creates the summary of one value.
    init(_ element: Element)

    /// Returns the summary of two adjacent sequences: the values of this summary, followed by the values of `newer`.
    func joined(with newer: Self) -> Self
}

/// A summary that determines the mean of its values.
public protocol MeanSummary<Element>: WindowSummary {
    /// Returns the form in which `value` is stored after `previous`. The quaternions q and −q, for example, are two
    /// forms of one rotation. The method returns the form that is closer to `previous`.
    static func form(of value: Element, after previous: Element) -> Element

    /// Returns the mean of the values, or `nil` if the summary does not determine it. The caller then computes the mean
    /// from all values.
    ///
    /// - Parameters:
    ///   - count: the number of values.
    ///   - newest: the last value, as stored in the sequence.
    func mean(count: Int, newest: Element) -> Element?
}

extension MeanSummary {
    /// Returns the value itself, because most values have only one form.
    @inlinable public static func form(of value: Element, after previous: Element) -> Element { value }
}

/// The compensated sum of scalars.
public struct ScalarSum: MeanSummary {
    @usableFromInline let sum: CompensatedSum

    /// Creates the sum of one scalar.
    @inlinable public init(_ element: Double) { self.init(sum: CompensatedSum(element)) }
    @inlinable init(sum: CompensatedSum) { self.sum = sum }

    /// Returns the sum of both summaries.
    @inlinable public func joined(with newer: ScalarSum) -> ScalarSum { ScalarSum(sum: sum + newer.sum) }

    /// Returns the arithmetic mean; never `nil`.
    @inlinable public func mean(count: Int, newest: Double) -> Double? { sum / Double(count) }
}

/// The compensated sum of vectors, component by component.
public struct VectorSum: MeanSummary {
    @usableFromInline let x: CompensatedSum
    @usableFromInline let y: CompensatedSum
    @usableFromInline let z: CompensatedSum

    /// Creates the sum of one vector.
    @inlinable public init(_ element: Vector3) {
        self.init(x: CompensatedSum(element.x), y: CompensatedSum(element.y), z: CompensatedSum(element.z))
    }

    @inlinable init(x: CompensatedSum, y: CompensatedSum, z: CompensatedSum) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Returns the sum of both summaries.
    @inlinable public func joined(with newer: VectorSum) -> VectorSum {
        VectorSum(x: x + newer.x, y: y + newer.y, z: z + newer.z)
    }

    /// Returns the arithmetic mean of each component; never `nil`.
    @inlinable public func mean(count: Int, newest: Vector3) -> Vector3? {
        let count = Double(count)
        return Vector3(x / count, y / count, z / count)
    }
}

/// A sum of numbers, accurate to about 32 digits. The type stores the sum rounded to a `Double` and the rounding error.
///
/// Knuth 1997, section 4.2.2, theorem B; Dekker 1971, doi:10.1007/BF01397083.
public struct CompensatedSum: Sendable, Hashable {
    @usableFromInline let rounded: Double
    @usableFromInline let remainder: Double

    /// Creates the sum of one number.
    @inlinable public init(_ number: Double) {
        self.init(rounded: number, remainder: 0)
    }

    @inlinable init(rounded: Double, remainder: Double) {
        self.rounded = rounded
        self.remainder = remainder
    }

    /// The sum, rounded to a `Double`.
    @inlinable public var value: Double { rounded }

    /// Adds two compensated sums. The result has about 32 digits.
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

    /// Returns the sum divided by a number. The rounding error of the division is corrected, so that the mean of equal
    /// numbers is exact.
    @inlinable public static func / (sum: CompensatedSum, divisor: Double) -> Double {
        let quotient = sum.rounded / divisor
        let left = sum.rounded.addingProduct(-quotient, divisor) + sum.remainder
        return quotient + left / divisor
    }
}
