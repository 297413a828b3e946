import Foundation
import Geodesy
import OutsideEstimators
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// Programs that estimate positions.
@Suite(.enabled(if: Programs.python != nil, "python3 is missing"))
struct LocatorTests {
    /// Alive for the whole test, because it contains the programs.
    private let folder: TemporaryFolder
    private let origin: GeodeticPosition

    init() throws {
        folder = try TemporaryFolder()
        origin = try #require(GeodeticPosition(latitudeDegrees: 48, longitudeDegrees: 10, height: 500))
    }

    /// Describes a Python program. Returns the path of the description.
    private func describe(_ program: String, _ lines: String, arguments: String = "") throws -> String {
        _ = try folder.write(program, to: "locate.py")
        return try folder.write(
            "name: mine\ncommand: [\(Programs.python ?? ""), locate.py\(arguments)]\ntimeout: 20s\n\(lines)\n",
            to: "locate.yaml"
        )
    }

    /// A stream program that answers each sample of a stream with a Python expression of its cells `v`.
    private func answering(_ stream: String, _ expression: String, _ lines: String) throws -> String {
        try describe(
            """
            import sys
            for line in sys.stdin:
                kind, t, *v = line.rstrip("\\n").split(",")
                if kind == "\(stream)": print(\(expression))
            """,
            lines
        )
    }

    /// A batch program whose rows are Python expressions of all fixes `rows` and of one of them, `row`.
    private func writing(
        _ header: String,
        _ expression: String,
        _ lines: String = "returns: positions"
    ) throws -> String {
        try describe(
            """
            import csv, sys, time
            folder, output = sys.argv[1:3]
            rows = list(csv.DictReader(open(f"{folder}/location.csv")))
            with open(output, "w") as file:
                file.write("\(header)\\n")
                for row in rows: file.write(\(expression) + "\\n")
            """,
            "mode: batch\n\(lines)",
            arguments: ", '{recording}', '{output}'"
        )
    }

    private struct Outcome {
        var estimates: [(time: Seconds, estimate: PositionEstimate)] = []
        var failure: InputError?
        var remarks: [String] = []
        var invalid = 0
    }

    private static let count = 20

    private static func time(_ index: Int) -> Seconds { 100 + Double(index) }

    private static func fix(_ index: Int) -> LocationFix {
        LocationFix(
            latitude: Angle(degrees: 48 + Double(index) * 1e-5),
            longitude: Angle(degrees: 10 - Double(index) * 2e-5),
            altitudeMetres: 500 + Double(index),
            horizontalAccuracyMetres: 5,
            verticalAccuracyMetres: index.isMultiple(of: 2) ? 8 : nil
        )
    }

    /// Runs a pipeline over fixes, with a pose and an acceleration before each.
    private func run(_ spec: String, isThorough: Bool = false) throws -> Outcome {
        let lookup = OutsideEstimators(folder: "").lookup
        #expect(LocationPipelineSpecification.isLocation(spec, lookup: lookup))
        let specification = try LocationPipelineSpecification(parsing: spec, lookup: lookup)
        var pipeline = LocationPipeline(specification, origin: origin)
        var outcome = Outcome()
        for index in 0..<Self.count {
            let time = Self.time(index)
            let position = Vector3(Double(index), 2, -3 * Double(index))
            let estimates = [
                pipeline.process(Pose(position: position, orientation: .identity), at: time),
                pipeline.process(SensorFrame(time: time, accelerometer: Vector3(0, 0, 9.81))),
                pipeline.process(Self.fix(index), at: time),
            ]
            outcome.estimates += estimates.compactMap { $0.map { (time, $0) } }
        }
        pipeline.finish(isThorough: isThorough) { outcome.estimates.append(($0, $1)) }
        outcome.failure = pipeline.failure
        outcome.remarks = pipeline.remarks
        return outcome
    }

