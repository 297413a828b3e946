import Foundation

extension [Double] {
    /// The middle one; of an even number of figures the mean of the two in the middle. There is at least one.
    public var median: Double {
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}

/// The number with so many digits behind the point.
public func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
