import SensorModel

/// Sums over angles in lanes, from which RMSE, mean and largest follow.
///
/// Summed up within a block first, then over blocks: with blocks of n out of N angles the relative error stays below
/// (n + N/n) roundings.
struct AngleSums<Numbers: NumberLanes> {
    private var squares = Numbers(repeating: 0)
    private var sum = Numbers(repeating: 0)
    private var largest = Numbers(repeating: 0)
    private var squaresOfBlock = Numbers(repeating: 0)
    private var sumOfBlock = Numbers(repeating: 0)

    /// - Parameter angle: at least 0.
    @inline(__always)
    mutating func add(_ angle: Numbers) {
        squaresOfBlock += angle * angle
        sumOfBlock += angle
        largest = largest.larger(angle)
    }

    mutating func closeBlock() {
        squares += squaresOfBlock
        sum += sumOfBlock
        squaresOfBlock = Numbers(repeating: 0)
        sumOfBlock = Numbers(repeating: 0)
    }

    /// The figures of one lane.
    ///
    /// - Parameters:
    ///   - count: how many angles there were, at least one.
    ///   - scale: what the angles are multiplied by.
    func figures(lane: Int, count: Int, scale: Double) -> AngleFigures {
        AngleFigures(
            rmse: Angle(radians: scale * (squares[lane] / Double(count)).squareRoot()),
            mean: Angle(radians: scale * sum[lane] / Double(count)),
            max: Angle(radians: scale * largest[lane])
        )
    }
}
