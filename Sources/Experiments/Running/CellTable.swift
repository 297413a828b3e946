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
    public let metric: Metric
    /// The names of the recordings, in the order of the experiment.
    public let recordings: [String]
    /// The settings, in the order of the experiment.
    public let settings: [Setting]
    /// The figures by setting, then by recording, in the metric's unit; nil where unmeasured. Always finite.
    public let values: [[Double?]]

    /// Creates a table from a row of values per setting, with a value per recording. A value that is not finite becomes
    /// nil.
    public init(metric: Metric, recordings: [String], settings: [Setting], values: [[Double?]]) {
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

/// The figures of all cells of an experiment: recordings × pipelines × metrics.
///
/// Memory is eight bytes for each figure, so that a hundred thousand cells fit easily.
public struct CellFigures: Sendable {
    /// The metrics.
    public let metrics: [Metric]
    /// The recordings in each of their preparations, in the order of the experiment.
    public let recordings: [CellRecording]
    /// The pipelines, in the order of the experiment.
    public let pipelines: [CellTable.Setting]
    /// The figures by recording, pipeline and metric; NaN where unmeasured.
    private var values: [Double]

    /// Creates figures, all of which are unmeasured.
    public init(metrics: [Metric], recordings: [CellRecording], pipelines: [CellTable.Setting]) {
        self.metrics = metrics
        self.recordings = recordings
        self.pipelines = pipelines
        values = Array(repeating: .nan, count: recordings.count * pipelines.count * metrics.count)
    }

    private func place(_ recording: Int, _ pipeline: Int) -> Int {
        (recording * pipelines.count + pipeline) * metrics.count
    }

    /// Sets the figures of a cell, one for each metric; nil where unmeasured.
    public mutating func set(_ figures: [Double?], recording: Int, pipeline: Int) {
        precondition(figures.count == metrics.count, "a figure, or nil, for every metric")
        let first = place(recording, pipeline)
        for (offset, figure) in figures.enumerated() { values[first + offset] = figure ?? .nan }
    }

    /// The names of the recordings without any figure.
    public var unmeasured: Set<String> {
        var measured: Set<String> = []
        let length = pipelines.count * metrics.count
        for (place, recording) in recordings.enumerated() where !measured.contains(recording.name) {
            if values[place * length..<(place + 1) * length].contains(where: \.isFinite) {
                measured.insert(recording.name)
            }
        }
        return Set(recordings.map(\.name)).subtracting(measured)
    }

    /// A figure in the metric's unit, by the positions of recording, pipeline and metric; nil where unmeasured.
    public func figure(recording: Int, pipeline: Int, metric: Int) -> Double? {
        let value = values[place(recording, pipeline) + metric]
        return value.isFinite ? value : nil
    }
}
