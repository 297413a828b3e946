import SensorModel

/// The correlation between two motion signals, one of which is shifted in time.
package struct MotionCorrelation {
    /// Pearson's correlation coefficient, from −1 to 1.
    package let value: Double
    package let deviations: (sensor: Double, target: Double)

    /// Returns the correlation of target[i] with sensor[i − shift] for each shift; `nil` if fewer than `minimumCount`
    /// values overlap. O(shifts · range).
    package static func correlations(
        _ sensor: MotionSignal,
        _ target: MotionSignal,
        shifts: ClosedRange<Int>,
        over range: Range<Int>,
        minimumCount: Int
    ) -> [MotionCorrelation?] {
        var correlations: [MotionCorrelation?] = []
        correlations.reserveCapacity(shifts.count)
        for first in stride(from: shifts.lowerBound, through: shifts.upperBound, by: LaneSums.laneCount) {
            let sums = LaneSums(sensor.centred, target.centred, firstShift: first, over: range)
            for lane in 0..<min(LaneSums.laneCount, shifts.upperBound - first + 1) {
                correlations.append(MotionCorrelation(sums, lane: lane, minimumCount: minimumCount))
            }
        }
        return correlations
    }

    private init?(_ sums: LaneSums, lane: Int, minimumCount: Int) {
        let count = sums.counts[lane]
        guard count >= Double(minimumCount) else { return nil }
        let (sensor, target) = (sums.sensor[lane], sums.target[lane])
        let squares = (
            Self.aboveRounding(sums.sensorSquares[lane], without: sensor * sensor / count),
            Self.aboveRounding(sums.targetSquares[lane], without: target * target / count)
        )
        let scale = (squares.0 * squares.1).squareRoot()
        value = scale > 0 ? (sums.products[lane] - sensor * target / count) / scale : 0
        deviations = ((squares.0 / count).squareRoot(), (squares.1 / count).squareRoot())
    }

    /// The relative rounding error of a sum of squares. If the sum of squared deviations from the mean, divided by the
    /// sum of squares, is below this value, the signal counts as constant.
    private static let rounding = 1e-10

    /// Returns the sum of the squared deviations from the mean, or 0 if the signal is constant: the sum of the squares
    /// minus that of the mean's squares.
    private static func aboveRounding(_ squares: Double, without ofMean: Double) -> Double {
        let difference = squares - ofMean
        return difference > rounding * squares ? difference : 0
    }
}

/// A signal from which its mean is subtracted, so that sums of squares keep their precision.
struct CentredSignal: Sendable {
    /// The number of zeros before the first value and after the last.
    fileprivate static let padding = LaneSums.laneCount - 1

    /// The grid indices of the signal, without the padding.
    fileprivate let indices: Range<Int>
    /// The values with ``padding`` zeros at both ends; zero if the value is unknown.
    fileprivate private(set) var values: [Double]
    /// 1 for each known value, and 0 for unknown values and for the padding.
    fileprivate private(set) var weights: [Double]

    init(first: Int, values known: [Double?]) {
        indices = first..<(first + known.count)
        values = Array(repeating: 0, count: known.count + 2 * Self.padding)
        weights = values
        let mean = Double.mean(of: known.compactMap(\.self)) ?? 0
        for (index, value) in known.enumerated() {
            guard let value else { continue }
            values[index + Self.padding] = value - mean
            weights[index + Self.padding] = 1
        }
    }
}

/// The sums for the correlation at several consecutive shifts. Each SIMD lane computes one shift.
private struct LaneSums {
    typealias Lanes = SIMD4<Double>

    static let laneCount = Lanes.scalarCount

    /// The number of pairs in which both values are known. All other sums are over these pairs.
    private(set) var counts = Lanes.zero
    private(set) var sensor = Lanes.zero
    private(set) var target = Lanes.zero
    private(set) var sensorSquares = Lanes.zero
    private(set) var targetSquares = Lanes.zero
    private(set) var products = Lanes.zero

    init(_ sensor: CentredSignal, _ target: CentredSignal, firstShift: Int, over range: Range<Int>) {
        let start = sensor.indices.lowerBound + firstShift
        let common = range.clamped(to: target.indices)
            .clamped(to: start..<(start + sensor.indices.count + CentredSignal.padding))
        for index in common {
            let place = index - target.indices.lowerBound + CentredSignal.padding
            let (right, isRight) = (target.values[place], target.weights[place])
            let (left, isLeft) = (Self.lanes(sensor.values, index - start), Self.lanes(sensor.weights, index - start))
            counts += isLeft * isRight
            self.sensor += left * isRight
            self.target += isLeft * right
            sensorSquares += left * left * isRight
            targetSquares += isLeft * (right * right)
            products += left * right
        }
    }

    /// Returns the numbers for consecutive shifts: a larger shift pairs the target with an earlier number.
    ///
    /// - Parameters:
    ///   - padded: the numbers with their padding.
    ///   - position: the index of the first lane's number, without the padding.
    @inline(__always) private static func lanes(_ padded: [Double], _ position: Int) -> Lanes {
        Lanes(padded[position + 3], padded[position + 2], padded[position + 1], padded[position])
    }
}
