public import Evaluation
public import SensorModel

/// A table of one metric's values by setting and recording: the data of tuning, search and reports.
public struct CellTable: Sendable, Hashable {
    /// A choice of the free parameters of a pipeline.
    public struct Setting: Sendable, Hashable {
        /// The name of the pipeline family in the experiment, by default the SPEC without its free parameters.
        public var pipeline: String
        /// The complete SPEC of the setting.
        public var spec: String
        /// The free parameters by name.
        public var parameters: [String: ParameterValue]
        /// A Boolean value that indicates whether every free parameter has its catalogue default.
        public var isDefault: Bool

        /// The name in tables: the family, or the complete SPEC if parameters are free.
        public var label: String { parameters.isEmpty ? pipeline : spec }

        /// Creates a setting.
        public init(pipeline: String, spec: String, parameters: [String: ParameterValue], isDefault: Bool) {
            self.pipeline = pipeline
            self.spec = spec
            self.parameters = parameters
            self.isDefault = isDefault
        }
    }

    /// The metric of the values.
    public let metric: Metric
    /// The names of the recordings, in the order of the experiment.
    public let recordings: [String]
    /// The settings, in the order of the experiment.
    public let settings: [Setting]
    /// The values by setting, then by recording, in the metric's unit. Each is finite, or `nil` if not measured.
    public let values: [[Double?]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - metric: the metric of the values.
    ///   - recordings: the names of the recordings.
    ///   - settings: the settings of the pipelines.
    ///   - values: one row per setting, with one value per recording. Values that are not finite become `nil`.
    public init(metric: Metric, recordings: [String], settings: [Setting], values: [[Double?]]) {
        precondition(values.count == settings.count, "a row of values for every setting")
        precondition(values.allSatisfy { $0.count == recordings.count }, "a value, or nil, for every recording")
        self.metric = metric
        self.recordings = recordings
        self.settings = settings
        self.values = values.map { row in row.map { value in value.flatMap { $0.isFinite ? $0 : nil } } }
    }

    /// The distinct pipeline families, in the order of their first settings. O(settings).
    public var pipelines: [String] { settings.map(\.pipeline).distinct() }

    /// Returns the table of one family's settings. O(settings · recordings).
    public func only(_ pipeline: String) -> CellTable {
        let indices = settings.indices.filter { settings[$0].pipeline == pipeline }
        return CellTable(
            metric: metric,
            recordings: recordings,
            settings: indices.map { settings[$0] },
            values: indices.map { values[$0] }
        )
    }
}

/// The metric values of all cells of an experiment: recordings × pipelines × metrics.
///
/// Each value takes eight bytes, so a hundred thousand cells easily fit into memory.
public struct CellFigures: Sendable {
    /// The metrics.
    public let metrics: [Metric]
    /// The recordings in each of their preparations, in the order of the experiment.
    public let recordings: [CellRecording]
    /// The pipelines, in the order of the experiment.
    public let pipelines: [CellTable.Setting]
    /// The values by recording, pipeline and metric; NaN if not measured.
    private var values: [Double]

    /// Creates a table without measured values.
    public init(metrics: [Metric], recordings: [CellRecording], pipelines: [CellTable.Setting]) {
        self.metrics = metrics
        self.recordings = recordings
        self.pipelines = pipelines
        values = Array(repeating: .nan, count: recordings.count * pipelines.count * metrics.count)
    }

    private func firstIndex(_ recording: Int, _ pipeline: Int) -> Int {
        (recording * pipelines.count + pipeline) * metrics.count
    }

    /// Sets the values of a cell, one per metric. Values that were not measured are `nil`.
    public mutating func set(_ figures: [Double?], recording: Int, pipeline: Int) {
        precondition(figures.count == metrics.count, "a figure, or nil, for every metric")
        let first = firstIndex(recording, pipeline)
        for (offset, figure) in figures.enumerated() { values[first + offset] = figure ?? .nan }
    }

    /// The names of the recordings without any measured value.
    public var unmeasured: Set<String> {
        var measured: Set<String> = []
        let length = pipelines.count * metrics.count
        for (index, recording) in recordings.enumerated() where !measured.contains(recording.name) {
            if values[index * length..<(index + 1) * length].contains(where: \.isFinite) {
                measured.insert(recording.name)
            }
        }
        return Set(recordings.map(\.name)).subtracting(measured)
    }

    /// Returns a value in the metric's unit, or `nil` if it was not measured.
    ///
    /// - Parameters:
    ///   - recording: the index of the recording.
    ///   - pipeline: the index of the pipeline.
    ///   - metric: the index of the metric.
    public func figure(recording: Int, pipeline: Int, metric: Int) -> Double? {
        let value = values[firstIndex(recording, pipeline) + metric]
        return value.isFinite ? value : nil
    }
}
