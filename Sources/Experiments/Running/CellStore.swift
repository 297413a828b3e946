public import Evaluation
public import SensorModel

/// A recording of an experiment, with all conditions that affect its results. The pipeline is not included.
public struct CellRecording: Sendable, Hashable {
    /// The recording's name.
    public var name: String
    /// The SHA-256 digest of the recording's files; empty for a simulation.
    public var sha256: String
    /// The SHA-256 digest of the samples after reading and resampling.
    public var content: String
    /// The sampling rate, the reference and all other options, as a text.
    public var conditions: String
    /// The tags of the recording.
    public var tags: [String]
    /// The index of the recording in the experiment.
    public var index: Int

    /// Creates a recording from its parts.
    public init(name: String, sha256: String, content: String, conditions: String, tags: [String], index: Int) {
        self.name = name
        self.sha256 = sha256
        self.content = content
        self.conditions = conditions
        self.tags = tags
        self.index = index
    }
}

/// A pipeline of an experiment with one setting of its varied parameters.
public struct CellPipeline: Sendable, Hashable {
    /// The values of the varied parameters.
    public var setting: CellTable.Setting
    /// The values of all parameters, including defaults.
    public var parameters: [String: ParameterValue]
    /// The index of the setting in the experiment.
    public var index: Int

    /// Creates a setting from its parts.
    public init(setting: CellTable.Setting, parameters: [String: ParameterValue], index: Int) {
        self.setting = setting
        self.parameters = parameters
        self.index = index
    }
}

/// The result of a request to claim cells, which are results of a pipeline on a recording. Only one process at a time
/// can claim a cell.
public struct CellClaim: Sendable, Hashable {
    /// The indices of the requested cells that the caller now has to run, in the order of the request.
    public var granted: [Int]
    /// The number of requested cells that are already finished.
    public var done: Int
    /// The indices of the requested cells that another process is running.
    public var elsewhere: [Int]

    /// Creates the result of a request from its parts.
    public init(granted: [Int] = [], done: Int = 0, elsewhere: [Int] = []) {
        self.granted = granted
        self.done = done
        self.elsewhere = elsewhere
    }
}

/// The state of a block. A block consists of all cells of one recording in one preparation, for example at one
/// resampling rate.
public enum BlockState: Sendable, Hashable {
    /// The block is not finished, and was begun this number of times.
    case begun(times: Int)
    /// Every cell of the block is stored.
    case finished
}

/// A store of cells, the results of pipelines on recordings. Concurrent processes use the store to divide the cells
/// among themselves.
public protocol CellStore: Sendable {
    /// The type of error that the store throws.
    associatedtype Failure: Error & Sendable

    /// Claims the cells of a recording that are neither finished nor claimed by another running process.
    func claim(_ pipelines: [CellPipeline], over recording: CellRecording) throws(Failure) -> CellClaim

    /// Saves one run for each pipeline. If an error is thrown, no run is saved.
    func save(
        _ runs: [EvaluationRun],
        of pipelines: [CellPipeline],
        over recording: CellRecording
    ) throws(Failure)

    /// Returns the announced state of a block. Announcements before this session opened the store are ignored.
    func state(of block: String) -> BlockState

    /// Announces to the other sessions that this session begins a block, or has finished it.
    func announce(_ state: BlockState, of block: String)

    /// Returns the values of one metric over all recordings.
    ///
    /// - Parameters:
    ///   - metric: metric of the values.
    ///   - specs: SPECs of the settings, as in `CellTable.Setting`.
    ///   - conditions: conditions of the recordings, as in `CellRecording`.
    /// - Returns: One array for each setting, with values in the order of the recordings. A value is `nil` if it could
    ///   not be measured.
    func figures(
        of metric: Metric,
        _ specs: [String],
        under conditions: [String]
    ) throws(Failure) -> [[Double?]]
}
