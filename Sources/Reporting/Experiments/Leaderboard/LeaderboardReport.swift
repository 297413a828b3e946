import Evaluation
public import Experiments
import Recordings
import SensorModel

/// A leaderboard as tables, pictures and files.
///
/// Files are equal to the byte for equal figures, whatever the machine and the number of jobs.
public struct LeaderboardReport: ExperimentOverview {
    /// The formats of a leaderboard.
    public static let formats: [ReportFormat] = [.markdown, .csv, .json, .html, .latex]

    let title: String
    let board: Leaderboard
    let traits: [String: PipelineTraits]
    let provenance: [String]
    /// The rows of each track, best first.
    let rows: [LeaderboardTrack: [Leaderboard.Row]]

    /// Computes the means of all tracks.
    ///
    /// - Parameters:
    ///   - title: the name of the experiment.
    ///   - board: the figures.
    ///   - traits: what the definition says about the pipelines, by their names.
    ///   - provenance: the origin of the figures, one sentence per line.
    public init(title: String, _ board: Leaderboard, traits: [String: PipelineTraits], provenance: [String]) {
        self.title = title
        self.board = board
        self.traits = traits
        self.provenance = provenance
        rows = Dictionary(uniqueKeysWithValues: LeaderboardTrack.allCases.map { ($0, board.rows(of: $0)) })
    }

    private var recordingCount: Int { board.recordings.reduce(0) { $0 + $1.count } }

    /// A sentence on the size of the leaderboard.
    public var extent: String {
        let datasets = zip(board.rules.datasets, board.recordings).map { "\($0) (\($1.count))" }
        return
            "\(rows[.fixed]?.count ?? 0) entries over \(recordingCount) recordings of \(board.rules.datasets.count) datasets: "
            + datasets.joined(separator: ", ")
    }

    /// The names of the recordings without any figure.
    public var unmeasured: Set<String> { board.unmeasured }

    /// The leaderboard as the content of a file.
    ///
    /// - Throws: `ReportError` for a format that lists single runs.
    public func text(format: ReportFormat) async throws(ReportError) -> String {
        switch format {
        case .markdown:
            let sections = tables.map { "## \($0.heading)\n\n\($0.table.text)" }
            let origin = provenance.map { "- \(MarkdownText.escaped($0))\n" }.joined()
            return (["# \(MarkdownText.escaped(title))\n\n\(extent).\n"] + sections + [origin])
                .joined(separator: "\n")
        case .csv: return figures.csv()
        case .json: return try json()
        case .html:
            let page = TablePage(title: title, extent: extent, tables: tables, origin: provenance)
            return page.text(with: pictures)
        case .latex: return LaTeXDocument.text(comments: provenance, sections: tables.map { $0.table.latex() })
        case .junit, .summary, .githubBenchmark, .bencher, .jsonLines:
            throw .tooManyRuns(format, count: recordingCount * (rows[.fixed]?.count ?? 0))
        }
    }

    /// The table of the default track for a terminal.
    public func text(width: Int) -> String {
        guard let first = tables.first else { return "" }
        return "\(extent)\n\n\(first.heading)\n\(first.table.text(width: width))"
    }
}

extension FigureTable {
    /// The caption and the table in Markdown.
    fileprivate var text: String { caption.isEmpty ? markdown() : "\(caption)\n\n\(markdown())" }
}
