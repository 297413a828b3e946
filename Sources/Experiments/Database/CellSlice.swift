public import Evaluation
public import Recordings

/// A table with the results of one pipeline under equal conditions. The rows are settings of the pipeline's varied
/// parameters, and the columns are recordings.
public struct CellSlice: Sendable {
    /// The name of the pipeline family; by default, the pipeline's text (SPEC) without the varied parameters.
    public let family: String
    /// The conditions of all results, such as the sampling rate and the reference, as a text.
    public let conditions: String
    /// The recordings (columns of the table) in the order of the experiment.
    public private(set) var recordings: [CellRecording] = []
    /// The settings (rows of the table) in the order of the experiment.
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
        // All cells with the same setting belong to one row, although the layout of a recording may set further
        // parameters.
        let setting = pipelineIndices[cell.pipeline.setting] ?? pipelines.count
        if setting == pipelines.count {
            pipelines.append(cell.pipeline)
            pipelineIndices[cell.pipeline.setting] = setting
        }
        cells[CellIndex(setting: setting, recording: recording)] = cell
    }

    /// Returns the cells of a setting, in the order of ``recordings``. O(n) for n recordings.
    public func cells(of setting: CellTable.Setting) -> [StoredCell] {
        guard let index = pipelineIndices[setting] else { return [] }
        return recordings.indices.compactMap { cells[CellIndex(setting: index, recording: $0)] }
    }

    /// Returns the values of one metric as a table.
    ///
    /// - Parameters:
    ///   - metric: metric to select.
    ///   - tag: tag that the table's recordings must have; `nil` for all recordings.
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

/// A result in a store: one setting of a pipeline on one recording, run by one version of Sextant.
public struct StoredCell: Sendable, Hashable {
    /// The recording with its conditions.
    public var recording: CellRecording
    /// The pipeline with its parameters.
    public var pipeline: CellPipeline
    /// The version and revision of Sextant that computed the result.
    public var tool: ProgramVersion
    /// The values of the metrics that could be measured.
    public var values: [Metric: Double]
    /// The identifier of the cell's row in the table `context`, which stores the notes, remarks and counts of runs.
    let context: Int64
}
