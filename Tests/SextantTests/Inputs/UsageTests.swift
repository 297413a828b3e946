import Foundation
import Reporting
import TestSupport
import Testing

/// Usage errors: exit code 2, and nothing is read or written.
struct UsageTests {
    @Test(arguments: ["inspect", "evaluate --pipeline vqf", "evaluate x --pipeline vqf --output"])
    func `A path that is not UTF-8 is named with its bytes`(command: String) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Command.shell(
            "cd '\(folder.url.path)' && mkdir \"$(printf 'w\\377alk')\" && sextant \(command) \"$(printf 'w\\377alk')\""
        )
        #expect(
            outcome.error
                == "sextant: the argument 'w\\xffalk' contains bytes that are not UTF-8; rename the file or folder\n"
        )
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.output == "")
    }

    @Test func `A file of a recording whose name is not UTF-8 is reported as not read`() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Command.shell(
            "cd '\(folder.url.path)' && cp -r '\(InputFixture.pan)' walk && touch \"walk/$(printf 'x\\377.csv')\""
                + " && sextant inspect walk && sextant evaluate walk --pipeline vqf"
        )
        #expect(outcome.code == 0, "\(outcome.error)")
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("x\\xff.csv: the name is not UTF-8; rename the file if it belongs to the recording"))
        #expect(outcome.output.contains("vqf"))
    }

    static let unknownNames: [(options: [String], line: String)] = [
        (
            ["--pipeline", "triad+lowpas"],
            "pipeline 'triad+lowpas', column 7: unknown stage 'lowpas'; did you mean 'lowPass'?"
        ),
        (
            ["--pipeline", "xyzzy"],
            "pipeline 'xyzzy', column 1: unknown stage 'xyzzy'; "
                + "see 'sextant list estimators' and 'sextant list filters'"
        ),
        (["--layout", "broda"], "--layout: unknown layout 'broda'; did you mean 'broad'?"),
        (["--format", "csv,spreadsheet"], "unknown report format 'spreadsheet'; use \(ReportFormat.names)"),
    ]

    @Test(arguments: unknownNames)
    func `The error of an unknown name suggests a similar name, or refers to the names`(
        options: [String],
        line: String
    ) async throws {
        try await Refusal.expect([InputFixture.pan] + options, Refusal.usage, line)
    }

    @Test func `The error of an unknown parameter suggests a name`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", "madgwick:bet=0.1"])
        let start = "sextant: pipeline 'madgwick:bet=0.1', column "
        #expect(outcome.error.hasPrefix(start), "\(outcome.error)")
        #expect(outcome.error.contains(": pipeline 'madgwick:bet=0.1', column 1: madgwick has no parameter 'bet'"))
        #expect(outcome.error.hasSuffix("; did you mean 'beta'?\n"))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.output == "")
    }

    @Test func `A pipeline without an estimator is a usage error`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", "lowPass"])
        let start = "sextant: pipeline 'lowPass', column 1: the pipeline has no estimator"
        #expect(outcome.error.hasPrefix(start), "\(outcome.error)")
        #expect(outcome.error.hasSuffix("; see 'sextant list estimators'\n"))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.usage)
    }

    @Test func `A YAML pipeline that is not a list is bad data`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("triad: {}\n", to: "pipeline.yaml")
        try await Refusal.expect(
            [InputFixture.pan, "--pipeline", path],
            Refusal.badData,
            "\(path):1:1: the value is not a list of stages; write each stage of the list as 'name' or 'name: {key: value}'"
        )
    }

    @Test func `The error of an unknown subcommand suggests a name`() async throws {
        let outcome = try await Command.run(["evalute", InputFixture.pan])
        #expect(outcome.error == "sextant: unknown subcommand 'evalute'; did you mean 'evaluate'?\n")
        #expect(outcome.code == Refusal.usage)
    }

    @Test func `An empty path of a recording is a usage error`() async throws {
        try await Refusal.expectUsage(["evaluate", ""], "A recording's path is empty; name a folder or a file.")
    }

    @Test(arguments: [
        (["--pipeline", "triad", "--pipeline", "triad"], "--pipeline triad is given twice; remove one."),
        (["--estimates"], "--estimates requires --output; add --output DIR."),
        (["--format", "md"], "--format requires --output; add --output DIR."),
        (["--jobs", "0"], "--jobs is 0; use a whole number from 1 to 1,024."),
        (["--quiet", "--verbose"], "--quiet and --verbose exclude each other; remove one."),
        (["--span", "0"], "--span is 0.0; use a number from 0.5 to 60 s."),
        (
            ["--fit-frames", "--reference", "gyroscope"],
            "--fit-frames requires --reference truth, but --reference is gyroscope; remove --fit-frames or --reference."
        ),
    ])
    func `An option with an invalid value, or without a required option, is a usage error`(
        options: [String],
        line: String
    ) async throws {
        try await Refusal.expectUsage(["evaluate", InputFixture.pan] + options, line)
    }

    @Test func `A missing recording argument is a usage error`() async throws {
        try await Refusal.expectUsage(
            ["evaluate"],
            "There is nothing to evaluate; name a recording, or simulate one with --scenario."
        )
    }

    @Test func `An unknown subject of a list is a usage error`() async throws {
        let outcome = try await Command.run(["list", "filter"])
        for name in ["filters", "estimators", "layouts"] {
            #expect(outcome.error.contains("  - \(name)\n"), "\(outcome.error)")
        }
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.output == "")
    }
}

/// Usage errors of the options that select the reference.
struct ReferenceUsageTests {
    @Test(arguments: ["nearest", "nearest:0", "nearest:x", "interpolated:", "exact:1", "closest", "nearest:61"])
    func `An unknown association is a usage error`(argument: String) async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--association", argument])
        #expect(
            outcome.error.contains(
                "'\(argument)' must be interpolated, interpolated:SECONDS, nearest:SECONDS or exact"
            ),
            "\(outcome.error)"
        )
        #expect(outcome.code == Refusal.usage)
    }

    @Test func `An unknown reference is a usage error`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--reference", "vicon"])
        #expect(
            outcome.error.contains(
                "Error: The value 'vicon' is invalid for '--reference <truth|device|gyroscope>': 'vicon' must be one of truth, device, gyroscope"
            )
        )
        #expect(outcome.code == Refusal.usage)
    }
}
