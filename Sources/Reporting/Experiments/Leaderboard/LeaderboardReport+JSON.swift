import Evaluation
import Experiments
import SensorModel

/// The schema `sextant.leaderboard/1`.
private struct LeaderboardDocument: Encodable {
    struct Mean: Encodable {
        let value: Double?
        let lower: Double?
        let upper: Double?
        let count: Int
        let total: Int

        init(_ mean: Leaderboard.Mean) {
            (value, lower, upper) = (mean.value, mean.interval?.lower, mean.interval?.upper)
            (count, total) = (mean.count, mean.total)
        }
    }

    struct Dataset: Encodable {
        let name: String
        let recordings: [Recording]
    }

    struct Recording: Encodable {
        let name: String
        let sha256: String
        let tags: [String]
        let measuredEntries: Int
    }

    struct Entry: Encodable {
        let pipeline: String
        let rank: Double?
        let isOnFront: Bool
        let isOffline: Bool
        let source: String?
        let licence: String?
        let tunedOn: String?
        /// The SPEC for each dataset; null if none could be chosen.
        let settings: [String: String?]
        /// The averages over the datasets' means, by metric.
        let overall: [String: Mean]
        /// The means by dataset, then by metric.
        let datasets: [String: [String: Mean]]
        /// The means of the ranking metric by tag.
        let tags: [String: Mean]
    }

    struct Track: Encodable {
        let pValue: Double?
        let criticalDifference: Double?
        let rankedRecordings: Int
        let entries: [Entry]
    }

    struct Published: Encodable {
        let source: String
        let recording: String
        let pipeline: String
        let metric: String
        let published: Double
        let here: Double?
    }

    let schema = "sextant.leaderboard/1"
    let title: String
    let metric: String
    let datasets: [Dataset]
    let tracks: [String: Track]
    let published: [Published]
    let provenance: [String]
}

extension LeaderboardReport {
    /// The leaderboard as JSON of schema `sextant.leaderboard/1`.
    ///
    /// - Throws: `ReportError` if a value cannot be encoded.
    func json() throws(ReportError) -> String {
        let document = LeaderboardDocument(
            title: title,
            metric: board.rules.metric.name,
            datasets: zip(board.rules.datasets, board.recordings).map { name, recordings in
                LeaderboardDocument.Dataset(
                    name: name,
                    recordings: recordings.map { recording in
                        LeaderboardDocument.Recording(
                            name: recording.name,
                            sha256: recording.sha256,
                            tags: recording.tags,
                            measuredEntries: board.measuredEntries(of: recording)
                        )
                    }
                )
            },
            tracks: Dictionary(uniqueKeysWithValues: LeaderboardTrack.allCases.map { ($0.rawValue, track($0)) }),
            published: board.published.map { comparison in
                LeaderboardDocument.Published(
                    source: comparison.published.source,
                    recording: comparison.published.recording,
                    pipeline: comparison.published.pipeline,
                    metric: comparison.published.metric.name,
                    published: comparison.published.value,
                    here: comparison.ours
                )
            },
            provenance: provenance
        )
        return try TidyJSON.text(document, file: "leaderboard.json")
    }

    private func track(_ track: LeaderboardTrack) -> LeaderboardDocument.Track {
        let rows = rows[track] ?? []
        let front = board.front(of: rows, by: competing)
        let ranking = track == .oracle ? nil : try? board.ranking(of: rows).get()
        return LeaderboardDocument.Track(
            pValue: ranking?.test.pValue,
            criticalDifference: ranking?.criticalDifference,
            rankedRecordings: ranking?.test.blocks ?? 0,
            entries: rows.enumerated().map { index, row in
                let traits = traits[row.entry.pipeline]
                return LeaderboardDocument.Entry(
                    pipeline: row.entry.pipeline,
                    rank: ranking?.test.meanRanks[index],
                    isOnFront: front.contains(row.entry.pipeline),
                    isOffline: isOffline(row.entry),
                    source: traits?.source,
                    licence: traits?.licence,
                    tunedOn: traits?.tunedOn,
                    settings: named(row.entry.settings.map { $0?.spec }, by: board.rules.datasets),
                    overall: byMetric(row.overall),
                    datasets: named(row.datasets.map(byMetric), by: board.rules.datasets),
                    tags: named(row.tags.map(LeaderboardDocument.Mean.init), by: board.tags)
                )
            }
        )
    }

    private func byMetric(_ means: [Leaderboard.Mean]) -> [String: LeaderboardDocument.Mean] {
        named(means.map(LeaderboardDocument.Mean.init), by: board.metrics.map(\.name))
    }

    private func named<Value>(_ values: [Value], by names: [String]) -> [String: Value] {
        Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first })
    }
}
