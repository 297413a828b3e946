/// A pattern for a text. `*` matches any text, and `{unit}` matches the name of a unit.
struct TextPattern {
    /// The kind of text to match: a file name or a column name. The kind determines which differences are ignored.
    enum Form {
        /// A file name. Case is ignored.
        case fileName
        /// A column name. Repeated spaces and different spellings of µ, ² and ° are ignored.
        case header
    }

    /// The result of a match. `unit` is the text that `{unit}` matched, or `nil` if the pattern does not contain
    /// `{unit}`.
    struct Match {
        var unit: String?
    }

    /// A normalised text for comparison with many patterns. Normalisation removes the differences that a match ignores.
    enum Text: Hashable {
        /// The bytes of a text with only ASCII characters. Bytes match several times faster than characters.
        case ascii([UInt8])
        case characters([Character])

        init(_ text: String, form: Form) {
            let plain = TextPattern.plain(text, form)
            let bytes = Array(plain.utf8)
            self = bytes.allSatisfy { $0 < 0x80 } ? .ascii(bytes) : .characters(Array(plain))
        }
    }

    private enum Token<Element: Hashable>: Hashable {
        case literal(Element)
        case any
        case unit
    }

    private let tokens: [Token<Character>]
    /// The pattern as bytes, or `nil` if it contains characters that are not ASCII.
    private let bytes: [Token<UInt8>]?
    private let form: Form

    init(_ pattern: String, form: Form) {
        self.form = form
        var tokens: [Token<Character>] = []
        var rest = Self.plain(pattern, form)[...]
        while let first = rest.first {
            if rest.hasPrefix("{unit}") {
                tokens.append(.unit)
                rest = rest.dropFirst("{unit}".count)
            } else {
                tokens.append(first == "*" ? .any : .literal(first))
                rest = rest.dropFirst()
            }
        }
        self.tokens = tokens
        var bytes: [Token<UInt8>] = []
        for token in tokens {
            switch token {
            case .literal(let character):
                if character.utf8.count == 1 { bytes += character.utf8.map(Token.literal) }
            case .any: bytes.append(.any)
            case .unit: bytes.append(.unit)
            }
        }
        self.bytes = bytes.count == tokens.count ? bytes : nil
    }

    /// The only text that the pattern matches, or `nil` if the pattern has wildcards.
    var literal: Text? {
        let characters = tokens.compactMap { token in
            if case .literal(let character) = token { character } else { nil }
        }
        return characters.count == tokens.count ? Text(String(characters), form: form) : nil
    }

    /// Matches the whole of a text. Returns `nil` if the text does not match.
    ///
    /// - Complexity: O(pattern × text).
    func match(_ text: String) -> Match? { match(Text(text, form: form)) }

    /// Matches the whole of a normalised text. Returns `nil` if the text does not match.
    func match(_ text: Text) -> Match? {
        switch text {
        case .ascii(let text):
            if let bytes {
                guard let unit = Self.unit(bytes, text) else { return nil }
                return Match(unit: unit.map { String(decoding: text[$0], as: UTF8.self) })
            }
            return match(.characters(Array(String(decoding: text, as: UTF8.self))))
        case .characters(let text):
            guard let unit = Self.unit(tokens, text) else { return nil }
            return Match(unit: unit.map { String(text[$0]) })
        }
    }

    /// Returns the part of the text that corresponds to the first `{unit}` of the pattern. The inner value is `nil` if
    /// the pattern has no `{unit}`, and the outer value is `nil` if the text does not match.
    ///
    /// If a character of the pattern does not match, the last wildcard before this character is extended. If this
    /// fails, no extension of an earlier wildcard can succeed.
    private static func unit<Element>(_ tokens: [Token<Element>], _ text: [Element]) -> Range<Int>?? {
        /// The start and the end of the text that each wildcard matches so far.
        var wildcards: [(token: Int, start: Int, end: Int)] = []
        var (token, position) = (0, 0)
        while token < tokens.count || position < text.count {
            if token < tokens.count, tokens[token] == .any || tokens[token] == .unit {
                wildcards.append((token, position, position))
                token += 1
                // The last token matches the remaining text.
                if token == tokens.count { (wildcards[wildcards.count - 1].end, position) = (text.count, text.count) }
            } else if token < tokens.count, position < text.count, tokens[token] == .literal(text[position]) {
                (token, position) = (token + 1, position + 1)
            } else {
                guard let last = wildcards.last, last.end < text.count else { return nil }
                wildcards[wildcards.count - 1].end += 1
                (token, position) = (last.token + 1, last.end + 1)
            }
        }
        return .some(wildcards.first { tokens[$0.token] == .unit }.map { $0.start..<$0.end })
    }

    /// Replaces different spellings of a text by a single spelling.
    private static func plain(_ text: String, _ form: Form) -> String {
        if form == .fileName { return text.lowercased() }
        let words = text.utf8.allSatisfy { $0 < 0x80 } ? text : inOneSpelling(text)
        // Most names have only single spaces.
        let space = UInt8(ascii: " ")
        let pairs = zip(words.utf8, words.utf8.dropFirst())
        let hasRuns = pairs.contains { $0 == space && $1 == space }
        let isPlain = words.utf8.first != space && words.utf8.last != space && !hasRuns
        return isPlain ? words : words.split(separator: " ").joined(separator: " ")
    }

    private static let letters: [Unicode.Scalar: String] = [
        "\u{B5}": "u", "\u{3BC}": "u", "\u{B2}": "^2", "\u{B0}": "deg", "\u{FEFF}": "", "\u{A0}": " ",
    ]

    /// Replaces the micro sign and the Greek letter µ by `u`, ² by `^2`, and ° by `deg`, even if their UTF-8 was
    /// wrongly decoded as Latin-1.
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
