/// Functions that prevent spreadsheets from running text as a formula.
///
/// Spreadsheets run a cell as a formula if it begins with one of a few characters (OWASP: CSV Injection). Text from
/// files and programs, such as a name, gets a leading apostrophe if it begins with one of these characters or with an
/// apostrophe. Removing one apostrophe restores the text. Numbers are unchanged.
public enum SpreadsheetText {
    /// The characters that get a leading apostrophe. The last four are the full-width forms of the first four.
    private static let openings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠",
    ]

    /// Returns the text, with a leading apostrophe if a spreadsheet might otherwise run it as a formula.
    public static func inert(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, openings.contains(first) else { return text }
        return "'" + text
    }

    /// Returns the original text of a cell that ``inert(_:)`` returned.
    public static func original(_ text: String) -> String {
        let remainder = text.unicodeScalars.dropFirst()
        guard text.unicodeScalars.first == "'", let second = remainder.first, openings.contains(second) else {
            return text
        }
        return String(remainder)
    }

    /// Returns `true` if the first byte of a cell may belong to a character that gets an apostrophe. The result is
    /// `false` for ASCII letters and digits. O(1).
    public static func mayRun(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first else { return false }
        return first >= 0x80 || openings.contains(Unicode.Scalar(first))
    }
}