    @Test func `A stream program that repeats the fixes equals the source 'fixes'`() throws {
        let spec = try answering("location", "','.join(v)", "returns: positions")
        let (own, fixes) = (try run(spec), try run("fixes"))
        #expect(own.failure == nil, "\(own.failure?.description ?? "")")
        #expect(own.estimates.map(\.estimate) == fixes.estimates.map(\.estimate))
        #expect(own.estimates.map(\.time) == (0..<Self.count).map(Self.time))
        let (filtered, average) = (try run("\(spec)+movingAverage:window=3"), try run("fixes+movingAverage:window=3"))
        #expect(filtered.estimates.map(\.estimate) == average.estimates.map(\.estimate))
    }

    @Test func `A program receives poses, accelerations and fixes of a time in this order`() throws {
        let spec = try describe(
            """
            import sys
            kinds = []
            for line in sys.stdin:
                kind, t, *v = line.rstrip("\\n").split(",")
                kinds.append(f"{kind}{len(v)}")
                if kind == "location":
                    print("48,10" if kinds == ["pose7", "accelerometer3", "location5"] else "")
                    kinds = []
            """,
            "returns: positions\nneeds: [accelerometer, location, pose]"
        )
        #expect(try run(spec).estimates.count == Self.count)
    }

    @Test func `Metres are not converted, and missing values stay unknown`() throws {
        let spec = try answering(
            "pose",
            "f'{v[0]},{-float(v[2])},{v[1]},,7' if float(v[0]) % 2 else f'{v[0]},{-float(v[2])},,4'",
            "returns: localPositions\nneeds: [pose]"
        )
        let outcome = try run(spec)
        #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
        #expect(outcome.estimates.count == Self.count)
        let (even, odd) = (outcome.estimates[4].estimate, outcome.estimates[5].estimate)
        #expect(even.position == Vector3(4, 12, 0))
        #expect(!even.hasHeight)
        #expect(even.radius.map { abs($0 - 4) < 1e-12 } == true)
        #expect(odd.position == Vector3(5, 15, 2))
        #expect(odd.verticalDeviation == 7)
        #expect(odd.radius == nil)
    }

    @Test func `The samples of the description's driver are answered`() throws {
        let spec = try answering(
            "accelerometer",
            "'48,10'",
            "returns: positions\nneeds: [location, accelerometer]\ndriver: accelerometer"
        )
        let outcome = try run(spec)
        #expect(outcome.failure == nil, "\(outcome.failure?.description ?? "")")
        #expect(outcome.estimates.count == Self.count)
        #expect(outcome.estimates[0].estimate.position.length < 501)
    }

