/// A word of a command: text with the names of parameters and paths in braces.
///
/// A value becomes part of one argument whatever it contains. Braces are doubled to write them.
struct CommandWord: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case name(String)
    }

    private var parts: [Part] = []

    /// Parses a word; nil for a brace without its partner.
    init?(_ word: String) {
        var text = ""
        var rest = word[...]
        while let first = rest.popFirst() {
            if first == "{" || first == "}", rest.first == first {
                text.append(first)
                rest.removeFirst()
            } else if first == "{" {
                guard let end = rest.firstIndex(of: "}") else { return nil }
                parts += [.text(text), .name(String(rest[..<end]))]
                text = ""
                rest = rest[rest.index(after: end)...]
            } else if first == "}" {
                return nil
            } else {
                text.append(first)
            }
        }
        parts.append(.text(text))
    }

    /// The names in braces.
    var names: [String] {
        parts.compactMap { part in
            if case .name(let name) = part { name } else { nil }
        }
    }

    /// The word with the values of its names.
    func filled(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .name(let name): values[name] ?? ""
            }
        }.joined()
    }
}
