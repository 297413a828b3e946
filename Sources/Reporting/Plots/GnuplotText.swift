import SensorModel

/// Text in the form that gnuplot shows literally.
package enum GnuplotText {
    /// Private-use characters that replace characters which gnuplot does not escape in an SVG: `&`, because gnuplot
    /// interprets `&#60;`, and `>`, which XML does not allow after `]]`.
    private static let marks: [Unicode.Scalar: Unicode.Scalar] = ["&": "\u{E026}", ">": "\u{E03E}"]

    /// A string literal whose content gnuplot does not interpret.
    ///
    /// ASCII characters except letters and blanks are written as octal numbers, so that the literal contains no quote,
    /// no command in backticks and no macro. Digits are written so, too, because gnuplot would read them as part of the
    /// preceding number. With the terminal's option `noenhanced` there is no markup, either. Control characters are
    /// written as `\u{1B}`.
    ///
    /// - Parameter isTick: whether the text labels a tick, where gnuplot replaces `%g` by the tick's number.
    package static func quoted(_ text: String, for format: PlotFormat, isTick: Bool = false) -> String {
        var result = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.withoutControlCharacters.unicodeScalars {
            if format == .svg, let mark = marks[scalar] {
                result.append(mark)
                continue
            }
            switch scalar {
            case "%" where isTick: result.append(contentsOf: "%%".unicodeScalars)
            case " ", "a"..."z", "A"..."Z": result.append(scalar)
            case "\u{E026}", "\u{E03E}": result.append("\u{FFFD}")
            default:
                // XML does not allow noncharacters.
                let shown: Unicode.Scalar = scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
                result.append(contentsOf: shown.isASCII ? octal(shown).unicodeScalars : String(shown).unicodeScalars)
            }
        }
        return String(result) + "\""
    }

    /// Replaces the marks in an SVG document by the escaped characters. O(bytes).
    static func replaceMarks(in svg: inout [UInt8]) {
        // U+E026 is EE 80 A6, U+E03E is EE 80 BE.
        let start: [UInt8] = [0xEE, 0x80]
        let escaped: [UInt8: String] = [0xA6: "&amp;", 0xBE: "&gt;"]
        guard svg.contains(start[0]) else { return }
        var result: [UInt8] = []
        result.reserveCapacity(svg.count)
        var place = 0
        while place < svg.count {
            if svg[place] == start[0], place + 2 < svg.count, svg[place + 1] == start[1],
                let text = escaped[svg[place + 2]]
            {
                result += text.utf8
                place += 3
            } else {
                result.append(svg[place])
                place += 1
            }
        }
        svg = result
    }

    private static func octal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
