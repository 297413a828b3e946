/// What a change of a metric's mean over recordings shows.
public enum TuningVerdict: String, Sendable, Hashable {
    case better
    case worse
    /// The interval of the change holds zero.
    case noDifference = "no difference shown"
    /// Too few recordings for an interval.
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
