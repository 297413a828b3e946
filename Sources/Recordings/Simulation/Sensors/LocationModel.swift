public import SensorModel

/// The errors of position fixes.
public struct LocationModel: Sendable, Hashable {
    public var timing: SampleTiming
    /// Standard deviation east and north, each, of the slow error.
    public var horizontal: Metres = 0
    /// Standard deviation upwards.
    public var vertical: Metres = 0
    /// The slow error is a first-order Gauss–Markov process: its correlation falls to 1/e in this time.
    public var correlationTime: Seconds = 60
    /// The accuracy that fixes claim, in general not that of their errors; nil claims ``horizontal``. With a spread, its
    /// geometric mean.
    public var accuracy: Metres?
    /// Standard deviation of the logarithm of the claimed accuracy, which changes as slowly as the error does.
    public var accuracySpread = 0.0
    /// The share of fixes that are taken from a cell tower instead.
    public var spikes = 0.0
    /// How far off those are, in any direction.
    public var spikeDistance: Metres = 1_000
    /// The share of fixes that repeat the one before with a new stamp.
    public var repeated = 0.0

    public init(timing: SampleTiming) { self.timing = timing }
}
