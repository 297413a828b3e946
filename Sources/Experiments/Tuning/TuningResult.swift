public import Evaluation
import SensorModel

/// The result of tuning one family of pipelines over recordings.
///
/// It has the best setting over all recordings, and the best setting of each recording. Leave-one-out tuning measures
/// each recording with the best setting over the other recordings.
///
/// Tuning minimises the mean of the recordings' values, which BROAD calls the trial-agnostic generalized performance
/// (TAGP): Laidig et al. 2021, doi:10.3390/data6070072. Leave-one-out: Stone 1974,
/// doi:10.1111/j.2517-6161.1974.tb00994.x.
///
/// Only settings with a value for every recording are eligible. All other settings are in ``incomplete``. The first of
/// several best settings is selected. If zero is best, all values are magnitudes.
///
/// ```swift
/// let result = try TuningResult(table.only("madgwick"))
/// print(result.tunedSetting.spec, result.tuned.mean, result.leaveOneOut?.mean ?? .nan)
/// ```
public struct TuningResult: Sendable, Hashable {
    /// A setting and its value on one recording.
    public struct Choice: Sendable, Hashable {
        /// The setting.
        public let setting: CellTable.Setting
        /// The value in the metric's unit.
        public let figure: Double
    }

    /// The tuning results of one recording.
    public struct RecordingTuning: Sendable, Hashable {
        /// The recording's name.
        public let recording: String
        /// The best setting of the recording, among all settings with a value for it.
        public let best: Choice
        /// The value of the best setting over all recordings.
        public let tuned: Double
        /// The best setting over all other recordings, or `nil` for a single recording.
        public let leaveOneOut: Choice?
        /// The value of the default setting, or `nil` for the reason in ``TuningResult/standardObstacle``.
        public let standard: Double?
    }

    /// A setting without a value for some recordings.
    public struct Incomplete: Sendable, Hashable {
        /// The setting.
        public let setting: CellTable.Setting
        /// The recordings without a value of the setting.
        public let missing: [String]
    }

    /// The family of pipelines.
    public let pipeline: String
    /// The metric to tune for.
    public let metric: Metric
    /// The number of evaluated settings.
    public let settingCount: Int
    /// The settings that are not eligible, because a value is missing.
    public let incomplete: [Incomplete]
    /// The recordings without any value. They are excluded.
    public let unmeasuredRecordings: [String]
    /// The tuning results of each recording.
    public let recordings: [RecordingTuning]

    /// The best setting over all recordings.
    public let tunedSetting: CellTable.Setting
    /// The values of ``tunedSetting``. They are in-sample, and therefore better than on new recordings.
    public let tuned: TuningFigures
    /// The parameters whose tuned value is the smallest or largest tried value.
    public let edges: [GridEdge]
    /// The value on each recording of the best setting over all other recordings, or `nil` for a single recording.
    public let leaveOneOut: TuningFigures?
    /// The default setting, or `nil` if it was not tried.
    public let standardSetting: CellTable.Setting?
    /// The values of ``standardSetting``, or `nil` for the reason in ``standardObstacle``.
    public let standard: TuningFigures?
    /// The reason why the default setting has no values, or `nil` if it has values.
    public let standardObstacle: String?

    /// The optimism of the tuned mean: its difference from the leave-one-out mean, in the metric's unit.
    public var overfit: Double? {
        leaveOneOut.map { abs($0.mean - tuned.mean) }
    }

    /// The change from default to tuned values, by recording.
    public var tunedChange: TuningFigures? { standard.map(tuned.change) }

    /// The change from default to leave-one-out values, by recording.
    public var leaveOneOutChange: TuningFigures? {
        standard.flatMap { standard in leaveOneOut?.change(from: standard) }
    }

    /// Returns the verdict on a change, by the metric's polarity.
    public func verdict(on change: TuningFigures) -> TuningVerdict {
        TuningVerdict(change, polarity: metric.polarity)
    }
}

/// A free parameter whose best value is the smallest or largest tried value. A better value may be beyond it.
public struct GridEdge: Sendable, Hashable {
    /// The edge of the tried values.
    public enum Side: String, Sendable, Hashable {
        /// The smallest tried value.
        case smallest
        /// The largest tried value.
        case largest
    }

