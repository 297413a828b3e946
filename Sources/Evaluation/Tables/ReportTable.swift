/// A table with a value per cell, before anything is made text of it.
public struct ReportTable: Sendable, Hashable {
    public struct Column: Sendable, Hashable {
        /// The column's name in a CSV file.
        public var key: String
        /// What stands above it for people.
        public var title: String
        /// Numbers are aligned right.
        public var isNumeric: Bool

        public init(key: String, title: String, isNumeric: Bool) {
            self.key = key
            self.title = title
            self.isNumeric = isNumeric
        }
    }

    /// The first ``keyCount`` of them tell the rows apart.
    public var columns: [Column]
    public var keyCount: Int
    /// Each as long as ``columns``.
    public var rows: [[TableCell]]
    /// What a reader must know of single cells, such as why one is empty; sentences.
    public var notes: [String]
    /// What the rows show, in sentences that are computed from them.
    public var findings: [String] = []

    public init(columns: [Column], keyCount: Int, rows: [[TableCell]] = [], notes: [String] = []) {
        self.columns = columns
        self.keyCount = keyCount
        self.rows = rows
        self.notes = notes
    }
}
