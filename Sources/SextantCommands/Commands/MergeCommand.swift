import ArgumentParser
import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting

struct MergeCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge the shards of an experiment.",
        discussion: """
            Each DIR is the --output of 'sextant run --shard'. A cell is one setting of one pipeline over one \
            recording. A cell may occur in several shards if its values, except times, are equal; otherwise the merge \
            fails. If cells are missing, the exit code is 3.
            """
    )

    @Argument(help: ArgumentHelp("Folders of shards, or their results.sqlite.", valueName: "DIR"))
    var shards: [String] = []

    @Option(help: ArgumentHelp("Directory to write the merged results to.", valueName: "DIR"))
    var output: String

    @Option(
        help: ArgumentHelp("Write all cells to --output in these formats: \(CellFormat.names).", valueName: "LIST"),
        transform: CellFormat.parse(list:)
    )
    var export: [CellFormat] = []

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if shards.isEmpty { throw ValidationError("There is nothing to merge; name the folders of shards.") }
        if output.isEmpty { throw ValidationError("--output is empty; name a directory.") }
    }

    func run() async throws {
        let paths = shards.map { StoreArgument.store($0) ?? ExperimentStore.path(in: $0) }
        let whole = ExperimentStore.path(in: output)
        if FileManager.default.fileExists(atPath: whole) {
            throw UsageError("\(whole): the store already exists; use another --output")
        }
        try ResultFolder.claim(output, .results)
        try OutputFolder.make(output)
        let counts = try await build(whole, from: paths)
        let store = try ExperimentStore(reading: whole)
        let (parts, total) = try store.parts()
        let missing = total - (try store.completeCells())
        if !verbosity.quiet {
            var words = "\(counts.added) cells of \(paths.count) \(paths.count == 1 ? "shard" : "shards")"
            if counts.known > 0 { words += "; \(counts.known) occurred in several shards" }
            try Terminal.print("\(words)\nresults in \(output)\n")
        }
        let report = try ExperimentReport(store)
        let host = HostDescription.host(jobs: 1, started: Date())
        let runs = try report.publish(export: export, host: host, to: output, verbosity: verbosity)
        if missing > 0 { throw MissingCells(count: missing, total: total, parts: parts) }
        let recordings = Set(runs.map(\.recording.sha256)).count
        if let incomplete = IncompleteEvaluation([], runs: runs, of: recordings, failsFast: false) { throw incomplete }
    }

    /// Merges the shards into a temporary file, so that the store appears completely or not at all.
    private func build(_ path: String, from shards: [String]) async throws -> (added: Int, known: Int) {
        let unfinished = try ScratchFile(for: path, suffixes: ["-wal", "-shm", "-sessions", "-journal"])
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        var counts = (added: 0, known: 0)
        do {
            let metrics = try shards.first.map { try ExperimentStore(reading: $0).addedMetrics } ?? []
            let store = try ExperimentStore(path: unfinished.path, tool: ToolVersion.tool, addedMetrics: metrics)
            for (index, shard) in shards.enumerated() {
                let added = try store.merge(try ExperimentStore(reading: shard))
                counts.added += added.added
                counts.known += added.known
                progress.update(done: index + 1, of: shards.count, "shards", name: shard)
            }
        }
        // The store is closed here and consists of one file.
        try unfinished.finish()
        return counts
    }
}

/// The error if the merged shards lack results of the experiment.
struct MissingCells: Error, CustomStringConvertible {
    let count: Int
    let total: Int
    /// The range of cell indices of each shard.
    let parts: [Range<Int>]

    var description: String {
        var reach = 0
        var gaps: [String] = []
        for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if part.lowerBound > reach { gaps.append("\(reach + 1)-\(part.lowerBound)") }
            reach = max(reach, part.upperBound)
        }
        if reach < total { gaps.append("\(reach + 1)-\(total)") }
        let why =
            gaps.isEmpty
            ? "a shard is incomplete; run this shard again with --resume, then merge into a new --output"
            : "no shard contains cells \(gaps.joined(separator: ", ")); merge all shards into a new --output"
        return "sextant: \(count) of \(total) cells are missing: \(why)"
    }
}
