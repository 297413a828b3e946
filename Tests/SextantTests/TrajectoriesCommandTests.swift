import Foundation
import TestSupport
import Testing

/// `sextant ape` and `sextant rpe` with several estimates, and with folders.
struct TrajectoriesCommandTests {
    private static let fixtures = Package.root.appendingPathComponent("Tests/PositionsTests/Fixtures")
    private static let reference = fixtures.appendingPathComponent("trajectory_reference.tum").path
    private static let estimate = fixtures.appendingPathComponent("trajectory_estimate.tum").path

    private struct Document: Decodable {
        struct Statistics: Decodable {
            let rmse: Double?
            enum CodingKeys: String, CodingKey { case rmse = "rmse_m" }
        }

        struct Figures: Decodable {
            let statistics: Statistics
            let axes: [String: [String: Double]]?
        }

        struct Comparison: Decodable {
            let name: String
            let run: String?
            let figures: Figures?
            let reason: String?
        }

        struct Mean: Decodable {
            struct Value: Decodable {
                let mean: Double
                let lower: Double?
                let upper: Double?
            }

            let name: String
            let runs: Int
            let rmse: Value
            let reason: String?

            enum CodingKeys: String, CodingKey {
                case name
                case runs
                case rmse = "rmse_m"
                case reason = "interval_reason"
            }
        }

        let schema: String
        let comparisons: [Comparison]
        let means: [Mean]?
    }

    private static func document(_ text: String) throws -> Document {
        try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    }

