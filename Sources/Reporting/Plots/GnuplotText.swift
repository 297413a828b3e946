/// Texts as gnuplot takes them for what they are.
enum GnuplotText {
    /// Stand for what gnuplot does not escape in an SVG: `&`, as it takes `&#60;` for the character of that number, and
    /// `>`, which XML does not allow behind `]]`. Of the characters for private use, which no text has a use for here.
    private static let marks: [Unicode.Scalar: Unicode.Scalar] = ["&": "\u{E026}", ">": "\u{E03E}"]

    /// A string literal that gnuplot neither looks into nor leaves early.
    ///
    /// All of ASCII but letters and blanks is written by its octal number, digits too, which gnuplot would take for
    /// more of the number before them: no quote, no command in
    /// backticks and no macro is left to be seen. Together with the terminal's option `noenhanced` there is no markup,
    /// either. Control characters are spelled out.
    ///
    /// - Parameter isTick: whether the text stands at a tick, where gnuplot replaces `%g` by the tick's number.
    static func quoted(_ text: String, for format: PlotFormat, isTick: Bool = false) -> String {
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
                // No XML may hold the noncharacters.
                let shown: Unicode.Scalar = scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
                result.append(contentsOf: shown.isASCII ? octal(shown).unicodeScalars : String(shown).unicodeScalars)
            }
        }
        return String(result) + "\""
    }

    /// Puts into an SVG of gnuplot's what the marks stand for, escaped.
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
