import Evaluation
import Experiments
import SensorFilters
import SensorModel

extension LeaderboardReport {
    /// What each entry is: its SPEC, its source, and what it was tuned on.
    func entryTable(of rows: [Leaderboard.Row]) -> FigureTable {
        let titles = ["pipeline", "SPEC", "source", "licence", "sensors", "tuned on"]
        var table = FigureTable(columns: titles.map { FigureTable.Column(key: $0, title: $0) })
        table.rows = rows.map { row in
            let spec = row.entry.settings.compactMap(\.self).first?.spec ?? ""
            let traits = traits[row.entry.pipeline]
            let estimator = estimator(of: row.entry)
            let cells: [String] = [
                name(row.entry),
                spec,
                traits?.source ?? estimator?.source ?? "",
                traits?.licence ?? (estimator == nil ? "" : "that of Sextant"),
                estimator?.sensors.map(\.rawValue).joined(separator: ", ") ?? "",
                traits?.tunedOn ?? "",
            ]
            return cells.map(FigureTable.Cell.text)
        }
        return table
    }

    /// The published figures, each beside that of the experiment.
    var publishedTable: FigureTable {
        let figures = [("published", "published"), ("here", "here"), ("difference", "difference")]
        var table = FigureTable(
            caption: publishedSummary,
            columns: ["source", "recording", "pipeline", "metric"].map { FigureTable.Column(key: $0, title: $0) }
                + figures.map { FigureTable.Column(key: $0, title: $1, polarity: .neutral) }
        )
        table.rows = board.published.map { comparison in
            let published = comparison.published
            return [
                .text(published.source), .text(published.recording), .text(published.pipeline),
                .text(title(published.metric)), .figure(published.value, decimals: 4),
                comparison.ours.map { .figure($0, decimals: 4) } ?? .missing(note: nil),
                comparison.ours.map { .figure($0 - published.value, decimals: 5) } ?? .missing(note: nil),
            ]
        }
        return table
    }

    /// How many published figures could be compared, and the largest difference.
    private var publishedSummary: String {
        let differences = board.published.compactMap { comparison in
            comparison.ours.map { abs($0 - comparison.published.value) }
        }
        let missing = board.published.count - differences.count
        let largest = differences.max().map { "; the largest difference is \(NumberText.fixed($0, decimals: 5))" } ?? ""
        return "\(differences.count) of \(board.published.count) published figures were measured here\(largest)"
            + (missing == 0 ? "." : "; \(missing) not measured.")
    }

    /// The recordings with their checksums, and the number of entries with a figure.
    var recordingTable: FigureTable {
        var table = FigureTable(
            columns: ["dataset", "recording"].map { FigureTable.Column(key: $0, title: $0) } + [
                FigureTable.Column(key: "measured", title: "measured entries", polarity: .neutral),
                FigureTable.Column(key: "sha256", title: "SHA-256"),
            ]
        )
        for (dataset, recordings) in zip(board.rules.datasets, board.recordings) {
            for recording in recordings {
                let count = board.measuredEntries(of: recording)
                table.rows.append([
                    .text(dataset), .text(recording.name), .figure(Double(count), decimals: 0),
                    .text(recording.sha256.isEmpty ? recording.content : recording.sha256),
                ])
            }
        }
        table.remarks =
            unmeasured.isEmpty ? [] : ["not measured by any entry: \(unmeasured.sorted().joined(separator: ", "))"]
        return table
    }

    /// Every mean as one row, for programs.
    var figures: FigureTable {
        var table = FigureTable(
            columns: ["track", "pipeline", "dataset", "tag", "settings"].map { FigureTable.Column(key: $0, title: $0) }
                + board.metrics.map(column),
            provenance: provenance
        )
        for track in LeaderboardTrack.allCases {
            for row in rows[track] ?? [] {
                func add(_ dataset: String, _ tag: String, _ means: [Leaderboard.Mean?], _ settings: String) {
                    table.rows.append(
                        [.text(track.rawValue), .text(row.entry.pipeline), .text(dataset), .text(tag), .text(settings)]
                            + means.map { $0.map { Self.cell($0) } ?? .missing(note: nil) }
                    )
                }
                add("", "", row.overall, "")
                for (place, dataset) in board.rules.datasets.enumerated() {
                    add(dataset, "", row.datasets[place], row.entry.settings[place]?.spec ?? "")
                }
                for (tag, mean) in zip(board.tags, row.tags) {
                    add("", tag, [mean] + board.metrics.dropFirst().map { _ in nil }, "")
                }
            }
        }
        return table
    }
}
