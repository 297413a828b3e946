import SensorModel

/// Fields and lines of CSV files, quoted as RFC 4180 requires.
package enum CSVText {
    private static let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]

    /// Joins each row of fields to a line that ends with `\n`.
    package static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
    }

    /// Text from outside, such as the name of a recording, in a form that no spreadsheet runs as a formula.
    ///
    /// Control characters, including line ends, are written as `\u{A}`. See `SpreadsheetText`.
    package static func safe(_ text: String) -> String { SpreadsheetText.inert(text.withoutControlCharacters) }

    /// The field, with quotes if RFC 4180 requires them.
    ///
    /// The function compares Unicode scalars, as CSV parsers do. In Swift, `\r\n` is one character, and so is a quote
    /// with a combining accent.
    package static func quoted(_ field: String) -> String {
        guard field.unicodeScalars.contains(where: special.contains) else { return field }
        var result = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in field.unicodeScalars {
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        return String(result) + "\""
    }
}

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

/// Text that pdfLaTeX shows literally with the standard fonts.
package enum LaTeXText {
    private static let replacements: [Unicode.Scalar: String] = ascii.merging(others) { first, _ in first }

    private static let ascii: [Unicode.Scalar: String] = [
        "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "_": "\\_", "%": "\\%",
        "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}",
        "|": "\\textbar{}", "\"": "\\textquotedbl{}", "'": "\\textquotesingle{}", "`": "\\textasciigrave{}",
        // Two of these characters in a row form a ligature, and so does '?`'.
        "-": "{-}", ",": "{,}", "?": "{?}", "!": "{!}",
        // After the `\\` that ends a row, LaTeX would read these characters as part of the command, as in `\\*` or
        // `\\[2pt]`.
        "*": "{*}", "[": "{[}", "]": "{]}",
    ]

    private static let others: [Unicode.Scalar: String] = [
        "°": "\\textdegree{}", "±": "\\textpm{}", "µ": "\\textmu{}", "×": "\\texttimes{}",
        "·": "\\textperiodcentered{}", "²": "\\texttwosuperior{}", "³": "\\textthreesuperior{}", "–": "\\textendash{}",
        "—": "\\textemdash{}", "…": "\\textellipsis{}", "“": "\\textquotedblleft{}", "”": "\\textquotedblright{}",
        "’": "\\textquoteright{}",
        "‘": "\\textquoteleft{}", "−": "$-$", "α": "$\\alpha$", "β": "$\\beta$", "σ": "$\\sigma$", "τ": "$\\tau$",
        "χ": "$\\chi$", "π": "$\\pi$", "μ": "$\\mu$", "Δ": "$\\Delta$", "≤": "$\\leq$", "≥": "$\\geq$", "√": "$\\surd$",
        "→": "$\\rightarrow$", "\u{A0}": "~",
    ]

    /// The text with every special character replaced by a command that prints it.
    ///
    /// Line ends become blanks. Control characters, and characters outside the T1 encoding, become their number, such
    /// as `[U+59FF]`.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let replacement = replacements[scalar] {
                result += replacement
            } else if Character(scalar).isNewline || scalar == "\t" {
                result += " "
            } else if isShown(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "{\\ttfamily {[}U+\(String(scalar.value, radix: 16, uppercase: true)){]}}\\allowbreak{}"
            }
        }
        return result
    }

    /// The text as ``escaped(_:)`` returns it, with optional line breaks after separators such as `+` and `:`.
    package static func breakable(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let joint = rest.firstIndex(where: { "+,:;/_=".contains($0) }) {
            let end = rest.index(after: joint)
            result += escaped(String(rest[..<end])) + "\\allowbreak{}"
            rest = rest[end...]
        }
        return result + escaped(String(rest))
    }

    /// The text as a comment line.
    package static func comment(_ text: String) -> String { "% \(text.withoutControlCharacters)\n" }

    /// Returns whether the scalar is ASCII, or a letter of Latin-1 or Latin Extended-A that the T1 encoding contains.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x107, 0x10C...0x111, 0x118...0x11B, 0x141...0x144, 0x147,
            0x148, 0x150...0x155, 0x158...0x15B, 0x15E...0x165, 0x16E...0x171, 0x178...0x17E:
            true
        default: false
        }
    }
}

/// Functions that escape text, so that XML shows it literally in elements and attributes.
enum XMLText {
    private static let entities: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
    ]

    /// The text with entities instead of characters that XML interprets.
    ///
    /// Control characters, and characters that XML 1.0 does not allow, are written as `\u{1B}`.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.withoutControlCharacters.unicodeScalars {
            if let entity = entities[scalar] {
                result += entity
            } else if scalar.value == 0xFFFE || scalar.value == 0xFFFF {
                // XML 1.0, production 2.
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The start of a tag without its closing bracket, such as `<name a="1" b="2"`.
    static func opening(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
        "<\(name)" + attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    }
}
