public import Evaluation
public import Recordings

/// The cells of one pipeline family under the same conditions, as a table of settings by recordings.
public struct CellSlice: Sendable {
    /// The SPEC of the pipeline family, with its varied parameters left open.
    public let family: String
    /// Sampling rate, reference and other options of the experiment, in words.
    public let conditions: String
    /// The recordings in the order of the experiment.
    public private(set) var recordings: [CellRecording] = []
    /// The settings in the order of the experiment.
    public private(set) var pipelines: [CellPipeline] = []
    private var recordingIndices: [CellRecording: Int] = [:]
    private var pipelineIndices: [CellTable.Setting: Int] = [:]
    private var cells: [CellIndex: StoredCell] = [:]

    private struct CellIndex: Hashable {
        let setting: Int
        let recording: Int
    }

    init(family: String, conditions: String) {
        self.family = family
        self.conditions = conditions
    }

    mutating func add(_ cell: StoredCell) {
        let recording = recordingIndices[cell.recording] ?? recordings.count
        if recording == recordings.count {
            recordings.append(cell.recording)
            recordingIndices[cell.recording] = recording
        }
        // The layout of a recording may set parameters, but cells with the same setting share a row.
        let setting = pipelineIndices[cell.pipeline.setting] ?? pipelines.count
        if setting == pipelines.count {
            pipelines.append(cell.pipeline)
            pipelineIndices[cell.pipeline.setting] = setting
        }
        cells[CellIndex(setting: setting, recording: recording)] = cell
    }

    /// The cells of a setting, in the order of ``recordings``. O(recordings).
    public func cells(of setting: CellTable.Setting) -> [StoredCell] {
        guard let index = pipelineIndices[setting] else { return [] }
        return recordings.indices.compactMap { cells[CellIndex(setting: index, recording: $0)] }
    }

    /// Returns the values of one metric.
    ///
    /// - Parameters:
    ///   - metric: metric to extract.
    ///   - tag: restricts the table to recordings with this tag, or `nil` for all recordings.
    /// - Complexity: O(settings × recordings).
    public func table(of metric: Metric, tag: String? = nil) -> CellTable {
        let wanted = recordings.indices.filter { index in tag.map { recordings[index].tags.contains($0) } ?? true }
        return CellTable(
            metric: metric,
            recordings: wanted.map { recordings[$0].name },
            settings: pipelines.map(\.setting),
            values: pipelines.indices.map { setting in
                wanted.map { cells[CellIndex(setting: setting, recording: $0)]?.values[metric] }
            }
        )
    }
}

/// A row of a store: one setting of a pipeline on one recording.
public struct StoredCell: Sendable, Hashable {
    /// The recording.
    public var recording: CellRecording
    /// The pipeline with its setting.
    public var pipeline: CellPipeline
    /// The version and revision of Sextant that ran the cell.
    public var tool: ProgramVersion
    /// The measured metrics. Metrics that could not be measured are absent.
    public var values: [Metric: Double]
    /// The row of the `context` table with the rest of the run.
    let context: Int64
}