    /// The RMSE that the command prints for one estimate.
    private static func rmse(_ estimate: String, _ options: [String] = []) async throws -> Double {
        let outcome = try await Command.run(["ape", reference, estimate, "--json"] + options)
        try #require(outcome.code == 0, "\(outcome.error)")
        return try #require(
            try JSONDecoder().decode(Document.Figures.self, from: Data(outcome.output.utf8)).statistics.rmse
        )
    }

    /// The fixture's estimate without its last `dropped` poses, or all of the reference.
    private static func lines(_ path: String, dropping dropped: Int = 0) throws -> String {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return lines.dropLast(dropped).joined(separator: "\n") + "\n"
    }

    @Test func `Several estimates have the figures of single ones, in one table`() async throws {
        let folder = try TemporaryFolder()
        let short = try folder.write(try Self.lines(Self.estimate, dropping: 50), to: "short.txt")
        let output = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run(
            [
                "ape", Self.reference, Self.estimate, short, "--align", "sim3", "--json", "--per-axis", "--output",
                output.path,
            ]
        )
        #expect(outcome.error == "")
        try #require(outcome.code == 0)
        let document = try Self.document(outcome.output)
        #expect(document.schema == "sextant.trajectories/1")
        #expect(document.comparisons.map(\.name) == ["trajectory_estimate", "short"])
        #expect(document.means == nil)
        for (comparison, path) in zip(document.comparisons, [Self.estimate, short]) {
            let figures = try #require(comparison.figures)
            #expect(figures.statistics.rmse == (try await Self.rmse(path, ["--align", "sim3"])))
            #expect(figures.axes?.keys.sorted() == ["pitch", "roll", "x", "y", "yaw", "z"])
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: output.path).filter { !$0.hasPrefix(".") }
            .sorted()
        #expect(
            files == ["ape.csv", "ape.json", "ape.md", "errors", "errors/short.csv", "errors/trajectory_estimate.csv"]
        )
        #expect(try String(contentsOf: output.appendingPathComponent("ape.json"), encoding: .utf8) == outcome.output)
        let csv = try String(contentsOf: output.appendingPathComponent("ape.csv"), encoding: .utf8).split(
            separator: "\n"
        )
        #expect(csv.count == 3)
        #expect(csv[0].hasPrefix("estimate,matched,unmatched,rmse_m,mean_m,median_m,std_m,min_m,p95_m,max_m,x_rmse_m,"))
        #expect(csv[2].hasPrefix("short,"))
        let errors = try String(contentsOf: output.appendingPathComponent("errors/short.csv"), encoding: .utf8)
        #expect(errors.hasPrefix("pose,t,error_m,x_m,y_m,z_m,roll_deg,pitch_deg,yaw_deg\n"))
    }

    @Test func `An estimate that fails is named, and the others are compared`() async throws {
        let folder = try TemporaryFolder()
        let late = try folder.write("5 0 0 0 0 0 0 1\n", to: "late.txt")
        let bad = try folder.write("5 0 0 0 0 0 0 x\n", to: "bad.txt")
        let outcome = try await Command.run(["ape", Self.reference, late, Self.estimate, bad])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.contains("late.txt: no timestamps within 0.01 s of each other"))
        #expect(outcome.error.contains("bad.txt:1:"))
        #expect(outcome.error.hasSuffix("sextant: 2 of 3 comparisons are missing\n"))
        #expect(outcome.output.contains("trajectory_estimate"))
        let none = try await Command.run(["ape", Self.reference, late, bad])
        #expect((none.code, none.output) == (Refusal.badData, ""))
    }

    /// A folder of references and one of estimates with `runs` runs.
    private static func folders(_ folder: TemporaryFolder, runs: Int) throws -> (reference: String, estimate: String) {
        for run in 0..<runs {
            try folder.write(try lines(reference), to: "truth/walk\(run).tum")
            try folder.write(try lines(estimate, dropping: 30 * run), to: "slam/walk\(run).txt")
        }
        return (folder.url.appendingPathComponent("truth").path, folder.url.appendingPathComponent("slam").path)
    }

    @Test func `Folders are paired by the names of their files, with means and intervals over runs`() async throws {
        let folder = try TemporaryFolder()
        let (truth, slam) = try Self.folders(folder, runs: 4)
        let outcome = try await Command.run(["ape", truth, slam, "--align", "se3", "--json"])
        #expect(outcome.error == "")
        try #require(outcome.code == 0)
        let document = try Self.document(outcome.output)
        #expect(document.comparisons.map(\.run) == ["walk0", "walk1", "walk2", "walk3"])
        let values = document.comparisons.compactMap { $0.figures?.statistics.rmse }
        #expect(values.count == 4)
        let mean = try #require(document.means?.first)
        #expect((mean.name, mean.runs) == ("slam", 4))
        #expect(abs(mean.rmse.mean - values.reduce(0, +) / 4) < Tolerance.rounding)
        let (lower, upper) = (try #require(mean.rmse.lower), try #require(mean.rmse.upper))
        #expect(lower <= mean.rmse.mean && mean.rmse.mean <= upper && lower < upper)
    }

    @Test func `Files without a partner are reported, and the rest is compared`() async throws {
        let folder = try TemporaryFolder()
        let (truth, slam) = try Self.folders(folder, runs: 2)
        try folder.write(try Self.lines(Self.reference), to: "truth/alone.tum")
        try folder.write(try Self.lines(Self.estimate), to: "slam/extra.txt")
        let outcome = try await Command.run(["ape", truth, slam])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.contains("truth/alone.tum: no estimate in '\(slam)' has this name"))
        #expect(outcome.error.contains("slam/extra.txt: no reference in '\(truth)' has this name"))
        #expect(outcome.error.hasSuffix("sextant: 2 of 4 comparisons are missing\n"))
        #expect(outcome.output.contains("walk0") && outcome.output.contains("walk1"))
        #expect(outcome.output.contains("no intervals: they need at least 3 runs"))
    }

    @Test func `A folder and a file cannot be compared, nor one estimate twice`() async throws {
        let folder = try TemporaryFolder()
        let (truth, _) = try Self.folders(folder, runs: 1)
        let mixed = try await Command.run(["ape", truth, Self.estimate])
        #expect(mixed.code == Refusal.usage)
        #expect(mixed.error.contains("name files only, or folders only"))
        let twice = try await Command.run(["ape", Self.reference, Self.estimate, Self.estimate])
        #expect(twice.code == Refusal.usage)
        #expect(twice.error == "sextant: the estimate '\(Self.estimate)' is given twice; remove one\n")
    }

    @Test func `The table of one pair has a row per axis on request`() async throws {
        let outcome = try await Command.run(["rpe", Self.reference, Self.estimate, "--per-axis"])
        #expect(outcome.code == 0)
        for axis in ["x (m)", "y (m)", "z (m)", "roll (°)", "pitch (°)", "yaw (°)"] {
            #expect(outcome.output.split(separator: "\n").contains { $0.hasPrefix(axis) }, "\(axis)")
        }
        for line in outcome.output.split(separator: "\n") where !line.contains(Self.fixtures.path) {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test func `A clock that cannot be aligned is an error with the reason`() async throws {
        let outcome = try await Command.run(["ape", Self.reference, Self.estimate, "--fit-frames", "--align-clocks"])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.hasPrefix("sextant: trajectories: the clocks cannot be aligned: "), "\(outcome.error)")
    }

    @Test func `The number of jobs does not change the result`() async throws {
        let folder = try TemporaryFolder()
        let (truth, slam) = try Self.folders(folder, runs: 3)
        let one = try await Command.run(["rpe", truth, slam, "--json", "--jobs", "1"])
        let many = try await Command.run(["rpe", truth, slam, "--json", "--jobs", "4"])
        #expect(one.code == 0)
        #expect(one.output == many.output)
    }

    @Test func `A picture must be an SVG file`() async throws {
        let outcome = try await Command.run(["ape", "a", "b", "--picture", "out.png"])
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.hasPrefix("Error: --picture is 'out.png'; name a file that ends in .svg."))
    }
}
