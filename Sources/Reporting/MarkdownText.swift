/// Text as Markdown shows it literally.
enum MarkdownText {
    private static let special = Set("\\`*_[]<>#|~&$".unicodeScalars)
    /// Signs that begin a list or underline a heading.
    private static let openings = Set("-+=".unicodeScalars)

    /// The text with a backslash before every character that Markdown would take for markup; line ends become blanks.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) || (result.isEmpty && openings.contains(scalar)) { result.append("\\") }
            result.append(Character(scalar).isNewline ? " " : scalar)
        }
        return String(result).withoutControlCharacters
    }

    /// A table; the columns named in `numeric` are aligned right. Cells must be escaped.
    static func table(_ header: [String], numeric: Range<Int>, rows: [[String]]) -> String {
        table(header, numeric: header.indices.map(numeric.contains), rows: rows)
    }

    /// A table; `numeric` says of each column whether it is aligned right. Cells must be escaped.
    static func table(_ header: [String], numeric: [Bool], rows: [[String]]) -> String {
        let rule = numeric.map { $0 ? "---:" : "---" }
        return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }

    /// The text as a block of code, whatever it holds.
    static func codeBlock(_ text: String) -> String {
        var fence = "```"
        while text.contains(fence) { fence += "`" }
        return "\(fence)\n\(text)\n\(fence)\n"
    }
}
