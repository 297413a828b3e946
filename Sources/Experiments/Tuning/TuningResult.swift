public import Evaluation
import SensorModel

/// The result of tuning one pipeline family over recordings.
///
/// The result contains the best setting over all recordings, and the best setting of each recording. Leave-one-out
/// tuning evaluates each recording with the setting that is best over the other recordings.
///
/// Tuning minimises the mean of the recordings' values, which the BROAD benchmark calls the trial-agnostic generalized
/// performance (TAGP): Laidig et al. 2021, doi:10.3390/data6070072. Leave-one-out: Stone 1974,
/// doi:10.1111/j.2517-6161.1974.tb00994.x.
///
/// Only settings with a value for every recording can be selected. All other settings are listed in ``incomplete``. If
/// several settings are equally good, the first is selected. If values closest to zero are best, magnitudes are used
/// instead of values.
///
/// ```swift
/// let result = try TuningResult(table.only("madgwick"))
/// print(result.tunedSetting.spec, result.tuned.mean, result.leaveOneOut?.mean ?? .nan)
/// ```
public struct TuningResult: Sendable, Hashable {
    /// A setting, and its value on one recording.
    public struct Choice: Sendable, Hashable {
        /// The setting of the varied parameters.
        public let setting: CellTable.Setting
        /// The value in the metric's unit.
        public let figure: Double
    }

    /// The results of tuning for one recording.
    public struct RecordingTuning: Sendable, Hashable {
        /// The name of the recording.
        public let recording: String
        /// The setting that is best on this recording, among all settings with a value for this recording.
        public let best: Choice
        /// The value on this recording with ``TuningResult/tunedSetting``: the setting that is best over all
        /// recordings.
        public let tuned: Double
        /// The setting that is best over all recordings except this one; `nil` if there is only one recording.
        public let leaveOneOut: Choice?
        /// The value of the default setting; `nil` if it is missing for the reason in
        /// ``TuningResult/standardObstacle``.
        public let standard: Double?
    }

    /// A setting that has no value for some recordings.
    public struct Incomplete: Sendable, Hashable {
        /// The setting of the varied parameters.
        public let setting: CellTable.Setting
        /// The names of the recordings for which the setting has no value.
        public let missing: [String]
    }

    /// The name of the pipeline family.
    public let pipeline: String
    /// The metric whose mean is minimised, or maximised if larger values are better.
    public let metric: Metric
    /// The number of settings that were evaluated.
    public let settingCount: Int
    /// The settings that cannot be selected, because they have no value for some recordings.
    public let incomplete: [Incomplete]
    /// The names of the recordings for which no setting has a value. These recordings are ignored.
    public let unmeasuredRecordings: [String]
    /// The results of tuning for each recording.
    public let recordings: [RecordingTuning]

    /// The setting that is best over all recordings.
    public let tunedSetting: CellTable.Setting
    /// The values of ``tunedSetting``. On new recordings, values would be worse, because the setting was selected for
    /// these recordings.
    public let tuned: TuningFigures
    /// The parameters whose value in ``tunedSetting`` is the smallest or the largest value that was tried.
    public let edges: [GridEdge]
    /// The value of each recording with the setting that is best over all other recordings; `nil` if there is only one
    /// recording.
    public let leaveOneOut: TuningFigures?
    /// The default setting; `nil` if it was not evaluated.
    public let standardSetting: CellTable.Setting?
    /// The values of ``standardSetting``; `nil` if they are missing for the reason in ``standardObstacle``.
    public let standard: TuningFigures?
    /// The reason why the default setting has no values; `nil` if it has values.
    public let standardObstacle: String?

    /// The difference between the leave-one-out mean and the tuned mean, as a magnitude in the metric's unit. This
    /// difference estimates how much too good the tuned mean is. `nil` if there is only one recording.
    public var overfit: Double? {
        leaveOneOut.map { abs($0.mean - tuned.mean) }
    }

    /// The change from the default to the tuned value of each recording; `nil` if there are no default values.
    public var tunedChange: TuningFigures? { standard.map(tuned.change) }

