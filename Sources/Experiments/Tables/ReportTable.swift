/// A table of typed cells, independent of its output format.
public struct ReportTable: Sendable, Hashable {
    /// The names and the type of a column.
    public struct Column: Sendable, Hashable {
        /// The column's name in CSV files.
        public var key: String
        /// The column's title in documents.
        public var title: String
        /// A Boolean value that indicates whether the column contains numbers, which are aligned to the right.
        public var isNumeric: Bool

        /// Creates a column from its names and type.
        public init(key: String, title: String, isNumeric: Bool) {
            self.key = key
            self.title = title
            self.isNumeric = isNumeric
        }
    }

    /// The columns. The first ``keyCount`` of them identify a row.
    public var columns: [Column]
    /// The number of columns that identify a row.
    public var keyCount: Int
    /// The rows, each with one cell for each column.
    public var rows: [[TableCell]]
    /// Notes, such as the reason for an empty cell; one clause each.
    public var notes: [String]
    /// Sentences that state results of the whole table.
    public var findings: [String] = []

    /// Creates a table without findings.
    public init(columns: [Column], keyCount: Int, rows: [[TableCell]] = [], notes: [String] = []) {
        self.columns = columns
        self.keyCount = keyCount
        self.rows = rows
        self.notes = notes
    }
}

/// The reasons for missing values in a report table, with their counts.
struct TableGaps {
    private var order: [String] = []
    private var counts: [String: Int] = [:]

    mutating func add(_ reason: String?, column: String) {
        let text = "\(column): \(reason ?? "not measured")"
        if counts[text] == nil { order.append(text) }
        counts[text, default: 0] += 1
    }

    var notes: [String] {
        order.map { text in
            let count = counts[text, default: 0]
            return "\(text) (\(count) \(count == 1 ? "run" : "runs"))"
        }
    }
}
