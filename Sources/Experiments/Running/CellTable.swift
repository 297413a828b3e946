public import Evaluation
public import SensorModel

/// A table of the values of one metric, with a row for each setting of the pipelines and a column for each recording.
/// Tuning, search and reports are computed from such tables.
public struct CellTable: Sendable, Hashable {
    /// A pipeline with values for its varied parameters.
    public struct Setting: Sendable, Hashable {
        /// The name of the pipeline family in the experiment; by default the pipeline's text (SPEC) without its varied
        /// parameters.
        public var pipeline: String
        /// The pipeline's text (SPEC) with the values of this setting.
        public var spec: String
        /// The values of the varied parameters, by name.
        public var parameters: [String: ParameterValue]
        /// A Boolean value that indicates whether every varied parameter has its default value.
        public var isDefault: Bool

        /// The name in tables: the family's name, or the complete SPEC if parameters are varied.
        public var label: String { parameters.isEmpty ? pipeline : spec }

        /// Creates a setting from its parts.
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
    /// The values in the metric's unit: `values[setting][recording]`. Each value is finite, or `nil` if it was not
    /// measured.
    public let values: [[Double?]]

    /// Creates a table. Values that are not finite become `nil`. The parameters are described at the properties.
    public init(metric: Metric, recordings: [String], settings: [Setting], values: [[Double?]]) {
        precondition(values.count == settings.count, "there must be a row of values for every setting")
        precondition(
            values.allSatisfy { $0.count == recordings.count },
            "there must be a value, or nil, for every recording"
        )
        self.metric = metric
        self.recordings = recordings
        self.settings = settings
        self.values = values.map { row in row.map { value in value.flatMap { $0.isFinite ? $0 : nil } } }
    }

    /// The names of the pipeline families, in the order of their first settings. O(n) for n settings.
    public var pipelines: [String] { settings.map(\.pipeline).distinct() }

    /// Returns a table with the settings of one family. O(settings · recordings).
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

/// The values of several metrics for all cells of an experiment: recordings × pipelines × metrics. Each value takes 8
/// bytes.
public struct CellFigures: Sendable {
    /// The metrics whose values this table contains.
    public let metrics: [Metric]
    /// The recordings, in the order of the experiment. A recording occurs once for each preparation (calibration and
    /// resampling).
    public let recordings: [CellRecording]
    /// The settings of the pipelines, in the order of the experiment.
    public let pipelines: [CellTable.Setting]
    /// The values by recording, pipeline and metric; NaN if a value was not measured.
    private var values: [Double]

    /// Creates a table in which no value is set.
    public init(metrics: [Metric], recordings: [CellRecording], pipelines: [CellTable.Setting]) {
        self.metrics = metrics
        self.recordings = recordings
        self.pipelines = pipelines
        values = Array(repeating: .nan, count: recordings.count * pipelines.count * metrics.count)
    }

    private func firstIndex(_ recording: Int, _ pipeline: Int) -> Int {
        (recording * pipelines.count + pipeline) * metrics.count
    }

    /// Sets the values of a cell, one for each metric; `nil` for values that were not measured.
    public mutating func set(_ figures: [Double?], recording: Int, pipeline: Int) {
        precondition(figures.count == metrics.count, "there must be a value, or nil, for every metric")
        let first = firstIndex(recording, pipeline)
        for (offset, figure) in figures.enumerated() { values[first + offset] = figure ?? .nan }
    }

    /// The names of the recordings that have no measured value.
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

    /// Returns a value in the metric's unit; `nil` if it was not measured.
    ///
    /// - Parameters:
    ///   - recording: index of the recording.
    ///   - pipeline: index of the pipeline.
    ///   - metric: index of the metric.
    public func figure(recording: Int, pipeline: Int, metric: Int) -> Double? {
        let value = values[firstIndex(recording, pipeline) + metric]
        return value.isFinite ? value : nil
    }
}
