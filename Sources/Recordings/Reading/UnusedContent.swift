/// The files and columns of a recording that its layout does not read.
public struct UnusedContent: Sendable, Hashable, Codable {
    /// The names of the files, relative to the recording's folder. A folder ends with a slash.
    public var files: [String]
    /// The names or positions of the columns by file.
    public var columns: [String: [String]]

    /// Makes a description of unused content; by default, everything is used.
    public init(files: [String] = [], columns: [String: [String]] = [:]) {
        self.files = files
        self.columns = columns
    }

    /// Whether every file and column is used.
    public var isEmpty: Bool { files.isEmpty && columns.isEmpty }

    /// The number of all columns.
    public var columnCount: Int { columns.values.reduce(0) { $0 + $1.count } }

    /// The counts in words, such as "2 files and 15 columns"; nil if everything is used.
    public var words: String? {
        let parts = [(files.count, "file"), (columnCount, "column")].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return nil }
        return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
    }
}
