/// A summary of a row of values. Two summaries of consecutive rows combine without another pass over the values.
public protocol WindowSummary<Element>: Sendable {
    /// The values in the row.
    associatedtype Element: Sendable

    /// The summary of a row of one value.
    init(_ element: Element)

    /// The summary of this row followed by the newer one.
    func joined(with newer: Self) -> Self
}

/// A summary that determines the mean of its row.
public protocol MeanSummary<Element>: WindowSummary {
    /// An equivalent form of the value that continues the row after `previous`: −q for q where −q is closer.
    static func form(of value: Element, after previous: Element) -> Element

    /// The mean of the row; nil if the summary does not determine it, so that the mean needs all values.
    ///
    /// - Parameters:
    ///   - count: the number of values in the row.
    ///   - newest: the last value, in its form in the row.
    func mean(count: Int, newest: Element) -> Element?
}

extension MeanSummary {
    /// The value itself: most values have one form only.
    @inlinable public static func form(of value: Element, after previous: Element) -> Element { value }
}

/// The compensated sum of scalars.
public struct ScalarSum: MeanSummary {
    @usableFromInline let sum: CompensatedSum

    /// The sum of one scalar.
    @inlinable public init(_ element: Double) { self.init(sum: CompensatedSum(element)) }
    @inlinable init(sum: CompensatedSum) { self.sum = sum }

    /// The sum of both rows.
    @inlinable public func joined(with newer: ScalarSum) -> ScalarSum { ScalarSum(sum: sum + newer.sum) }

    /// The arithmetic mean; never nil.
    @inlinable public func mean(count: Int, newest: Double) -> Double? { sum / Double(count) }
}

/// The compensated sum of vectors, component by component.
public struct VectorSum: MeanSummary {
    @usableFromInline let x: CompensatedSum
    @usableFromInline let y: CompensatedSum
    @usableFromInline let z: CompensatedSum

    /// The sum of one vector.
    @inlinable public init(_ element: Vector3) {
        self.init(x: CompensatedSum(element.x), y: CompensatedSum(element.y), z: CompensatedSum(element.z))
    }

    @inlinable init(x: CompensatedSum, y: CompensatedSum, z: CompensatedSum) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The sum of both rows.
    @inlinable public func joined(with newer: VectorSum) -> VectorSum {
        VectorSum(x: x + newer.x, y: y + newer.y, z: z + newer.z)
    }

    /// The arithmetic mean of each component; never nil.
    @inlinable public func mean(count: Int, newest: Vector3) -> Vector3? {
        let count = Double(count)
        return Vector3(x / count, y / count, z / count)
    }
}

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
