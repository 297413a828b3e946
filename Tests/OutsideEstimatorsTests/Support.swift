import Foundation
import OutsideEstimators
import Pipelines
import SensorModel
import TestSupport

/// Programs of the fixtures, described in a temporary folder.
struct Programs {
    static let python = InstalledProgram.path("python3")
    static let fixtures = Package.root.appendingPathComponent("Tests/OutsideEstimatorsTests/Fixtures")

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Describes a Python program of the fixtures. Returns the path of the description.
    func describe(_ script: String, _ arguments: String = "", _ lines: String = "") throws -> String {
        let program = Self.fixtures.appendingPathComponent(script).path
        return try folder.write(
            """
            name: turn
            command: [\(Self.python ?? "python3"), \(program)\(arguments)]
            needs: [gyroscope, accelerometer]
            \(lines)
            """,
            to: "turn.yaml"
        )
    }

    /// Describes a Python program with this source. Returns the path of the description, `program.yaml`.
    func describe(
        source: String,
        _ lines: String = "needs: [gyroscope]",
        arguments: String = ""
    ) throws -> String {
        try folder.write(source, to: "program.py")
        return try folder.write(
            "command: [\(Self.python ?? ""), program.py\(arguments)]\n\(lines)\n",
            to: "program.yaml"
        )
    }

    /// The estimates of a pipeline over a constant turn about z.
    static func run(_ spec: String, isThorough: Bool = false) throws -> Outcome {
        let outside = OutsideEstimators(folder: "")
        let specification = try PipelineSpecification(parsing: spec, lookup: outside.lookup)
        var pipeline = Pipeline(specification, rates: [.gyroscope: 100, .accelerometer: 100], declination: nil)
        var outcome = Outcome()
        for index in 0..<Turn.count {
            pipeline.process(Turn.frame(index)) { outcome.estimates.append(($0, $1)) }
        }
        pipeline.finish(isThorough: isThorough) { outcome.estimates.append(($0, $1)) }
        outcome.failure = pipeline.failure
        outcome.remarks = pipeline.remarks
        outcome.withoutOrientation = pipeline.withoutOrientation
        outcome.time = pipeline.outsideTime
        return outcome
    }

    struct Outcome {
        var estimates: [(time: Seconds, orientation: UnitQuaternion)] = []
        var failure: InputError?
        var remarks: [String] = []
        var withoutOrientation = 0
        var time: OutsideTime?
    }
}

/// A device that lies with the screen up and turns about Up with a constant rate.
enum Turn {
    static let count = 200
    static let rate = 0.7

    static func time(_ index: Int) -> Seconds { 12 + Double(index) * 0.01 }

    static func frame(_ index: Int) -> SensorFrame {
        SensorFrame(
            time: time(index),
            accelerometer: Vector3(0, 0, 9.81),
            gyroscope: Vector3(0, 0, rate)
        )
    }

    /// The angle since the first sample in radians.
    static func angle(at time: Seconds) -> Double { rate * (time - Self.time(0)) }
}
