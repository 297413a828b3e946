import OutsideEstimators
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// Descriptions of programs in YAML.
struct DescriptionTests {
    @Test(arguments: [
        ("command: [a]\ntimoeut: 1s", 2, 1, "unknown key 'timoeut'"),
        ("command: [a, '{beta}']", 1, 14, "unknown placeholder '{beta}': the program has no parameters"),
        ("command: [a, '{beta']", 1, 14, "a brace in '{beta' is unmatched"),
        ("command: [a]\nparameters: {beta: 1}", 1, 10, "the placeholder '{beta}' is missing from the command"),
        ("command: [a]\nmode: batch", 1, 10, "the placeholder '{recording}' is missing from the command"),
        ("command: [a]\nmode: strem", 2, 7, "mode 'strem' must be one of stream, batch"),
        ("command: [a]\nneeds: [gps]", 2, 9, "the sensor 'gps' must be one of gyroscope, accelerometer, magnetometer"),
        ("command: [a]\nneeds: []", 2, 8, "the list 'needs' is empty"),
        (
            "command: [a]\nneeds: [gyroscope]\ndriver: magnetometer", 3, 9,
            "'driver' is 'magnetometer', but 'needs' does not contain 'magnetometer'"
        ),
        ("command: []", 1, 10, "the command is empty"),
        (
            "command: [a]\nname: madgwick", 2, 7,
            "invalid name 'madgwick': use letters, digits, '-' and '_', and no name of a built-in estimator or filter"
        ),
        ("command: [a]\ntimeout: 0s", 2, 10, "timeout=0s must be more than 0 and at most 86,400"),
        ("command: [a]\ninputs: [none.py]", 2, 10, "no such file: 'none.py'"),
        ("command: [a, '{b}']\nparameters: {b: {default: -1, minimum: 0}}", 2, 27, "b=-1 must be 0 or more"),
        (
            "command: [a, '{driver}']\nparameters: {driver: 1}", 2, 22,
            "invalid parameter name 'driver': use letters, digits and '_', and none of the names driver, sensor, sha256, isolated"
        ),
    ])
    func `A mistake in a description is reported with its line and column`(
        text: String,
        line: Int,
        column: Int,
        found: String
    ) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text + "\n", to: "mine.yaml")
        let error = try #require(throws: InputError.self) {
            _ = try PipelineSpecification(parsing: file, lookup: OutsideEstimators(folder: "").lookup)
        }
        #expect(error.message == found)
        #expect(error.line == line)
        #expect(error.column == column)
        #expect("\(error)".utf8.count - file.utf8.count <= 200)
    }

    @Test func `Parameters have units, ranges, choices and defaults`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            command: [a, '{tau}', '{kind}', '{fast}', '{n}']
            parameters:
              tau: {default: 500ms, unit: s, minimum: 0, maximum: 10}
              kind: {default: full, choices: [full, halved]}
              fast: true
              n: 3
            """,
            to: "mine.yaml"
        )
        let outside = OutsideEstimators(folder: "")
        let specification = try PipelineSpecification(parsing: "\(file):kind=halved", lookup: outside.lookup)
        let parameters = specification.parameters
        #expect(parameters["tau"] == .number(0.5))
        #expect(parameters["kind"] == .word("halved"))
        #expect(parameters["fast"] == .word("true"))
        #expect(parameters["n"] == .number(3))
        #expect(throws: InputError.self) {
            try PipelineSpecification(parsing: "\(file):tau=11s", lookup: outside.lookup)
        }
    }

    @Test func `The digest changes with the program`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("command: [python3, mine.py]\ninputs: [table.csv]\n", to: "mine.yaml")
        _ = try folder.write("1", to: "table.csv")
        func digest(_ script: String) throws -> ParameterValue? {
            _ = try folder.write(script, to: "mine.py")
            let lookup = OutsideEstimators(folder: "").lookup
            return try PipelineSpecification(parsing: file, lookup: lookup).parameters["sha256"]
        }
        let first = try digest("print(1)")
        #expect(try digest("print(1)") == first)
        #expect(try digest("print(2)") != first)
        _ = try folder.write("2", to: "table.csv")
        #expect(try digest("print(1)") != first)
    }

    @Test func `A log outside of the folder does not change the digest`() throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let log = try other.write("", to: "starts.log")
        let file = try folder.write("command: [cat, \(log)]\n", to: "mine.yaml")
        let lookup = OutsideEstimators(folder: "").lookup
        let first = try PipelineSpecification(parsing: file, lookup: lookup).parameters["sha256"]
        _ = try other.write("a start", to: "starts.log")
        #expect(try PipelineSpecification(parsing: file, lookup: lookup).parameters["sha256"] == first)
    }

    @Test func `The error of a missing description names it, with its column in the SPEC`() throws {
        let error = try #require(throws: InputError.self) {
            _ = try PipelineSpecification(
                parsing: "lowPass+none.yaml",
                lookup: OutsideEstimators(folder: "").lookup
            )
        }
        #expect(error.column == 9)
        #expect(error.message.contains("none.yaml"))
    }
}
