import Foundation
import TestSupport
import Testing

/// `sextant tables` with the leaderboard of an experiment.
struct LeaderboardTableTests {
    private static let experiment = """
        name: pans
        recordings:
          - {scenario: pan, name: a, noise: nexus5, seeds: [1, 2], duration: 3, tags: [phone]}
        pipelines: [mahony, triad]
        metrics: [total_rmse_deg]
        leaderboard: {datasets: [phone], metric: total_rmse_deg}
        """

    private let folder: TemporaryFolder
    private let reports: String

    init() throws {
        folder = try TemporaryFolder()
        reports = folder.url.appendingPathComponent("Reports").path
        try folder.write(Self.experiment, to: "pans.yaml")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Writes the definition of a table that needs a program.
    private func define(check: String) throws {
        let definition = """
            title: Pans
            caption: Of pans.
            leaderboard:
              experiment: pans.yaml
              needs: []
              programs: {name: the package x, check: \(check), page: x.md}

            """
        try folder.write(definition, to: "Reports/pans/table.yaml")
    }

    @Test func `A table without its programs is skipped, or rejected if it is named`() async throws {
        try define(check: #"[sh, -c, "echo no module x >&2; exit 3"]"#)
        let all = try await Command.run(["tables", "--directory", reports, "--allow-programs"])
        #expect(all.code == 0, "\(all.error)")
        #expect(
            all.output
                == "pans  skipped: the package x cannot run on this machine: the program ended with exit status 3 ('no module x'); see x.md\n"
                + "0 tables, 1 skipped\n"
        )
        let named = try await Command.run(["tables", "pans", "--directory", reports, "--allow-programs"])
        #expect(named.code == Refusal.badData)
        #expect(
            named.error.contains(
                "\(reports)/pans/table.yaml: the table needs the package x, which cannot run on this machine: the program ended with exit status 3 ('no module x'); see x.md"
            )
        )
        #expect(!FileManager.default.fileExists(atPath: path("Reports/pans/table.md")))
    }

    @Test func `A program that does not exist is named`() async throws {
        try define(check: "[no-such-program]")
        let all = try await Command.run(["tables", "--directory", reports, "--allow-programs"])
        #expect(all.code == 0, "\(all.error)")
        #expect(
            all.output.contains(
                "pans  skipped: the package x cannot run on this machine: cannot start 'no-such-program': No such file or directory"
            )
        )
    }

    @Test func `A table can show only the pipelines with or without the magnetometer`() async throws {
        try folder.write(
            Self.experiment.replacing("[mahony, triad]", with: "[mahony, 'mahony:magnetometer=none', triad]"),
            to: "pans.yaml"
        )
        var rows: [String: [String]] = [:]
        for use in ["used", "none"] {
            let definition =
                "title: Pans\ncaption: Of pans.\nleaderboard:\n  experiment: pans.yaml\n  needs: []\n  magnetometer: \(use)\n"
            try folder.write(definition, to: "Reports/pans/table.yaml")
            let made = try await Command.run(["tables", "--directory", reports])
            #expect(made.code == 0, "\(made.error)")
            let table = try String(contentsOfFile: path("Reports/pans/table.csv"), encoding: .utf8)
            rows[use] = table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
                .map { String($0.prefix { $0 != "," }) }
        }
        #expect(rows["used"]?.sorted() == ["mahony", "triad"] && rows["none"] == ["mahony:magnetometer=none"])
    }

    @Test func `The cells in --store are those of 'run', and are used again`() async throws {
        try define(check: "['true']")
        let arguments = ["tables", "--directory", reports, "--store", path("cells"), "--allow-programs"]
        let made = try await Command.run(arguments)
        #expect(made.code == 0, "\(made.error)")
        let run = try await Command.run(["run", path("pans.yaml"), "--output", path("cells/pans"), "--resume"])
        #expect(run.output.contains("0 cells run") && run.output.contains("4 were already done"), "\(run.output)")
        let checked = try await Command.run(arguments + ["--check"])
        #expect(checked.output == "pans  as committed\n1 table\n")
        let refused = try await Command.run(["tables", "--directory", reports, "--store", ""])
        #expect(refused.error.contains("--store is empty"), "\(refused.error)")
    }
}

/// The experiments of leaderboards in the repository.
struct LeaderboardExperimentTests {
    /// The entries of `recordings` in an experiment's file.
    private static func recordings(of name: String) throws -> Substring {
        let file = Package.root.appendingPathComponent("Benchmarks/experiments/\(name).yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "\nrecordings:\n"))
        let end = try #require(text.range(of: "\ngroups:"))
        return try #require(start.upperBound < end.lowerBound ? text[start.upperBound..<end.lowerBound] : nil)
    }

    @Test func `Programs of other authors run over the recordings of the leaderboard`() throws {
        let recordings = try Self.recordings(of: "leaderboard")
        #expect(recordings.split(separator: "\n").count > 100)
        #expect(recordings == (try Self.recordings(of: "leaderboard-outside")))
    }
}
