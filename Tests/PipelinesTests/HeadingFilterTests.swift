import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// Filters on compass readings: `sensor=heading`.
@Suite("Filters of headings")
struct HeadingFilterTests {
    /// Degrees. A few roundings of degrees from radians and quaternions.
    private static let tolerance = 1e-6
    private static let gravity = Vector3(0, 0, 9.81)
    static let names = FilterCatalogue.entries.filter { $0.domains.contains(.heading) }.map(\.name)

    private static func pipeline(_ text: String, declination: Angle? = nil) throws -> Pipeline {
        Pipeline(
            try PipelineSpecification(parsing: text),
            rates: [.accelerometer: 50, .heading: 10],
            declination: declination
        )
    }

    private static func frame(
        _ index: Int,
        magnetic: Double? = nil,
        trueNorth: Double? = nil,
        at time: Seconds? = nil
    ) -> SensorFrame {
        SensorFrame(
            time: time ?? Double(index) * 0.1,
            accelerometer: gravity,
            heading: HeadingReading(
                magnetic: magnetic.map { Heading(degrees: $0) },
                trueNorth: trueNorth.map { Heading(degrees: $0) },
                accuracy: nil
            )
        )
    }

    /// The heading of the upper edge.
    private static func heading(_ orientation: UnitQuaternion?) throws -> Heading {
        Heading(degrees: try #require(orientation).rotate(Vector3(0, 1, 0)).azimuth.degrees)
    }

    @Test(arguments: names)
    func `Every filter of the catalogue applies to readings as to headings`(_ name: String) throws {
        let entry = try #require(FilterCatalogue.entry(named: name))
        var filter = try entry.makeHeading(try entry.values([:]))
        var pipeline = try Self.pipeline("\(name):sensor=heading+compassHeading")
        var generator = SeededGenerator(seed: 31)
        for index in 0..<200 {
            let reading = 350 + generator.number(in: -15...15)
            let expected = try filter.output(for: Heading(degrees: reading), at: Double(index) * 0.1)
            let output = pipeline.process(Self.frame(index, trueNorth: reading))
            #expect(try Self.heading(output).distance(to: expected) < Self.tolerance)
        }
    }

    @Test(arguments: names)
    func `A constant heading stays constant`(_ name: String) throws {
        var pipeline = try Self.pipeline("\(name):sensor=heading+compassHeading", declination: Angle(degrees: 4))
        for index in 0..<50 {
            let output = pipeline.process(Self.frame(index, magnetic: 358))
            #expect(try Self.heading(output).distance(to: Heading(degrees: 2)) < Self.tolerance)
        }
    }

    @Test func `Magnetic and true headings are filtered separately`() throws {
        var pipeline = try Self.pipeline("movingAverage:window=2,sensor=heading+compassHeading")
        _ = pipeline.process(Self.frame(0, magnetic: 90, trueNorth: 350))
        let both = pipeline.process(Self.frame(1, magnetic: 110, trueNorth: 10))
        #expect(try Self.heading(both).distance(to: Heading(degrees: 0)) < Self.tolerance)
        let magnetic = pipeline.process(Self.frame(2, magnetic: 130))
        #expect(try Self.heading(magnetic).distance(to: Heading(degrees: 120)) < Self.tolerance)
    }

    @Test func `Only the named sensor is filtered, and headings only if they are named`() throws {
        var unnamed = try Self.pipeline("movingAverage:window=2+compassHeading")
        _ = unnamed.process(Self.frame(0, trueNorth: 350))
        let unfiltered = unnamed.process(Self.frame(1, trueNorth: 10))
        #expect(try Self.heading(unfiltered).distance(to: Heading(degrees: 10)) < Self.tolerance)
        let both = try PipelineSpecification(
            parsing: "lowPass:sensor=heading,alpha=0.1+lowPass:sensor=accelerometer+compassHeading"
        )
        #expect(both.sensorFilters.map(\.sensor) == [.heading, .accelerometer])
        #expect(both.parameters["lowPass.sensor"] == .word("heading"))
        #expect(both.parameters["lowPass#2.sensor"] == .word("accelerometer"))
    }

    @Test func `Unusable headings are skipped and counted, and a gap restarts the filter`() throws {
        var pipeline = try Self.pipeline("movingAverage:window=3,sensor=heading+compassHeading")
        _ = pipeline.process(Self.frame(0, magnetic: .nan, trueNorth: 350))
        let held = pipeline.process(Self.frame(1, magnetic: .nan, trueNorth: .nan))
        #expect(try Self.heading(held).distance(to: Heading(degrees: 350)) < Self.tolerance)
        let mean = pipeline.process(Self.frame(2, magnetic: .nan, trueNorth: 10))
        #expect(try Self.heading(mean).distance(to: Heading(degrees: 0)) < Self.tolerance)
        let late = pipeline.process(Self.frame(3, trueNorth: 90, at: 5))
        #expect(try Self.heading(late).distance(to: Heading(degrees: 90)) < Self.tolerance)
        _ = pipeline.process(Self.frame(4, at: 5.1))
        var expected = SkipCounts()
        (expected.nonFinite, expected.restarts) = (1, 1)
        #expect(pipeline.skips.first?.stage == "movingAverage of heading")
        #expect(pipeline.skips.first?.counts == expected)
        // The estimator counts the reading without any heading.
        #expect(pipeline.skips.last?.counts.nonFinite == 1)
    }

    @Test func `A system accepts a heading filter of the operating system and filters before its estimator`() throws {
        let system = try DescribedSystem(parsing: "area:headingFilter=5deg")
        #expect(system.parameters["headingFilter"] == .number(5))
        #expect(system.orientation.parameters["headingFilter"] == .number(5))
        #expect(try !system.changesScreen())
    }
}
