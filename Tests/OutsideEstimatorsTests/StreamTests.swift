import Foundation
import OutsideEstimators
import Pipelines
import SensorModel
import TestSupport
import Testing

@Suite(.enabled(if: Programs.python != nil, "python3 is missing"))
struct StreamTests {
    /// Alive for the whole test, because its folder contains the description.
    private let programs: Programs

    init() throws {
        programs = try Programs()
    }

    /// Radians. The sum of 200 rounding errors.
    private static let tolerance = 1e-12

    @Test func `A stream program's answers belong to the samples that it answered`() throws {
        let spec = try programs.describe("turn.py")
        let outcome = try Programs.run(spec)
        #expect(outcome.failure == nil)
        #expect(outcome.estimates.count == Turn.count - 1)
        #expect(outcome.withoutOrientation == 1)
        for (index, (time, orientation)) in outcome.estimates.enumerated() {
            #expect(time == Turn.time(index + 1))
            #expect(abs(orientation.rotationVector.z - Turn.angle(at: time)) < Self.tolerance)
        }
    }

    @Test func `The gyroscope drives a program, also where the accelerometer is faster`() throws {
        let spec = try programs.describe("turn.py")
        let specification = try PipelineSpecification(
            parsing: spec,
            lookup: OutsideEstimators(folder: "").lookup
        )
        let rates: [SensorKind: Hertz] = [.gyroscope: 100, .accelerometer: 100.2]
        #expect(Pipeline(specification, rates: rates, declination: nil).driver == .gyroscope)
    }

    @Test func `A parameter of the SPEC is an argument of the program`() throws {
        let spec = try programs.describe("turn.py", ", '{gain}'", "parameters: {gain: {default: 1, minimum: 0}}")
        let last = try #require(try Programs.run("\(spec):gain=0.5").estimates.last)
        #expect(abs(last.orientation.rotationVector.z - Turn.angle(at: last.time) / 2) < Self.tolerance)
        #expect(throws: InputError.self) { try Programs.run("\(spec):gain=-1") }
        #expect(throws: InputError.self) { try Programs.run("\(spec):gian=1") }
    }

    @Test func `The samples of the description's driver are answered`() throws {
        let script = """
            import sys
            for line in sys.stdin:
                if line.startswith("accelerometer"): print("1,0,0,0")
            """
        let lines = "needs: [gyroscope, accelerometer]\ndriver: accelerometer\ntimeout: 20s"
        let outcome = try Programs.run(programs.describe(source: script, lines))
        #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
        #expect(outcome.estimates.count == Turn.count)
    }

    @Test func `Filters act before and after a program`() throws {
        let spec = try programs.describe("turn.py")
        let plain = try Programs.run(spec).estimates
        let filtered = try Programs.run("scale:x=1,y=1,z=2,sensor=gyroscope+\(spec)+delay:samples=1").estimates
        #expect(filtered.count == plain.count)
        let index = 100
        let expected = 2 * plain[index - 1].orientation.rotationVector.z
        #expect(abs(filtered[index].orientation.rotationVector.z - expected) < 1e-9)
    }

    @Test(arguments: [
        ("xyzw", "enu", Vector3(1, 0, 0)), ("wxyz", "nwu", Vector3(0, 1, 0)), ("wxyz", "ned", Vector3(0, 1, 0)),
    ])
    func `Order and world of the answers are converted`(order: String, world: String, axis: Vector3) throws {
        let answer = order == "wxyz" ? "1,0,0,0" : "0,0,0,1"
        let script = """
            import sys
            for line in sys.stdin:
                if line.startswith("gyro"): print("\(answer)")
            """
        let lines = "needs: [gyroscope]\norder: \(order)\nworld: \(world)"
        let file = try programs.describe(source: script, lines)
        let orientation = try #require(try Programs.run(file).estimates.last?.orientation)
        // The program says that the first axis of the device is the first one of its world: East in ENU, else North.
        #expect((orientation.rotate(Vector3(1, 0, 0)) - axis).length < 1e-15)
    }

    @Test func `Times of answers exclude those of an echoing program, or are not measured`() throws {
        let outcome = try Programs.run(try programs.describe("turn.py"), isThorough: true)
        switch try #require(outcome.time) {
        case .perSample(let times):
            #expect(times.count == Turn.count - 1, "the first answer contains the start of the program")
            #expect(times.allSatisfy { $0 >= 0 })
        case .unmeasured(let reason):
            // A busy machine may stop an answer for longer than the program needs.
            #expect(reason.contains("echoing program"))
        case .perRun: throw Missing()
        }
        #expect(outcome.remarks.contains { $0.contains("measured with cat") }, "\(outcome.remarks)")
        #expect(!outcome.remarks.contains { $0.contains("not deterministic") }, "\(outcome.remarks)")
    }

    @Test func `Times that do not exceed those of the echoing program are not measured`() {
        let measured = OutsideTime(answers: [3e-5, 2e-5, 9e-5], echoes: [1e-5, 2e-5, 9e-4])
        #expect(measured == .perSample([3e-5 - 2e-5, 0, 9e-5 - 2e-5]))
        let hidden = OutsideTime(answers: [3e-5, 2e-5, 9e-5], echoes: [4e-5])
        let reason =
            "the program answers a line in 30.0 us, which is not longer than the 40.0 us of an echoing program (cat)"
        #expect(hidden == .unmeasured(because: reason))
        #expect(OutsideTime(answers: [1e-5], echoes: []) == .perSample([1e-5]))
    }

    private struct Missing: Error {}

    @Test func `A program whose second run differs is reported as not deterministic`() throws {
        let script = """
            import random, math, sys
            for line in sys.stdin:
                if line.startswith("gyro"):
                    a = random.random()
                    print(f"{math.cos(a)!r},{math.sin(a)!r},0,0")
            """
        let outcome = try Programs.run(programs.describe(source: script), isThorough: true)
        #expect(outcome.failure == nil)
        #expect(outcome.remarks.contains { $0.contains("not deterministic: answer 1 ") }, "\(outcome.remarks)")
    }

    @Test func `A program runs in the folder of its description, and no shell expands its arguments`() throws {
        let script = """
            import os, sys
            assert sys.argv[1] == "$HOME; *", sys.argv
            assert os.path.exists("program.yaml")
            for line in sys.stdin:
                if line.startswith("gyro"): print("1,0,0,0")
            """
        let outcome = try Programs.run(programs.describe(source: script, arguments: ", '$HOME; *'"))
        #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
        #expect(outcome.estimates.count == Turn.count)
    }
}
