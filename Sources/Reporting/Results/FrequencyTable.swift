import Evaluation
import Foundation
import SensorModel

/// The frequency responses of runs, one row per frequency.
struct FrequencyTable {
    private let responses: [(pipeline: String, response: FrequencyResponse)]

    init(_ runs: [EvaluationRun]) {
        responses = runs.compactMap { run in
            guard let response = run.frequencyResponse, !response.points.isEmpty else { return nil }
            return (run.pipeline.name, response)
        }
    }

    /// The lines for a terminal, with a table per pipeline; empty if no run has a frequency response.
    func lines(width: Int, style: TerminalStyle) -> [String] {
        responses.flatMap { pipeline, response in
            let heading = "frequency response: \(pipeline.withoutControlCharacters)"
            var table = FigureTable(text: ["Hz"], figures: ["gain", "dB", "phase°", "delay ms", "coherence"])
            table.rows = response.points.map(Self.cells)
            let note = response.note.map { TextWrapping.lines("  note: \($0)", width: width, indent: 4) } ?? []
            var lines = [""] + TextWrapping.lines(heading, width: width, indent: 2)
            lines += table.plainLines(style: style, indent: 2)
            return lines + note.map(style.quiet)
        }
    }

    /// The Markdown for a page, with one table of all pipelines; empty if no run has a frequency response.
    var markdown: String {
        guard !responses.isEmpty else { return "" }
        var table = FigureTable(
            text: ["pipeline"],
            figures: ["Hz", "gain", "gain (dB)", "phase (°)", "delay (ms)", "coherence"]
        )
        table.rows = responses.flatMap { pipeline, response in
            response.points.map { [.text(pipeline)] + Self.cells($0) }
        }
        let notes = Set(responses.compactMap(\.response.note)).sorted().map { "\n\(MarkdownText.escaped($0)).\n" }
        return "\nFrequency response:\n\n" + table.markdownRows() + notes.joined()
    }

    private static func cells(_ point: FrequencyPoint) -> [FigureTable.Cell] {
        let decibels = point.gain.map { 20 * log10($0) }
        let figures = [point.gain, decibels, point.phase?.degrees, point.delay.map { $0 * 1_000 }, point.coherence]
        return [FigureTable.Cell(text: NumberText.exact(point.frequency), value: point.frequency)]
            + figures.map { $0.map { FigureTable.Cell.figure($0) } ?? .missing(note: nil) }
    }
}