    /// The leave-one-out value of each recording minus its value with the default setting. `nil` if ``leaveOneOut`` or
    /// ``standard`` is `nil`.
    public var leaveOneOutChange: TuningFigures? {
        standard.flatMap { standard in leaveOneOut?.change(from: standard) }
    }

    /// Returns the verdict on a change, such as an improvement or a regression. The metric determines whether small or
    /// large values are better.
    public func verdict(on change: TuningFigures) -> TuningVerdict {
        TuningVerdict(change, polarity: metric.polarity)
    }
}

/// A varied parameter whose best value is the smallest or largest of the tried values. A value outside the tried range
/// may be better.
public struct GridEdge: Sendable, Hashable {
    /// An end of a parameter's tried range: the smallest or the largest tried value.
    public enum Side: String, Sendable, Hashable {
        /// The best value is the smallest one that was tried.
        case smallest
        /// The best value is the largest one that was tried.
        case largest
    }

    /// The number of different values that must have been tried for a parameter before edges are reported. With only
    /// two values, the best value is always at an edge.
    static let minimumValueCount = 3

    /// The name of the parameter.
    public let parameter: String
    /// Determines whether the best value is the smallest or the largest of the tried values.
    public let side: Side
    /// The best value in the parameter's unit.
    public let value: Double

    package init(parameter: String, side: Side, value: Double) {
        self.parameter = parameter
        self.side = side
        self.value = value
    }

    /// Returns the numeric parameters for which a setting has the smallest or largest value of all settings, sorted by
    /// name. Parameters with fewer than three different values are ignored.
    static func edges(of setting: CellTable.Setting, among settings: [CellTable.Setting]) -> [GridEdge] {
        setting.parameters.keys.sorted().compactMap { name in
            guard case .number(let value) = setting.parameters[name] else { return nil }
            let numbers = settings.compactMap { setting -> Double? in
                if case .number(let number) = setting.parameters[name] { number } else { nil }
            }
            let tried = Set(numbers)
            guard tried.count >= minimumValueCount, let minimum = tried.min(), let maximum = tried.max() else {
                return nil
            }
            if value == minimum { return GridEdge(parameter: name, side: .smallest, value: value) }
            return value == maximum ? GridEdge(parameter: name, side: .largest, value: value) : nil
        }
    }
}

/// The values of a table, converted to costs that tuning minimises.
struct MeasuredGrid {
    private let table: CellTable
    private let costs: [[Double?]]
    /// The indices of the recordings for which at least one setting has a value.
    let recordings: [Int]
    /// The indices of the recordings for which no setting has a value.
    let unmeasured: [Int]
    /// The indices of the settings that have a value for every recording in ``recordings``.
    let complete: [Int]

