public import Evaluation

/// The figures of all cells of an experiment: recordings × pipelines × metrics.
///
/// Memory is eight bytes for each figure, so that a hundred thousand cells fit easily.
public struct CellFigures: Sendable {
    /// The metrics.
    public let metrics: [MetricName]
    /// The recordings in each of their preparations, in the order of the experiment.
    public let recordings: [CellRecording]
    /// The pipelines, in the order of the experiment.
    public let pipelines: [CellTable.Setting]
    /// The figures by recording, pipeline and metric; NaN where unmeasured.
    private var values: [Double]

    /// Creates figures, all of which are unmeasured.
    public init(metrics: [MetricName], recordings: [CellRecording], pipelines: [CellTable.Setting]) {
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