    @Test(arguments: [
        ("'48'", "'48'"),
        ("'48,10,1,2,3,4'", "'48,10,1,2,3,4'"),
        ("'48,east'", "'48,east'"),
        ("'nan,10'", "'nan,10' is not finite"),
        ("'91,10'", "'91,10' is not latitude and longitude in degrees"),
        ("'48,10,500,-1'", "'48,10,500,-1' has a negative accuracy"),
        ("'48,10,,,-0.5'", "'48,10,,,-0.5' has a negative accuracy"),
        ("'48,10,,inf'", "'48,10,,inf' is not finite"),
        ("',10'", "',10'"),
    ])
    func `An answer that is not a position stops the program`(answer: String, words: String) throws {
        let outcome = try run(try answering("location", answer, "returns: positions"))
        #expect(
            outcome.failure?.message
                == "answer 1 is not a position (latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy): "
                + words
        )
        #expect(outcome.estimates.isEmpty)
    }

    @Test func `An empty answer is no position`() throws {
        let outcome = try run(try answering("location", "'' if float(t) < 110 else '48,10'", "returns: positions"))
        #expect(outcome.failure == nil)
        #expect(outcome.estimates.map(\.time) == (10..<Self.count).map(Self.time))
    }

    @Test func `A batch program that averages fixes equals the moving average`() throws {
        let mean = { (key: String) in
            "repr(sum(float(r['\(key)']) for r in rows[max(0, i - 2):i + 1]) / len(rows[max(0, i - 2):i + 1]))"
        }
        let columns = ["latitude", "longitude", "altitude"]
        let spec = try writing(
            "t,\(columns.joined(separator: ",")),horizontalAccuracy",
            "(lambda i: ','.join([row['t'], \(columns.map(mean).joined(separator: ", ")), "
                + "row['horizontalAccuracy']]))(rows.index(row))"
        )
        let (own, average) = (try run(spec, isThorough: true), try run("fixes+movingAverage:window=3"))
        #expect(own.failure == nil, "\(own.failure?.description ?? "")")
        #expect(own.remarks == [])
        try #require(own.estimates.count == Self.count)
        for (mine, built) in zip(own.estimates, average.estimates) {
            #expect(mine.time == built.time)
            // Metres. The mean of angles differs from the mean of metres by the curvature of the Earth.
            #expect((mine.estimate.position - built.estimate.position).length < 1e-3)
            #expect(mine.estimate.radius == built.estimate.radius)
        }
    }

    @Test func `A remark names a batch program that uses later samples, or that is not deterministic`() throws {
        let smooth = try writing("t,latitude,longitude", "f\"{row['t']},{rows[-1]['latitude']},10\"")
        let remark = try #require(try run(smooth, isThorough: true).remarks.first)
        // The latitude of the last fix is 1e-4° larger than that of the last fix of the first half: 11.1 m.
        #expect(remark.hasPrefix("\(smooth) uses later samples: "))
        #expect(remark.hasSuffix("differ by up to 11.119 m"), "\(remark)")
        let random = try writing("t,latitude,longitude", "f\"{row['t']},{48 + time.time_ns() % 1000 * 1e-6},10\"")
        #expect(
            try run(random, isThorough: true).remarks
                == ["\(random) is not deterministic: the output of a second run differs"]
        )
    }

    @Test(arguments: [
        ("t,x,y", "'0,1,2'", "{output} has metres, but 'returns' is positions"),
        ("t,latitude", "'0,1'", "line 1 of {output}: there is no position"),
        ("t,latitude,longitude", "'0,91,2'", "{output} has no positions"),
        ("t,latitude,longitude", "'nan,1,2'", "line 2 of {output}: "),
        ("t,x,y,hAcc", "'0,1,2,-3'", "line 2 of {output}: the accuracy -3.0 is not a length in metres"),
    ])
    func `An output without positions is a failure`(header: String, row: String, words: String) throws {
        let failure = try #require(try run(try writing(header, row)).failure)
        #expect(failure.message.hasPrefix(words), "\(failure.message)")
        #expect(failure.source?.hasSuffix("locate.yaml") == true)
    }

    @Test(arguments: [
        (
            "returns: positions\norder: xyzw",
            "the keys 'order' and 'world' apply to orientations, but 'returns' is positions"
        ),
        ("returns: place", "returns 'place' must be one of orientations, positions, localPositions"),
        (
            "returns: positions\nneeds: [gps]",
            "the sensor 'gps' must be one of location, gyroscope, accelerometer, magnetometer, pose, attitude, heading"
        ),
        ("returns: positions\ndriver: pose", "'driver' is 'pose', but 'needs' does not contain 'pose'"),
        ("needs: [location]", "the sensor is 'location', but only programs that return positions receive locations"),
    ])
    func `A mistake in the description of a program is reported`(lines: String, words: String) throws {
        let spec = try describe("", lines)
        let lookup = OutsideEstimators(folder: "").lookup
        // Without a valid description, the SPEC belongs to no location pipeline.
        #expect(!LocationPipelineSpecification.isLocation(spec, lookup: lookup))
        let error = try #require(throws: InputError.self) {
            _ = try PipelineSpecification(parsing: spec, lookup: lookup)
        }
        #expect(error.message == words)
        #expect(error.source == spec)
    }

    @Test func `A program that returns positions must begin the pipeline`() throws {
        let spec = try describe("", "returns: positions")
        let lookup = OutsideEstimators(folder: "").lookup
        for text in ["lowPass+\(spec)", "\(spec)+vqf"] {
            #expect(throws: InputError.self) {
                if LocationPipelineSpecification.isLocation(text, lookup: lookup) {
                    _ = try LocationPipelineSpecification(parsing: text, lookup: lookup)
                } else {
                    _ = try PipelineSpecification(parsing: text, lookup: lookup)
                }
            }
        }
        for text in ["pdr:heading=\(spec)", "fixes+\(spec)"] {
            let error = try #require(throws: InputError.self) {
                _ = try LocationPipelineSpecification(parsing: text, lookup: lookup)
            }
            #expect(error.message.contains("must be the first stage"), "\(error)")
            #expect(error.advice == "evaluate it as a pipeline of its own: --pipeline \(spec)")
        }
    }

    @Test func `An unknown parameter is answered with the parameters of the program`() throws {
        func error(_ parameters: String, _ arguments: String) throws -> InputError? {
            let spec = try describe("", "returns: positions\nparameters: \(parameters)", arguments: arguments)
            let lookup = OutsideEstimators(folder: "").lookup
            return #expect(throws: InputError.self) {
                _ = try LocationPipelineSpecification(parsing: "\(spec):speed=1", lookup: lookup)
            }
        }
        let known = try error("{gain: 1, window: 5}", ", '{gain}', '{window}'")
        #expect(known?.message == "mine has no parameter 'speed'")
        #expect(known?.advice == "use one of gain, window")
        #expect(try error("{}", "")?.advice == "remove 'speed'")
    }

    @Test func `The digest of a program is among the parameters, also of one that estimates the heading of steps`()
        throws
    {
        let lookup = OutsideEstimators(folder: "").lookup
        func digest(_ spec: String) throws -> ParameterValue? {
            try LocationPipelineSpecification(parsing: spec, lookup: lookup).parameters["sha256"]
        }
        let locator = try describe("# 1", "returns: positions")
        let first = try #require(try digest(locator))
        _ = try describe("# 2", "returns: positions")
        let other = OutsideEstimators(folder: "").lookup
        let second = try LocationPipelineSpecification(parsing: locator, lookup: other).parameters["sha256"]
        #expect(second != nil && second != first)
        let heading = try folder.write("command: [true]\nneeds: [gyroscope]\n", to: "turn.yaml")
        #expect(try digest("pdr:heading=\(heading)") != nil)
        #expect(try digest("pdr") == nil)
    }

    @Test func `Steps refuse orientations that are known only after the last sample`() throws {
        let specification = try LocationPipelineSpecification(parsing: "pdr:heading=vqfOffline")
        var pipeline = LocationPipeline(specification, origin: origin)
        for index in 0..<200 {
            let frame = SensorFrame(
                time: Double(index) / 100,
                accelerometer: Vector3(0, 0, 9.81),
                gyroscope: .zero,
                magnetometer: Vector3(0, 20, -40)
            )
            _ = pipeline.process(frame)
        }
        pipeline.finish(isThorough: false) { _, _ in }
        #expect(pipeline.failure?.message.hasPrefix("the estimator returns orientations only after") == true)
    }

    @Test func `Programs that were named in a file do not start without permission`() throws {
        let spec = try answering("location", "open('started', 'w') and '48,10'", "returns: positions")
        let lookup = OutsideEstimators(folder: "", startsPrograms: false).lookup
        let specification = try LocationPipelineSpecification(parsing: spec, lookup: lookup)
        var pipeline = LocationPipeline(specification, origin: origin)
        _ = pipeline.process(Self.fix(0), at: 0)
        #expect(pipeline.failure?.advice == "add --allow-programs to start it")
        #expect(FileKind(path: folder.url.appendingPathComponent("started").path) == nil)
    }
}