    init(_ table: CellTable) throws(TuningError) {
        guard !table.settings.isEmpty, !table.recordings.isEmpty else { throw .emptyTable }
        guard let cost = table.metric.polarity.cost else { throw .neutralMetric(table.metric) }
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

    /// Returns the indices of those ``recordings`` for which a setting has no value.
    func missing(_ setting: Int) -> [Int] { recordings.filter { costs[setting][$0] == nil } }

    /// Returns the indices of the settings that have a value for a recording.
    func measured(_ recording: Int) -> [Int] { costs.indices.filter { costs[$0][recording] != nil } }

    /// Returns the setting with the smallest mean cost over recordings; `nil` if there are no settings or no
    /// recordings. If several settings are equally good, the first is returned.
    ///
    /// - Parameters:
    ///   - settings: indices of settings that have a value for each of the recordings.
    ///   - recordings: indices of the recordings.
    func best(of settings: [Int], over recordings: [Int]) -> Int? {
        guard !recordings.isEmpty else { return nil }
        let means = settings.map { setting in
            (setting: setting, cost: TuningFigures.mean(recordings.compactMap { costs[setting][$0] }))
        }
        return means.min { $0.cost < $1.cost }?.setting
    }

    /// Returns the metric's value for a setting on a recording. If values closest to zero are best, returns its
    /// magnitude.
    func figure(_ setting: Int, _ recording: Int) -> Double {
        guard let value = table.values[setting][recording] else {
            preconditionFailure("the setting must have a value for the recording")
        }
        return table.metric.polarity == .closerToZeroIsBetter ? abs(value) : value
    }

    /// Returns the mean value of a setting over ``recordings``; `nil` if a value is missing.
    func mean(_ setting: Int) -> Double? {
        guard missing(setting).isEmpty else { return nil }
        return TuningFigures.mean(recordings.map { figure(setting, $0) })
    }
}

/// The Pareto front of settings. A setting is on the front if no other setting is at least as good in all metrics and
/// better in one.
///
/// Typical metrics are accuracy, jitter and lag. Each metric is the unweighted mean over the recordings that have a
/// value for it. If values closest to zero are best, magnitudes are averaged. Lags that differ by at most 5 ms count as
/// equal.
///
/// ```swift
/// let front = try ParetoFront([errors, jitter])
/// for point in front.points { print(point.setting.spec, point.means) }
/// ```
public struct ParetoFront: Sendable, Hashable {
    /// A setting on the front, with its means.
    public struct Point: Sendable, Hashable {
        /// The setting of the varied parameters.
        public let setting: CellTable.Setting
        /// The mean of each metric, in the metric's unit.
        public let means: [Double]
        /// The number of other settings whose ``means`` are the same as those of this setting.
        public let equals: Int
    }

    /// The metrics, in the order of the tables.
    public let metrics: [Metric]
    /// The settings on the front, ordered by the first metric with the best first.
    public let points: [Point]
    /// The number of complete settings: settings with a mean for each of ``metrics``.
    public let settingCount: Int
    /// The number of settings that have all means, but are not on the front, because another setting is better.
    public let dominated: Int
    /// The number of settings that are ignored, because the mean of a metric is missing.
    public let incomplete: Int
    /// The number of recordings with a value, for each metric.
    public let recordingCounts: [Int]

