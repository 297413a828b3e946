import Recordings
import Reporting
import TestSupport
import Testing

/// Arguments that mean nothing: exit code 2, and nothing is read or written.
struct UsageTests {
    @Test func `An unknown pipeline, with the name that was meant`() async throws {
        try await Refusal.expect(
            [InputFixture.pan, "--pipeline", "triad+lowpas"],
            Refusal.usage,
            "pipeline 'triad+lowpas', column 7: found unknown stage 'lowpas', expected an estimator or a filter; "
                + "did you mean 'lowPass'?"
        )
    }

    @Test func `An unknown pipeline that is like no other`() async throws {
        try await Refusal.expect(
            [InputFixture.pan, "--pipeline", "xyzzy"],
            Refusal.usage,
            "pipeline 'xyzzy', column 1: found unknown stage 'xyzzy', expected an estimator or a filter; "
                + "see 'sextant list estimators' and 'sextant list filters'"
        )
    }

    @Test func `An unknown parameter, with the name that was meant`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", "madgwick:bet=0.1"])
        let start = "sextant: pipeline 'madgwick:bet=0.1', column "
        #expect(outcome.error.hasPrefix(start), "\(outcome.error)")
        #expect(outcome.error.contains(": found unknown parameter 'bet' of madgwick, expected one of beta, "))
        #expect(outcome.error.hasSuffix("; did you mean 'beta'?\n"))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.output == "")
    }

    @Test func `A pipeline without an estimator`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--pipeline", "lowPass"])
        let start = "sextant: pipeline 'lowPass', column 1: found no estimator, expected exactly one of triad, "
        #expect(outcome.error.hasPrefix(start), "\(outcome.error)")
        #expect(outcome.error.hasSuffix("; write estimator+filter, for example triad+lowPass\n"))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.usage)
    }

    @Test func `A YAML pipeline that is no list`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("triad: {}\n", to: "pipeline.yaml")
        try await Refusal.expect(
            [InputFixture.pan, "--pipeline", path],
            Refusal.badData,
            "\(path):1:1: found no list, expected a list of stages, each a name or 'name: {key: value}'; "
                + "see 'sextant evaluate --help'"
        )
    }

    @Test func `An unknown layout, with the name that was meant`() async throws {
        let names = LayoutCatalogue.builtIn.map(\.name).joined(separator: ", ")
        try await Refusal.expect(
            [InputFixture.pan, "--layout", "broda"],
            Refusal.usage,
            "--layout: found 'broda', expected \(names) or the path of a .yaml file; "
                + "did you mean 'broad'?"
        )
    }

    @Test func `An unknown report format`() async throws {
        try await Refusal.expect(
            [InputFixture.pan, "--format", "csv,spreadsheet"],
            Refusal.usage,
            "unknown report format 'spreadsheet'; use \(ReportFormat.names)"
        )
    }

    @Test func `A slip in the subcommand's name`() async throws {
        let outcome = try await Command.run(["evalute", InputFixture.pan])
        #expect(outcome.error.hasPrefix("sextant: found the subcommand 'evalute', expected one of evaluate, systems, "))
        #expect(outcome.error.hasSuffix("; did you mean 'evaluate'?\n"))
        #expect(outcome.code == Refusal.usage)
    }

    @Test func `A recording without a path`() async throws {
        try await Refusal.expectUsage(["evaluate", ""], "A recording's path is empty; name a folder or a file.")
    }

    @Test func `A pipeline that is given twice`() async throws {
        try await Refusal.expectUsage(
            ["evaluate", InputFixture.pan, "--pipeline", "triad", "--pipeline", "triad"],
            "--pipeline triad is given twice; take one out."
        )
    }

    @Test(arguments: [["--estimates"], ["--format", "md"]])
    func `Files without a place for them`(options: [String]) async throws {
        try await Refusal.expectUsage(
            ["evaluate", InputFixture.pan] + options,
            "\(options[0]) writes files; say where with --output DIR."
        )
    }

    @Test func `No jobs at all`() async throws {
        try await Refusal.expectUsage(
            ["evaluate", InputFixture.pan, "--jobs", "0"],
            "--jobs is 0; give a whole number from 1 to 1,024."
        )
    }

    @Test func `Quiet and verbose at once`() async throws {
        try await Refusal.expectUsage(
            ["evaluate", InputFixture.pan, "--quiet", "--verbose"],
            "--quiet and --verbose exclude each other; take one out."
        )
    }

    @Test func `No recording`() async throws {
        try await Refusal.expectUsage(
            ["evaluate"],
            "There is nothing to evaluate; name a recording, or simulate one with --scenario."
        )
    }

    @Test func `A list of nothing known`() async throws {
        let outcome = try await Command.run(["list", "filter"])
        for name in ["filters", "estimators", "layouts"] {
            #expect(outcome.error.contains("  - \(name)\n"), "\(outcome.error)")
        }
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.output == "")
    }
}

/// Options of what estimates are held against.
struct ComparisonUsageTests {
    @Test(arguments: ["nearest", "nearest:0", "nearest:x", "interpolated:", "exact:1", "closest", "nearest:61"])
    func `An association that is none`(argument: String) async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--association", argument])
        #expect(
            outcome.error.contains(
                "found '\(argument)', expected interpolated, interpolated:SECONDS, nearest:SECONDS or exact"
            ),
            "\(outcome.error)"
        )
        #expect(outcome.code == Refusal.usage)
    }

    @Test func `A reference that is none`() async throws {
        let outcome = try await Command.run(["evaluate", InputFixture.pan, "--reference", "vicon"])
        #expect(outcome.error.contains("found 'vicon', expected one of truth, device, gyroscope; change the value"))
        #expect(outcome.code == Refusal.usage)
    }

    @Test func `A span of nothing`() async throws {
        try await Refusal.expectUsage(
            ["evaluate", InputFixture.pan, "--span", "0"],
            "--span is 0.0; give a number from 0.5 to 60 s."
        )
    }

    @Test func `Frames of a gyroscope`() async throws {
        try await Refusal.expectUsage(
            ["evaluate", InputFixture.pan, "--fit-frames", "--reference", "gyroscope"],
            "--fit-frames is for the truth, not for --reference gyroscope; take one of them out."
        )
    }
}
