import SensorModel

/// Text that Markdown shows literally.
package enum MarkdownText {
    private static let special = Set("\\`*_[]<>#|~&$".unicodeScalars)
    /// Characters that, at the start of a line, begin a list or underline a heading.
    private static let openings = Set("-+=".unicodeScalars)

    /// The text with a backslash before every character that Markdown would interpret as markup.
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
    /// Text with a bar or a backtick is escaped instead. A bar would end a table cell even within a code span; a
    /// backtick would end the span.
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
