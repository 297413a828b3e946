public import SensorModel

extension Sequence<Double> {
    /// The compensated sum of squares and the number of elements.
    ///
    /// The property is inlinable. Otherwise, other modules would call the iterator through a witness table for each
    /// element.
    @inlinable package var sumOfSquares: (sum: Double, count: Int) {
        var sum = CompensatedSum(0)
        var count = 0
        for value in self {
            sum.add(value * value)
            count += 1
        }
        return (sum.value, count)
    }

    /// The mean, with a compensated sum; NaN for an empty sequence.
    var compensatedMean: Double {
        var sum = CompensatedSum(0)
        var count = 0
        for value in self {
            sum.add(value)
            count += 1
        }
        return sum.value / Double(count)
    }

    /// The root mean square; `nil` for an empty sequence.
    @inlinable package var rootMeanSquare: Double? {
        let (sum, count) = sumOfSquares
        return count > 0 ? (sum / Double(count)).squareRoot() : nil
    }
}

extension [Double] {
    /// The squared standard error of the mean of independent values: their sample variance divided by their number. It is
    /// NaN for fewer than two values.
    var varianceOfMean: Double {
        let mean = compensatedMean
        return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1) / Double(count)
    }
}

extension Sequence where Element: Hashable {
    /// Returns the distinct elements in the order of their first occurrence. O(n).
    @inlinable package func distinct() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Collection {
    /// Returns the elements grouped by a key, in the order of each key's first occurrence. O(n).
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        let groups = Dictionary(grouping: self, by: key)
        return map(key).distinct().map { ($0, groups[$0, default: []]) }
    }
}
