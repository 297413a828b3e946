public import Evaluation
import SensorModel

/// A figure of each recording, or its change, with the interval of the mean.
public struct TuningFigures: Sendable, Hashable {
    /// The figures in the metric's unit, in the order of the recordings; at least one. If zero is best, the magnitudes.
    public let values: [Double]
    /// The mean of ``values``.
    public let mean: Double
    /// The interval of the mean; nil with fewer than three recordings, see ``intervalObstacle``.
    public let interval: BootstrapInterval?

    /// - Parameter isSigned: whether the figures may be negative, as changes may.
    init(_ values: [Double], isSigned: Bool = false) {
        self.values = values
        mean = Self.mean(values)
        interval = BootstrapInterval(ofMeanOf: values, isSigned: isSigned)
    }

    /// The reason why the interval is missing; nil if it exists.
    public var intervalObstacle: String? {
        guard interval == nil else { return nil }
        return "no interval: \(values.count) of at least \(BootstrapInterval.fewestValues) recordings"
    }

    /// The differences between these figures and those of the same recordings.
    func change(from others: TuningFigures) -> TuningFigures {
        TuningFigures(zip(values, others.values).map { $0 - $1 }, isSigned: true)
    }

    /// The mean by a compensated sum.
    static func mean(_ values: [Double]) -> Double {
        var sum = CompensatedSum(0)
        for value in values { sum.add(value) }
        return sum / Double(values.count)
    }
}

/// The verdict on a change of a metric's mean over recordings.
public enum TuningVerdict: String, Sendable, Hashable {
    /// The change is an improvement.
    case better
    /// The change is a regression.
    case worse
    /// The interval of the change contains zero.
    case noDifference = "no difference shown"
    /// The recordings are too few for an interval.
    case unknown = "too few recordings to tell"

    init(_ change: TuningFigures, polarity: MetricPolarity) {
        guard let interval = change.interval else {
            self = .unknown
            return
        }
        let gain = polarity == .largerIsBetter ? 1.0 : -1
        if interval.lower > 0 {
            self = gain > 0 ? .better : .worse
        } else if interval.upper < 0 {
            self = gain > 0 ? .worse : .better
        } else {
            self = .noDifference
        }
    }
}
