/// Text in cells that a spreadsheet opens.
///
/// Spreadsheets run a cell as a formula that begins with one of a few signs (OWASP: CSV Injection). Text that comes from
/// outside, such as names, gets an apostrophe in front where it begins with one of them, or with an apostrophe: taking
/// one away gives back the text. Numbers stay as they are.
public enum SpreadsheetText {
    /// The last four are the full-width forms of the first four.
    private static let openings: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠",
    ]

    /// The text as no spreadsheet runs it.
    public static func inert(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, openings.contains(first) else { return text }
        return "'" + text
    }

    /// The text that ``inert(_:)`` was given.
    public static func original(_ text: String) -> String {
        let rest = text.unicodeScalars.dropFirst()
        guard text.unicodeScalars.first == "'", let second = rest.first, openings.contains(second) else { return text }
        return String(rest)
    }

    /// Whether a cell may begin with one of the signs: false for all letters and digits of ASCII.
    public static func mayRun(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first else { return false }
        return first >= 0x80 || openings.contains(Unicode.Scalar(first))
    }
}
