import Evaluation
import Experiments
import Recordings
import SensorModel

extension LeaderboardReport {
    /// The leaderboard as JSON of schema `sextant.leaderboard/1`.
    ///
    /// - Throws: `ReportError` if a value cannot be encoded.
    package func json() throws(ReportError) -> String {
        let document: JSONObject = [
            "schema": "sextant.leaderboard/1",
            "title": title,
            "metric": board.rules.metric.name,
            "datasets": zip(board.rules.datasets, board.recordings).map { name, recordings -> JSONObject in
                ["name": name, "recordings": recordings.map(recording)]
            },
            "tracks": Dictionary(uniqueKeysWithValues: LeaderboardTrack.allCases.map { ($0.rawValue, track($0)) }),
            "published": board.published.map(Self.published),
            "provenance": provenance,
        ]
        return try TidyJSON.text(document, file: "leaderboard.json")
    }

    private func recording(_ recording: CellRecording) -> JSONObject {
        [
            "name": recording.name,
            "sha256": recording.sha256,
            "tags": recording.tags,
            "measuredEntries": board.measuredEntries(of: recording),
        ]
    }

    private func track(_ track: LeaderboardTrack) -> JSONObject {
        let rows = rows[track] ?? []
        let front = board.front(of: rows, by: competing)
        let ranking = track == .oracle ? nil : try? board.ranking(of: rows).get()
        return JSONObject(known: [
            "pValue": ranking?.test.pValue,
            "criticalDifference": ranking?.criticalDifference,
            "rankedRecordings": ranking?.test.blocks ?? 0,
            "entries": rows.enumerated().map { place, row -> JSONObject in
                let traits = traits[row.entry.pipeline]
                return JSONObject(known: [
                    "pipeline": row.entry.pipeline,
                    "rank": ranking?.test.meanRanks[place],
                    "isOnFront": front.contains(row.entry.pipeline),
                    "isOffline": isOffline(row.entry),
                    "source": traits?.source,
                    "licence": traits?.licence,
                    "tunedOn": traits?.tunedOn,
                    // The specification of the pipeline for each dataset; null if no setting could be chosen.
                    "settings": named(row.entry.settings.map { $0?.spec }, by: board.rules.datasets),
                    // For each metric, the mean of the datasets' means.
                    "overall": byMetric(row.overall),
                    "datasets": named(row.datasets.map(byMetric), by: board.rules.datasets),
                    // For each tag, the mean of the ranking metric.
                    "tags": named(row.tags.map(Self.mean), by: board.tags),
                ])
            },
        ])
    }

    private static func published(_ comparison: Leaderboard.Comparison) -> JSONObject {
        JSONObject(known: [
            "source": comparison.published.source,
            "recording": comparison.published.recording,
            "pipeline": comparison.published.pipeline,
            "metric": comparison.published.metric.name,
            "published": comparison.published.value,
            "here": comparison.ours,
        ])
    }

    private static func mean(_ mean: Leaderboard.Mean) -> JSONObject {
        JSONObject(known: [
            "value": mean.value,
            "lower": mean.interval?.lower,
            "upper": mean.interval?.upper,
            "count": mean.count,
            "total": mean.total,
        ])
    }

    private func byMetric(_ means: [Leaderboard.Mean]) -> [String: JSONObject] {
        named(means.map(Self.mean), by: board.metrics.map(\.name))
    }

    private func named<Value>(_ values: [Value], by names: [String]) -> [String: Value] {
        Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first })
    }
}
