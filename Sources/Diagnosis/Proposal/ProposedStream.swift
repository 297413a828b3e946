import Recordings

extension LogAnalysis {
    /// The indices of the columns that the streams use, each with the index of its file.
    var usedColumns: [(file: Int, field: Int)] {
        streams.flatMap { stream in stream.columns.map { (stream.file, $0.field) } }
    }

    /// Returns the layout as YAML. Comments contain the evidence and the questions.
    func yaml(isFolder: Bool) -> String {
        var lines = [
            "# Proposed by 'sextant layout'. The data cannot confirm lines marked 'assumed': check these lines."
        ]
        lines += questions.map { "# \($0.description)" }
        lines += unused.map { "# not used: \($0)" }
        lines += ["layout: guessed", "summary: a log whose layout was guessed"]
        lines.append("recording: \(isFolder ? "folder" : "file")")
        let assumed = guesses.filter { $0.certainty == .assumed }.map { "\($0.subject) \($0.value)" }
        let remark =
            assumed.isEmpty
            ? "the layout was guessed" : "the layout was guessed; assumed: \(assumed.joined(separator: "; "))"
        lines.append("remark: \(YAMLText.quoted(remark))")
        lines.append("streams:")
        for stream in streams {
            guard let time = times[stream.file] else { continue }
            let comments = guesses.filter { $0.concerns(stream.kind, of: files[stream.file]) }.map(\.description)
            lines += stream.lines(files[stream.file], time, origin: origin, comments)
        }
        let inOneLine = lines.map { $0.replacing("\n", with: " ").replacing("\r", with: " ") }
        let text = inOneLine.joined(separator: "\n") + "\n"
        return questions.isEmpty ? text : text + LayoutProposal.mark + text.shortHash + "\n"
    }
}

extension LayoutGuess {
    /// Returns a Boolean value that indicates whether a guess is about this stream, or about the times of its file.
    func concerns(_ kind: StreamKind, of file: LogFile) -> Bool {
        concerns(kind) || subject == (file.name.map { "\($0): " } ?? "") + "time"
    }

    /// Returns a Boolean value that indicates whether a guess is about this stream.
    func concerns(_ kind: StreamKind) -> Bool {
        subject.hasPrefix("\(kind.rawValue) ") || subject == "quaternion" && value == kind.rawValue
    }
}

/// A stream of a proposed layout, which is written as YAML.
struct ProposedStream {
    let kind: StreamKind
    /// The index of the stream's file among the files of the log.
    var file: Int
    /// The index of the column for each role, such as `x`, in the order of the layout.
    var columns: [(role: String, field: Int)]
    /// Keys for the stream's layout, with their values, in addition to the other properties. If a value is `nil`, the
    /// user must determine the value.
    var settings: [(key: String, value: String?)] = []

    /// Returns the columns of an orientation, whose indices are in the order w, x, y, z, or roll, pitch, yaw.
    static func orientationColumns(_ fields: [Int]) -> [(role: String, field: Int)] {
        let roles = fields.count == 4 ? ["qw", "qx", "qy", "qz"] : ["roll", "pitch", "yaw"]
        return zip(roles, fields).map { (role: $0.0, field: $0.1) }
    }

    /// Returns the stream as lines of YAML. Open questions have the value `unknown`, which no layout accepts.
    func lines(_ log: LogFile, _ time: TimeGuess, origin: String, _ comments: [String]) -> [String] {
        var lines = ["  \(kind.rawValue):"]
        lines += comments.map { "    # \($0)" }
        if let name = log.name { lines.append("    file: \(YAMLText.quoted(name))") }
        lines += log.form.layoutLines.map { "    \($0)" }
        lines.append("    \(time.setting(log, origin: origin))")
        let words = columns.map { "\($0.role): \(log.reference(to: log.columns[$0.field]))" }
        lines.append("    columns: {\(words.joined(separator: ", "))}")
        if log.rowsWithoutTime > 0 {
            lines.append("    empty: skip")
        } else if hasGaps(log) {
            lines.append("    empty: \(kind == .reference || kind == .location ? "nan" : "skip")")
        }
        if time.runsBackward { lines.append("    backward: skip") }
        if let line = log.rowsLine { lines.append("    \(line)") }
        for (key, value) in settings { lines.append("    \(key): \(value ?? "unknown")") }
        return lines
    }

    private func hasGaps(_ log: LogFile) -> Bool {
        columns.contains { log.columns[$0.field].values.contains { !$0.isFinite } }
    }
}
