/// Functions that escape names, notes, table cells and messages from files and programs, so that printed text cannot
/// control a terminal or a build server.
///
/// Use ``word(_:)`` for a name or a table cell in a text. Markdown, CSV, HTML, LaTeX and XML have further special
/// characters; their escapers in `Reporting` also use ``word(_:)``. All text for standard output and standard error
/// passes through ``lines(_:keepsColour:)`` or ``json(_:)``.
package enum OutsideText {
    /// Returns the text with control characters escaped, for example as `\u{1B}`. The result cannot control a terminal,
    /// end a line or change the direction of writing. O(length).
    package static func word(_ text: String) -> String {
        if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            // If the view were stored in a variable, each call of `append` would copy the whole string.
            if isControl(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Returns `true` if the scalar moves the cursor, ends a line or changes the direction of writing.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }

    /// Returns text for a terminal, with control characters escaped as in ``word(_:)``, except line ends and tabs.
    /// O(length).
    ///
    /// Commands to build servers are escaped, too: `::error` at the start of a line and `##[error]` anywhere.
    ///
    /// - Parameter keepsColour: whether to keep the sequences that set a colour.
    package static func lines(_ text: String, keepsColour: Bool = false) -> String {
        var text = text
        if text.withUTF8(isPlain) { return text }
        let scalars = Array(text.unicodeScalars)
        var result = ""
        var isAtStart = true
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "\u{1B}", keepsColour, let end = endOfColour(scalars, from: index) {
                for scalar in scalars[index..<end] { result.unicodeScalars.append(scalar) }
                index = end
                continue
            }
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let isCommand =
                isAtStart && scalar == ":" && next == ":"
                || scalar == "#" && next == "#" && isBracketed(scalars[(index + 2)...], until: "[")
            if isCommand || isControl(scalar) && scalar != "\n" && scalar != "\t" {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            // Build servers remove white space before they look for a command.
            isAtStart = scalar == "\n" || isAtStart && (scalar.properties.isWhitespace || !scalar.isASCII)
            index += 1
        }
        return result
    }

    /// Returns the index after a colour sequence such as `ESC [ 1 ; 31 m`, or `nil` for any other sequence.
    private static func endOfColour(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var index = start + 1
        guard index < scalars.count, scalars[index] == "[" else { return nil }
        repeat { index += 1 } while index < scalars.count && ("0"..."9" ~= scalars[index] || scalars[index] == ";")
        return index < scalars.count && scalars[index] == "m" ? index + 1 : nil
    }

    /// Returns `true` if the first scalar that is not a letter is `sign`, as in `##[error]`, `##vso[task.setvariable]`,
    /// `##teamcity[…]`.
    private static func isBracketed(_ scalars: ArraySlice<Unicode.Scalar>, until sign: Unicode.Scalar) -> Bool {
        scalars.first { !$0.properties.isAlphabetic } == sign
    }

    /// Returns `true` if the bytes can be printed unchanged.
    package static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        !bytes.contains(where: isSuspicious) || !bytes.contains(where: isDangerous) && !hasCommand(bytes)
    }

    /// Returns `true` if the bytes contain text that build servers read as a command.
    package static func hasCommand(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var isAtStart = true
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == UInt8(ascii: ":"), next == byte, isAtStart { return true }
            if byte == UInt8(ascii: "#"), next == byte {
                let rest = bytes[(index + 2)...]
                if rest.first(where: { !(0x61...0x7A ~= $0 | 0x20) }) == UInt8(ascii: "[") { return true }
            }
            isAtStart = byte == 10 || byte == 13 || isAtStart && (byte <= 0x20 || byte >= 0x80)
        }
        return false
    }

    /// Returns `true` if the byte may need escaping, because it may belong to a control character or to a command for a
    /// build server.
    private static func isSuspicious(_ byte: UInt8) -> Bool {
        isDangerous(byte) || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")
    }

    /// Returns `true` if the byte is a control character, or may begin the UTF-8 encoding of one. Control characters
    /// with several bytes are C1, U+061C and some from U+2000 to U+2FFF.
    private static func isDangerous(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 10 && byte != 9 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    /// Returns the JSON with two kinds of text escaped, for example as `\u009B`: control characters in strings, and
    /// commands to build servers. The escaped document parses to the same value. O(length).
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 || $0 == UInt8(ascii: "#") })
        else { return bytes }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let isCommand = scalar == "#" && next == "#" && isBracketed(scalars[(index + 2)...], until: "[")
            if isCommand || isControl(scalar) && scalar != "\n" && scalar != "\t" && scalar != "\r" {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
            } else {
                result += String(scalar).utf8
            }
        }
        return result
    }
}

extension String {
    /// This text with control characters escaped by ``OutsideText/word(_:)``.
    package var withoutControlCharacters: String { OutsideText.word(self) }
}

/// Functions that prevent spreadsheets from running text as a formula.
///
/// Spreadsheets run a cell as a formula if it begins with one of a few characters (OWASP: CSV Injection). Text from
/// files and programs, such as a name, gets a leading apostrophe if it begins with one of these characters or with an
/// apostrophe. Removing one apostrophe restores the text. Numbers are unchanged.
public enum SpreadsheetText {
    /// The first characters of texts that get a leading apostrophe. The last four characters are the full-width forms
    /// of the first four.
    private static let openings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠",
    ]

    /// Returns the text, with a leading apostrophe if a spreadsheet might otherwise run it as a formula.
    public static func inert(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, openings.contains(first) else { return text }
        return "'" + text
    }

    /// Returns the original text for a cell that was made with ``inert(_:)``.
    public static func original(_ text: String) -> String {
        let remainder = text.unicodeScalars.dropFirst()
        guard text.unicodeScalars.first == "'", let second = remainder.first, openings.contains(second) else {
            return text
        }
        return String(remainder)
    }

    /// Returns `true` if ``inert(_:)`` might add an apostrophe to a cell. Only the first byte is examined. The result
    /// is `false` for a cell that begins with an ASCII letter or digit. O(1).
    public static func mayRun(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first else { return false }
        return first >= 0x80 || openings.contains(Unicode.Scalar(first))
    }
}
