/// Breaks text into lines that a terminal can show.
enum TextWrapping {
    private static let joints: Set<Character> = ["+", ",", ":", ";", "/", "_", "-", "|"]

    /// Lines of at most `width` columns, broken at blanks, else behind a joint of a SPEC, else anywhere. Nothing is
    /// lost but the blank at which a line was broken. Lines after the first begin with `indent` blanks. The width
    /// must be at least 4 more than the indent.
    static func lines(_ text: String, width: Int, indent: Int = 0) -> [String] {
        var lines: [String] = []
        var rest = Substring(text.withoutControlCharacters)
        var prefix = ""
        repeat {
            let room = width - prefix.count
            let end = lineEnd(rest, room: room)
            lines.append(prefix + rest[..<end])
            rest = rest[end...]
            if rest.first == " " { rest.removeFirst() }
            prefix = String(repeating: " ", count: indent)
        } while !rest.isEmpty
        return lines
    }

    /// Where the first line of `text` ends.
    private static func lineEnd(_ text: Substring, room: Int) -> String.Index {
        var used = 0
        var blank: String.Index?
        var joint: String.Index?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if character == " ", index > text.startIndex { blank = index }
            used += DisplayWidth.of(String(character))
            if used > room {
                let anywhere = index > text.startIndex ? index : text.index(after: index)
                return blank ?? joint ?? anywhere
            }
            index = text.index(after: index)
            if joints.contains(character) { joint = index }
        }
        return text.endIndex
    }

    /// The text in at most `width` columns: its middle gives way to `…`. The width must be at least 3.
    static func shortened(_ text: String, width: Int) -> String {
        let text = text.withoutControlCharacters
        guard DisplayWidth.of(text) > width else { return text }
        let tail = prefix(of: text.reversed(), room: (width - 1) / 2).reversed()
        let head = prefix(of: Array(text), room: width - 1 - (width - 1) / 2)
        return String(head) + "…" + String(tail)
    }

    private static func prefix(of characters: [Character], room: Int) -> [Character] {
        var used = 0
        return Array(
            characters.prefix { character in
                used += DisplayWidth.of(String(character))
                return used <= room
            }
        )
    }
}
