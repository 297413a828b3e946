import Foundation
import Recordings
import TestSupport
import Testing

/// The option `--cache` and the variable `SEXTANT_CACHE`.
struct CacheCommandTests {
    private let folder: TemporaryFolder
    private var cache: String { folder.url.appendingPathComponent("cache").path }

    init() throws { folder = try TemporaryFolder() }

    /// The files in the cache.
    private func cachedFiles() -> [String] {
        (FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []).filter {
            $0.hasSuffix(".columns")
        }
    }

    /// The files of a run without computing times.
    private static func lasting(_ run: Evaluated) throws -> [String: Data] {
        var files = run.files.filter { $0.key.hasPrefix("estimates/") }
        files["results.json"] = Data(try run.lasting.utf8)
        let rows = try run.text(of: "report.csv").split(separator: "\r\n").map { $0.split(separator: "\n") }.joined()
        let columns = try #require(rows.first).split(separator: ",").map { !$0.hasPrefix("compute_") }
        let steady = rows.map { row in
            zip(row.split(separator: ",", omittingEmptySubsequences: false), columns).filter(\.1).map { String($0.0) }
        }
        files["report.csv"] = Data(steady.map { $0.joined(separator: ",") + "\n" }.joined().utf8)
        return files
    }

    @Test func `Reports are identical without a cache, with an empty one and with a full one`() async throws {
        let pipelines = ["--pipeline", "triad", "--pipeline", "vqf"]
        let arguments = [InputFixture.pan, "--estimates", "--format", "csv"] + pipelines
        let plain = try await Evaluated(arguments)
        let filling = try await Evaluated(arguments, environment: ["SEXTANT_CACHE": cache])
        #expect(cachedFiles().count == 1)
        let using = try await Evaluated(arguments + ["--cache", cache])
        let lasting = try Self.lasting(plain)
        #expect(lasting.count == 4)
        #expect(try Self.lasting(filling) == lasting)
        #expect(try Self.lasting(using) == lasting)
        #expect(plain.outcome.output.count > 100)
    }

    @Test func `With --verbose cache writes and hits are reported`() async throws {
        let arguments = ["inspect", InputFixture.pan, "--verbose", "--cache", cache]
        let first = try await Command.run(arguments)
        #expect(first.error.contains("sextant: stored in the cache: \(cache)/"), "\(first.error)")
        let second = try await Command.run(arguments)
        #expect(second.error.contains("sextant: read from the cache: \(cache)/"), "\(second.error)")
        #expect(second.output == first.output)
    }

    @Test(arguments: [["systems", "--system", "area"], ["scene"], ["convert", "--to", "tum"]])
    func `Commands that read whole recordings use the cache`(command: [String]) async throws {
        let output = folder.url.appendingPathComponent("out").path
        var arguments = command + [InputFixture.pan, "--verbose", "--cache", cache]
        if command[0] != "scene" { arguments += ["--output", output] }
        for words in ["stored in the cache", "read from the cache"] {
            let outcome = try await Command.run(arguments)
            #expect(outcome.error.contains(words), "\(outcome.error)")
        }
    }

    @Test func `An experiment uses the cache`() async throws {
        let definition = """
            name: cached
            recordings: [\(InputFixture.pan)]
            pipelines: [triad, mahony]
            metrics: [total_rmse_deg]
            """
        let file = try folder.write(definition, to: "cached.yaml")
        var reports: [String] = []
        for (name, words) in [("a", "stored in the cache"), ("b", "read from the cache")] {
            let output = folder.url.appendingPathComponent(name).path
            let outcome = try await Command.run(["run", file, "--output", output, "--cache", cache, "--verbose"])
            #expect(outcome.code == 0 && outcome.error.contains(words), "\(outcome.error)")
            let export = ["run", file, "--output", output, "--resume", "--export", "csv"]
            #expect(try await Command.run(export).code == 0)
            reports.append(try String(contentsOfFile: "\(output)/cells.csv", encoding: .utf8))
        }
        #expect(reports[0] == reports[1] && reports[0].contains("mahony"))
    }

