import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Weighted moving average")
struct WeightedMovingAverageTests {
    /// Of the value: a few dozen roundings.
    private static let relativeTolerance = 1e-14

    @Test("Uneven intervals: numpy's average with the same weights")
    func parity() throws {
        let table = try NumberTable(fixture: "window_filters.csv")
        let (times, inputs) = (try table.column("time"), try table.vectors("input"))
        let expected = try table.vectors("weighted33")
        var filter = WeightedMovingAverage<Vector3>()
        for index in times.indices {
            let output = try filter.take(inputs[index], at: times[index])
            for place in 0..<3 {
                let (found, numpy) = (output.element(place), expected[index].element(place))
                // Elements that cancel within the window are as good as the largest of them.
                #expect(abs(found - numpy) <= Self.relativeTolerance * max(1_000, abs(numpy)))
            }
        }
    }

    @Test("By hand: a sample that took three times as long weighs three times as much")
    func byHand() throws {
        var filter = WeightedMovingAverage<Double>(.init(window: 3))
        #expect(try filter.take(8, at: 0) == 8)
        // (1·8 + 1·4)/2
        #expect(try filter.take(4, at: 0.25) == 6)
        // (1·8 + 1·4 + 3·1)/5
        #expect(abs(try filter.take(1, at: 1) - 3) < Tolerance.rounding)
        // (1·4 + 3·1 + 2·2.5)/6
        #expect(abs(try filter.take(2.5, at: 1.5) - 2) < Tolerance.rounding)
    }

    @Test("With even intervals it is the moving average, from the first sample on")
    func even() throws {
        var (weighted, plain) = (WeightedMovingAverage<Vector3>(), MovingAverage<Vector3>(.init(window: 33)))
        let vectors = Specimens.vector()
        for (index, sample) in vectors.samples.enumerated() {
            let output = try weighted.take(sample, at: Double(index) / 64)
            #expect((output - (try plain.take(sample, at: Double(index) / 64))).length < Tolerance.rounding)
        }
    }

    @Test("A ramp is passed (n − 1)/2 samples late", arguments: [1, 4, 33])
    func lag(_ window: Int) throws {
        var filter = WeightedMovingAverage<Double>(.init(window: window))
        for index in 0..<100 {
            let output = try filter.take(Double(index), at: Double(index) / 64)
            if index >= window { #expect(abs(output - (Double(index) - Double(window - 1) / 2)) < Tolerance.rounding) }
        }
    }
}
