import SensorModel

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
