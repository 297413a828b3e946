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
    func match(_ text: String) -> Match? {
        var match = Match()
        return fits(tokens[...], Array(Self.plain(text, form))[...], &match) ? match : nil
    }

    private func fits(_ tokens: ArraySlice<Token>, _ text: ArraySlice<Character>, _ match: inout Match) -> Bool {
        var (tokens, text) = (tokens, text)
        while case .character(let character)? = tokens.first {
            guard text.first == character else { return false }
            (tokens, text) = (tokens.dropFirst(), text.dropFirst())
        }
        guard let open = tokens.first else { return text.isEmpty }
        let rest = tokens.dropFirst()
        for end in text.startIndex...text.endIndex where !rest.isEmpty || end == text.endIndex {
            guard fits(rest, text[end...], &match) else { continue }
            if open == .unit { match.unit = String(text[..<end]) }
            return true
        }
        return false
    }

    /// One spelling for what counts as the same.
    private static func plain(_ text: String, _ form: Form) -> String {
        if form == .fileName { return text.lowercased() }
        var plain = text
        // The micro sign, the Greek letter, and both of them as UTF-8 that was taken for Latin-1; the like for ² and °.
        for (spelling, letter) in [
            ("\u{C2}\u{B5}", "u"), ("\u{CE}\u{BC}", "u"), ("\u{B5}", "u"), ("\u{3BC}", "u"), ("\u{C2}\u{B2}", "^2"),
            ("\u{B2}", "^2"), ("\u{C2}\u{B0}", "deg"), ("\u{B0}", "deg"), ("\u{FEFF}", ""), ("\u{A0}", " "),
        ] { plain = plain.replacing(spelling, with: letter) }
        return plain.split(separator: " ").joined(separator: " ")
    }
}
