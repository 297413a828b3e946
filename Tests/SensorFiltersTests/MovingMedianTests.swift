import SensorFilters
import SensorModel
import TestSupport
import Testing

struct MovingMedianTests {
    @Test(arguments: [7, 8])
    func `The medians of odd and even windows equal those of numpy`(_ window: Int) throws {
        let table = try NumberTable(fixture: "window_filters.csv")
        let (times, inputs) = (try table.column("time"), try table.vectors("input"))
        let expected = try table.vectors("median\(window)")
        var vectors = MovingMedian<Vector3>(.init(window: window))
        var scalars = MovingMedian<Double>(.init(window: window))
        for index in times.indices {
            #expect(try vectors.output(for: inputs[index], at: times[index]) == expected[index])
            #expect(try scalars.output(for: inputs[index].x, at: times[index]) == expected[index].x)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 31, 100])
    func `The median equals that of the sorted window`(_ window: Int) throws {
        var generator = SeededGenerator(seed: UInt64(window))
        let samples = (0..<1_000).map { _ in generator.number(in: -8...8).rounded() }
        var filter = MovingMedian<Double>(.init(window: window))
        for index in samples.indices {
            let output = try filter.output(for: samples[index], at: Double(index) * 0.01)
            let ordered = samples[...index].suffix(window).sorted()
            let middle = (ordered[(ordered.count - 1) / 2] + ordered[ordered.count / 2]) / 2
            #expect(output == middle)
        }
    }

    @Test(arguments: [1, 2, 7, 20])
    func `The latency on a ramp is (n − 1)/2 samples`(_ window: Int) throws {
        var filter = MovingMedian<Double>(.init(window: window))
        for index in 0..<100 {
            let output = try filter.output(for: Double(index), at: Double(index) * 0.01)
            if index >= window { #expect(output == Double(index) - Double(window - 1) / 2) }
        }
    }

    @Test func `Three outliers of seven have no effect`() throws {
        var filter = MovingMedian<Double>()
        for index in 0..<100 {
            let output = try filter.output(for: index % 7 < 3 ? 1e9 : 5, at: Double(index) * 0.01)
            if index >= 7 { #expect(output == 5) }
        }
    }

    @Test func `Orientations have no median`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "movingMedian"))
        #expect(entry.domains == [.scalar, .heading, .vector])
        let values = try entry.values([:])
        #expect(throws: InputError.self) { try entry.makeQuaternion(values) }
    }

    /// The sum of the arcs from a direction to the samples, in degrees.
    private static func arcs(from direction: Heading, to samples: some Collection<Heading>) -> Double {
        samples.reduce(0) { $0 + $1.distance(to: direction) }
    }

    @Test(arguments: [3, 4, 7])
    func `No direction has a smaller sum of arcs to the headings of a half circle than their median`(
        _ window: Int
    ) throws {
        var generator = SeededGenerator(seed: UInt64(window))
        let samples = (0..<500).map { _ in Heading(degrees: generator.number(in: -89...89)) }
        let entry = try #require(FilterCatalogue.entry(named: "movingMedian"))
        var filter = try entry.makeHeading(try entry.values(["window": "\(window)"]))
        for index in samples.indices {
            let median = try filter.output(for: samples[index], at: Double(index) * 0.01)
            let last = samples[...index].suffix(window)
            let smallest = (0..<360).map { Self.arcs(from: Heading(degrees: Double($0)), to: last) }
            #expect(Self.arcs(from: median, to: last) <= (smallest.min() ?? 0) + Tolerance.rounding)
        }
    }

    @Test func `Three outliers of seven headings in any direction have no effect`() throws {
        let entry = try #require(FilterCatalogue.entry(named: "movingMedian"))
        var filter = try entry.makeHeading(try entry.values([:]))
        for index in 0..<200 {
            let outlier = Heading(degrees: Double(index * 77))
            let output = try filter.output(
                for: index % 7 < 3 ? outlier : Heading(degrees: 359),
                at: Double(index) * 0.01
            )
            if index >= 7 { #expect(output.distance(to: Heading(degrees: 359)) < Tolerance.equations) }
        }
    }
}
