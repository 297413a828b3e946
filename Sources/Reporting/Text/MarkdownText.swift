import SensorModel

/// Text in the form that Markdown shows literally.
package enum MarkdownText {
    private static let special = Set("\\`*_[]<>#|~&$".unicodeScalars)
    /// Characters that begin a list or underline a heading at the start of a line.
    private static let openings = Set("-+=".unicodeScalars)

    /// The text with a backslash before every character that Markdown reads as markup.
    ///
    /// Line ends become blanks.
    package static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) || (result.isEmpty && openings.contains(scalar)) { result.append("\\") }
            result.append(Character(scalar).isNewline ? " " : scalar)
        }
        return String(result).withoutControlCharacters
    }

    /// The text as a span of code.
    ///
    /// A text with a bar or a backtick is escaped instead: a bar ends a table's cell even within a span of code, and a
    /// backtick ends the span.
    package static func code(_ text: String) -> String {
        text.contains { "|`".contains($0) } ? escaped(text) : "`\(text.withoutControlCharacters)`"
    }

    /// The text as a fenced code block. The fence is longer than any run of backticks in the text.
    package static func codeBlock(_ text: String) -> String {
        let text = text.withoutControlCharacters
        var fence = "```"
        while text.contains(fence) { fence += "`" }
        return "\(fence)\n\(text)\n\(fence)\n"
    }
}
