public import Evaluation
public import Recordings

/// The cells of one pipeline family under the same conditions, as a table of settings by recordings.
public struct CellSlice: Sendable {
    /// The SPEC of the pipeline with its varied parameters left open.
    public let family: String
    /// Sampling rate, reference and other options of the experiment, in words.
    public let conditions: String
    /// The recordings in the order of the experiment.
    public private(set) var recordings: [CellRecording] = []
    /// The settings in the order of the experiment.
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
        // A recording's layout may set parameters; cells with the same setting still share a row.
        let setting = pipelinePlaces[cell.pipeline.setting] ?? pipelines.count
        if setting == pipelines.count {
            pipelines.append(cell.pipeline)
            pipelinePlaces[cell.pipeline.setting] = setting
        }
        cells[Place(setting: setting, recording: recording)] = cell
    }

    /// The cells of a setting, in the order of ``recordings``. O(recordings).
    public func cells(of setting: CellTable.Setting) -> [StoredCell] {
        guard let place = pipelinePlaces[setting] else { return [] }
        return recordings.indices.compactMap { cells[Place(setting: place, recording: $0)] }
    }

    /// The values of one metric.
    ///
    /// - Parameters:
    ///   - metric: metric to extract.
    ///   - tag: restricts the table to recordings with this tag; nil for all recordings.
    /// - Complexity: O(settings × recordings).
    public func table(of metric: Metric, tag: String? = nil) -> CellTable {
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

/// One row of a store: one setting of a pipeline on one recording.
public struct StoredCell: Sendable, Hashable {
    /// The recording.
    public var recording: CellRecording
    /// The pipeline with its setting.
    public var pipeline: CellPipeline
    /// The version and revision of Sextant that ran the cell.
    public var tool: ProgramVersion
    /// The metrics that could be measured. A metric without a value is missing.
    public var values: [Metric: Double]
    /// The row of the `context` table with the rest of the run.
    let context: Int64
}
