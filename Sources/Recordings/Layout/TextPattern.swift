/// A pattern in which `*` matches any text, and `{unit}` matches the name of a unit.
struct TextPattern {
    /// The differences that a match ignores.
    enum Form {
        /// Ignores case.
        case fileName
        /// Ignores the spellings of µ, ² and °, and runs of spaces.
        case header
    }

    /// The texts that the wildcards matched.
    struct Match {
        var unit: String?
    }

    private enum Token: Equatable {
        case character(Character)
        case any
        case unit
    }

    private let tokens: [Token]
    private let form: Form

    init(_ pattern: String, form: Form) {
        self.form = form
        var tokens: [Token] = []
        var rest = Self.plain(pattern, form)[...]
        while let first = rest.first {
            if rest.hasPrefix("{unit}") {
                tokens.append(.unit)
                rest = rest.dropFirst("{unit}".count)
            } else {
                tokens.append(first == "*" ? .any : .character(first))
                rest = rest.dropFirst()
            }
        }
        self.tokens = tokens
    }

    /// Whether a pattern contains a wildcard.
    static func isOpen(_ text: String) -> Bool { text.contains("*") || text.contains("{unit}") }

    /// Matches a text; nil where it does not fit.
    ///
    /// Complexity: O(pattern × text). When a part does not fit, only the last wildcard before it is extended: extending
    /// an earlier one cannot help.
    func match(_ text: String) -> Match? {
        let text = Array(Self.plain(text, form))
        /// The start and the end of the text that each wildcard matches.
        var places: [(token: Int, start: Int, end: Int)] = []
        var (token, position) = (0, 0)
        while token < tokens.count || position < text.count {
            if token < tokens.count, tokens[token] == .any || tokens[token] == .unit {
                places.append((token, position, position))
                token += 1
                // The last token matches the remaining text.
                if token == tokens.count { (places[places.count - 1].end, position) = (text.count, text.count) }
            } else if token < tokens.count, position < text.count, tokens[token] == .character(text[position]) {
                (token, position) = (token + 1, position + 1)
            } else {
                guard let last = places.last, last.end < text.count else { return nil }
                places[places.count - 1].end += 1
                (token, position) = (last.token + 1, last.end + 1)
            }
        }
        let unit = places.first { tokens[$0.token] == .unit }
        return Match(unit: unit.map { String(text[$0.start..<$0.end]) })
    }

    /// Replaces all spellings that a form ignores with one.
    private static func plain(_ text: String, _ form: Form) -> String {
        if form == .fileName { return text.lowercased() }
        let words = text.utf8.allSatisfy { $0 < 0x80 } ? text : inOneSpelling(text)
        return words.split(separator: " ").joined(separator: " ")
    }

    private static let letters: [Unicode.Scalar: String] = [
        "\u{B5}": "u", "\u{3BC}": "u", "\u{B2}": "^2", "\u{B0}": "deg", "\u{FEFF}": "", "\u{A0}": " ",
    ]

    /// Replaces the micro sign, the Greek letter µ, and both as UTF-8 that was decoded as Latin-1; likewise ² and °.
    private static func inOneSpelling(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var plain = ""
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch (scalar, next) {
            case ("\u{C2}", "\u{B5}"), ("\u{C2}", "\u{B2}"), ("\u{C2}", "\u{B0}"), ("\u{CE}", "\u{BC}"): continue
            case ("\u{BC}", _) where index > 0 && scalars[index - 1] == "\u{CE}": plain += "u"
            default:
                if let letter = letters[scalar] { plain += letter } else { plain.unicodeScalars.append(scalar) }
            }
        }
        return plain
    }
}
