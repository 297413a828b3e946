/// A table of typed cells, independent of its rendering.
public struct ReportTable: Sendable, Hashable {
    /// The header of a column.
    public struct Column: Sendable, Hashable {
        /// The column's name in a CSV file.
        public var key: String
        /// The title in documents.
        public var title: String
        /// A Boolean value that indicates whether cells are numbers, which are aligned right.
        public var isNumeric: Bool

        /// Creates a header.
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
    /// The rows. Each has one cell per column.
    public var rows: [[TableCell]]
    /// Notes on single cells, such as the reason for an empty cell. Each is a sentence.
    public var notes: [String]
    /// Findings computed from the rows. Each is a sentence.
    public var findings: [String] = []

    /// Creates a table.
    public init(columns: [Column], keyCount: Int, rows: [[TableCell]] = [], notes: [String] = []) {
        self.columns = columns
        self.keyCount = keyCount
        self.rows = rows
        self.notes = notes
    }
}

/// The reasons for missing values in a report table, and their counts.
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
