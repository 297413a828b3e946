import SensorFilters
import SensorModel
import TestSupport
import Testing

struct WeightedMovingAverageTests {
    /// Relative to the value: a few dozen rounding errors.
    private static let relativeTolerance = 1e-14

    @Test func `The output at uneven intervals equals numpy's weighted average`() throws {
        let table = try NumberTable(fixture: "window_filters.csv")
        let (times, inputs) = (try table.column("time"), try table.vectors("input"))
        let expected = try table.vectors("weighted33")
        var filter = WeightedMovingAverage<Vector3>()
        for index in times.indices {
            let output = try filter.output(for: inputs[index], at: times[index])
            for axis in 0..<3 {
                let (found, numpy) = (output.element(axis), expected[index].element(axis))
                // Cancellation limits the precision to that of the largest element.
                #expect(abs(found - numpy) <= Self.relativeTolerance * max(1_000, abs(numpy)))
            }
        }
    }

    @Test func `A sample after three times the interval has three times the weight`() throws {
        var filter = WeightedMovingAverage<Double>(.init(window: 3))
        #expect(try filter.output(for: 8, at: 0) == 8)
        // (1·8 + 1·4)/2
        #expect(try filter.output(for: 4, at: 0.25) == 6)
        // (1·8 + 1·4 + 3·1)/5
        #expect(abs(try filter.output(for: 1, at: 1) - 3) < Tolerance.rounding)
        // (1·4 + 3·1 + 2·2.5)/6
        #expect(abs(try filter.output(for: 2.5, at: 1.5) - 2) < Tolerance.rounding)
    }

    @Test func `The output at even intervals equals the moving average`() throws {
        var (weighted, plain) = (WeightedMovingAverage<Vector3>(), MovingAverage<Vector3>(.init(window: 33)))
        let vectors = Specimens.vector()
        for (index, sample) in vectors.samples.enumerated() {
            let output = try weighted.output(for: sample, at: Double(index) / 64)
            #expect((output - (try plain.output(for: sample, at: Double(index) / 64))).length < Tolerance.rounding)
        }
    }

    @Test func `Headings are averaged as weighted unit vectors`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "weightedMovingAverage"))
        var filter = try entry.makeHeading(try entry.values(["window": "2"]))
        #expect(try filter.output(for: Heading(degrees: 350), at: 0).degrees == 350)
        // Equal weights, because the first sample has the weight of the second.
        let north = try filter.output(for: Heading(degrees: 10), at: 0.25)
        #expect(north.distance(to: Heading(degrees: 0)) < Tolerance.equations)
        // (1·(sin 10°, cos 10°) + 3·(sin 100°, cos 100°))/4 has the direction 10° + arctan 3.
        let turned = try filter.output(for: Heading(degrees: 100), at: 1)
        #expect(turned.distance(to: Heading(degrees: 10 + Angle(ofPoint: 1, 3).degrees)) < Tolerance.equations)
        // Opposite vectors of equal length cancel.
        let newest = try filter.output(for: Heading(degrees: 280), at: 1.75)
        #expect(newest.degrees == 280)
    }

    @Test func `The output for headings at even intervals equals the moving average`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "weightedMovingAverage"))
        var weighted = try entry.makeHeading(try entry.values([:]))
        var plain = MovingAverage<Heading>(.init(window: 33))
        for (index, sample) in Specimens.heading().samples.enumerated() {
            let output = try weighted.output(for: sample, at: Double(index) / 64)
            #expect(output.distance(to: try plain.output(for: sample, at: Double(index) / 64)) < Tolerance.equations)
        }
    }

    @Test(arguments: [1, 4, 33])
    func `The latency on a ramp is (n − 1)/2 samples`(_ window: Int) throws {
        var filter = WeightedMovingAverage<Double>(.init(window: window))
        for index in 0..<100 {
            let output = try filter.output(for: Double(index), at: Double(index) / 64)
            if index >= window { #expect(abs(output - (Double(index) - Double(window - 1) / 2)) < Tolerance.rounding) }
        }
    }
}
