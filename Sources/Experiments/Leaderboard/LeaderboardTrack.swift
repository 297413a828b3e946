import Evaluation

/// The rule by which one setting of each pipeline is selected for each dataset.
public enum LeaderboardTrack: String, Sendable, Hashable, CaseIterable {
    /// The pipeline's default setting for all datasets, or the first setting if the default was not evaluated.
    case fixed = "default"
    /// The best setting on all other datasets, for each dataset. Recordings of the dataset itself are not used
    /// to choose its setting.
    case transfer
    /// The best setting for each dataset, selected on the dataset's own recordings. No other rule gives better results,
    /// so this track is only an upper bound for comparison and is not ranked.
    case oracle
}

/// An entry of a leaderboard: a pipeline with its setting for each dataset.
public struct LeaderboardEntry: Sendable, Hashable {
    /// The name of the pipeline.
    public let pipeline: String
    /// The setting for each dataset; `nil` if no setting could be selected.
    public let settings: [CellTable.Setting?]
    /// The index of each dataset's setting in `CellFigures.pipelines`; `nil` if no setting could be selected.
    let settingIndices: [Int?]
}

/// The settings of one pipeline, and their mean cost on each dataset.
struct LeaderboardFamily {
    let pipeline: String
    /// The indices of the settings in `figures.pipelines`.
    let settings: [Int]
    /// The mean cost of each setting on each dataset. The mean covers the recordings for which at least one setting has
    /// a value. A cost is `nil` if there is no such recording, or if the setting lacks a value for one of them.
    private let costs: [[Double?]]
    private let figures: CellFigures

    /// Creates the settings of one pipeline, and computes their mean costs.
    ///
    /// - Parameters:
    ///   - pipeline: name of the pipeline.
    ///   - settings: indices of the settings in `figures.pipelines`.
    ///   - figures: values of all cells. The first metric ranks the settings.
    ///   - datasets: indices of the recordings of each dataset.
    init(_ pipeline: String, _ settings: [Int], _ figures: CellFigures, datasets: [[Int]]) {
        self.pipeline = pipeline
        self.settings = settings
        self.figures = figures
        let cost = figures.metrics[0].polarity.cost ?? { $0 }
        func value(_ setting: Int, _ recording: Int) -> Double? {
            figures.figure(recording: recording, pipeline: setting, metric: 0).map(cost)
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

    /// Returns the pipeline's entry in a track; `nil` if the track needs more settings or datasets.
    func entry(in track: LeaderboardTrack, datasets: Int) -> LeaderboardEntry? {
        let settingIndices: [Int?]
        switch track {
        case .fixed:
            let standard = settings.first { figures.pipelines[$0].isDefault } ?? settings[0]
            settingIndices = Array(repeating: standard, count: datasets)
        case .transfer:
            guard settings.count > 1, datasets > 1 else { return nil }
            settingIndices = (0..<datasets).map { dataset in best(on: (0..<datasets).filter { $0 != dataset }) }
        case .oracle:
            guard settings.count > 1 else { return nil }
            settingIndices = (0..<datasets).map { best(on: [$0]) }
        }
        return LeaderboardEntry(
            pipeline: pipeline,
            settings: settingIndices.map { $0.map { figures.pipelines[$0] } },
            settingIndices: settingIndices
        )
    }

    /// Returns the setting with the smallest mean cost over the datasets. If several settings are equally good, the
    /// first is returned. Returns `nil` if no setting has a cost on every dataset.
    private func best(on datasets: [Int]) -> Int? {
        let candidates = zip(settings, costs).compactMap { setting, costs -> (setting: Int, cost: Double)? in
            let means = datasets.compactMap { costs[$0] }
            return means.count == datasets.count ? (setting, means.reduce(0, +) / Double(means.count)) : nil
        }
        return candidates.min { $0.cost < $1.cost }?.setting
    }
}
