/// Text from outside, such as names, notes, cells and messages of programs, in the form that controls nothing where it is
/// printed.
///
/// A name or a cell is made safe where it becomes part of a text: ``word(_:)``. Each place has further characters of its
/// own: Markdown, CSV, HTML, LaTeX and XML have escapers in `Reporting`, which use ``word(_:)``, too. Standard output and
/// standard error pass everything through ``lines(_:keepsColour:)`` or ``json(_:)``.
package enum OutsideText {
    /// The text with control characters written as `\u{1B}`, so that it cannot control a terminal, end a line or change
    /// the direction of writing. O(length).
    package static func word(_ text: String) -> String {
        if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            // Appending to a view would copy all of it each time.
            if isControl(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Whether the scalar moves the cursor, ends a line or changes the direction of writing.
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

    /// Lines for people, with control characters written as in ``word(_:)``, except line ends and tabs. No line is a
    /// command of a build server: `::error` at the start of a line and `##[error]` anywhere get an escape. O(length).
    ///
    /// - Parameter keepsColour: whether to keep the sequences that set a colour.
    package static func lines(_ text: String, keepsColour: Bool = false) -> String {
        var text = text
        if text.withUTF8(isPlain) { return text }
        let scalars = Array(text.unicodeScalars)
        var result = ""
        var isAtStart = true
        var place = 0
        while place < scalars.count {
            let scalar = scalars[place]
            if scalar == "\u{1B}", keepsColour, let end = endOfColour(scalars, from: place) {
                for scalar in scalars[place..<end] { result.unicodeScalars.append(scalar) }
                place = end
                continue
            }
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            let isCommand =
                isAtStart && scalar == ":" && next == ":"
                || scalar == "#" && next == "#" && isBracketed(scalars[(place + 2)...], until: "[")
            if isCommand || isControl(scalar) && scalar != "\n" && scalar != "\t" {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
            // Build servers remove white space before they look for a command.
            isAtStart = scalar == "\n" || isAtStart && (scalar.properties.isWhitespace || !scalar.isASCII)
            place += 1
        }
        return result
    }

    /// The index after `ESC [ 1 ; 31 m`; nil for another sequence.
    private static func endOfColour(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var place = start + 1
        guard place < scalars.count, scalars[place] == "[" else { return nil }
        repeat { place += 1 } while place < scalars.count && ("0"..."9" ~= scalars[place] || scalars[place] == ";")
        return place < scalars.count && scalars[place] == "m" ? place + 1 : nil
    }

    /// Whether letters and then this sign follow: `##[error]`, `##vso[task.setvariable]`, `##teamcity[…]`.
    private static func isBracketed(_ scalars: ArraySlice<Unicode.Scalar>, until sign: Unicode.Scalar) -> Bool {
        scalars.first { !$0.properties.isAlphabetic } == sign
    }

    /// Whether bytes can be printed as they are.
    package static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        !bytes.contains(where: isSuspicious) || !bytes.contains(where: isDangerous) && !hasCommand(bytes)
    }

    /// Whether bytes contain a line that build servers read as a command.
    package static func hasCommand(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var isAtStart = true
        for (place, byte) in bytes.enumerated() {
            let next = place + 1 < bytes.count ? bytes[place + 1] : 0
            if byte == UInt8(ascii: ":"), next == byte, isAtStart { return true }
            if byte == UInt8(ascii: "#"), next == byte {
                let rest = bytes[(place + 2)...]
                if rest.first(where: { !(0x61...0x7A ~= $0 | 0x20) }) == UInt8(ascii: "[") { return true }
            }
            isAtStart = byte == 10 || byte == 13 || isAtStart && (byte <= 0x20 || byte >= 0x80)
        }
        return false
    }

    /// Whether the byte is part of anything that needs a closer look.
    private static func isSuspicious(_ byte: UInt8) -> Bool {
        isDangerous(byte) || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")
    }

    /// Whether the byte is a control character, or begins the UTF-8 of one: C1, U+061C and U+2000 to U+2FFF.
    private static func isDangerous(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 10 && byte != 9 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
    }

    /// JSON with an escape, such as `\u009B`, for each control character in its strings, and for commands of build servers.
    /// The document has the same value. O(length).
    package static func json(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 || $0 == UInt8(ascii: "#") })
        else { return bytes }
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (place, scalar) in scalars.enumerated() {
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            let isCommand = scalar == "#" && next == "#" && isBracketed(scalars[(place + 2)...], until: "[")
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
    /// The text as ``OutsideText/word(_:)`` writes it.
    package var withoutControlCharacters: String { OutsideText.word(self) }
}
