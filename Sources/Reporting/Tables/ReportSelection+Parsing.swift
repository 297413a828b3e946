public import Evaluation
import SensorModel

extension ReportSelection {
    /// The options of a command line that choose a table; nil for an absent option.
    public struct Words: Sendable, Hashable {
        /// The keys of the rows, such as `recording,pipeline`.
        public var group: String?
        /// The metrics of the columns, such as `total_rmse_deg,lag_ms`.
        public var columns: String?
        /// The metric or key of the order.
        public var sort: String?
        /// Whether the rows are in reverse order.
        public var isReversed: Bool
        /// The pivot table, such as `recording×pipeline:total_rmse_deg`; a comma can replace the cross.
        public var pivot: String?

        /// Creates the options.
        public init(group: String?, columns: String?, sort: String?, isReversed: Bool, pivot: String?) {
            self.group = group
            self.columns = columns
            self.sort = sort
            self.isReversed = isReversed
            self.pivot = pivot
        }

        /// Whether all options are absent.
        public var isEmpty: Bool { group == nil && columns == nil && sort == nil && pivot == nil && !isReversed }
    }

    /// Parses the options. By default the rows are pipelines, and the columns are those of other reports.
    ///
    /// - Throws: ``ReportError/unknownName(_:what:expected:suggestion:)``.
    public init(_ words: Words, in results: EvaluationResults) throws(ReportError) {
        if let pivot = words.pivot {
            let parts = try Self.parts(ofPivot: pivot)
            self.init(
                rows: [try ReportKey(name: parts.rows, in: results)],
                across: try ReportKey(name: parts.across, in: results),
                metrics: [try Self.metric(parts.metric, "metric")]
            )
        } else {
            let keys = Self.list(words.group ?? ReportKey.pipeline.name)
            var rows: [ReportKey] = []
            for name in keys { rows.append(try ReportKey(name: name, in: results)) }
            var metrics: [MetricName] = []
            for name in words.columns.map(Self.list) ?? [] { metrics.append(try Self.metric(name, "column")) }
            let usual = ReportColumn.columns(for: results.runs).map(\.metric)
            self.init(rows: rows, metrics: words.columns == nil ? usual : metrics)
        }
        isReversed = words.isReversed
        if let sort = words.sort { order = try order(named: sort) }
    }

    private func order(named name: String) throws(ReportError) -> Order {
        if let key = rows.first(where: { $0.name == name }) { return .key(key) }
        if across == nil, let metric = metrics.first(where: { $0.rawValue == name }) { return .metric(metric) }
        let names = rows.map(\.name) + (across == nil ? metrics.map(\.rawValue) : [])
        throw .unknownName(
            name,
            what: "order",
            expected: names,
            suggestion: NearestName.suggestion(for: name, among: names)
        )
    }

    private static func metric(_ name: String, _ what: String) throws(ReportError) -> MetricName {
        if let metric = MetricName(rawValue: name) { return metric }
        let names = MetricCatalogue.metrics.map(\.name.rawValue)
        throw .unknownName(
            name,
            what: what,
            expected: names,
            suggestion: NearestName.suggestion(for: name, among: names)
        )
    }

    private static func parts(
        ofPivot text: String
    ) throws(ReportError) -> (rows: String, across: String, metric: String) {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let keys = halves[0].replacing(" x ", with: "×").split(whereSeparator: { "×,".contains($0) }).map(Self.trimmed)
        guard halves.count == 2, keys.count == 2 else {
            throw .unknownName(text, what: "pivot", expected: ["ROWS×COLUMNS:METRIC"], suggestion: nil)
        }
        return (keys[0], keys[1], trimmed(halves[1]))
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed).distinct()
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0.isWhitespace }).withoutTrailingBlanks
    }
}
