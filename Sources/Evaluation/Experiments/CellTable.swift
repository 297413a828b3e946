public import SensorModel

/// One metric's figures of settings over recordings: what an experiment's store holds, as tuning, search and reports
/// see it.
public struct CellTable: Sendable, Hashable {
    /// One choice of the free parameters of a pipeline.
    public struct Setting: Sendable, Hashable {
        /// The family: the SPEC with its free parameters left open, as the experiment names it.
        public var pipeline: String
        /// The complete SPEC of the setting.
        public var spec: String
        /// The free parameters only, by name.
        public var parameters: [String: ParameterValue]
        /// Whether every free parameter has its catalogue default.
        public var isDefault: Bool

        public init(pipeline: String, spec: String, parameters: [String: ParameterValue], isDefault: Bool) {
            self.pipeline = pipeline
            self.spec = spec
            self.parameters = parameters
            self.isDefault = isDefault
        }
    }

    public let metric: MetricName
    /// Names, in the order of the experiment.
    public let recordings: [String]
    public let settings: [Setting]
    /// By setting, then by recording, in the metric's unit; nil where not measured. Always finite.
    public let values: [[Double?]]

    /// Of values with a row per setting, in it one per recording. A value that is not finite is not a measurement.
    public init(metric: MetricName, recordings: [String], settings: [Setting], values: [[Double?]]) {
        precondition(values.count == settings.count, "a row of values for every setting")
        precondition(values.allSatisfy { $0.count == recordings.count }, "a value, or nil, for every recording")
        self.metric = metric
        self.recordings = recordings
        self.settings = settings
        self.values = values.map { row in row.map { value in value.flatMap { $0.isFinite ? $0 : nil } } }
    }

    /// The pipelines' families, in the order of their first settings.
    public var pipelines: [String] { settings.map(\.pipeline).distinct() }

    /// The settings of one family of pipelines only.
    public func only(_ pipeline: String) -> CellTable {
        let places = settings.indices.filter { settings[$0].pipeline == pipeline }
        return CellTable(
            metric: metric,
            recordings: recordings,
            settings: places.map { settings[$0] },
            values: places.map { values[$0] }
        )
    }
}
