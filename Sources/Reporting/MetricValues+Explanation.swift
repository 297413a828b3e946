import Evaluation

extension MetricValues {
    /// Why the metric has no value.
    func reason(for metric: MetricName) -> String { note(for: metric) ?? "no reason given" }

    /// What a reader must know of the metric: why it has no value, or the note on its value.
    func explanation(of metric: MetricName) -> String? {
        self[metric] == nil ? reason(for: metric) : note(for: metric)
    }
}
