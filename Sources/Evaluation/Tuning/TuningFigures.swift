import SensorModel

/// A figure of each recording, or its change, and what their mean might have been with other recordings.
public struct TuningFigures: Sendable, Hashable {
    /// In the metric's unit, in the order of the recordings; at least one. Of a metric that is best at zero, its
    /// magnitudes.
    public let values: [Double]
    public let mean: Double
    /// Nil of fewer than three recordings; see ``intervalObstacle``.
    public let interval: BootstrapInterval?

    init(_ values: [Double]) {
        self.values = values
        mean = Self.mean(values)
        interval = BootstrapInterval(ofMeanOf: values)
    }

    /// Why there is no interval.
    public var intervalObstacle: String? {
        guard interval == nil else { return nil }
        return "no interval: \(values.count) of at least \(BootstrapInterval.fewestValues) recordings"
    }

    /// These figures less others of the same recordings.
    func change(from others: TuningFigures) -> TuningFigures {
        TuningFigures(zip(values, others.values).map { $0 - $1 })
    }

    /// The same to the last digit whatever the order of the values.
    static func mean(_ values: [Double]) -> Double {
        var sum = CompensatedSum(0)
        for value in values { sum.add(value) }
        return sum / Double(values.count)
    }
}
