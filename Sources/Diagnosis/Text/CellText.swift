/// The values of cells.
enum CellText {
    /// A cell without spaces at its ends.
    static func trimmed(_ bytes: [UInt8]) -> String {
        let isSpace: (UInt8) -> Bool = {
            $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\t")
        }
        let body = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(decoding: Array(body), as: UTF8.self)
    }

    /// Whether a cell is a number with a decimal comma.
    static func isNumberWithComma(_ text: String) -> Bool {
        text.utf8.count { $0 == UInt8(ascii: ",") } == 1 && number(text, comma: true) != nil
    }

    /// Whether a cell is a number or a time.
    static func isValue(_ text: String, comma: Bool) -> Bool {
        number(text, comma: comma) != nil || timeOfDay(text) != nil
    }

    /// The number in a cell; nil for other text.
    static func number(_ text: String, comma: Bool) -> Double? {
        guard let first = text.utf8.first else { return nil }
        let isNumeric =
            first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        guard isNumeric else { return text.lowercased() == "nan" ? .nan : nil }
        return Double(comma ? text.replacing(",", with: ".") : text)
    }

    /// The seconds of a date or a time of day: `2021-07-29 12:52:25.123`, `12:52:25:123`; nil for other text.
    ///
    /// The date is ignored, because only intervals are compared.
    static func timeOfDay(_ text: String) -> Double? {
        guard text.utf8.count(where: { $0 == UInt8(ascii: ":") }) >= 2 else { return nil }
        let clock = text.split(whereSeparator: { $0 == "T" || $0 == " " }).last { $0.contains(":") } ?? ""
        let digits = clock.prefix { $0.isNumber || $0 == ":" || $0 == "." }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let hours = Double(parts[0]), let minutes = Double(parts[1]),
            let seconds = Double(parts[2])
        else { return nil }
        let thousandths = parts.count > 3 ? (Double(parts[3]) ?? 0) / 1000 : 0
        return hours * 3600 + minutes * 60 + seconds + thousandths
    }

    /// Whether a time contains a date.
    static func hasDate(_ text: String) -> Bool {
        let digits = text.prefix(5)
        return digits.count == 5 && digits.last == "-" && digits.dropLast().allSatisfy(\.isNumber)
    }
}
