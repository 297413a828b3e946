import Foundation
import TestSupport
import Testing

/// Files that a command must not destroy: those that Sextant did not write, and its own inputs.
struct ReplacedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Runs a script in the folder, expects its exit code and a part of its message, and that no file changed.
    private func expectRefusal(
        _ script: String,
        code: Int32 = Refusal.usage,
        _ part: String,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try FileTree(folder.url)
        let outcome = try await Command.shell("cd '\(folder.url.path)' && \(script)")
        #expect(outcome.code == code, "\(outcome.error)", sourceLocation: location)
        #expect(outcome.error.contains(part), "\(outcome.error)", sourceLocation: location)
        #expect(before.changes(to: try FileTree(folder.url)) == [], sourceLocation: location)
    }

    private func run(_ script: String, at location: SourceLocation = #_sourceLocation) async throws {
        let outcome = try await Command.shell("cd '\(folder.url.path)' && \(script)")
        #expect(outcome.code == 0, "\(outcome.error)", sourceLocation: location)
    }

    private func makeRealRecording(_ name: String) throws {
        for file in ["recording.yaml", "accelerometer.csv", "gyroscope.csv", "magnetometer.csv", "reference.csv"] {
            try folder.write(
                try Data(contentsOf: URL(fileURLWithPath: "\(InputFixture.pan)/\(file)")),
                to: "\(name)/\(file)"
            )
        }
    }

    private static let stranger = "the folder contains files that Sextant did not write, such as "

    @Test func `A simulation does not overwrite a real recording`() async throws {
        try makeRealRecording("real")
        let simulate = "sextant simulate pan --duration 1 --noise nexus5 --output"
        try await expectRefusal("\(simulate) real", "real: \(Self.stranger)accelerometer.csv; choose another folder")
        try folder.write("notes", to: "notes/todo.txt")
        try await expectRefusal("\(simulate) notes", "notes: \(Self.stranger)todo.txt")
        try await run("\(simulate) real --replace && \(simulate) made && \(simulate) made")
    }

    @Test func `A conversion does not overwrite a real recording`() async throws {
        try makeRealRecording("real")
        try makeRealRecording("other")
        try await expectRefusal("sextant convert other --output real", "real: \(Self.stranger)accelerometer.csv")
        try await expectRefusal("sextant convert real --output real", "real: \(Self.stranger)accelerometer.csv")
        try await expectRefusal("sextant convert real --output real --replace", "is an input of this command")
        try await run("sextant convert other --output real --replace && sextant convert other --output real")
        try await expectRefusal("sextant convert real --output real", "is an input of this command")
    }

    @Test func `The name of an experiment does not lead out of the output folder`() async throws {
        let definition = """
            name: ../../x
            recordings: [{scenario: sine, noise: none, duration: 1}]
            pipelines: [triad]
            metrics: [total_rmse_deg]

            """
        try folder.write(definition, to: "work/deep/walk.yaml")
        let before = try FileTree(folder.url)
        try await run("cd work/deep && sextant run walk.yaml --quiet")
        let changes = before.changes(to: try FileTree(folder.url))
        #expect(changes.contains { $0.hasSuffix("results.sqlite") })
        #expect(changes.allSatisfy { $0 == "work/deep/out" || $0.hasPrefix("work/deep/out/") }, "\(changes)")
    }

    @Test(arguments: ["", " --replace"])
    func `An output is not the input of its command`(option: String) async throws {
        try folder.write(
            "{\"additions\": [{\"id\": 1, \"changed\": 1, \"name\": \"a\", \"latitude\": 1, \"longitude\": 2}]}",
            to: "dd.json"
        )
        try folder.write("lat,lon,name\n48.4,9.98,Ulm\n", to: "poi.csv")
        try folder.write("a,b\n1,x\n3,y\n", to: "rows.csv")
        try folder.write(InputFixture.broadText((0..<20).map { InputFixture.broadRow("\($0)e-2") }), to: "lg.csv")
        try makeRealRecording("m")
        let part = "is an input of this command, which never replaces its inputs; choose another output"
        try await expectRefusal("sextant deltas dd.json --export dd.json\(option)", "dd.json: the file \(part)")
        try await expectRefusal("sextant layout lg.csv --output lg.csv\(option)", "lg.csv: the file \(part)")
        try await expectRefusal("sextant places poi.csv --output poi.csv\(option)", "poi.csv: the file \(part)")
        try await expectRefusal(
            "sextant calibrate m --output m/recording.yaml\(option)",
            "recording.yaml: the file \(part)"
        )
        try await expectRefusal(
            "sextant filter - --filter lowPass:alpha=0.5 --columns a --rate 1 --output rows.csv\(option) < rows.csv",
            "rows.csv: the file \(part)"
        )
        try await run("ln -s poi.csv link.csv && ln poi.csv hard.csv")
        try await expectRefusal("sextant places poi.csv --output link.csv\(option)", "link.csv: the file \(part)")
        try await expectRefusal("sextant places poi.csv --output ./hard.csv\(option)", "hard.csv: the file \(part)")
        try await run("sextant deltas dd.json --store s.sqlite --quiet")
        try await expectRefusal(
            "sextant deltas --store s.sqlite --export s.sqlite\(option)",
            "s.sqlite: the file \(part)"
        )
    }

    @Test func `An existing file that is not empty is replaced only with --replace`() async throws {
        try folder.write("lat,lon,name\n48.4,9.98,Ulm\n", to: "poi.csv")
        try folder.write("mine\n", to: "all.csv")
        try folder.write("", to: "empty.csv")
        try await expectRefusal(
            "sextant places poi.csv --output all.csv",
            "all.csv: the file exists; choose another path, or replace the file with --replace"
        )
        try await run("sextant places poi.csv --output all.csv --replace && grep -q Ulm all.csv")
        try await run("sextant places poi.csv --output empty.csv && grep -q Ulm empty.csv")
    }

    private static let evaluate = "sextant evaluate --scenario sine --noise none --pipeline triad --quiet"

    @Test func `An evaluation removes the reports and estimates of the earlier one`() async throws {
        try await run("\(Self.evaluate) --pipeline vqf --estimates --format md,csv,html --output out")
        try folder.write("mine", to: "out/notes.txt")
        try folder.write("mine", to: "out/estimates/mine.csv")
        try await run("sextant report out --format tex --output out --quiet")
        let all = try FileTree(folder.url.appendingPathComponent("out")).entries.keys
        #expect(all.contains("report.tex") && all.contains("report.html") && all.contains { $0.hasSuffix("/vqf.csv") })
        try await run("\(Self.evaluate) --format md --output out")
        let names = try FileTree(folder.url.appendingPathComponent("out")).entries.keys.sorted()
        #expect(
            names == [".sextant-files", "estimates", "estimates/mine.csv", "notes.txt", "report.md", "results.json"]
        )
    }

    @Test func `A report that was edited is not replaced`() async throws {
        try await run("\(Self.evaluate) --output out && echo 'my remark' >> out/report.md")
        try await expectRefusal(
            "\(Self.evaluate) --output out",
            "out/report.md: the file was changed after Sextant wrote it; move the file, or replace the file with --replace"
        )
        try await run("\(Self.evaluate) --output out --replace && \(Self.evaluate) --output out")
        try await run("mv out/report.csv mine.csv && echo a,b > out/report.csv")
        try await expectRefusal(
            "\(Self.evaluate) --output out",
            "out/report.csv: the file was changed after Sextant wrote it"
        )
    }

    @Test func `Reports about other results do not stay next to new ones`() async throws {
        let seeds = "\(Self.evaluate) --format json"
        try await run("\(seeds) --output a && \(seeds) --seed 2 --output b")
        try await run(
            "sextant report a --format md,html --output r --quiet && sextant report a --format csv --output r --quiet"
        )
        #expect(try FileTree(folder.url.appendingPathComponent("r")).entries.count == 4)
        try await run("sextant report b --format csv --output r --quiet")
        let names = try FileTree(folder.url.appendingPathComponent("r")).entries.keys.sorted()
        #expect(names == [".sextant-files", "report.csv"])
    }

    @Test func `Estimates that a command reads are not removed with the older results`() async throws {
        try await run("\(Self.evaluate) --estimates --output out && sextant simulate sine --noise none --output walk")
        let file = try #require(
            FileTree(folder.url.appendingPathComponent("out")).entries.keys.first { $0.hasSuffix("/triad.csv") }
        )
        try await expectRefusal(
            "sextant evaluate walk --estimate mine=out/\(file) --quiet --output out",
            "is an input of this command and belongs to the older results in out; choose another output"
        )
    }

    @Test func `A link in an output folder does not lead out of it`() async throws {
        try folder.write("mine", to: "mine.txt")
        try await run("\(Self.evaluate) --output out && mkdir elsewhere && ln -s ../elsewhere out/estimates")
        try await expectRefusal(
            "\(Self.evaluate) --estimates --output out",
            "a link leads out of out; remove the link, or choose another folder"
        )
        try await run("rm out/report.md && ln -s ../mine.txt out/report.md")
        for option in ["", " --replace"] {
            let outcome = try await Command.shell("cd '\(folder.url.path)' && \(Self.evaluate) --output out\(option)")
            #expect(outcome.code == Refusal.usage, "\(outcome.error)")
            #expect(try String(contentsOfFile: path("mine.txt"), encoding: .utf8) == "mine")
        }
    }

    @Test func `Processes that finish at the same time succeed and leave results`() async throws {
        try folder.write(
            """
            name: grid
            recordings: [{scenario: sine, noise: nexus5, duration: 5, seeds: [1, 2, 3]}]
            pipelines:
              - spec: triad+lowPass
                grid: {alpha: {range: [0.02, 1], step: 0.02}}
            metrics: [total_rmse_deg]
            """,
            to: "grid.yaml"
        )
        // With --export, every process writes reports; without, only the last one does.
        for option in ["--export csv", "--export csv", ""] {
            let start =
                "sextant run grid.yaml --output out --resume --jobs 1 --quiet \(option) & processes=\"$processes $!\""
            let ends = "for process in $processes; do wait $process || exit; done; test -s out/results.json"
            try await run("rm -rf out; " + String(repeating: start + "; ", count: 8) + ends)
        }
    }

    @Test func `An evaluation is not mixed with the store of an experiment`() async throws {
        let definition =
            "recordings: [{scenario: sine, noise: none, duration: 1}]\npipelines: [triad]\nmetrics: [total_rmse_deg]\n"
        try folder.write("name: walk\n" + definition, to: "walk.yaml")
        try await run(
            "sextant run walk.yaml --output out --quiet && sextant run walk.yaml --output out --resume --quiet"
        )
        try await expectRefusal("\(Self.evaluate) --output out", "out: the folder contains the store of an experiment")
    }
}
