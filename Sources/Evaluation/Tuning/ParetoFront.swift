/// The settings that no other one is at least as good as in all of several metrics and better in one: accuracy, jitter
/// and lag, as a rule.
///
/// Metrics are means over the recordings, each counting the same, of figures that every recording with some has; of a
/// metric that is best at zero, of its magnitudes.
public struct ParetoFront: Sendable, Hashable {
    public struct Point: Sendable, Hashable {
        public let setting: CellTable.Setting
        /// By metric, each in its unit.
        public let means: [Double]
        /// Further settings with the same means.
        public let equals: Int
    }

    public let metrics: [MetricName]
    /// From the best to the worst in the first metric.
    public let points: [Point]
    /// The settings with means of all metrics.
    public let settingCount: Int
    /// Of those, the ones that another setting beats.
    public let dominated: Int
    /// The settings without a mean of some metric, because a recording lacks a figure: they are left out.
    public let incomplete: Int
    /// By metric, how many recordings of those there are count: some setting has a figure of them.
    public let recordingCounts: [Int]

    /// O(settings · (recordings + front) · metrics), and sorting.
    ///
    /// - Parameter tables: one per metric, at least two, of the same settings and recordings.
    public init(_ tables: [CellTable]) throws(TuningObstacle) {
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
        let front = Self.front(of: costs)
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

    /// The rows that no other row is at least as small as everywhere and smaller somewhere, sorted by their numbers,
    /// then by place. Equal rows are all in it.
    ///
    /// - Parameter rows: finite, all of the same length.
    package static func front(of rows: [[Double]]) -> [Int] {
        let order = rows.indices.sorted { left, right in
            rows[left] == rows[right] ? left < right : rows[left].lexicographicallyPrecedes(rows[right])
        }
        // What dominates a row stands before it, and what is dominated is so by one of the front.
        var front: [Int] = []
        for place in order {
            let isDominated = front.contains { other in
                rows[other] != rows[place] && zip(rows[other], rows[place]).allSatisfy { $0 <= $1 }
            }
            if !isDominated { front.append(place) }
        }
        return front
    }
}
