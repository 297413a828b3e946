/// A sum whose rounding error does not grow with the number of terms.
///
/// Neumaier 1974, doi:10.1002/zamm.19740540106.
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    var value: Double { sum + compensation }

    mutating func add(_ term: Double) {
        let next = sum + term
        compensation += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }
}

extension Sequence<Double> {
    /// The compensated sum of the squares, and how many there were.
    var sumOfSquares: (sum: Double, count: Int) {
        var sum = CompensatedSum()
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
