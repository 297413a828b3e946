/// A text in which `*` stands for any text, and `{unit}` for one that names a unit.
struct TextPattern {
    /// What counts as the same.
    enum Form {
        /// Upper and lower case.
        case fileName
        /// The spellings of µ, ² and °, and spaces.
        case header
    }

    /// What a text has in the places that were left open.
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

    /// Whether it leaves places open.
    static func isOpen(_ text: String) -> Bool { text.contains("*") || text.contains("{unit}") }

    /// Nil where the text is another one.
    ///
    /// Time: the pattern's length times the text's at most. Where a later part does not fit, only the open place before it
    /// has to grow: growing an earlier one could not help.
    func match(_ text: String) -> Match? {
        let text = Array(Self.plain(text, form))
        /// Where the text of each open place starts and ends.
        var places: [(token: Int, start: Int, end: Int)] = []
        var (token, position) = (0, 0)
        while token < tokens.count || position < text.count {
            if token < tokens.count, tokens[token] == .any || tokens[token] == .unit {
                places.append((token, position, position))
                token += 1
                // Nothing behind it: it takes the rest.
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

    /// One spelling for what counts as the same.
    private static func plain(_ text: String, _ form: Form) -> String {
        if form == .fileName { return text.lowercased() }
        let words = text.utf8.allSatisfy { $0 < 0x80 } ? text : inOneSpelling(text)
        return words.split(separator: " ").joined(separator: " ")
    }

    private static let letters: [Unicode.Scalar: String] = [
        "\u{B5}": "u", "\u{3BC}": "u", "\u{B2}": "^2", "\u{B0}": "deg", "\u{FEFF}": "", "\u{A0}": " ",
    ]

    /// The micro sign, the Greek letter, and both of them as UTF-8 that was taken for Latin-1; the like for ² and °.
    private static func inOneSpelling(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var plain = ""
        for (place, scalar) in scalars.enumerated() {
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            switch (scalar, next) {
            case ("\u{C2}", "\u{B5}"), ("\u{C2}", "\u{B2}"), ("\u{C2}", "\u{B0}"), ("\u{CE}", "\u{BC}"): continue
            case ("\u{BC}", _) where place > 0 && scalars[place - 1] == "\u{CE}": plain += "u"
            default:
                if let letter = letters[scalar] { plain += letter } else { plain.unicodeScalars.append(scalar) }
            }
        }
        return plain
    }
}