    /// The minimum number of tried values. With two values, the best is always at an edge.
    static let minimumValueCount = 3

    /// The name of the parameter.
    public let parameter: String
    /// The edge at which the best value is.
    public let side: Side
    /// The best value.
    public let value: Double

    package init(parameter: String, side: Side, value: Double) {
        self.parameter = parameter
        self.side = side
        self.value = value
    }

    /// Returns the numeric parameters of a setting with the smallest or largest value of all settings, sorted by name.
    /// Parameters with fewer than three tried values have no edge.
    static func edges(of setting: CellTable.Setting, among settings: [CellTable.Setting]) -> [GridEdge] {
        setting.parameters.keys.sorted().compactMap { name in
            guard case .number(let value) = setting.parameters[name] else { return nil }
            let tried = Set(settings.compactMap { $0.parameters[name] }.compactMap(\.asNumber))
            guard tried.count >= minimumValueCount, let minimum = tried.min(), let maximum = tried.max() else {
                return nil
            }
            if value == minimum { return GridEdge(parameter: name, side: .smallest, value: value) }
            return value == maximum ? GridEdge(parameter: name, side: .largest, value: value) : nil
        }
    }
}

extension ParameterValue {
    /// The number, or `nil` for a word.
    fileprivate var asNumber: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}

/// The values of a table as costs, which tuning minimises.
struct MeasuredGrid {
    private let table: CellTable
    private let costs: [[Double?]]
    private let polarity: MetricPolarity
    /// The indices of the recordings with a value of at least one setting.
    let recordings: [Int]
    /// The indices of the recordings without any value.
    let unmeasured: [Int]
    /// The indices of the settings with a value for every recording in ``recordings``.
    let complete: [Int]

    init(_ table: CellTable) throws(TuningError) {
        guard !table.settings.isEmpty, !table.recordings.isEmpty else { throw .emptyTable }
        polarity = table.metric.polarity
        guard let cost = polarity.cost else { throw .neutralMetric(table.metric) }
        self.table = table
        costs = table.values.map { row in row.map { $0.map(cost) } }
        let isMeasured = table.recordings.indices.map { recording in
            table.values.contains { $0[recording] != nil }
        }
        recordings = isMeasured.indices.filter { isMeasured[$0] }
        unmeasured = isMeasured.indices.filter { !isMeasured[$0] }
        guard !recordings.isEmpty else { throw .nothingMeasured(table.metric) }
        let counting = recordings
        complete = table.settings.indices.filter { setting in
            counting.allSatisfy { table.values[setting][$0] != nil }
        }
    }

    /// Returns the indices in ``recordings`` without a value of the setting.
    func missing(_ setting: Int) -> [Int] { recordings.filter { costs[setting][$0] == nil } }

    /// Returns the indices of the settings with a value for the recording.
    func measured(_ recording: Int) -> [Int] { costs.indices.filter { costs[$0][recording] != nil } }

    /// Returns the setting with the minimum mean cost over recordings, or `nil` if there are no settings or no
    /// recordings. The first of several best settings is selected.
    ///
    /// - Parameter settings: settings with a value for each of the recordings.
    func best(of settings: [Int], over recordings: [Int]) -> Int? {
        guard !recordings.isEmpty else { return nil }
        var best: (setting: Int, cost: Double)?
        for setting in settings {
            let cost = TuningFigures.mean(recordings.compactMap { costs[setting][$0] })
            if best.map({ cost < $0.cost }) ?? true { best = (setting, cost) }
        }
        return best?.setting
    }

    /// Returns the value of a measured cell, as a magnitude if zero is best.
    func figure(_ setting: Int, _ recording: Int) -> Double {
        guard let value = table.values[setting][recording] else { preconditionFailure("the cell has a figure") }
        return polarity == .closerToZeroIsBetter ? abs(value) : value
    }

    /// Returns the mean value over ``recordings``, or `nil` if a value is missing.
    func mean(_ setting: Int) -> Double? {
        guard missing(setting).isEmpty else { return nil }
        return TuningFigures.mean(recordings.map { figure(setting, $0) })
    }
}

