import SensorModel

/// Fields and lines of CSV.
///
/// Text that comes from outside, such as names of recordings, is written as ``SpreadsheetText`` does.
enum CSVText {
    private static let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]

    /// Rows of fields, as lines.
    static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
    }

    /// Words that no spreadsheet runs as a formula.
    static func words(_ text: String) -> String { SpreadsheetText.inert(text) }

    /// The field as in RFC 4180. Looks at scalars, as readers of CSV do: to Swift, `\r\n` and a quote with an accent
    /// are characters of their own.
    static func quoted(_ field: String) -> String {
        guard field.unicodeScalars.contains(where: special.contains) else { return field }
        var result = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in field.unicodeScalars {
            if scalar == "\"" { result.append(scalar) }
            result.append(scalar)
        }
        return String(result) + "\""
    }
}
