/// Fields and lines of CSV.
///
/// Spreadsheets take a field that begins with one of a few signs for a formula (OWASP: CSV Injection). Words that come
/// from outside, such as names of recordings, are therefore given an apostrophe in front where they begin with one of
/// them, or with an apostrophe: taking one away gives back what stood there. Numbers stay as they are.
enum CSVText {
    /// The last four are the full-width forms of the first four.
    private static let openings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠",
    ]
    private static let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]

    /// Rows of fields, as lines.
    static func lines(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
    }

    /// Words that no spreadsheet takes for a formula.
    static func words(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, openings.contains(first) else { return text }
        return "'" + text
    }

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
