import CLibCSV

/// The first row of a file, after blank lines and comments: the header or, without a header, the row that determines
/// the number of columns.
struct FirstRow {
    private(set) var fields: [String] = []
    /// The number of bytes from the start of the text to the end of the row. Blank lines and comments before the row count.
    private(set) var length = 0
    private var isComplete = false
    private let collapses: Bool

    /// The result for a file without rows: no fields.
    static let none = FirstRow()

    private init() { collapses = false }

    /// A reason why the first row cannot be parsed.
    enum Failure: Error {
        /// The bytes end before the end of the row.
        case incomplete
        /// The file has no rows.
        case none
        /// A quotation mark at this offset is misplaced.
        case misplacedQuote(Int, inQuotes: Bool)
        /// The file ends inside the quotation marks of this field, counted from 0.
        case unterminated(Int)
    }

    /// Parses `bytes` up to the end of the first row.
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

/// A libcsv parser that owns its memory.
///
/// The parser rejects misplaced quotation marks and reports every line end, so that lines can be counted. Each field's
/// text ends with a zero byte and is part of a buffer of at least ``minimumBytes``.
final class CSVParser {
    typealias FieldCallback = @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void
    typealias RowCallback = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void

    private static let minimumBytes = 4096

    private let parser = UnsafeMutablePointer<csv_parser>.allocate(capacity: 1)

    init(delimiter: UInt8) {
        parser.initialize(to: csv_parser())
        // This call fails only for a null pointer.
        csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL | CSV_APPEND_NULL))
        csv_set_delim(parser, delimiter)
        csv_set_blk_size(parser, Self.minimumBytes)
    }

    deinit {
        csv_free(parser)
        parser.deallocate()
    }

    /// A Boolean value that indicates whether the next byte starts a row.
    var isAtRowStart: Bool { parser.pointee.pstate == 0 }

    /// A Boolean value that indicates whether the current field started with a quotation mark.
    var isQuoted: Bool { parser.pointee.quoted != 0 }

    /// Parses bytes and returns the number of accepted bytes. The number is less than `count` if a quotation mark is
    /// misplaced.
    func feed(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        field: FieldCallback,
        row: RowCallback,
        data: UnsafeMutableRawPointer
    ) -> Int {
        csv_parse(parser, bytes, count, field, row, data)
    }

    /// Ends the last row. Returns `false` if the row ends inside quotation marks.
    func finish(field: FieldCallback, row: RowCallback, data: UnsafeMutableRawPointer) -> Bool {
        csv_fini(parser, field, row, data) == 0
    }
}
