import SensorModel

extension Sequence<Double> {
    /// The compensated sum of squares and the number of elements.
    var sumOfSquares: (sum: Double, count: Int) {
        var sum = CompensatedSum(0)
        var count = 0
        for value in self {
            sum.add(value * value)
            count += 1
        }
        return (sum.value, count)
    }

    /// The root mean square; nil for an empty sequence.
    package var rootMeanSquare: Double? {
        let (sum, count) = sumOfSquares
        return count > 0 ? (sum / Double(count)).squareRoot() : nil
    }
}

extension Sequence where Element: Hashable {
    /// The distinct elements in the order of their first occurrence. O(n).
    package func distinct() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
