public import Evaluation
public import SensorModel

/// A table of one metric's figures by setting and recording: the data of tuning, search and reports.
public struct CellTable: Sendable, Hashable {
    /// A choice of the free parameters of a pipeline.
    public struct Setting: Sendable, Hashable {
        /// The family: the SPEC without its free parameters, as the experiment names it.
        public var pipeline: String
        /// The complete SPEC of the setting.
        public var spec: String
        /// The free parameters by name.
        public var parameters: [String: ParameterValue]
        /// Whether every free parameter has its catalogue default.
        public var isDefault: Bool

        /// The name in tables: that of the family, or the complete SPEC where parameters are free.
        public var label: String { parameters.isEmpty ? pipeline : spec }

        /// Creates a setting.
        public init(pipeline: String, spec: String, parameters: [String: ParameterValue], isDefault: Bool) {
            self.pipeline = pipeline
            self.spec = spec
            self.parameters = parameters
            self.isDefault = isDefault
        }
    }

    /// The metric of the figures.
    public let metric: MetricName
    /// The names of the recordings, in the order of the experiment.
    public let recordings: [String]
    /// The settings, in the order of the experiment.
    public let settings: [Setting]
    /// The figures by setting, then by recording, in the metric's unit; nil where unmeasured. Always finite.
    public let values: [[Double?]]

    /// Creates a table from a row of values per setting, with a value per recording. A value that is not finite becomes
    /// nil.
    public init(metric: MetricName, recordings: [String], settings: [Setting], values: [[Double?]]) {
        precondition(values.count == settings.count, "a row of values for every setting")
        precondition(values.allSatisfy { $0.count == recordings.count }, "a value, or nil, for every recording")
        self.metric = metric
        self.recordings = recordings
        self.settings = settings
        self.values = values.map { row in row.map { value in value.flatMap { $0.isFinite ? $0 : nil } } }
    }

    /// The distinct families of the pipelines, in the order of their first settings. O(settings).
    public var pipelines: [String] { settings.map(\.pipeline).distinct() }

    /// The table of one family's settings. O(settings · recordings).
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
