/// What tuning one family of pipelines over recordings gives: the setting that is best over all of them, each
/// recording's own best, and what the tuned choice is worth on a recording that it was not tuned on.
///
/// Tuning for the smallest mean of the recordings' figures is what BROAD calls the TAGP, the trial-agnostic generalized
/// performance: Laidig et al. 2021, doi:10.3390/data6070072. Leave one out: Stone 1974,
/// doi:10.1111/j.2517-6161.1974.tb00994.x.
///
/// Only settings with a figure of every recording can be chosen over all; the others are in ``incomplete``. Of settings
/// that are equally good the first is taken. Of a metric that is best at zero, all figures are magnitudes.
public struct TuningResult: Sendable, Hashable {
    /// A setting, and its figure in one recording.
    public struct Choice: Sendable, Hashable {
        public let setting: CellTable.Setting
        public let figure: Double
    }

    /// A recording's figures.
    public struct RecordingTuning: Sendable, Hashable {
        public let recording: String
        /// The recording's own best, of all settings with a figure of this recording.
        public let best: Choice
        /// The figure of the setting that is best over all recordings.
        public let tuned: Double
        /// The setting that is best over all other recordings; nil of a single recording.
        public let leaveOneOut: Choice?
        /// The figure of the default setting; nil where ``TuningResult/standardObstacle`` says why.
        public let standard: Double?
    }

    /// A setting that lacks a figure of some recordings.
    public struct Incomplete: Sendable, Hashable {
        public let setting: CellTable.Setting
        /// The recordings without its figure.
        public let missing: [String]
    }

    public let pipeline: String
    public let metric: MetricName
    /// How many settings were tried.
    public let settingCount: Int
    /// The settings that could not be chosen over all recordings.
    public let incomplete: [Incomplete]
    /// The recordings of which no setting has a figure: they count nowhere.
    public let unmeasuredRecordings: [String]
    /// The recordings that count.
    public let recordings: [RecordingTuning]

    /// The setting that is best over all recordings.
    public let tunedSetting: CellTable.Setting
    /// Its figures: in-sample, better than it will be elsewhere.
    public let tuned: TuningFigures
    /// The parameters whose tuned value is the last one tried.
    public let edges: [GridEdge]
    /// On each recording, the figure of the setting that is best on the others; nil of a single recording.
    public let leaveOneOut: TuningFigures?
    /// The default setting, where it is among those tried.
    public let standardSetting: CellTable.Setting?
    /// Its figures; nil where ``standardObstacle`` says why.
    public let standard: TuningFigures?
    public let standardObstacle: String?

    /// By how much the tuned figure is too good: what leaving each recording out adds to the mean, in the metric's unit
    /// and never below 0 but for rounding.
    public var overfit: Double? {
        leaveOneOut.map { abs($0.mean - tuned.mean) }
    }

    /// Tuned less default, recording by recording.
    public var tunedChange: TuningFigures? { standard.map(tuned.change) }

    /// Left out less default, recording by recording.
    public var leaveOneOutChange: TuningFigures? {
        standard.flatMap { standard in leaveOneOut?.change(from: standard) }
    }

    /// What a change shows, by the metric's polarity.
    public func verdict(on change: TuningFigures) -> TuningVerdict {
        TuningVerdict(change, polarity: MetricCatalogue.metric(metric).polarity)
    }
}
