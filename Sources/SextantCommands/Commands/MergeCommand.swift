import ArgumentParser
import Evaluation
import ExperimentDatabase
import FileAccess
import Foundation
import Reporting

/// `sextant merge`.
struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Put the shards of an experiment together.",
        discussion: """
            Each DIR is the --output of a 'sextant run --shard'. A cell that stands in two of them is taken once when \
            its figures are the same, times aside, and is an error when they are not. Cells that none of them has are \
            counted, and the exit code is 3 then.
            """
    )

    @Argument(help: ArgumentHelp("Folders of shards, or their results.sqlite.", valueName: "DIR"))
    var shards: [String] = []

    @Option(help: ArgumentHelp("Where the whole goes.", valueName: "DIR"))
    var output: String

    @Option(
        help: ArgumentHelp("Write the cells to --output, too: \(CellFormat.names).", valueName: "LIST"),
        transform: CellFormat.parse(list:)
    )
    var export: [CellFormat] = []

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if shards.isEmpty { throw ValidationError("There is nothing to merge; name the folders of shards.") }
        if output.isEmpty { throw ValidationError("--output is empty; name a directory.") }
    }

    func run() async throws {
        let paths = shards.map { StoreArgument.store($0) ?? ExperimentStore.path(in: $0) }
        let whole = ExperimentStore.path(in: output)
        if FileManager.default.fileExists(atPath: whole) {
            throw UsageError("\(whole): found a store there, expected none; choose another --output")
        }
        try OutputFolder.make(output)
        let counts = try await build(whole, from: paths)
        let store = try ExperimentStore(reading: whole)
        let (parts, total) = try store.parts()
        let missing = total - (try store.completeCells())
        if !verbosity.quiet {
            var words = "\(counts.added) cells of \(paths.count) \(paths.count == 1 ? "shard" : "shards")"
            if counts.known > 0 { words += "; \(counts.known) stood in more than one and were taken once" }
            try Terminal.print("\(words)\nresults in \(output)\n")
        }
        let report = try ExperimentReport(store)
        let host = HostDescription.host(jobs: 1, started: Date())
        try await report.publish(export: export, host: host, to: output, verbosity: verbosity)
        if missing > 0 { throw MissingCells(count: missing, total: total, parts: parts) }
    }

    /// Makes the store under another name first: it appears whole or not at all.
    private func build(_ path: String, from shards: [String]) async throws -> ExperimentStore.MergeCounts {
        let unfinished = try ScratchFile(for: path, suffixes: ["-wal", "-shm", "-sessions", "-journal"])
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        var counts = ExperimentStore.MergeCounts()
        do {
            let store = try ExperimentStore(path: unfinished.path, tool: ToolVersion.tool)
            for (index, shard) in shards.enumerated() {
                let added = try store.merge(try ExperimentStore(reading: shard))
                counts.added += added.added
                counts.known += added.known
                progress.update(done: index + 1, of: shards.count, "shards", name: shard)
            }
        }
        // The store is closed, and one file.
        try unfinished.finish()
        return counts
    }
}
