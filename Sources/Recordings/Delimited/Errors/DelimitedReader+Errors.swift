extension DelimitedReader {
    private var location: SourceLocation { SourceLocation(file: name, bytes: buffered, firstLine: bufferLine) }

    /// The error for a selected column, counted from 0, in the row that starts on `line`.
    ///
    /// The row must be in the buffer, as it is during the call that receives its block.
    func error(line: Int, selected column: Int, found: String, expected: String, remedy: String) -> InputError {
        let row = location.start(ofLine: line)
        let field = fields(ofRowAt: row).field(selection[column])
        return location.error(at: row + field.lowerBound, found: found, expected: expected, remedy: remedy)
    }

    func error(for fault: RowState.Fault) -> InputError {
        let row = location.start(ofLine: fault.line)
        let fields = fields(ofRowAt: row)
        switch fault.kind {
        case .fieldCount:
            let end = fault.field > fieldCount ? fields.field(fieldCount).lowerBound : fields.end
            return location.error(
                at: row + end,
                found: "a row with \(fault.field) field\(fault.field == 1 ? "" : "s")",
                expected: "\(fieldCount)",
                remedy: fieldRemedy(fault, fields, at: row)
            )
        case .empty:
            return location.error(
                at: row + fields.field(fault.field).lowerBound,
                found: "an empty cell",
                expected: "a number in \(columnName(fault.field))",
                remedy: "fill it in, or remove the row"
            )
        case .notNumber:
            let remedy = numberRemedy(fault, fields, at: row)
            return cellError(fault, at: row, fields, found: "text", expected: "a number", remedy: remedy)
        case .notStamp:
            let remedy = stampRemedy(fault, fields, at: row)
            return cellError(fault, at: row, fields, found: "text", expected: "a time", remedy: remedy)
        case .lostDigits:
            return cellError(
                fault,
                at: row,
                fields,
                found: "the rounded time",
                expected: "a time with all its digits",
                remedy: "export the file again, and do not save it from a spreadsheet, which rounds long numbers"
            )
        }
    }

    /// The remedy for a wrong number of fields.
    ///
    /// If commas are both the decimal mark and the delimiter, a row has twice as many fields as the header.
    private func fieldRemedy(_ fault: RowState.Fault, _ fields: RawRow, at row: Int) -> String {
        let text = UnsafeBufferPointer(rebasing: location.bytes(from: row)[..<fields.end])
        guard format.delimiter == UInt8(ascii: ","), fault.field == 2 * fieldCount, !text.contains(UInt8(ascii: "."))
        else { return "correct the row, or remove it" }
        return "the numbers seem to have decimal commas, which also separate the columns: write 0.5 for 0,5"
    }

    /// The remedy for a cell that is not a time.
    ///
    /// A spreadsheet shows times of day as minutes and seconds, such as `00:12.3`.
    private func stampRemedy(_ fault: RowState.Fault, _ fields: RawRow, at row: Int) -> String {
        let field = Self.content(UnsafeBufferPointer(rebasing: location.bytes(from: row)[fields.field(fault.field)]))
        let parts = field.split(separator: ":", omittingEmptySubsequences: false)
        let isShortened = parts.count == 2 && parts.allSatisfy { Double($0.replacing(",", with: ".")) != nil }
        return isShortened
            ? "use the file that the app wrote: a spreadsheet has dropped the hours and digits of its times"
            : "correct the cell, or remove the row"
    }

    private func numberRemedy(_ fault: RowState.Fault, _ fields: RawRow, at row: Int) -> String {
        let field = Self.content(UnsafeBufferPointer(rebasing: location.bytes(from: row)[fields.field(fault.field)]))
        let parts = field.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, Double(parts.joined(separator: ".")) != nil else {
            return "correct the cell, or remove the row"
        }
        return "this looks like a decimal comma: write 0.5 for 0,5, "
            + "or, for a recording, use a custom layout with 'decimalComma: true'"
    }

    private func cellError(
        _ fault: RowState.Fault,
        at row: Int,
        _ fields: RawRow,
        found: String,
        expected: String,
        remedy: String = "correct the cell, or remove the row"
    ) -> InputError {
        let field = fields.field(fault.field)
        let text = UnsafeBufferPointer(rebasing: location.bytes(from: row)[field])
        return location.error(
            at: row + field.lowerBound,
            found: "\(found) '\(Self.excerpt(text))'",
            expected: "\(expected) in \(columnName(fault.field))",
            remedy: remedy
        )
    }

    func encodingError(at offset: Int) -> InputError {
        SourceLocation.notUTF8(at: offset, in: buffer, file: name, firstLine: bufferLine)
    }

    func misplacedQuote(at offset: Int, inQuotes: Bool) -> InputError {
        location.misplacedQuote(at: offset, inQuotes: inQuotes)
    }

    func unterminatedQuote(line: Int, field: Int) -> InputError {
        location.unterminatedQuote(inRowAt: location.start(ofLine: line), field: field, format: format)
    }

    func rowTooLong(line: Int) -> InputError {
        Self.rowTooLong(file: name, line: line, limit: format.maximumRowBytes)
    }

    static func rowTooLong(file: String, line: Int, limit: Int) -> InputError {
        InputError(
            file: file,
            line: line,
            found: "a field or row of more than \(limit) bytes",
            expected: "rows of numbers",
            remedy: "look for a quotation mark that is never closed, and check that the file is text"
        )
    }

    private func fields(ofRowAt offset: Int) -> RawRow {
        RawRow(bytes: location.bytes(from: offset), format: format)
    }

    private func columnName(_ field: Int) -> String {
        if let header { return DelimitedColumn.named(header[field].excerpt).description }
        return DelimitedColumn.position(field + 1).description
    }

    /// The first 40 characters of a text on one line, without its quotation marks.
    private static func excerpt(_ text: UnsafeBufferPointer<UInt8>) -> String {
        let content = content(text)
        let visible = content.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        return visible.count > 40 ? String(visible.prefix(40)) + "…" : String(visible)
    }

    /// The first 200 bytes of a text, without its quotation marks.
    private static func content(_ text: UnsafeBufferPointer<UInt8>) -> String {
        let content = String(decoding: text.prefix(200), as: UTF8.self)
        guard content.count > 1, content.hasPrefix("\""), content.hasSuffix("\"") else { return content }
        return String(content.dropFirst().dropLast())
    }
}
