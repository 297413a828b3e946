import Foundation
import SensorModel

/// A reader of numbers from a file of delimited text, in one pass and in constant memory.
///
/// Rows of plain numbers are parsed by a fast parser, all others by libcsv; see ``DelimitedReading``. Numbers are the
/// nearest Double. Long files are parsed on several threads. No memory is allocated per row.
///
/// The text must be UTF-8, with or without a byte order mark. Lines end with LF, CRLF or CR. Blank lines are skipped. A
/// first line such as `sep=;`, which spreadsheets understand, sets the delimiter.
///
/// ```swift
/// let reader = try DelimitedReader(path: "gyroscope.csv")
/// let table = try reader.readColumns([.named("t"), .named("x")])
/// for row in 0..<table.rowCount { print(table[0][row], table[1][row]) }
/// ```
///
/// Errors are ``InputError``s with file, line and byte column.
///
/// Memory: a buffer of `chunkBytes`, which grows up to ``DelimitedFormat/maximumRowBytes`` for long rows, and a block
/// of at most `4 · chunkBytes` for the numbers. With several threads: two buffers of `16 · chunkBytes`, and two
/// additional blocks of half that size for each thread.
public final class DelimitedReader {
    /// The name of the file in messages.
    public let name: String
    /// The format, with the detected delimiter.
    public let format: DelimitedFormat
    /// The names of the columns; nil in a format without a header.
    public let header: [String]?
    /// The number of fields in each row; 0 in an empty file.
    public let fieldCount: Int

    /// The columns of the file.
    private(set) lazy var columns = DelimitedHeader(
        file: name,
        names: header,
        fieldCount: fieldCount,
        line: headerLine
    )
    /// The line on which the header ends, or the first row if there is no header.
    let headerLine: Int
    let buffer: LineBuffer
    /// The line at the start of the buffer, counted from 1.
    private(set) var bufferLine = 1
    /// The selected fields, counted from 0.
    private(set) var selection: [Int] = []
    let reading: DelimitedReading
    let chunkBytes: Int
    let size: Int?
    /// The number of parsed bytes in the buffer.
    var fed = 0
    /// The parsers of the threads; empty if there is only one thread.
    var sliceParsers: [RowParser] = []
    private var isRead = false

    /// Opens a file or a pipe and reads its header.
    ///
    /// - Parameters:
    ///   - path: the file. A pipe is read as its bytes arrive.
    ///   - format: the format of the file.
    ///   - reading: the parser and the number of threads.
    ///   - fingerprint: a digest that is updated with all bytes of the file.
    ///   - chunkBytes: the number of bytes to parse at a time, at least 1.
    /// - Throws: ``InputError`` if the file cannot be opened or its header is faulty.
    public convenience init(
        path: String,
        format: DelimitedFormat = .commaSeparated,
        reading: DelimitedReading = DelimitedReading(),
        fingerprint: Fingerprint? = nil,
        chunkBytes: Int = 1 << 18
    ) throws(InputError) {
        let source = try ByteSource(path: path, fingerprint: fingerprint)
        try self.init(source: source, format: format, reading: reading, chunkBytes: chunkBytes)
    }

    /// Opens a file of a recording. A pipe is an error, unless the recording is that pipe.
    convenience init(
        member path: String,
        format: DelimitedFormat,
        reading: DelimitedReading = DelimitedReading(),
        fingerprint: Fingerprint? = nil,
        chunkBytes: Int = 1 << 18
    ) throws(InputError) {
        let source = try ByteSource(path: path, fingerprint: fingerprint, access: .member)
        try self.init(source: source, format: format, reading: reading, chunkBytes: chunkBytes)
    }

