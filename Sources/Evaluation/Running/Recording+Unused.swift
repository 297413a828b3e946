import Recordings

extension Recording {
    /// A description of the number of unused files, columns and rows; `nil` if everything was used.
    var unusedWords: String? {
        let rows = leftOut.values.reduce(0, +)
        let parts = [unused.words, rows > 0 ? "\(rows) row\(rows == 1 ? "" : "s")" : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", and ")
    }
}
