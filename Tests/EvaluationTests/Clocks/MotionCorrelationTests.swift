import Evaluation
import TestSupport
import Testing

struct MotionCorrelationTests {
    /// The rounding of sums of a few hundred numbers of magnitude one.
    private static let tolerance = 1e-12

    /// A signal of random numbers, some of them unknown.
    private static func signal(from first: Int, count: Int, seed: UInt64) -> MotionSignal {
        var generator = SeededGenerator(seed: seed)
        let values = (0..<count).map { index -> Double? in
            let value = generator.number(in: -1...1)
            return index % 17 == 3 || (40..<46).contains(index) ? nil : value
        }
        return MotionSignal(first: first, values: values)
    }

    /// The coefficient by its definition in two passes: the covariance divided by the product of the deviations.
    private static func pearson(_ pairs: [(sensor: Double, target: Double)]) -> Double {
        let count = Double(pairs.count)
        let means = (pairs.map(\.sensor).reduce(0, +) / count, pairs.map(\.target).reduce(0, +) / count)
        let products = pairs.map { ($0.sensor - means.0) * ($0.target - means.1) }.reduce(0, +)
        let squares = (
            pairs.map { ($0.sensor - means.0) * ($0.sensor - means.0) }.reduce(0, +),
            pairs.map { ($0.target - means.1) * ($0.target - means.1) }.reduce(0, +)
        )
        return products / (squares.0 * squares.1).squareRoot()
    }

    @Test(arguments: [-150...150, -6...7, 0...0, 3...4])
    func `Every shift has Pearson's coefficient of the pairs that both signals contain`(shifts: ClosedRange<Int>) throws
    {
        let sensor = Self.signal(from: -20, count: 130, seed: 3)
        let target = Self.signal(from: 5, count: 100, seed: 4)
        let range = 10..<90
        let found = MotionCorrelation.correlations(sensor, target, shifts: shifts, over: range, minimumCount: 5)
        #expect(found.count == shifts.count)
        for (shift, correlation) in zip(shifts, found) {
            let pairs = range.compactMap { index -> (sensor: Double, target: Double)? in
                guard let left = sensor[index - shift], let right = target[index] else { return nil }
                return (left, right)
            }
            guard pairs.count >= 5 else {
                #expect(correlation == nil)
                continue
            }
            let value = try #require(correlation).value
            #expect(abs(value - Self.pearson(pairs)) < Self.tolerance)
        }
    }
}