    /// Computes the front. O(settings · (recordings + front) · metrics), plus a sort.
    ///
    /// - Parameter tables: table of each metric; at least two tables, with equal settings and recordings.
    /// - Throws: ``TuningError`` if the tables cannot be compared.
    public init(_ tables: [CellTable]) throws(TuningError) {
        guard let first = tables.first, tables.count > 1 else { throw .emptyTable }
        for table in tables where table.settings != first.settings || table.recordings != first.recordings {
            throw .differentTables(table.metric)
        }
        let grids = try tables.map { table throws(TuningError) in try MeasuredGrid(table) }
        metrics = tables.map(\.metric)
        recordingCounts = grids.map(\.recordings.count)
        let means = first.settings.indices.map { setting in grids.compactMap { $0.mean(setting) } }
        let complete = means.indices.filter { means[$0].count == tables.count }
        let signs = metrics.map { $0.polarity == .largerIsBetter ? -1.0 : 1 }
        let costs = complete.map { zip(means[$0], signs).map { $0 * $1 } }
        let front = ParetoOrder.front(of: costs, tolerances: metrics.map(\.negligibleDifference))
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

/// The reason why settings cannot be compared or selected.
public enum TuningError: Error, Sendable, Hashable {
    /// Neither small nor large values of the metric are better.
    case neutralMetric(Metric)
    /// The table has no settings or no recordings.
    case emptyTable
    /// The metric has no value in any cell.
    case nothingMeasured(Metric)
    /// No setting has a value for every recording.
    case noCompleteSetting(Metric, settings: Int, recordings: Int)
    /// The settings or recordings in a metric's table differ from the settings or recordings in the first table.
    case differentTables(Metric)
}

extension TuningError: CustomStringConvertible {
    /// The reason as a clause.
    public var description: String {
        switch self {
        case .neutralMetric(let metric): "neither small nor large values of \(metric.name) are better"
        case .emptyTable: "the table has no settings or no recordings"
        case .nothingMeasured(let metric): "\(metric.name) could not be measured in any cell"
        case .noCompleteSetting(let metric, let settings, let recordings):
            "none of the \(settings) settings has a value of \(metric.name) for all \(recordings) recordings"
        case .differentTables(let metric):
            "the settings or recordings with \(metric.name) differ from those with the first metric"
        }
    }
}

/// One value per recording, with the mean of the values and a confidence interval of the mean. The values are those of
/// a metric, or the changes of a metric between two settings.
public struct TuningFigures: Sendable, Hashable {
    /// The values, or their changes, in the metric's unit and in the order of the recordings; at least one. For a
    /// metric whose best value is 0, the values are magnitudes.
    public let values: [Double]
    /// The mean of ``values``.
    public let mean: Double
    /// The bootstrap interval of the mean; `nil` if there are fewer than three recordings.
    public let interval: BootstrapInterval?

    /// Computes the mean and its interval.
    ///
    /// - Parameters:
    ///   - values: values or changes, at least one.
    ///   - isSigned: whether values may be negative. Changes can be negative.
    init(_ values: [Double], isSigned: Bool = false) {
        self.values = values
        mean = Self.mean(values)
        interval = BootstrapInterval(ofMeanOf: values, isSigned: isSigned)
    }

    /// Returns these values minus other values of the same recordings.
    func change(from others: TuningFigures) -> TuningFigures {
        TuningFigures(zip(values, others.values).map { $0 - $1 }, isSigned: true)
    }

    /// Returns the mean, computed with a compensated sum to reduce rounding errors.
    static func mean(_ values: [Double]) -> Double {
        var sum = CompensatedSum(0)
        for value in values { sum.add(value) }
        return sum / Double(values.count)
    }
}

/// The assessment of a change in a metric's mean over recordings.
public enum TuningVerdict: String, Sendable, Hashable {
    /// The confidence interval of the change contains only improvements.
    case better
    /// The confidence interval of the change excludes 0, and the change is a regression.
    case worse
    /// The interval of the change contains 0.
    case noDifference = "no difference shown"
    /// There are too few recordings for an interval.
    case unknown = "too few recordings to tell"

    package init(_ change: TuningFigures, polarity: MetricPolarity) {
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
    /// The name of a pipeline family, the metric that was optimised, and the result or the reason why tuning failed.
    public typealias Outcome = (pipeline: String, metric: Metric, result: Result<TuningResult, TuningError>)

    /// Tunes each pipeline family of a table, and returns the results in the table's order. O(settings · recordings²).
    public static func all(in table: CellTable) -> [Outcome] {
        table.pipelines.map { pipeline in
            let result = Result { () throws(TuningError) in try TuningResult(table.only(pipeline)) }
            return (pipeline, table.metric, result)
        }
    }

    /// Tunes one pipeline family. O(settings · recordings²).
    ///
    /// - Parameter table: values of one pipeline family.
    /// - Throws: ``TuningError`` if no setting can be selected.
    public init(_ table: CellTable) throws(TuningError) {
        let grid = try MeasuredGrid(table)
        guard let tunedIndex = grid.best(of: grid.complete, over: grid.recordings) else {
            throw .noCompleteSetting(table.metric, settings: table.settings.count, recordings: grid.recordings.count)
        }
        let standardIndex = table.settings.firstIndex(where: \.isDefault)
        let missing = standardIndex.map { grid.missing($0).count }
        let completeStandard = missing == 0 ? standardIndex : nil
        recordings = grid.recordings.compactMap { recording in
            Self.recording(recording, table, grid, tuned: tunedIndex, standard: completeStandard)
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
        standardSetting = standardIndex.map { table.settings[$0] }
        standard = completeStandard == nil ? nil : TuningFigures(recordings.compactMap(\.standard))
        standardObstacle =
            switch missing {
            case nil: "the default setting was not evaluated"
            case 0?: nil
            case let missing?:
                "the default setting could not be measured on \(missing) of \(grid.recordings.count) recordings"
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
