import SensorModel

extension Sequence<Double> {
    /// The compensated sum of the squares, and how many there were.
    var sumOfSquares: (sum: Double, count: Int) {
        var sum = CompensatedSum(0)
        var count = 0
        for value in self {
            sum.add(value * value)
            count += 1
        }
        return (sum.value, count)
    }

    /// The root mean square; nil of nothing.
    var rootMeanSquare: Double? {
        let (sum, count) = sumOfSquares
        return count > 0 ? (sum / Double(count)).squareRoot() : nil
    }
}
