import Evaluation

/// The choice of one setting of every pipeline for every recording, by one rule.
public enum LeaderboardTrack: String, Sendable, Hashable, CaseIterable {
    /// The setting that the definition gives, for all data.
    case fixed = "default"
    /// The best setting on the other datasets, so that no recording of the dataset is used.
    case transfer
    /// The best setting on the dataset itself: a bound, which is not ranked.
    case oracle
}

/// An entry of a leaderboard: a pipeline with its setting for each dataset.
public struct LeaderboardEntry: Sendable, Hashable {
    /// The name of the pipeline.
    public let pipeline: String
    /// The setting for each dataset; nil where none could be chosen.
    public let settings: [CellTable.Setting?]
    /// The position of each dataset's setting among the settings of the figures.
    let places: [Int?]
}

/// The settings of one pipeline, and their mean cost on each dataset.
struct LeaderboardFamily {
    let pipeline: String
    /// The positions of the settings.
    let settings: [Int]
    /// The mean cost by setting and dataset; nil where a recording that other settings measure has no figure.
    private let costs: [[Double?]]
    private let figures: CellFigures

    /// - Parameter datasets: the positions of the recordings of each dataset.
    init(_ pipeline: String, _ settings: [Int], _ figures: CellFigures, metric: Int, datasets: [[Int]]) {
        self.pipeline = pipeline
        self.settings = settings
        self.figures = figures
        let cost = figures.metrics[metric].polarity.cost ?? { $0 }
        func value(_ setting: Int, _ recording: Int) -> Double? {
            figures.figure(recording: recording, pipeline: setting, metric: metric).map(cost)
        }
        let measured = datasets.map { recordings in
            recordings.filter { recording in settings.contains { value($0, recording) != nil } }
        }
        costs = settings.map { setting in
            measured.map { recordings in
                let values = recordings.compactMap { value(setting, $0) }
                guard !values.isEmpty, values.count == recordings.count else { return nil }
                return values.reduce(0, +) / Double(values.count)
            }
        }
    }

    /// The entry of a track; nil for a track that needs several settings.
    func entry(in track: LeaderboardTrack, datasets: Int) -> LeaderboardEntry? {
        let places: [Int?]
        switch track {
        case .fixed:
            let standard = settings.first { figures.pipelines[$0].isDefault } ?? settings[0]
            places = Array(repeating: standard, count: datasets)
        case .transfer:
            guard settings.count > 1, datasets > 1 else { return nil }
            places = (0..<datasets).map { dataset in best(on: (0..<datasets).filter { $0 != dataset }) }
        case .oracle:
            guard settings.count > 1 else { return nil }
            places = (0..<datasets).map { best(on: [$0]) }
        }
        return LeaderboardEntry(
            pipeline: pipeline,
            settings: places.map { $0.map { figures.pipelines[$0] } },
            places: places
        )
    }

    /// The position of the setting with the smallest mean of the datasets' mean costs, the first of equal ones.
    private func best(on datasets: [Int]) -> Int? {
        var best: (setting: Int, cost: Double)?
        for (place, setting) in settings.enumerated() {
            let means = datasets.compactMap { costs[place][$0] }
            guard means.count == datasets.count else { continue }
            let cost = means.reduce(0, +) / Double(means.count)
            if best.map({ cost < $0.cost }) ?? true { best = (setting, cost) }
        }
        return best?.setting
    }
}