    /// Reads the header from an open descriptor that the caller owns, such as standard input.
    ///
    /// - Parameters:
    ///   - descriptor: the open descriptor.
    ///   - name: the name of the file in messages.
    ///   - format: the format of the file.
    ///   - reading: the parser and the number of threads.
    ///   - fingerprint: a digest that is updated with all bytes of the file.
    ///   - chunkBytes: the number of bytes to parse at a time, at least 1.
    /// - Throws: ``InputError`` if reading fails or the header is faulty.
    public convenience init(
        descriptor: Int32,
        name: String,
        format: DelimitedFormat = .commaSeparated,
        reading: DelimitedReading = DelimitedReading(),
        fingerprint: Fingerprint? = nil,
        chunkBytes: Int = 1 << 18
    ) throws(InputError) {
        let source = ByteSource(descriptor: descriptor, name: name, fingerprint: fingerprint)
        try self.init(source: source, format: format, reading: reading, chunkBytes: chunkBytes)
    }

    private init(
        source: ByteSource,
        format: DelimitedFormat,
        reading: DelimitedReading,
        chunkBytes: Int
    ) throws(InputError) {
        precondition(chunkBytes > 0, "a chunk must have at least one byte")
        self.reading = reading
        name = source.name
        size = source.size
        // Short files use short buffers.
        let chunkBytes = min(chunkBytes, max(source.size ?? .max, 1 << 12))
        self.chunkBytes = chunkBytes
        let buffer = LineBuffer(
            source: source,
            capacity: max(chunkBytes, 4),
            format: format
        )
        try Self.skipByteOrderMark(buffer, name: source.name, format: format)
        var preamble = try DelimitedPreamble(buffer: buffer, name: source.name, format: format)
        try preamble.readHeader()
        self.buffer = buffer
        self.format = preamble.format
        header = preamble.header
        fieldCount = preamble.fieldCount
        headerLine = preamble.headerLine
        bufferLine = preamble.line
    }

    /// Reads all rows block by block. A reader can read its file only once.
    ///
    /// - Parameters:
    ///   - columns: the columns to parse as numbers.
    ///   - storingText: whether blocks also store the text of all fields.
    ///   - body: receives each block. It receives the rows before a faulty row before the error is thrown.
    /// - Throws: ``InputError`` for a missing column and for the first faulty row, and the errors of `body`.
    /// - Complexity: O(*n*) in the bytes of the file.
    public func forEachBlock(
        of columns: [DelimitedColumn],
        storingText: Bool = false,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        let header = self.columns
        let fields = try columns.map { column throws(InputError) in
            FieldSelection(field: try header.index(of: column))
        }
        try forEachBlock(of: fields, storingText: storingText, body)
    }

    /// Reads all rows block by block. Fields are selected by position, with the kind of their content.
    func forEachBlock(
        of fields: [FieldSelection],
        storingText: Bool = false,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        precondition(!isRead, "a reader can read its file only once")
        isRead = true
        selection = fields.map(\.field)
        let parser = makeParser(of: fields, storingText: storingText, sliceBytes: chunkBytes)
        parser.storage.skipLines(bufferLine - 1)
        if usesThreads {
            buffer.widen(to: windowBytes, headroom: chunkBytes / 4)
            sliceParsers = (0..<2 * reading.threads).map { _ in
                makeParser(of: fields, storingText: storingText, sliceBytes: sliceBytes)
            }
        }
        while true {
            try feedLines(to: parser, body)
            if let damage = buffer.damage {
                _ = try longestSlice(parser)
                throw encodingError(at: damage)
            }
            if buffer.isAtEnd { break }
            discard(upToLine: parser.storage.currentRowLine, parser)
            guard try buffer.load() else { throw rowTooLong(line: parser.storage.currentRowLine) }
        }
        let isWhole = parser.finish()
        guard isWhole else {
            throw unterminatedQuote(line: parser.storage.currentRowLine, field: parser.storage.currentField)
        }
        try passBlock(of: parser.storage, to: body)
    }

