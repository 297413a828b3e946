import Foundation

extension [Double] {
    /// The median. For an even count, it is the mean of the two middle values.
    ///
    /// - Precondition: The array is not empty.
    /// - Complexity: O(*n* log *n*).
    public var median: Double {
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

/// The number with a fixed number of decimals.
public func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
