import Foundation

/// Reads numbers from a file of delimited text, in one pass and in constant memory.
///
/// libcsv finds the fields, fast_float converts those that are asked for, and nothing is allocated per row; rows of
/// plain numbers take a shorter road, and long files are parsed on several threads, see ``DelimitedReading``. The text
/// has to be UTF-8, with or without a byte order mark; lines end with LF, CRLF or CR; blank lines are skipped. A first
/// line `sep=;`, as spreadsheets read it, names the delimiter.
///
/// Errors are ``InputError``s that name file, line and byte column. Memory: a buffer of `chunkBytes`, which grows up to
/// ``DelimitedFormat/maximumRowBytes`` where a row is longer, and a block of at most `4 · chunkBytes` for the numbers.
/// On several threads there are two buffers of `16 · chunkBytes`, and besides that block two for each thread of half its
/// size.
public final class DelimitedReader {
    /// The file as messages call it.
    public let name: String
    public let format: DelimitedFormat
    /// What the header line calls the columns; nil in a format without one.
    public let header: [String]?
    /// How many fields each row has to have; 0 in an empty file.
    public let fieldCount: Int

    /// The line on which the header, or the first row, ends.
    let headerLine: Int
    let buffer: LineBuffer
    /// The line with which the buffer starts, counted from 1.
    private(set) var bufferLine = 1
    /// The fields that were asked for, counted from 0.
    private(set) var selection: [Int] = []
    let reading: DelimitedReading
    let chunkBytes: Int
    let size: Int?
    /// What of the buffer has been parsed.
    var fed = 0
    /// The parsers of the threads, once there are any.
    var crew: [RowParser] = []
    private var isRead = false

    /// Opens a file and reads up to its header.
    ///
    /// `fingerprint`, where given, takes in every byte that is read. A pipe is read as its bytes come.
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

    /// Opens a file of a recording, which is no pipe unless the recording is that pipe.
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

    /// Reads from an open descriptor (standard input, a pipe), which stays the caller's. `name` stands in messages.
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
        precondition(chunkBytes > 0, "a chunk has at least one byte")
        self.reading = reading
        name = source.name
        size = source.size
        // A short file needs no long buffers.
        let chunkBytes = min(chunkBytes, max(source.size ?? .max, 1 << 12))
        self.chunkBytes = chunkBytes
        let buffer = LineBuffer(
            source: source,
            capacity: max(chunkBytes, 4),
            limit: format.maximumRowBytes,
            isUTF8: !format.acceptsWindows1252,
            comment: format.comment
        )
        try Self.skipByteOrderMark(buffer, name: source.name, format: format)
        var opening = try DelimitedOpening(buffer: buffer, name: source.name, format: format)
        try opening.readHeader()
        self.buffer = buffer
        self.format = opening.format
        header = opening.header
        fieldCount = opening.fieldCount
        headerLine = opening.headerLine
        bufferLine = opening.line
    }

    /// Reads all rows and hands them out block by block. A reader reads its file once.
    ///
    /// Rows before a bad one are handed out before its error is thrown. With `keepingText` blocks have the text of all
    /// fields, too.
    public func forEachBlock(
        of columns: [DelimitedColumn],
        keepingText: Bool = false,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        let header = self.columns
        let fields = try columns.map { column throws(InputError) in
            FieldSelection(field: try header.index(of: column))
        }
        try forEachBlock(of: fields, keepingText: keepingText, body)
    }

    /// The same for fields by their places, each read as it says.
    func forEachBlock(
        of fields: [FieldSelection],
        keepingText: Bool = false,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        precondition(!isRead, "a reader reads its file once")
        isRead = true
        selection = fields.map(\.field)
        let parser = makeParser(of: fields, keepingText: keepingText, sliceBytes: chunkBytes)
        parser.storage.skipLines(bufferLine - 1)
        if hasCrew {
            buffer.widen(to: windowBytes, headroom: chunkBytes / 4)
            crew = (0..<2 * reading.threads).map { _ in
                makeParser(of: fields, keepingText: keepingText, sliceBytes: sliceBytes)
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
        try handOut(parser.storage, body)
    }

    private func makeParser(of fields: [FieldSelection], keepingText: Bool, sliceBytes: Int) -> RowParser {
        let storage = RowStorage(
            selection: fields,
            keepsText: keepingText,
            fieldCount: fieldCount,
            sliceBytes: sliceBytes,
            format: format
        )
        return RowParser(storage: storage, delimiter: format.delimiter, road: reading.road)
    }

    /// All rows of the columns that are asked for.
    public func readColumns(_ columns: [DelimitedColumn]) throws(InputError) -> DelimitedTable {
        var table = DelimitedTable(columnCount: columns.count)
        try forEachBlock(of: columns) { block in
            if table.rowCount == 0, let rows = block.expectedRows { table.reserve(rows: rows) }
            table.append(block)
        }
        return table
    }

    /// Parses the whole lines in the buffer, slice by slice, without comment lines.
    private func feedLines(
        to parser: RowParser,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        while fed < buffer.end {
            let comment = nextComment(from: fed)
            let stop = comment ?? buffer.end
            if hasCrew, parser.isAtRowStart { try feedCrew(upTo: stop, parser.storage, body) }
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
        try handOut(parser.storage, body)
        if fed < end { throw misplacedQuote(at: fed, inQuotes: parser.isQuoted) }
    }

    private func handOut(
        _ storage: RowStorage,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        let block = storage.block(of: self, linesBefore: 0)
        if block.rowCount > 0 { try body(block) }
        if let fault = storage.fault { throw error(for: fault) }
        storage.clear()
    }

    /// The next line behind `start` that begins with the comment byte.
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

    /// Forgets what stands before a line; that is all parsed, but a quoted field may reach beyond the buffer.
    private func discard(upToLine line: Int, _ parser: RowParser) {
        let length = parser.isAtRowStart ? fed : LineCount.start(ofLine: line - bufferLine, in: buffered)
        bufferLine = line
        buffer.discard(length)
        fed -= length
    }
}
