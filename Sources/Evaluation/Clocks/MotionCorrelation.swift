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
        for first in stride(from: shifts.lowerBound, through: shifts.upperBound, by: LaneSums.count) {
            let sums = LaneSums(sensor, target, firstShift: first, over: range)
            for lane in 0..<min(LaneSums.count, shifts.upperBound - first + 1) {
                correlations.append(MotionCorrelation(sums, lane: lane, minimumCount: minimumCount))
            }
        }
        return correlations
    }

    private init?(_ sums: LaneSums, lane: Int, minimumCount: Int) {
        let (count, products) = (sums.counts[lane], sums.products[lane])
        let squares = (sensor: sums.squares.sensor[lane], target: sums.squares.target[lane])
        guard count >= Double(minimumCount) else { return nil }
        let scale = (squares.sensor * squares.target).squareRoot()
        value = scale > 0 ? products / scale : 0
        deviations = ((squares.sensor / count).squareRoot(), (squares.target / count).squareRoot())
    }
}

/// The sums for the correlation at several consecutive shifts, computed with Welford's recurrences.
///
/// Each SIMD lane computes one shift. Parallel lanes hide the latency of the divisions.
private struct LaneSums {
    typealias Lanes = SIMD4<Double>

    static let count = Lanes.scalarCount

    private(set) var counts = Lanes.zero
    private var means = (sensor: Lanes.zero, target: Lanes.zero)
    private(set) var squares = (sensor: Lanes.zero, target: Lanes.zero)
    private(set) var products = Lanes.zero

    init(_ sensor: MotionSignal, _ target: MotionSignal, firstShift: Int, over range: Range<Int>) {
        let start = sensor.first + firstShift
        let common = range.clamped(to: target.indices).clamped(to: start..<(start + sensor.count + Self.count - 1))
        for index in common where target.isWhole || target.isKnown[index - target.first] {
            let right = Lanes(repeating: target.values[index - target.first])
            let position = index - start
            let positions = (position - Self.count + 1)...position
            if positions.lowerBound >= 0, position < sensor.count,
                sensor.isWhole || sensor.isKnown[positions].allSatisfy({ $0 })
            {
                let values = sensor.values
                add(Lanes(values[position], values[position - 1], values[position - 2], values[position - 3]), right)
            } else {
                addKnown(sensor, position, right)
            }
        }
    }

    private mutating func add(_ left: Lanes, _ right: Lanes) {
        counts += 1
        let apart = (sensor: left - means.sensor, target: right - means.target)
        means.sensor += apart.sensor / counts
        means.target += apart.target / counts
        squares.sensor += apart.sensor * (left - means.sensor)
        squares.target += apart.target * (right - means.target)
        products += apart.sensor * (right - means.target)
    }

    /// Adds a pair of values in the lanes whose sensor value is known. The sums in the remaining lanes do not change.
    private mutating func addKnown(_ sensor: MotionSignal, _ position: Int, _ right: Lanes) {
        var left = Lanes.zero
        var known = SIMDMask<Lanes.MaskStorage>()
        for lane in 0..<Self.count {
            guard let value = sensor[sensor.first + position - lane] else { continue }
            left[lane] = value
            known[lane] = true
        }
        let before = self
        add(left, right)
        counts.replace(with: before.counts, where: .!known)
        means.sensor.replace(with: before.means.sensor, where: .!known)
        means.target.replace(with: before.means.target, where: .!known)
        squares.sensor.replace(with: before.squares.sensor, where: .!known)
        squares.target.replace(with: before.squares.target, where: .!known)
        products.replace(with: before.products, where: .!known)
    }
}
