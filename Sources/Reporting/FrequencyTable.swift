import Evaluation
import Foundation
import SensorModel

/// The frequency responses of runs, a row per frequency.
struct FrequencyTable {
    private static let header = ["Hz", "gain", "dB", "phase°", "delay ms", "coherence"]
    private let responses: [(pipeline: String, response: FrequencyResponse)]

    init(_ runs: [EvaluationRun]) {
        responses = runs.compactMap { run in
            guard let response = run.frequencyResponse, !response.points.isEmpty else { return nil }
            return (run.pipeline.name, response)
        }
    }

    /// For a terminal: a table per pipeline; nothing where nothing swings.
    func lines(width: Int, style: TerminalStyle) -> [String] {
        responses.flatMap { pipeline, response in
            let heading = "frequency response: \(pipeline.withoutControlCharacters)"
            let table = PlainTable(header: Self.header, rows: response.points.map(Self.cells))
            let note = response.note.map { TextWrapping.lines("  note: \($0)", width: width, indent: 4) } ?? []
            return [""] + TextWrapping.lines(heading, width: width, indent: 2) + table.lines(style: style, indent: 2)
                + note.map(style.quiet)
        }
    }

    /// For a page: one table with the pipelines below each other.
    var markdown: String {
        guard !responses.isEmpty else { return "" }
        let header = ["pipeline", "Hz", "gain", "gain (dB)", "phase (°)", "delay (ms)", "coherence"]
        let rows = responses.flatMap { pipeline, response in
            response.points.map { [MarkdownText.escaped(pipeline)] + Self.cells($0) }
        }
        let notes = Set(responses.compactMap(\.response.note)).sorted().map { "\n\(MarkdownText.escaped($0)).\n" }
        return "\nFrequency response:\n\n" + MarkdownText.table(header, numeric: 1..<header.count, rows: rows)
            + notes.joined()
    }

    private static func cells(_ point: FrequencyPoint) -> [String] {
        let decibels = point.gain.map { 20 * log10($0) }
        let figures = [point.gain, decibels, point.phase?.degrees, point.delay.map { $0 * 1_000 }, point.coherence]
        return [NumberText.exact(point.frequency)] + figures.map { $0.map { NumberText.short($0) } ?? "–" }
    }
}