    @Test func `A damaged cache file is reported in one line and replaced`() async throws {
        let arguments = ["inspect", InputFixture.pan, "--cache", cache]
        let first = try await Command.run(arguments)
        let file = "\(cache)/\(try #require(cachedFiles().first))"
        try Data("sextant".utf8).write(to: URL(fileURLWithPath: file))
        let second = try await Command.run(arguments)
        #expect(second.code == 0 && second.output == first.output)
        #expect(
            second.error == "sextant: \(file): found 7 bytes, expected an unchanged cache file; "
                + "the recording is read from its files\n"
        )
        #expect(try await Command.run(arguments).error == "")
    }

    @Test func `An unusable cache adds only a note to the output`() async throws {
        let plain = try await Command.run(["inspect", InputFixture.pan])
        let file = try folder.write("kept", to: "file")
        let unmade = try await Command.run(["inspect", InputFixture.pan, "--cache", "\(file)/cache"])
        #expect(unmade.code == 0 && unmade.output == plain.output)
        #expect(unmade.error.hasPrefix("sextant: \(file)/cache: the cache cannot be used ("))
        #expect(unmade.error.split(separator: "\n").count == 1)
        // A limit on the length of files simulates a full disk: 8 blocks of 512 bytes.
        let line = "trap '' XFSZ; ulimit -f 8; sextant inspect \(InputFixture.pan) --cache \(cache)"
        let full = try await Command.shell(line)
        #expect(full.code == 0 && full.output == plain.output)
        #expect(full.error.hasPrefix("sextant: \(cache): the cache cannot be used ("), "\(full.error)")
        let left = FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []
        #expect(left.count == 1, "only the recording's folder: \(left)")
    }

    @Test func `A file instead of the cache folder is an environment error`() async throws {
        let file = try folder.write("kept", to: "file")
        let line = "sextant: \(file): found a file, expected a folder for the cache; name a folder, or use no cache\n"
        for command in ["evaluate", "inspect", "systems"] {
            let outcome = try await Command.run([command, InputFixture.pan, "--cache", file])
            #expect(outcome.code == Refusal.environment && outcome.error == line && outcome.output == "")
        }
        let outcome = try await Command.run(["evaluate", InputFixture.pan], environment: ["SEXTANT_CACHE": file])
        #expect(outcome.code == Refusal.environment && outcome.error == line)
        try await Refusal.expectUsage(["evaluate", "walk", "--cache", ""], "--cache is empty; name a directory.")
    }

    @Test func `Two processes that fill a cache concurrently write one complete file`() async throws {
        let arguments = ["inspect", InputFixture.pan, "--cache", cache, "--json"]
        async let first = Command.run(arguments)
        async let second = Command.run(arguments)
        let outcomes = try await [first, second]
        #expect(outcomes.allSatisfy { $0.code == 0 && $0.error == "" })
        #expect(outcomes[0].output == outcomes[1].output)
        #expect(cachedFiles().count == 1)
        #expect(try await Command.run(arguments + ["--verbose"]).error.contains("read from the cache"))
    }

    @Test func `A symlink in place of a cache file is not followed`() async throws {
        let arguments = ["inspect", InputFixture.pan, "--cache", cache, "--json"]
        let plain = try await Command.run(arguments)
        let file = "\(cache)/\(try #require(cachedFiles().first))"
        let target = try folder.write("kept", to: "target")
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
        let outcome = try await Command.run(arguments)
        #expect(outcome.code == 0 && outcome.output == plain.output)
        #expect(
            outcome.error == "sextant: \(cache): the cache cannot be used (\(file) is a symbolic link); "
                + "recordings are read without it\n"
        )
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == target)
    }

    @Test func `A FIFO in place of a cache file neither hangs nor is replaced`() async throws {
        let arguments = ["inspect", InputFixture.pan, "--cache", cache, "--json"]
        let plain = try await Command.run(arguments)
        let file = "\(cache)/\(try #require(cachedFiles().first))"
        try FileManager.default.removeItem(atPath: file)
        let outcome = try await Command.shell(
            "mkfifo '\(file)' && timeout 300 sextant inspect '\(InputFixture.pan)' --cache '\(cache)' --json"
        )
        #expect(outcome.code == 0 && outcome.output == plain.output)
        #expect(outcome.error.contains("the cache cannot be used (a cache file is a pipe)"), "\(outcome.error)")
        #expect(FileKind(path: file) == .pipe)
    }
}
