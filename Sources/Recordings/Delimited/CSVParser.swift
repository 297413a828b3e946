import CLibCSV

/// A libcsv parser and its life in memory.
///
/// Strict about quotation marks, and reporting every end of line, so that lines can be counted. A field's text has a zero
/// behind it, and stands in memory of some kilobytes.
final class CSVParser {
    typealias FieldCallback = @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void
    typealias RowCallback = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void

    private static let leastBytes = 4096

    private let parser = UnsafeMutablePointer<csv_parser>.allocate(capacity: 1)

    init(delimiter: UInt8) {
        parser.initialize(to: csv_parser())
        // Fails only without a parser.
        csv_init(parser, UInt8(CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL | CSV_APPEND_NULL))
        csv_set_delim(parser, delimiter)
        csv_set_blk_size(parser, Self.leastBytes)
    }

    deinit {
        csv_free(parser)
        parser.deallocate()
    }

    /// Whether the next byte starts a row.
    var isAtRowStart: Bool { parser.pointee.pstate == 0 }

    /// Whether the field at hand started with a quotation mark.
    var isQuoted: Bool { parser.pointee.quoted != 0 }

    /// Parses bytes. Returns how many were good: fewer than `count` where a quotation mark is out of place.
    func feed(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        field: FieldCallback,
        row: RowCallback,
        data: UnsafeMutableRawPointer
    ) -> Int {
        csv_parse(parser, bytes, count, field, row, data)
    }

    /// Ends the last row. Returns false when it ends within quotation marks.
    func finish(field: FieldCallback, row: RowCallback, data: UnsafeMutableRawPointer) -> Bool {
        csv_fini(parser, field, row, data) == 0
    }
}
