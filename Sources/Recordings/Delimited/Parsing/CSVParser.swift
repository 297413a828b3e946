import CLibCSV

/// A libcsv parser that owns its memory.
///
/// It rejects misplaced quotation marks and reports every end of line, so that lines can be counted. The text of a
/// field ends with a zero byte and is part of a buffer of at least ``leastBytes``.
final class CSVParser {
    typealias FieldCallback = @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void
    typealias RowCallback = @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void

    private static let leastBytes = 4096

    private let parser = UnsafeMutablePointer<csv_parser>.allocate(capacity: 1)

    init(delimiter: UInt8) {
        parser.initialize(to: csv_parser())
        // This call fails only if the pointer is null.
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

    /// Whether the current field started with a quotation mark.
    var isQuoted: Bool { parser.pointee.quoted != 0 }

    /// Parses bytes and returns the number of accepted ones: fewer than `count` at a misplaced quotation mark.
    func feed(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        field: FieldCallback,
        row: RowCallback,
        data: UnsafeMutableRawPointer
    ) -> Int {
        csv_parse(parser, bytes, count, field, row, data)
    }

    /// Ends the last row. Returns false if it ends within quotation marks.
    func finish(field: FieldCallback, row: RowCallback, data: UnsafeMutableRawPointer) -> Bool {
        csv_fini(parser, field, row, data) == 0
    }
}
