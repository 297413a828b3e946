import Pipelines
import SensorModel
import TestSupport
import Testing

/// Pipelines in lanes against each pipeline by itself.
@Suite("Pipelines in lanes")
struct LaneTests {
    struct Family: Sendable, CustomTestStringConvertible {
        let specifications: [String]
        var testDescription: String { specifications[0] }
    }

    static let families = [
        Family(specifications: [
            "mahony:kp=0.5", "mahony:kp=0", "mahony:kp=2,ki=0.004", "mahony:kp=0.02,ki=1", "mahony:kp=1e300,ki=1e300",
        ]),
        Family(specifications: ["mahony:start=broad,maximumGap=0.3", "mahony:ki=0.01,start=broad,maximumGap=0.3"]),
        Family(specifications: ["madgwick:beta=0", "madgwick:beta=0.1", "madgwick:beta=0.3", "madgwick:beta=1e300"]),
        Family(specifications: (1...8).map { "madgwick:beta=0.0\($0),reference=halved,start=broad" }),
    ]

    static let declinations: [Angle?] = [nil, Angle(degrees: 4.25)]

    @Test(arguments: families, declinations)
    func `Four and eight lanes give what each pipeline gives by itself, whatever the sensors do`(
        family: Family,
        declination: Angle?
    ) throws {
        for frames in [BrokenMotion.frames, BrokenMotion.neverStarting] {
            for start in stride(from: 0, to: family.specifications.count, by: 4) {
                let settings = Array(family.specifications[start...].prefix(4))
                try compare(settings, over: frames, declination, lanes: SIMD4<Double>.self)
            }
            try compare(family.specifications, over: frames, declination, lanes: SIMD8<Double>.self)
        }
    }

    @Test func `Pipelines go together that differ in nothing but gains`() throws {
        let family = try #require(try PipelineSpecification(parsing: "mahony:kp=1").laneFamily)
        for text in ["mahony", "mahony:ki=0.1", "mahony:driver=gyroscope,maximumGap=1"] {
            #expect(try PipelineSpecification(parsing: text).laneFamily == family)
        }
        for text in ["mahony:start=broad", "mahony:maximumGap=2", "madgwick"] {
            let other = try #require(try PipelineSpecification(parsing: text).laneFamily)
            #expect(other != family)
        }
        for text in ["mahony:driver=accelerometer", "mahony+lowPass", "lowPass+mahony", "vqf", "triad"] {
            #expect(try PipelineSpecification(parsing: text).laneFamily == nil)
        }
        let full = try PipelineSpecification(parsing: "madgwick").laneFamily
        #expect(try PipelineSpecification(parsing: "madgwick:reference=halved").laneFamily != full)
    }

    private func compare<Numbers: NumberLanes>(
        _ texts: [String],
        over frames: [SensorFrame],
        _ declination: Angle?,
        lanes: Numbers.Type
    ) throws {
        let specifications = try texts.map { try PipelineSpecification(parsing: $0) }
        let pass = try #require(LanePass(specifications[0], frames: frames, declination: declination))
        var run: LaneOrientations<Numbers> = pass.run(specifications)
        var block = Array(repeating: LaneQuaternion<Numbers>(repeating: .identity), count: 7)
        var given: [LaneQuaternion<Numbers>] = []
        var count = block.count
        while count == block.count {
            count = run.fill(&block)
            given += block.prefix(count)
        }
        #expect(given.count == pass.times.count)
        for (lane, specification) in specifications.enumerated() {
            var pipeline = Pipeline(specification, rates: [:], declination: declination)
            let expected = outputs(of: &pipeline, over: frames)
            #expect(pass.driver == pipeline.driver)
            #expect(pass.withoutOrientation == pipeline.withoutOrientation)
            #expect(pass.skips.map(\.stage) == pipeline.skips.map(\.stage))
            #expect(pass.skips.map(\.counts) == pipeline.skips.map(\.counts))
            #expect(pass.times.map(\.bitPattern) == expected.map(\.time.bitPattern))
            let distances = zip(given, expected).map { Self.distance($0[lane], $1.orientation) }
            #expect(distances.max() ?? 0 <= Tolerance.rounding, "\(specification.text)")
        }
    }

    /// One orientation per moment: a later one of the same moment takes the place of the one before.
    private func outputs(
        of pipeline: inout Pipeline,
        over frames: [SensorFrame]
    ) -> [(time: Seconds, orientation: UnitQuaternion)] {
        var all: [(time: Seconds, orientation: UnitQuaternion)] = []
        for frame in frames {
            guard let orientation = pipeline.process(frame) else { continue }
            if let last = all.last, frame.time <= last.time {
                all[all.count - 1].orientation = orientation
            } else {
                all.append((frame.time, orientation))
            }
        }
        return all
    }

    /// The largest difference of a component.
    private static func distance(_ left: UnitQuaternion, _ right: UnitQuaternion) -> Double {
        max(max(abs(left.w - right.w), abs(left.x - right.x)), max(abs(left.y - right.y), abs(left.z - right.z)))
    }
}
