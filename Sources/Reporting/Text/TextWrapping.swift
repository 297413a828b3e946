import SensorModel

/// Breaks text into lines of a terminal's width.
package enum TextWrapping {
    /// The characters of a SPEC after which a line may end.
    private static let joints: Set<Character> = ["+", ",", ":", ";", "/", "_", "-", "|"]

    /// The text as lines of at most `width` columns.
    ///
    /// A line ends at a blank, which is removed; if it has no blank, after a joint of a SPEC; otherwise anywhere. Lines
    /// after the first begin with `indent` blanks. O(length).
    ///
    /// - Parameter width: at least 4 more than `indent`.
    package static func lines(_ text: String, width: Int, indent: Int = 0) -> [String] {
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

    /// The index at which the first line of `text` ends.
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

    /// The text in at most `width` columns; `…` replaces the middle of a longer text.
    ///
    /// - Parameter width: at least 3.
    package static func shortened(_ text: String, width: Int) -> String {
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
