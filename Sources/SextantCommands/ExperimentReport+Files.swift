import Evaluation
import ExperimentDatabase
import Foundation
import Reporting

extension ExperimentReport {
    /// Writes the reports that the experiment asks for, the tuning, and the cells in other forms, then shows the tuning.
    ///
    /// - Parameter searches: what was searched for beyond the grids.
    func publish(
        searches: [SearchText] = [],
        export: [CellFormat],
        host: EvaluationResults.Host,
        to folder: String,
        verbosity: VerbosityOptions
    ) async throws {
        var paths: [String] = []
        let formats = try ReportFormat.parse(list: experiment.formats.joined(separator: ","))
        let (results, note) = try results(host: host)
        if let note { verbosity.note(note) }
        let writer = ReportWriter(directory: folder)
        if !results.runs.isEmpty {
            paths += try await writer.write(results, formats: formats) { verbosity.note($0) }
        }
        let tuning = tuning()
        if !tuning.isEmpty || !searches.isEmpty {
            let page =
                ["# \(experiment.name)\n"] + searches.map { $0.line + "\n" }
                + tuning.map { "## \($0.heading)\n\n\($0.report.markdown())" }
            let tables = tuning.map { $0.report.csv() }
            paths += try writer.write([
                ("tuning.md", Array(page.joined(separator: "\n").utf8)),
                ("tuning.csv", Array(tables.joined(separator: "\n").utf8)),
                ("tuning-recordings.csv", Array(tuning.map { $0.report.recordingsCSV() }.joined(separator: "\n").utf8)),
            ])
        }
        paths += try await CellExport(store: store, folder: folder).write(export) { verbosity.note($0) }
        for path in paths { verbosity.explain("wrote \(path)") }
        if !verbosity.quiet { try Terminal.print("\n" + Self.text(tuning, or: results)) }
    }

    /// The tuning, or the runs where nothing was tuned, for a terminal.
    func text(host: EvaluationResults.Host) throws -> String {
        try Self.text(tuning(), or: try results(host: host).results)
    }

    private static func text(
        _ tuning: [(heading: String, report: TuningReport)],
        or results: @autoclosure () throws -> EvaluationResults
    ) rethrows -> String {
        guard tuning.isEmpty else {
            return tuning.map { "\($0.heading)\n\n\($0.report.summary(width: Terminal.width))" }
                .joined(separator: "\n")
        }
        return try TerminalReport(width: Terminal.width, colour: Terminal.wantsColour).render(results())
    }
}
