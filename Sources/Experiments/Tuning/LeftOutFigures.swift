public import Evaluation

/// The values of one metric on recordings. Each recording is evaluated with the pipeline's setting that is best over
/// all other recordings. The settings may have been selected by another metric.
///
/// For example, the values show whether settings with a smaller error have more jitter or lag. No recording is
/// evaluated with a setting that was selected on it. Recordings without a value of the metric are excluded from all
/// means.
///
/// ```swift
/// let result = try TuningResult(errors)
/// let jitter = LeftOutFigures(result, in: jitterTable)
/// ```
public struct LeftOutFigures: Sendable, Hashable {
    /// The name of the pipeline family.
    public let pipeline: String
    /// The metric of the values.
    public let metric: Metric
    /// The metric by which the settings were selected.
    public let selectedBy: Metric
    /// The names of the recordings with a value.
    public let recordings: [String]
    /// The values with the leave-one-out settings. A recording's setting is the best one over all other recordings.
    public let leaveOneOut: TuningFigures
    /// The values of the default setting; `nil` if it was not evaluated or a value is missing.
    public let standard: TuningFigures?

    /// Selects the values of a metric. Returns `nil` if no recording has a value with its leave-one-out setting.
    ///
    /// - Parameters:
    ///   - result: result of tuning the family.
    ///   - table: values of the metric for the settings and recordings of `result`. O(settings · recordings).
    public init?(_ result: TuningResult, in table: CellTable) {
        let values = SettingValues(table)
        let measured = result.recordings.compactMap { recording in
            recording.leaveOneOut.flatMap { values[$0.setting, recording.recording] }
                .map { (name: recording.recording, value: $0) }
        }
        guard !measured.isEmpty else { return nil }
        pipeline = result.pipeline
        metric = table.metric
        selectedBy = result.metric
        recordings = measured.map(\.name)
        leaveOneOut = TuningFigures(measured.map(\.value))
        standard = result.standardSetting.flatMap { values.figures($0, measured.map(\.name)) }
    }

    /// Returns these values minus the leave-one-out values of `other`, for each recording. Returns `nil` if no
    /// recording has both values.
    public func change(from other: LeftOutFigures) -> TuningFigures? {
        change(from: other.leaveOneOut, of: other.recordings)
    }

    /// Returns these values minus the values of the default setting of `other`, for each recording. Returns `nil` if no
    /// recording has both values.
    public func change(fromDefaultOf other: LeftOutFigures) -> TuningFigures? {
        other.standard.flatMap { change(from: $0, of: other.recordings) }
    }

    private func change(from others: TuningFigures, of names: [String]) -> TuningFigures? {
        let others = Dictionary(zip(names, others.values)) { first, _ in first }
        let changes = zip(recordings, leaveOneOut.values).compactMap { name, value in others[name].map { value - $0 } }
        return changes.isEmpty ? nil : TuningFigures(changes, isSigned: true)
    }
}

/// A comparison of two ways to choose settings for a group of recordings: the setting that was tuned on another group,
/// and the group's own leave-one-out settings.
///
/// The comparison shows whether separate settings for the groups, such as indoor and outdoor recordings, are better
/// than one setting (Stevense & van der Tak 2010, section 6.2). No recording is evaluated with a setting that was
/// selected on it.
///
/// ```swift
/// let own = try TuningResult(outdoor), other = try TuningResult(indoor)
/// let transfer = TuningTransfer(of: own, group: "outdoor", in: outdoor, from: other, group: "indoor")
/// ```
public struct TuningTransfer: Sendable, Hashable {
    /// The name of the pipeline family.
    public let pipeline: String
    /// The metric of the values in ``transferred`` and ``leaveOneOut``. The settings were also selected by this metric.
    public let metric: Metric
    /// The tag of the evaluated recordings.
    public let group: String
    /// The tag of the recordings on which the setting was tuned.
    public let otherGroup: String
    /// The best setting over the recordings of ``otherGroup``.
    public let setting: CellTable.Setting
    /// The values of ``setting`` on the recordings of ``group``.
    public let transferred: TuningFigures
    /// The value of each recording of ``group``, with the setting that is best over the group's other recordings.
    public let leaveOneOut: TuningFigures

    /// Evaluates the setting that was tuned on another group of recordings. Returns `nil` if a recording belongs to
    /// both groups, if a value is missing, or if the evaluated group has only one recording. O(settings · recordings).
    ///
    /// - Parameters:
    ///   - own: result of tuning the family on the evaluated group.
    ///   - group: tag of the evaluated group.
    ///   - table: values of the evaluated group.
    ///   - other: result of tuning the same family on the other group.
    ///   - otherGroup: tag of the other group.
    public init?(
        of own: TuningResult,
        group: String,
        in table: CellTable,
        from other: TuningResult,
        group otherGroup: String
    ) {
        let names = own.recordings.map(\.recording)
        guard Set(names).isDisjoint(with: other.recordings.map(\.recording)), let leaveOneOut = own.leaveOneOut,
            let transferred = SettingValues(table).figures(other.tunedSetting, names)
        else { return nil }
        pipeline = own.pipeline
        metric = own.metric
        self.group = group
        self.otherGroup = otherGroup
        setting = other.tunedSetting
        self.transferred = transferred
        self.leaveOneOut = leaveOneOut
    }

    /// The change of each recording's value from ``transferred`` to ``leaveOneOut``.
    public var change: TuningFigures { leaveOneOut.change(from: transferred) }

    /// The assessment of ``change``.
    public var verdict: TuningVerdict { TuningVerdict(change, polarity: metric.polarity) }
}

/// A lookup of a table's values by setting and name of the recording. If values closest to zero are best, the
/// magnitudes are returned.
private struct SettingValues {
    private let table: CellTable
    private let rows: [CellTable.Setting: Int]
    private let columns: [String: Int]

    init(_ table: CellTable) {
        self.table = table
        rows = Dictionary(table.settings.enumerated().map { ($1, $0) }) { first, _ in first }
        columns = Dictionary(table.recordings.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    subscript(setting: CellTable.Setting, recording: String) -> Double? {
        guard let row = rows[setting], let column = columns[recording] else { return nil }
        return table.values[row][column].map { table.metric.polarity == .closerToZeroIsBetter ? abs($0) : $0 }
    }

    /// Returns the values of a setting on recordings, or `nil` if a value is missing.
    func figures(_ setting: CellTable.Setting, _ recordings: [String]) -> TuningFigures? {
        let values = recordings.compactMap { self[setting, $0] }
        return values.count == recordings.count && !values.isEmpty ? TuningFigures(values) : nil
    }
}
