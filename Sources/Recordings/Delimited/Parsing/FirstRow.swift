/// The first row of a file that is neither blank nor a comment: the header, or the row that sets the number of columns.
struct FirstRow {
    private(set) var fields: [String] = []
    /// Number of bytes from the start of the file to the end of the row.
    private(set) var length = 0
    private var isComplete = false
    private let collapses: Bool

    /// An empty row, for a file without rows.
    static let none = FirstRow()

    private init() { collapses = false }

    /// The reason why there is no first row.
    enum Failure: Error {
        /// The bytes end before the row does.
        case incomplete
        /// The file has no rows.
        case none
        /// A quotation mark at this offset is misplaced.
        case misplacedQuote(Int, inQuotes: Bool)
        /// The file ends within the quotation marks of this field, counted from 0.
        case unterminated(Int)
    }

    /// Parses `bytes` up to the end of their first row.
    init(bytes: UnsafeBufferPointer<UInt8>, isAtEnd: Bool, format: DelimitedFormat) throws(Failure) {
        collapses = format.collapsesDelimiters
        let parser = CSVParser(delimiter: format.delimiter)
        while length < bytes.count, !isComplete {
            let end = LineCount.next(after: length, in: bytes)
            if parser.isAtRowStart, bytes[length] == format.comment {
                length = end
                continue
            }
            try parse(bytes[length..<end], with: parser)
            length = end
        }
        if !isComplete {
            guard isAtEnd else { throw .incomplete }
            try finish(parser)
        }
        guard isComplete else { throw .none }
    }

    private mutating func parse(_ line: Slice<UnsafeBufferPointer<UInt8>>, with parser: CSVParser) throws(Failure) {
        let bytes = UnsafeBufferPointer(rebasing: line)
        guard let base = bytes.baseAddress else { return }
        let good = withUnsafeMutablePointer(to: &self) { row in
            parser.feed(base, count: bytes.count, field: Self.appendField, row: Self.endRow, data: row)
        }
        guard good == bytes.count else {
            throw .misplacedQuote(line.startIndex + good, inQuotes: parser.isQuoted)
        }
    }

    private mutating func finish(_ parser: CSVParser) throws(Failure) {
        let isWhole = withUnsafeMutablePointer(to: &self) { row in
            parser.finish(field: Self.appendField, row: Self.endRow, data: row)
        }
        guard isWhole else { throw .unterminated(fields.count) }
    }

    private static let appendField: CSVParser.FieldCallback = { text, count, data in
        guard let row = data?.assumingMemoryBound(to: FirstRow.self), !row.pointee.isComplete else { return }
        if count == 0, row.pointee.collapses { return }
        row.pointee.fields.append(Windows1252.text(UnsafeRawBufferPointer(start: text, count: count)))
    }

    private static let endRow: CSVParser.RowCallback = { _, data in
        guard let row = data?.assumingMemoryBound(to: FirstRow.self) else { return }
        row.pointee.isComplete = !row.pointee.fields.isEmpty
    }
}
