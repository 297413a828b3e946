public import Evaluation
public import SensorModel

/// A recording of an experiment, with the conditions that its results depend on in addition to the pipeline.
public struct CellRecording: Sendable, Hashable {
    /// The recording's name.
    public var name: String
    /// The SHA-256 of the files, or an empty string for a simulation.
    public var sha256: String
    /// The digest of the samples after reading and resampling.
    public var content: String
    /// The sampling rate, the reference and all further options, in words.
    public var conditions: String
    /// The tags of the recording.
    public var tags: [String]
    /// The index in the experiment.
    public var index: Int

    /// Creates a recording.
    public init(name: String, sha256: String, content: String, conditions: String, tags: [String], index: Int) {
        self.name = name
        self.sha256 = sha256
        self.content = content
        self.conditions = conditions
        self.tags = tags
        self.index = index
    }
}

/// A setting of a pipeline.
public struct CellPipeline: Sendable, Hashable {
    /// The choice of the free parameters.
    public var setting: CellTable.Setting
    /// Every parameter with its value, including defaults.
    public var parameters: [String: ParameterValue]
    /// The index in the experiment.
    public var index: Int

    /// Creates a setting.
    public init(setting: CellTable.Setting, parameters: [String: ParameterValue], index: Int) {
        self.setting = setting
        self.parameters = parameters
        self.index = index
    }
}

/// The reply to a worker that claims cells.
public struct CellClaim: Sendable, Hashable {
    /// The indices of the cells that this worker must run, in the order of the request.
    public var granted: [Int]
    /// The number of requested cells that are already done.
    public var done: Int
    /// The indices of the cells that another process is running.
    public var elsewhere: [Int]

    /// Creates a reply.
    public init(granted: [Int] = [], done: Int = 0, elsewhere: [Int] = []) {
        self.granted = granted
        self.done = done
        self.elsewhere = elsewhere
    }
}

/// The state of a block: the cells of one recording in one preparation.
public enum BlockState: Sendable, Hashable {
    /// An unfinished block that was begun this number of times.
    case begun(times: Int)
    /// A block of which every cell is stored.
    case finished
}

/// A store of cells, which coordinates the workers that run them.
public protocol CellStore: Sendable {
    /// The error of the store.
    associatedtype Failure: Error & Sendable

    /// Claims the cells of one recording that are neither finished nor claimed by a running process.
    func claim(_ pipelines: [CellPipeline], over recording: CellRecording) throws(Failure) -> CellClaim

    /// Saves one run per pipeline: all of them or none.
    func save(
        _ runs: [EvaluationRun],
        of pipelines: [CellPipeline],
        over recording: CellRecording
    ) throws(Failure)

    /// Returns the state of a block, from the announcements since this session opened the store.
    func state(of block: String) -> BlockState

    /// Announces to the other sessions that this session begins a block, or has finished it.
    func announce(_ state: BlockState, of block: String)

    /// Returns one metric's values over all recordings, in the order of the recordings.
    ///
    /// - Parameters:
    ///   - metric: the metric.
    ///   - specs: the SPECs of the settings, as in `CellTable.Setting`.
    ///   - conditions: the conditions of the recordings, as in `CellRecording`.
    /// - Returns: one row per setting. Values that could not be measured are `nil`.
    func figures(
        of metric: Metric,
        _ specs: [String],
        under conditions: [String]
    ) throws(Failure) -> [[Double?]]
}
