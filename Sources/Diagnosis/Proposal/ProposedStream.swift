import Recordings

/// A stream of a proposed layout, as lines of YAML.
struct ProposedStream {
    let kind: StreamKind
    /// The file, by its place among the files of the log.
    let file: Int
    /// The field of each role, in the order of the layout.
    let columns: [(role: String, field: Int)]
    /// Further keys with their values; a nil value is a question.
    var settings: [(key: String, value: String?)] = []
    /// The roles that rows may lack.
    var optional: [String] = []

    /// The lines of the stream.
    func lines(_ log: LogFile, _ time: TimeGuess, origin: String, _ comments: [String]) -> [String] {
        var lines = ["  \(kind.rawValue):"]
        lines += comments.map { "    # \($0)" }
        if let name = log.name { lines.append("    file: \(YAMLText.quoted(name))") }
        lines += log.form.layoutLines.map { "    \($0)" }
        let column = log.reference(to: time.column)
        let unit = "    time: {column: \(column), unit: \(time.unit), origin: \(origin)}"
        lines.append(unit)
        let words = columns.map { "\($0.role): \(log.reference(to: log.columns[$0.field]))" }
        lines.append("    columns: {\(words.joined(separator: ", "))}")
        if !optional.isEmpty { lines.append("    optionalColumns: [\(optional.joined(separator: ", "))]") }
        if hasGaps(log) { lines.append("    empty: \(kind == .reference || kind == .location ? "nan" : "skip")") }
        if time.runsBackward { lines.append("    backward: skip") }
        for (key, value) in settings { lines.append(value.map { "    \(key): \($0)" } ?? "    # \(key):") }
        return lines
    }

    private func hasGaps(_ log: LogFile) -> Bool {
        columns.contains { log.columns[$0.field].values.contains { !$0.isFinite } }
    }
}