/// The Pareto front of settings. No other setting is at least as good in all metrics and better in one.
///
/// Typical metrics are accuracy, jitter and lag. Each metric is averaged over the recordings with a value, with equal
/// weights. If zero is best, the magnitudes are averaged.
///
/// ```swift
/// let front = try ParetoFront([errors, jitter])
/// for point in front.points { print(point.setting.spec, point.means) }
/// ```
public struct ParetoFront: Sendable, Hashable {
    /// A setting on the front.
    public struct Point: Sendable, Hashable {
        /// The setting.
        public let setting: CellTable.Setting
        /// The mean of each metric, in its unit.
        public let means: [Double]
        /// The number of further settings with the same means.
        public let equals: Int
    }

    /// The metrics, in the order of the tables.
    public let metrics: [Metric]
    /// The points of the front, from the best to the worst in the first metric.
    public let points: [Point]
    /// The number of settings with a mean in every metric.
    public let settingCount: Int
    /// The number of these settings that another setting dominates.
    public let dominated: Int
    /// The number of settings without a mean in some metric, because a recording lacks a value.
    public let incomplete: Int
    /// The number of recordings with a value, by metric.
    public let recordingCounts: [Int]

    /// Computes the front. O(settings · (recordings + front) · metrics), plus a sort.
    ///
    /// - Parameter tables: a table per metric, at least two, with equal settings and recordings.
    /// - Throws: ``TuningError`` for tables that cannot be compared.
    public init(_ tables: [CellTable]) throws(TuningError) {
        guard let first = tables.first, tables.count > 1 else { throw .emptyTable }
        for table in tables where table.settings != first.settings || table.recordings != first.recordings {
            throw .differentTables(table.metric)
        }
        var grids: [MeasuredGrid] = []
        for table in tables { grids.append(try MeasuredGrid(table)) }
        metrics = tables.map(\.metric)
        recordingCounts = grids.map(\.recordings.count)
        let means = first.settings.indices.map { setting in grids.compactMap { $0.mean(setting) } }
        let complete = means.indices.filter { means[$0].count == tables.count }
        let signs = metrics.map { $0.polarity == .largerIsBetter ? -1.0 : 1 }
        let costs = complete.map { zip(means[$0], signs).map { $0 * $1 } }
        let front = ParetoOrder.front(of: costs)
        var points: [Point] = []
        var equals: [[Double]: Int] = [:]
        for index in front { equals[costs[index], default: -1] += 1 }
        var known: Set<[Double]> = []
        for index in front where known.insert(costs[index]).inserted {
            let setting = complete[index]
            points.append(
                Point(setting: first.settings[setting], means: means[setting], equals: equals[costs[index]] ?? 0)
            )
        }
        self.points = points
        settingCount = complete.count
        dominated = complete.count - front.count
        incomplete = first.settings.count - complete.count
    }
}

/// The reason why settings cannot be compared.
public enum TuningError: Error, Sendable, Hashable {
    /// The metric is neutral.
    case neutralMetric(Metric)
    /// The table has no settings or no recordings.
    case emptyTable
    /// No cell has a value.
    case nothingMeasured(Metric)
    /// Every setting lacks the value of at least one recording.
    case noCompleteSetting(Metric, settings: Int, recordings: Int)
    /// The settings or recordings of a table differ from those of the first table.
    case differentTables(Metric)
}

extension TuningError: CustomStringConvertible {
    /// The reason in a sentence.
    public var description: String {
        switch self {
        case .neutralMetric(let metric): "neither a small nor a large \(metric.name) is better"
        case .emptyTable: "the table has no settings or no recordings"
        case .nothingMeasured(let metric): "\(metric.name) could not be measured in any cell"
        case .noCompleteSetting(let metric, let settings, let recordings):
            "none of \(settings) settings has \(metric.name) of all \(recordings) recordings"
        case .differentTables(let metric): "\(metric.name) has other settings or recordings than the first metric"
        }
    }
}

/// The values of the recordings, or their changes, with the interval of the mean.
public struct TuningFigures: Sendable, Hashable {
    /// The values in the metric's unit, in the order of the recordings; at least one. If zero is best, they are
    /// magnitudes.
    public let values: [Double]
    /// The mean of ``values``.
    public let mean: Double
    /// The interval of the mean, or `nil` for fewer than three recordings.
    public let interval: BootstrapInterval?