    private func makeParser(of fields: [FieldSelection], storingText: Bool, sliceBytes: Int) -> RowParser {
        let storage = RowStorage(
            selection: fields,
            storesText: storingText,
            fieldCount: fieldCount,
            mayLackLast: header?.last?.isEmpty ?? false,
            sliceBytes: sliceBytes,
            format: format
        )
        return RowParser(storage: storage, delimiter: format.delimiter, parser: reading.parser)
    }

    /// Reads all rows of the given columns as numbers.
    ///
    /// - Throws: ``InputError`` for a missing column and for the first faulty row.
    /// - Complexity: O(*n*) in the bytes of the file, and memory for all values.
    public func readColumns(_ columns: [DelimitedColumn]) throws(InputError) -> DelimitedTable {
        var table = DelimitedTable(columnCount: columns.count)
        try forEachBlock(of: columns) { block in
            if table.rowCount == 0, let rows = block.expectedRows { table.reserve(rows: rows) }
            table.append(block)
        }
        return table
    }

    /// Parses the whole lines in the buffer slice by slice and skips comment lines.
    private func feedLines(
        to parser: RowParser,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        while fed < buffer.end {
            let comment = nextComment(from: fed)
            let stop = comment ?? buffer.end
            if usesThreads, parser.isAtRowStart { try feedSlices(upTo: stop, parser.storage, body) }
            while fed < stop {
                let most = try longestSlice(parser)
                try feedSlice(sliceEnd(from: fed, bytes: most, before: stop), to: parser, body)
            }
            guard let comment else { return }
            _ = try longestSlice(parser)
            if parser.isAtRowStart {
                fed = LineCount.next(after: comment, in: buffered)
                parser.storage.skipLines(1)
            } else {
                try feedSlice(fed + 1, to: parser, body)
            }
        }
    }

    private func feedSlice(
        _ end: Int,
        to parser: RowParser,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        fed += parser.feed(buffer.base + fed, count: end - fed)
        try passBlock(of: parser.storage, to: body)
        if fed < end { throw misplacedQuote(at: fed, inQuotes: parser.isQuoted) }
    }

    private func passBlock(
        of storage: RowStorage,
        to body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        let block = storage.block(of: self, linesBefore: 0)
        if block.rowCount > 0 { try body(block) }
        if let fault = storage.fault { throw error(for: fault) }
        storage.clear()
    }

    /// The start of the next comment line at or after `start`; nil if the buffer has no such line.
    private func nextComment(from start: Int) -> Int? {
        guard let comment = format.comment, buffer.mayHaveComments else { return nil }
        let bytes = buffered
        var place = start
        while place < bytes.count, let found = memchr(buffer.base + place, Int32(comment), bytes.count - place) {
            place = UnsafeMutableRawPointer(buffer.base).distance(to: found)
            if place == 0 || bytes[place - 1] == UInt8(ascii: "\n") || bytes[place - 1] == UInt8(ascii: "\r") {
                return place
            }
            place += 1
        }
        return nil
    }

    /// The whole lines in the buffer.
    var buffered: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer.base, count: buffer.end) }

    /// Removes the parsed lines before `line`, on which a quoted field may start that continues beyond the buffer.
    private func discard(upToLine line: Int, _ parser: RowParser) {
        let length = parser.isAtRowStart ? fed : LineCount.start(ofLine: line - bufferLine, in: buffered)
        bufferLine = line
        buffer.discard(length)
        fed -= length
    }
}

extension DelimitedReader: RowSource {
    private static let maximumExpectedRows = 1 << 24

    /// It is 3 % higher than the estimate, because growing an array means copying. The limit guards against sparse
    /// files.
    func expectedRows(of block: DelimitedBlock) -> Int? {
        guard let size, block.rowCount > 0 else { return nil }
        let rowBytes = max(Double(fed) / Double(block.rowCount), 1)
        return min(Int(saturating: min(Double(size) / rowBytes * 1.03, 1e15)) + 16, Self.maximumExpectedRows)
    }
}
