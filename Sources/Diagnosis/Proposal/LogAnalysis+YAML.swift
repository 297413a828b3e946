import Recordings

extension LogAnalysis {
    /// The layout as YAML: the evidence and the questions are comments.
    func yaml(isFolder: Bool) -> String {
        var lines = [
            "# Proposed by 'sextant layout'. Lines marked 'assumed' cannot be confirmed by the data: check them."
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
            let comments = guesses.filter { $0.concerns(stream.kind, of: files[stream.file]) }.map {
                "\($0.description)"
            }
            lines += stream.lines(files[stream.file], time, origin: origin, comments.map(Self.inOneLine))
        }
        return lines.map(Self.inOneLine).joined(separator: "\n") + "\n"
    }

    private static func inOneLine(_ text: String) -> String {
        text.replacing("\n", with: " ").replacing("\r", with: " ")
    }
}

extension LayoutGuess {
    /// Whether the guess is about a stream, or about the times.
    fileprivate func concerns(_ kind: StreamKind, of file: LogFile) -> Bool {
        let times = (file.name.map { "\($0): " } ?? "") + "time"
        if subject.hasPrefix("\(kind.rawValue) ") || subject == times { return true }
        return subject == "quaternion" && value == kind.rawValue
    }
}