    /// Computes the mean and its interval.
    ///
    /// - Parameter isSigned: whether the values may be negative, such as changes.
    init(_ values: [Double], isSigned: Bool = false) {
        self.values = values
        mean = Self.mean(values)
        interval = BootstrapInterval(ofMeanOf: values, isSigned: isSigned)
    }

    /// Returns the differences between these values and other values of the same recordings.
    func change(from others: TuningFigures) -> TuningFigures {
        TuningFigures(zip(values, others.values).map { $0 - $1 }, isSigned: true)
    }

    /// Returns the mean, with a compensated sum.
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

extension TuningResult {
    /// Returns the results of all pipeline families in a table, in the order of the table. O(settings · recordings²).
    public static func all(
        in table: CellTable
    ) -> [(pipeline: String, result: Result<TuningResult, TuningError>)] {
        table.pipelines.map { pipeline in
            (pipeline, Result { () throws(TuningError) in try TuningResult(table.only(pipeline)) })
        }
    }

    /// Tunes one family of pipelines. O(settings · recordings²).
    ///
    /// - Parameter table: the values of one family of pipelines.
    /// - Throws: ``TuningError`` if no setting can be selected.
    public init(_ table: CellTable) throws(TuningError) {
        let grid = try MeasuredGrid(table)
        guard let tunedIndex = grid.best(of: grid.complete, over: grid.recordings) else {
            throw .noCompleteSetting(table.metric, settings: table.settings.count, recordings: grid.recordings.count)
        }
        let standard = Standard(table, grid)
        recordings = grid.recordings.compactMap { recording in
            Self.recording(recording, table, grid, tuned: tunedIndex, standard: standard.index)
        }
        pipeline = table.settings[tunedIndex].pipeline
        metric = table.metric
        settingCount = table.settings.count
        incomplete = table.settings.indices.compactMap { setting in
            let missing = grid.missing(setting).map { table.recordings[$0] }
            return missing.isEmpty ? nil : Incomplete(setting: table.settings[setting], missing: missing)
        }
        unmeasuredRecordings = grid.unmeasured.map { table.recordings[$0] }
        tunedSetting = table.settings[tunedIndex]
        tuned = TuningFigures(recordings.map(\.tuned))
        edges = GridEdge.edges(of: table.settings[tunedIndex], among: table.settings)
        let leftOut = recordings.compactMap { $0.leaveOneOut?.figure }
        leaveOneOut = leftOut.isEmpty ? nil : TuningFigures(leftOut)
        standardSetting = table.settings.first(where: \.isDefault)
        self.standard = standard.index == nil ? nil : TuningFigures(recordings.compactMap(\.standard))
        standardObstacle = standard.obstacle
    }

    /// The default setting as a baseline, or the reason why it is not available.
    private struct Standard {
        let index: Int?
        let obstacle: String?

        init(_ table: CellTable, _ grid: MeasuredGrid) {
            guard let index = table.settings.firstIndex(where: \.isDefault) else {
                self.index = nil
                obstacle = "the default is not among the settings tried"
                return
            }
            let missing = grid.missing(index).count
            self.index = missing == 0 ? index : nil
            obstacle =
                missing == 0
                ? nil : "the default could not be measured on \(missing) of \(grid.recordings.count) recordings"
        }
    }

    private static func recording(
        _ recording: Int,
        _ table: CellTable,
        _ grid: MeasuredGrid,
        tuned: Int,
        standard: Int?
    ) -> RecordingTuning? {
        func choice(_ setting: Int) -> Choice {
            Choice(setting: table.settings[setting], figure: grid.figure(setting, recording))
        }
        let others = grid.recordings.filter { $0 != recording }
        return grid.best(of: grid.measured(recording), over: [recording]).map { best in
            RecordingTuning(
                recording: table.recordings[recording],
                best: choice(best),
                tuned: grid.figure(tuned, recording),
                leaveOneOut: grid.best(of: grid.complete, over: others).map(choice),
                standard: standard.map { grid.figure($0, recording) }
            )
        }
    }
}
