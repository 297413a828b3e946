public import Evaluation

/// The cells of one family of pipelines under the same conditions: settings × recordings.
public struct CellSlice: Sendable {
    public let family: String
    /// Sampling rate, reference and whatever else was asked for, in words.
    public let conditions: String
    /// In the order of the experiment.
    public private(set) var recordings: [CellRecording] = []
    /// In the order of the experiment.
    public private(set) var pipelines: [CellPipeline] = []
    private var recordingPlaces: [CellRecording: Int] = [:]
    private var pipelinePlaces: [CellTable.Setting: Int] = [:]
    private var cells: [Place: StoredCell] = [:]

    private struct Place: Hashable {
        let setting: Int
        let recording: Int
    }

    init(family: String, conditions: String) {
        self.family = family
        self.conditions = conditions
    }

    mutating func add(_ cell: StoredCell) {
        let recording = recordingPlaces[cell.recording] ?? recordings.count
        if recording == recordings.count {
            recordings.append(cell.recording)
            recordingPlaces[cell.recording] = recording
        }
        // The layout of a recording may give parameters of its own: the setting is the same.
        let setting = pipelinePlaces[cell.pipeline.setting] ?? pipelines.count
        if setting == pipelines.count {
            pipelines.append(cell.pipeline)
            pipelinePlaces[cell.pipeline.setting] = setting
        }
        cells[Place(setting: setting, recording: recording)] = cell
    }

    /// The cells of a setting, in the order of the recordings.
    public func cells(of setting: CellTable.Setting) -> [StoredCell] {
        guard let place = pipelinePlaces[setting] else { return [] }
        return recordings.indices.compactMap { cells[Place(setting: place, recording: $0)] }
    }

    /// One metric's figures.
    ///
    /// - Parameters:
    ///   - metric: whose figures.
    ///   - tag: what the recordings share that are wanted; nil for all.
    public func table(of metric: MetricName, tag: String? = nil) -> CellTable {
        let wanted = recordings.indices.filter { place in tag.map { recordings[place].tags.contains($0) } ?? true }
        return CellTable(
            metric: metric,
            recordings: wanted.map { recordings[$0].name },
            settings: pipelines.map(\.setting),
            values: pipelines.indices.map { setting in
                wanted.map { cells[Place(setting: setting, recording: $0)]?.values[metric] }
            }
        )
    }
}
