import SensorModel

/// The start-up: the first seconds of a recording, in which many pipelines have not converged yet.
///
/// The type collects the metrics whose values mainly result from the start-up. A remark in the report names these
/// metrics.
struct StartUp {
    static let duration: Seconds = 5
    /// The ratio below which the start-up dominates a metric: the value without the start-up, divided by the value with
    /// the start-up.
    static let dominated = 0.8
    /// The limit, in the metric's unit, below which a value is considered equal to 0.
    static let rounding = 1e-9

    /// The time at which the start-up ends.
    let end: Seconds
    /// The metrics that the start-up dominates. `with` is the value over the whole recording, and `without` is the
    /// value after the start-up, both in the metric's unit.
    private var dominatedFigures: [(name: Metric, with: Double?, without: Double)] = []

    /// Creates the start-up period of a recording.
    ///
    /// - Parameter start: the time of the first sensor sample.
    init(start: Seconds) { end = start + Self.duration }

    /// Returns the root mean square of the values after the start-up, or `nil` if the start-up contains no sample or
    /// more than a third of the samples.
    ///
    /// - Parameter samples: times and values, oldest first.
    func rootMeanSquare(_ samples: [(time: Seconds, value: Double)]) -> Double? {
        let later = samples.drop { $0.time < end }
        guard later.count < samples.count, later.count >= 2 * (samples.count - later.count) else { return nil }
        return later.lazy.map(\.value).rootMeanSquare
    }

    /// Stores a metric for the remark if the start-up dominates the metric. This is the case if the value without the
    /// start-up, `later`, is much smaller than the value of the whole run, `figure`.
    mutating func compare(_ name: Metric, _ figure: Double?, without later: Double?) {
        guard let figure, let later, figure > Self.rounding, later < Self.dominated * figure else { return }
        dominatedFigures.append((name, figure, later))
    }

    /// Stores the lags with and without the start-up for the remark. Both lags are in milliseconds.
    mutating func add(lag: Double?, without later: Double) { dominatedFigures.append((.lag, lag, later)) }

    /// A remark that lists the dominated metrics, for readers of a report; `nil` if the start-up dominates no metric.
    var remark: String? {
        guard !dominatedFigures.isEmpty else { return nil }
        let figures = dominatedFigures.map { figure in
            let with = figure.with.map(Self.text) ?? "no value"
            return "\(figure.name.name) is \(Self.text(figure.without)) instead of \(with)"
        }
        let seconds = Int(Self.duration)
        return "without the first \(seconds) s (--skip \(seconds)), \(figures.joined(separator: ", "))"
    }

    private static func text(_ value: Double) -> String { "\(value.rounded(toSignificant: 3))" }
}
