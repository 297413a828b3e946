import SensorModel

/// Sums over angles in lanes, from which RMSE, mean and maximum follow.
///
/// Each block is summed first, then the blocks: with blocks of n out of N angles the relative error stays below (n +
/// N/n) roundings.
struct AngleSums {
    /// The root mean square, the mean and the maximum of angles.
    struct Figures {
        let rmse: Angle
        let mean: Angle
        let max: Angle
    }

    private var squares = Lanes(repeating: 0)
    private var sum = Lanes(repeating: 0)
    private var largest = Lanes(repeating: 0)
    private var squaresOfBlock = Lanes(repeating: 0)
    private var sumOfBlock = Lanes(repeating: 0)

    /// Adds an angle in each lane.
    ///
    /// - Parameter angle: at least 0.
    @inline(__always)
    mutating func add(_ angle: Lanes) {
        squaresOfBlock += angle * angle
        sumOfBlock += angle
        largest = largest.larger(angle)
    }

    /// Ends a block of angles.
    mutating func closeBlock() {
        squares += squaresOfBlock
        sum += sumOfBlock
        squaresOfBlock = Lanes(repeating: 0)
        sumOfBlock = Lanes(repeating: 0)
    }

    /// The figures of one lane.
    ///
    /// - Parameters:
    ///   - lane: the lane, counted from 0.
    ///   - count: the number of angles, at least one.
    ///   - scale: a factor of the angles.
    func figures(lane: Int, count: Int, scale: Double) -> Figures {
        Figures(
            rmse: Angle(radians: scale * (squares[lane: lane] / Double(count)).squareRoot()),
            mean: Angle(radians: scale * sum[lane: lane] / Double(count)),
            max: Angle(radians: scale * largest[lane: lane])
        )
    }
}
