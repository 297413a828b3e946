import SensorModel

/// Functions that break text into lines of a terminal's width.
package enum TextWrapping {
    /// The separators after which a line without blanks can end.
    private static let joints: Set<Character> = ["+", ",", ":", ";", "/", "_", "-", "|"]

    /// The text as lines of at most `width` columns.
    ///
    /// A line ends at a blank, which is removed. A line without blanks ends after a separator such as `+` or `/`. A
    /// line without separators ends anywhere. Lines after the first begin with `indent` blanks. O(length).
    ///
    /// - Parameters:
    ///   - text: the text to break.
    ///   - width: the maximum width of a line; at least 4 more than `indent`.
    ///   - indent: the number of blanks before all lines but the first.
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

    /// The index at which the first line of `text` ends if a line has at most `room` columns.
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

    /// The text in at most `width` columns. An ellipsis replaces the middle of a longer text.
    ///
    /// - Parameters:
    ///   - text: the text to shorten.
    ///   - width: the maximum width; at least 3.
    package static func shortened(_ text: String, width: Int) -> String {
        // The middle of a very long text is not shown.
        let isVeryLong = text.utf8.count > 64 * max(width, 1)
        let ends = isVeryLong ? String(text.prefix(8 * width)) + String(text.suffix(8 * width)) : text
        let text = ends.withoutControlCharacters
        guard isVeryLong || DisplayWidth.of(text) > width else { return text }
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

/// The number of terminal columns that a text occupies.
package enum DisplayWidth {
    /// The number of columns of a text, as counted by terminals that treat each Unicode scalar separately.
    ///
    /// Wide East Asian characters and emoji occupy two columns; combining marks occupy no column.
    package static func of(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + of($1) }
    }

    /// The number of terminal columns that one Unicode scalar occupies: 0, 1 or 2.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// The blocks whose characters have East Asian width W or F (Unicode Standard Annex #11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF,
        0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// The text without trailing blanks.
    package var withoutTrailingBlanks: String {
        guard let last = utf8.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return "" }
        return String(self[...last])
    }

    /// The text, padded with leading blanks to at least `width` columns.
    func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - DisplayWidth.of(self))) + self
    }

    /// The text, padded with trailing blanks to at least `width` columns.
    func rightPadded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
    }
}

/// Emphasis by ANSI escape sequences. Without colour the text is unchanged.
package struct TerminalStyle: Sendable, Hashable {
    package var isColoured: Bool

    package init(isColoured: Bool) {
        self.isColoured = isColoured
    }

    /// The text of a heading: bold.
    func heading(_ text: String) -> String { styled(text, "1") }

    /// The text of the best value of a column: bold and green.
    package func best(_ text: String) -> String { styled(text, "1;32") }

    /// Returns the text of a minor remark, dimmed if colours are used.
    func quiet(_ text: String) -> String { styled(text, "2") }

    private func styled(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
