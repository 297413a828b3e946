import SensorModel

/// Fields and lines of CSV files, quoted as RFC 4180 requires.
package enum CSVText {
    private static let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]

    /// Joins each row of fields to a line that ends with `\n`.
    package static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
    }

    /// Text from outside, such as the name of a recording, in a form that no spreadsheet runs as a formula.
    ///
    /// Control characters, including line ends, are written as `\u{A}`. See `SpreadsheetText`.
    package static func safe(_ text: String) -> String { SpreadsheetText.inert(text.withoutControlCharacters) }

    /// The field, with quotes if RFC 4180 requires them.
    ///
    /// The function compares Unicode scalars, as CSV parsers do. In Swift, `\r\n` is one character, and so is a quote
    /// with a combining accent.
    package static func quoted(_ field: String) -> String {
        guard field.unicodeScalars.contains(where: special.contains) else { return field }
        var result = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in field.unicodeScalars {
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        return String(result) + "\""
    }
}
