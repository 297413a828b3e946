public import SensorModel

/// A recording with what its figures depend on besides the pipeline.
public struct CellRecording: Sendable, Hashable {
    public var name: String
    /// Of the files that were read; empty for a simulation.
    public var sha256: String
    /// Of what was recorded, as it was read and sampled again.
    public var content: String
    /// Sampling rate, reference and whatever else was asked for, in words.
    public var conditions: String
    public var tags: [String]
    /// Its place in the experiment.
    public var place: Int

    public init(name: String, sha256: String, content: String, conditions: String, tags: [String], place: Int) {
        self.name = name
        self.sha256 = sha256
        self.content = content
        self.conditions = conditions
        self.tags = tags
        self.place = place
    }
}

/// One setting of a pipeline.
public struct CellPipeline: Sendable, Hashable {
    public var setting: CellTable.Setting
    /// Every parameter with its value, defaults too.
    public var parameters: [String: ParameterValue]
    /// Its place in the experiment.
    public var place: Int

    public init(setting: CellTable.Setting, parameters: [String: ParameterValue], place: Int) {
        self.setting = setting
        self.parameters = parameters
        self.place = place
    }
}

/// Which of several cells somebody who asked is to run.
public struct CellClaim: Sendable, Hashable {
    /// Places, in the order in which they were asked for, of those that are now the asker's to run.
    public var granted: [Int]
    /// How many have been run before.
    public var done: Int
    /// Places of those that another process is running.
    public var elsewhere: [Int]

    public init(granted: [Int] = [], done: Int = 0, elsewhere: [Int] = []) {
        self.granted = granted
        self.done = done
        self.elsewhere = elsewhere
    }
}

/// Where cells are kept, and where those who run them agree on who runs which.
public protocol CellStore: Sendable {
    associatedtype Failure: Error & Sendable

    /// Grants the cells of one recording that are neither done nor in the hands of a process that lives.
    func claim(_ pipelines: [CellPipeline], over recording: CellRecording) throws(Failure) -> CellClaim

    /// Keeps what came out, a run per pipeline: all of it, or nothing.
    func save(
        _ runs: [EvaluationRun],
        of pipelines: [CellPipeline],
        over recording: CellRecording
    ) throws(Failure)

    /// One metric's figures over all recordings, in their order, of settings that have been run.
    ///
    /// - Parameters:
    ///   - metric: whose figures.
    ///   - specs: the settings, as `CellTable.Setting` has them.
    ///   - conditions: as `CellRecording` has them.
    /// - Returns: a row per setting; nil in it where the metric could not be measured.
    func figures(
        of metric: MetricName,
        _ specs: [String],
        under conditions: String
    ) throws(Failure) -> [[Double?]]
}
