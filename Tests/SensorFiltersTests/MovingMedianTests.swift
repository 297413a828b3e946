import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Moving median")
struct MovingMedianTests {
    @Test("Odd and even windows are numpy's medians, to the last bit", arguments: [7, 8])
    func parity(_ window: Int) throws {
        let table = try NumberTable(fixture: "window_filters.csv")
        let (times, inputs) = (try table.column("time"), try table.vectors("input"))
        let expected = try table.vectors("median\(window)")
        var vectors = MovingMedian<Vector3>(.init(window: window))
        var scalars = MovingMedian<Double>(.init(window: window))
        for index in times.indices {
            #expect(try vectors.take(inputs[index], at: times[index]) == expected[index])
            #expect(try scalars.take(inputs[index].x, at: times[index]) == expected[index].x)
        }
    }

    @Test("Any window agrees with sorting it", arguments: [1, 2, 3, 4, 5, 31, 100])
    func sorted(_ window: Int) throws {
        var generator = SeededGenerator(seed: UInt64(window))
        let samples = (0..<1_000).map { _ in generator.number(in: -8...8).rounded() }
        var filter = MovingMedian<Double>(.init(window: window))
        for index in samples.indices {
            let output = try filter.take(samples[index], at: Double(index) * 0.01)
            let ordered = samples[...index].suffix(window).sorted()
            let middle = (ordered[(ordered.count - 1) / 2] + ordered[ordered.count / 2]) / 2
            #expect(output == middle)
        }
    }

    @Test("A ramp is passed (n − 1)/2 samples late", arguments: [1, 2, 7, 20])
    func lag(_ window: Int) throws {
        var filter = MovingMedian<Double>(.init(window: window))
        for index in 0..<100 {
            let output = try filter.take(Double(index), at: Double(index) * 0.01)
            if index >= window { #expect(output == Double(index) - Double(window - 1) / 2) }
        }
    }

    @Test("Three outliers of seven leave no trace")
    func outliers() throws {
        var filter = MovingMedian<Double>()
        for index in 0..<100 {
            let output = try filter.take(index % 7 < 3 ? 1e9 : 5, at: Double(index) * 0.01)
            if index >= 7 { #expect(output == 5) }
        }
    }

    @Test("Headings and orientations have no order, and no median")
    func domains() throws {
        let entry = try #require(FilterCatalogue.entry(named: "movingMedian"))
        #expect(entry.domains == [.scalar, .vector])
        let values = try entry.values([:])
        #expect(throws: ParameterError.self) { try entry.makeHeading(values) }
        #expect(throws: ParameterError.self) { try entry.makeQuaternion(values) }
    }
}
