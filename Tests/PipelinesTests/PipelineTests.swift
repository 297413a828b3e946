import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Pipelines")
struct PipelineTests {
    private let gravity = Vector3(0, 0, 9.81)
    private let field = Vector3(0, 20, -40)

    @Test func `There is one orientation for each sample of the driving sensor`() throws {
        let rates: [SensorKind: Hertz] = [.accelerometer: 100, .magnetometer: 33, .gyroscope: 50]
        for (text, driver) in [
            ("triad", SensorKind.accelerometer), ("triad:driver=magnetometer", .magnetometer), ("madgwick", .gyroscope),
            ("deviceAttitude", .attitude),
        ] {
            let pipeline = Pipeline(try PipelineSpecification(parsing: text), rates: rates, declination: nil)
            #expect(pipeline.driver == driver, "\(text)")
        }
        var triad = Pipeline(try PipelineSpecification(parsing: "triad"), rates: rates, declination: nil)
        #expect(triad.process(SensorFrame(time: 0, accelerometer: gravity)) == nil)
        #expect(triad.withoutOrientation == 1)
        #expect(triad.process(SensorFrame(time: 0.01, magnetometer: field)) == nil)
        #expect(triad.process(SensorFrame(time: 0.02, accelerometer: gravity)) != nil)
        #expect(triad.process(SensorFrame(time: 0.03, gyroscope: .zero)) == nil)
    }

    @Test func `The declination only rotates estimates relative to magnetic north`() throws {
        let frame = SensorFrame(time: 0, accelerometer: gravity, magnetometer: field, attitude: .identity)
        let east = Angle(degrees: 10)
        var triad = Pipeline(try PipelineSpecification(parsing: "triad"), rates: [:], declination: east)
        let turned = triad.process(frame)
        let orientation = try #require(turned)
        #expect(abs(orientation.signedHeadingAngle.degrees + 10) < 1e-9)
        var device = Pipeline(try PipelineSpecification(parsing: "deviceAttitude"), rates: [:], declination: east)
        #expect(device.process(frame) == .identity)
        var magnetic = Pipeline(
            try PipelineSpecification(parsing: "deviceAttitude:north=magnetic"),
            rates: [:],
            declination: east
        )
        let back = magnetic.process(frame)
        #expect(abs(try #require(back).signedHeadingAngle.degrees - 10) < 1e-9)
    }

    @Test func `With driver=any, samples of either sensor trigger an orientation`() throws {
        var triad = Pipeline(
            try PipelineSpecification(parsing: "triad:driver=any"),
            rates: [.accelerometer: 100, .magnetometer: 33],
            declination: nil
        )
        #expect(triad.drivers == [.accelerometer, .magnetometer])
        #expect(triad.process(SensorFrame(time: 0, accelerometer: gravity)) == nil)
        #expect(triad.process(SensorFrame(time: 0.01, magnetometer: field)) != nil)
        #expect(triad.process(SensorFrame(time: 0.02, accelerometer: gravity)) != nil)
        #expect(triad.process(SensorFrame(time: 0.03, gyroscope: .zero)) == nil)
    }

    @Test func `The declination rotates magnetic headings and not true ones`() throws {
        var pipeline = Pipeline(
            try PipelineSpecification(parsing: "compassHeading"),
            rates: [.accelerometer: 50, .heading: 5],
            declination: Angle(degrees: 3)
        )
        #expect(pipeline.driver == .accelerometer)
        let magnetic = HeadingReading(magnetic: Heading(degrees: 10), trueNorth: nil, accuracy: nil)
        let trueNorth = HeadingReading(magnetic: Heading(degrees: 10), trueNorth: Heading(degrees: 12), accuracy: nil)
        for (index, (reading, expected)) in [(magnetic, 13.0), (trueNorth, 12.0)].enumerated() {
            let frame = SensorFrame(time: Double(index), accelerometer: gravity, heading: reading)
            let output = pipeline.process(frame)
            let orientation = try #require(output)
            #expect(abs(orientation.signedHeadingAngle.degrees + expected) < 1e-9)
        }
    }

    @Test func `Filters before the estimator act on the vectors of their sensors`() throws {
        let text = "movingAverage:window=2,sensor=magnetometer+triad"
        var pipeline = Pipeline(try PipelineSpecification(parsing: text), rates: [:], declination: nil)
        _ = pipeline.process(SensorFrame(time: 0, accelerometer: gravity, magnetometer: Vector3(20, 0, 0)))
        let frame = SensorFrame(time: 0.1, accelerometer: gravity, magnetometer: Vector3(0, 20, 0))
        let output = pipeline.process(frame)
        let orientation = try #require(output)
        // The mean field points north-east on the device, so the device's y axis points 45° west of north.
        #expect(abs(orientation.signedHeadingAngle.degrees - 45) < 1e-9)
    }

    @Test func `A copy continues with bit-identical results`() throws {
        let specification = try PipelineSpecification(parsing: "lowPass+mahony+derivativeSmoother+lowPass:cutoff=3Hz")
        var pipeline = Pipeline(specification, rates: [:], declination: Angle(degrees: 2))
        var generator = SeededGenerator(seed: 51)
        func frame(_ index: Int) -> SensorFrame {
            SensorFrame(
                time: Double(index) * 0.01,
                accelerometer: gravity + generator.vector(),
                gyroscope: generator.vector(),
                magnetometer: field + generator.vector()
            )
        }
        for index in 0..<100 { _ = pipeline.process(frame(index)) }
        var copy = pipeline
        for index in 100..<200 {
            let frame = frame(index)
            #expect(pipeline.process(frame) == copy.process(frame))
        }
    }

    @Test func `A chain of two filters returns the same for many samples at once as for one after the other`() throws {
        var chain = try FilterSpecification(parsing: "movingAverage:window=2+movingAverage:window=2").makeScalar()
        var copy = chain
        let samples = [0, 8.0, 0, 0]
        // The first filter returns 0, 4, 4 and 0. The second returns the means of these and their predecessors.
        let means: [Double?] = [0, 2, 4, 2]
        var outputs: [Double?] = []
        chain.update(samples.count, { (samples[$0], Double($0) * 0.1) }, store: { outputs.append($1) })
        #expect(outputs == means)
        let single = samples.enumerated().map { copy.update($1, at: Double($0) * 0.1) }
        #expect(single == means)
    }

    @Test func `Skipped samples are counted by the stage's name`() throws {
        let specification = try PipelineSpecification(parsing: "lowPass+triad+lowPass")
        var pipeline = Pipeline(specification, rates: [:], declination: nil)
        _ = pipeline.process(SensorFrame(time: 0, accelerometer: Vector3(.nan, 0, 0), magnetometer: field))
        #expect(
            pipeline.skips.map(\.stage) == ["lowPass of accelerometer", "lowPass of magnetometer", "triad", "lowPass"]
        )
        #expect(pipeline.skips[0].counts.nonFinite == 1)
    }
}
