/// Texts as gnuplot takes them for what they are.
enum GnuplotText {
    /// Stands for `&` in what gnuplot writes as SVG: it would take `&#60;` for the character of that number. Of the
    /// characters for private use, which no text has a use for here.
    private static let ampersand: Unicode.Scalar = "\u{E026}"

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
            switch scalar {
            case "&" where format == .svg: result.append(ampersand)
            case "%" where isTick: result.append(contentsOf: "%%".unicodeScalars)
            case " ", "a"..."z", "A"..."Z": result.append(scalar)
            case ampersand: result.append("\u{FFFD}")
            default:
                // No XML may hold the noncharacters.
                let shown: Unicode.Scalar = scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
                result.append(contentsOf: shown.isASCII ? octal(shown).unicodeScalars : String(shown).unicodeScalars)
            }
        }
        return String(result) + "\""
    }

    /// Gives an SVG of gnuplot's its ampersands back.
    static func restoreAmpersands(in svg: inout [UInt8]) {
        let mark = Array(String(ampersand).utf8)
        guard let first = mark.first, svg.contains(first) else { return }
        var result: [UInt8] = []
        result.reserveCapacity(svg.count)
        var place = 0
        while place < svg.count {
            if svg[place] == first, svg[place...].starts(with: mark) {
                result += "&amp;".utf8
                place += mark.count
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
