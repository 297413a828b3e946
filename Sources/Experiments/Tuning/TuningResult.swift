public import Evaluation
import SensorModel

/// The result of tuning one family of pipelines over recordings: the best setting over all of them, each recording's
/// own best, and the figure of the tuned setting on recordings that were excluded from tuning.
///
/// Tuning minimises the mean of the recordings' figures, which BROAD calls the trial-agnostic generalized performance
/// (TAGP): Laidig et al. 2021, doi:10.3390/data6070072. Leave-one-out: Stone 1974,
/// doi:10.1111/j.2517-6161.1974.tb00994.x.
///
/// Only settings with a figure of every recording are eligible; all further settings are in ``incomplete``. The first
/// of equally good settings is chosen. If zero is best, all figures are magnitudes.
///
/// ```swift
/// let result = try TuningResult(table.only("madgwick"))
/// print(result.tunedSetting.spec, result.tuned.mean, result.leaveOneOut?.mean ?? .nan)
/// ```
public struct TuningResult: Sendable, Hashable {
    /// A setting and its figure in one recording.
    public struct Choice: Sendable, Hashable {
        /// The setting.
        public let setting: CellTable.Setting
        /// The figure in the metric's unit.
        public let figure: Double
    }

    /// The figures of one recording.
    public struct RecordingTuning: Sendable, Hashable {
        /// The recording's name.
        public let recording: String
        /// The recording's own best setting, of all settings with a figure of this recording.
        public let best: Choice
        /// The figure of the best setting over all recordings.
        public let tuned: Double
        /// The best setting over all other recordings; nil for a single recording.
        public let leaveOneOut: Choice?
        /// The figure of the default setting; nil for the reason in ``TuningResult/standardObstacle``.
        public let standard: Double?
    }

    /// A setting without a figure of some recordings.
    public struct Incomplete: Sendable, Hashable {
        /// The setting.
        public let setting: CellTable.Setting
        /// The recordings without a figure of the setting.
        public let missing: [String]
    }

    /// The family of pipelines.
    public let pipeline: String
    /// The metric to tune for.
    public let metric: MetricName
    /// The number of tried settings.
    public let settingCount: Int
    /// The settings that are not eligible, because a figure is missing.
    public let incomplete: [Incomplete]
    /// The recordings without any figure. They are excluded.
    public let unmeasuredRecordings: [String]
    /// The figures of each recording.
    public let recordings: [RecordingTuning]

    /// The best setting over all recordings.
    public let tunedSetting: CellTable.Setting
    /// The figures of ``tunedSetting``. They are in-sample, so better than on new recordings.
    public let tuned: TuningFigures
    /// The parameters whose tuned value is the smallest or largest one tried.
    public let edges: [GridEdge]
    /// On each recording, the figure of the best setting over all other recordings; nil for a single recording.
    public let leaveOneOut: TuningFigures?
    /// The default setting; nil if it was not tried.
    public let standardSetting: CellTable.Setting?
    /// The figures of ``standardSetting``; nil for the reason in ``standardObstacle``.
    public let standard: TuningFigures?
    /// The reason why the default setting has no figures; nil if it has.
    public let standardObstacle: String?

    /// The optimism of the tuned figure: the increase of the mean by leaving out each recording, in the metric's unit.
    /// Never below 0 except for rounding.
    public var overfit: Double? {
        leaveOneOut.map { abs($0.mean - tuned.mean) }
    }

    /// The change from default to tuned, recording by recording.
    public var tunedChange: TuningFigures? { standard.map(tuned.change) }

    /// The change from default to leave-one-out, recording by recording.
    public var leaveOneOutChange: TuningFigures? {
        standard.flatMap { standard in leaveOneOut?.change(from: standard) }
    }

    /// The verdict on a change, by the metric's polarity.
    public func verdict(on change: TuningFigures) -> TuningVerdict {
        TuningVerdict(change, polarity: MetricCatalogue.metric(metric).polarity)
    }
}
