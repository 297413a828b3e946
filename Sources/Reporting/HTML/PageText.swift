import Mustache

/// Text in a page, and in an attribute of one.
enum PageText {
    /// What a template's pragma calls it.
    static let contentType = "HTML_SCALARS"

    /// The text with everything spelled out that HTML gives a meaning to, scalar by scalar: to Swift a quote with an
    /// accent is another character, to a browser it is a quote. Control characters, which HTML does not allow and which
    /// turn the direction of writing, are spelled out as ``Swift/String/withoutControlCharacters`` does.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.withoutControlCharacters.unicodeScalars {
            switch scalar {
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "'": result.append(contentsOf: "&#39;".unicodeScalars)
            default: result.append(scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    struct ContentType: MustacheContentType {
        func escapeText(_ text: String) -> String { escaped(text) }
    }
}
