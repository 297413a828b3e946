import Geodesy
import Pipelines
import SensorModel
import Testing

/// The SPECs of location pipelines, and their stages.
struct LocationPipelineTests {
    private static let origin = GeodeticPosition(latitudeDegrees: 48, longitudeDegrees: 10, height: 500)

    private static func fix(east: Metres, north: Metres, accuracy: Metres? = 5) throws -> LocationFix {
        let frame = LocalTangentFrame(at: try #require(origin))
        var fix = LocationFix(try #require(frame.position(ofLocal: Vector3(east, north, 0)).geodetic()))
        fix.horizontalAccuracyMetres = accuracy
        return fix
    }

    private static func pipeline(_ spec: String) throws -> LocationPipeline {
        LocationPipeline(try LocationPipelineSpecification(parsing: spec), origin: origin)
    }

    /// A pose with X east, Y up and Z south, as after a perfect start with a compass.
    private static func pose(east: Metres, north: Metres) -> Pose {
        Pose(position: Vector3(east, 0, -north), orientation: .identity)
    }

    @Test(arguments: [
        ("vqf+fixes", "'fixes' is a stage of location pipelines"),
        ("fixes+vqf", "'vqf' estimates orientations, and is not a filter"),
        ("fixes+lowPas", "unknown filter 'lowPas'"),
        ("fixes+lowPass+positionKalman", "'positionKalman' must directly follow 'fixes'"),
        ("poses+positionKalman", "'positionKalman' must directly follow 'fixes'"),
        ("fixes+poses", "'poses' must begin the pipeline"),
        ("fixes+sphericalAverage", "sphericalAverage"),
        ("fixes:acuracyLimit=5", "acuracyLimit"),
        ("fixes+positionKalman:processNoise=-1", "processNoise"),
        ("poses:anchor=first", "anchor"),
    ])
    func `A SPEC with an unsupported stage is rejected`(spec: String, words: String) throws {
        let error = try #require(throws: InputError.self) {
            if LocationPipelineSpecification.isLocation(spec) {
                _ = try LocationPipelineSpecification(parsing: spec)
            } else {
                _ = try PipelineSpecification(parsing: spec)
            }
        }
        #expect(error.description.contains(words), "\(error)")
    }

    @Test func `Parameters include defaults, and a maximum gap of 30 s for filters`() throws {
        let pipeline = try LocationPipelineSpecification(parsing: "fixes:accuracyLimit=20+movingAverage:window=4")
        #expect(pipeline.parameters["accuracyLimit"] == .number(20))
        #expect(pipeline.parameters["window"] == .number(4))
        #expect(pipeline.parameters["maximumGap"] == .number(30))
        let given = try LocationPipelineSpecification(parsing: "fixes+movingAverage:maximumGap=5")
        #expect(given.parameters["maximumGap"] == .number(5))
    }

    @Test func `A moving average of fixes averages their positions in metres`() throws {
        var pipeline = try Self.pipeline("fixes+movingAverage:window=2")
        _ = pipeline.process(try Self.fix(east: 0, north: 0), at: 0)
        let output = pipeline.process(try Self.fix(east: 10, north: 4), at: 5)
        let estimate = try #require(output)
        #expect((estimate.position - Vector3(5, 2, 0)).length < 1e-3)
        #expect(estimate.radius.map { abs($0 - 5) < 1e-12 } == true)
    }

    @Test func `The gate drops fixes that claim too little accuracy`() throws {
        var pipeline = try Self.pipeline("fixes:accuracyLimit=20")
        let rejected = pipeline.process(try Self.fix(east: 0, north: 0, accuracy: 65), at: 0)
        #expect(rejected == nil)
        let accepted = pipeline.process(try Self.fix(east: 0, north: 0, accuracy: 12), at: 1)
        #expect(accepted != nil)
        #expect(pipeline.gate.dropped == 1)
    }

    @Test func `Outliers are ignored and counted`() throws {
        var pipeline = try Self.pipeline("fixes+positionKalman:outlierLimit=4")
        for second in 0..<20 { _ = pipeline.process(try Self.fix(east: 0, north: 0), at: Double(second)) }
        let output = pipeline.process(try Self.fix(east: 300, north: 0), at: 20)
        let estimate = try #require(output)
        #expect(abs(estimate.position.x) < 1e-3)
        #expect(pipeline.kalman?.outliers == 1)
    }

    @Test func `A gap restarts the Kalman filter at the next fix`() throws {
        var pipeline = try Self.pipeline("fixes+positionKalman")
        _ = pipeline.process(try Self.fix(east: 0, north: 0), at: 0)
        let output = pipeline.process(try Self.fix(east: 900, north: 0), at: 31)
        let estimate = try #require(output)
        #expect(abs(estimate.position.x - 900) < 1e-2)
        #expect(pipeline.kalman?.restarts == 1)
    }

    @Test(arguments: ["best", "last"])
    func `Poses continue from the best or the last fix`(anchor: String) throws {
        var pipeline = try Self.pipeline("poses:anchor=\(anchor)")
        let early = pipeline.process(Self.pose(east: 0, north: 0), at: 0)
        #expect(early == nil)
        _ = pipeline.process(try Self.fix(east: 2, north: 0, accuracy: 3), at: 0.1)
        _ = pipeline.process(Self.pose(east: 10, north: 0), at: 5)
        _ = pipeline.process(try Self.fix(east: 18, north: 0, accuracy: 20), at: 5.1)
        let output = pipeline.process(Self.pose(east: 11, north: 0), at: 6)
        let estimate = try #require(output)
        // The best fix claims 3 m: 2 + 11. The last one: 18 + 1.
        #expect(abs(estimate.position.x - (anchor == "best" ? 13 : 19)) < 0.1)
        #expect(!estimate.hasHeight)
    }

    @Test func `Fixes without error keep a Kalman anchor exact, and its claim grows with the distance`() throws {
        var pipeline = try Self.pipeline("poses:anchor=kalman,drift=0.2,worstAccuracy=0.1")
        var claims: [Double] = []
        for second in 0...40 {
            let (time, north) = (Double(second), 1.5 * Double(second))
            _ = pipeline.process(Self.pose(east: 0, north: north), at: time)
            guard second.isMultiple(of: 20) else { continue }
            _ = pipeline.process(try Self.fix(east: 7, north: north, accuracy: 4), at: time + 0.1)
            let output = pipeline.process(Self.pose(east: 0, north: north), at: time + 0.2)
            let estimate = try #require(output)
            #expect((estimate.position - Vector3(7, north, 0)).horizontalLength < 0.01)
            claims.append(try #require(estimate.horizontalDeviation))
        }
        // P = R after the first fix; then P + d² s and 1/P' = 1/(P + d² s) + 1/R, with s = 30 m.
        let variance = PositionEstimate.deviation(ofRadius: 4) * PositionEstimate.deviation(ofRadius: 4)
        var expected = [variance]
        for _ in 0..<2 { expected.append(1 / (1 / (expected[expected.count - 1] + 0.04 * 30) + 1 / variance)) }
        for (claim, expected) in zip(claims, expected) { #expect(abs(claim * claim - expected) < 1e-9) }
        #expect(claims.count == 3)
    }

    /// The two low-passes of 3 Hz each divide an amplitude at 6 Hz by √(1 + 2²), so both divide it by 5. The slow mean of
    /// 1 s changes by 1/38 of the amplitude. A step needs 0.5 m/s² in both directions.
    @Test(arguments: [(1.9, false), (3.2, true)])
    func `A vibration of 6 Hz has steps only if a fifth of its amplitude exceeds the threshold`(
        amplitude: Double,
        hasSteps: Bool
    ) {
        var detector = StepDetector(StepDetector.Parameters())
        for sample in 0..<2_000 {
            let time = Double(sample) / 200
            let vibration = amplitude * Angle(degrees: 360 * 6 * time).sine
            _ = detector.update(Vector3(0, 0, 9.81 + vibration), at: time)
        }
        #expect((detector.count > 0) == hasSteps)
    }
}

extension Vector3 {
    fileprivate var horizontalLength: Double { Vector3(x, y, 0).length }
}
