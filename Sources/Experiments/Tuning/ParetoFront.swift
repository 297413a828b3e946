public import Evaluation
import SensorModel

/// The Pareto front of settings: those for which no other setting is at least as good in all metrics and better in one.
/// Typical metrics are accuracy, jitter and lag.
///
/// A metric is its mean over the recordings with a figure, with equal weights. If zero is best, the magnitudes are
/// averaged.
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
    public let metrics: [MetricName]
    /// The points of the front, from the best to the worst in the first metric.
    public let points: [Point]
    /// The number of settings with means of all metrics.
    public let settingCount: Int
    /// The number of these that another setting dominates.
    public let dominated: Int
    /// The number of settings without a mean of some metric, because a recording lacks a figure.
    public let incomplete: Int
    /// The number of recordings with a figure, by metric.
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
        let signs = metrics.map { MetricCatalogue.metric($0).polarity == .largerIsBetter ? -1.0 : 1 }
        let costs = complete.map { zip(means[$0], signs).map { $0 * $1 } }
        let front = ParetoOrder.front(of: costs)
        var points: [Point] = []
        var equals: [[Double]: Int] = [:]
        for place in front { equals[costs[place], default: -1] += 1 }
        var known: Set<[Double]> = []
        for place in front where known.insert(costs[place]).inserted {
            let setting = complete[place]
            points.append(
                Point(setting: first.settings[setting], means: means[setting], equals: equals[costs[place]] ?? 0)
            )
        }
        self.points = points
        settingCount = complete.count
        dominated = complete.count - front.count
        incomplete = first.settings.count - complete.count
    }
}
