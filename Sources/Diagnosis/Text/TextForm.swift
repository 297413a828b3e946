import Recordings

/// The form of a delimited file, detected from its first lines.
package struct TextForm: Hashable {
    package var delimiter = UInt8(ascii: ",")
    package var hasDecimalComma = false
    package var headerRows = 0
    package var comment: UInt8? = UInt8(ascii: "#")
    var isWindows1252 = false
    /// The share of data cells that are numbers or times.
    var share = 0.0
    /// The number of lines before the table that no layout can skip.
    var preamble = 0
    var fieldCount = 0

    /// The format for reading the file.
    var format: DelimitedFormat {
        var format = DelimitedFormat(
            delimiter: delimiter,
            collapsesDelimiters: delimiter == UInt8(ascii: " "),
            comment: comment,
            hasDecimalComma: hasDecimalComma,
            emptyIsNaN: true
        )
        format.headerRows = headerRows
        format.acceptsWindows1252 = isWindows1252
        return format
    }

    package var delimiterName: String {
        switch delimiter {
        case UInt8(ascii: ";"): "semicolon"
        case UInt8(ascii: "\t"): "tab"
        case UInt8(ascii: " "): "space"
        case UInt8(ascii: ","): "comma"
        default: String(UnicodeScalar(delimiter))
        }
    }

    /// The lines of a layout that differ from its defaults.
    package var layoutLines: [String] {
        var lines = ["delimiter: \(delimiterName == "|" ? "\"|\"" : delimiterName)"]
        if delimiter == UInt8(ascii: " ") { lines.append("collapse: true") }
        lines.append("header: \(headerRows == 0 ? "false" : String(headerRows))")
        if comment == nil { lines.append("comment: none") }
        if let comment, comment != UInt8(ascii: "#") { lines.append("comment: \"\(UnicodeScalar(comment))\"") }
        if hasDecimalComma { lines.append("decimalComma: true") }
        if isWindows1252 { lines.append("encoding: windows-1252") }
        return lines
    }
}

extension TextForm {
    private static let delimiters: [UInt8] = Array("\t;,| ".utf8)
    /// The share of numbers below which a file is not a table of numbers.
    private static let smallestShare = 0.6
    private static let mostHeaderRows = 3

    /// Detects the form of the first bytes of a file; nil for a file that is not a table of numbers.
    ///
    /// - Parameter isWhole: whether the bytes are the whole file, so that its last line is complete.
    package init?(head bytes: [UInt8], isWhole: Bool) {
        var bytes = bytes[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        guard !bytes.contains(0) else { return nil }
        if !isWhole, let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { bytes = bytes[..<last] }
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(whereSeparator: \.isNewline).map(String.init)
        if lines.first?.hasPrefix("sep=") == true { lines.removeFirst() }
        let marked = lines.prefix { $0.hasPrefix("#") || $0.hasPrefix("%") }
        let body = lines.dropFirst(marked.count).filter { !$0.allSatisfy(\.isWhitespace) }
        guard body.count >= 2 else { return nil }
        let forms = Self.delimiters.compactMap { TextForm(body, delimiter: $0) }
        guard var best = forms.max(by: { $0.share * Double($0.fieldCount) < $1.share * Double($1.fieldCount) }) else {
            return nil
        }
        best.isWindows1252 = !isUTF8
        best.setComment(marked: Array(marked))
        self = best
    }

    /// The form with one delimiter; nil if it does not split the lines into a table of numbers.
    private init?(_ lines: [String], delimiter: UInt8) {
        self.delimiter = delimiter
        let rows = lines.prefix(200).map { Self.cells($0, delimiter: delimiter) }
        let data = rows.suffix(max(rows.count / 2, 1))
        let counts = Dictionary(grouping: data, by: \.count).mapValues(\.count)
        guard let usual = counts.max(by: { $0.value < $1.value }), usual.key >= 2,
            Double(usual.value) >= 0.9 * Double(data.count)
        else { return nil }
        fieldCount = usual.key
        let cells = data.joined().filter { !$0.isEmpty }
        hasDecimalComma = delimiter != UInt8(ascii: ",") && cells.contains { CellText.isNumberWithComma($0) }
        if delimiter == UInt8(ascii: ",") {
            hasDecimalComma = lines.contains { $0.contains("\"") } && cells.contains { CellText.isNumberWithComma($0) }
        }
        let comma = hasDecimalComma
        guard !cells.isEmpty else { return nil }
        share = Double(cells.count { CellText.isValue($0, comma: comma) }) / Double(cells.count)
        guard share >= Self.smallestShare else { return nil }
        let isData = rows.map { row in
            let filled = row.filter { !$0.isEmpty }
            return !filled.isEmpty && 2 * filled.count { CellText.isValue($0, comma: comma) } >= filled.count
        }
        let first = isData.firstIndex(of: true) ?? 0
        headerRows = first
        let fields = usual.key
        let misfits = rows.prefix(first).prefix { abs($0.count - fields) > 1 }.count
        if misfits > 0 || first > Self.mostHeaderRows { (preamble, headerRows) = (max(misfits, 1), first - misfits) }
    }

    /// Decides whether the lines that start with `#` or `%` are comments, or the last one is the header.
    private mutating func setComment(marked: [String]) {
        guard let only = marked.last else { return }
        let isHeader = headerRows == 0 && Self.cells(only, delimiter: delimiter).count == fieldCount && fieldCount > 2
        if isHeader, marked.count == 1 {
            (comment, headerRows) = (nil, 1)
        } else {
            comment = only.utf8.first
        }
    }

    /// The cells of a line, without quotation marks.
    static func cells(_ line: String, delimiter: UInt8) -> [String] {
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        for byte in line.utf8 {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == delimiter, !isQuoted {
                cells.append(CellText.trimmed(cell))
                cell = []
            } else {
                cell.append(byte)
            }
        }
        cells.append(CellText.trimmed(cell))
        return delimiter == UInt8(ascii: " ") ? cells.filter { !$0.isEmpty } : cells
    }
}
