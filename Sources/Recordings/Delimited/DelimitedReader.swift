import Foundation
public import SensorModel

/// A reader of numbers from a file of delimited text, in one pass and in constant memory.
///
/// A fast parser reads rows of plain numbers, and libcsv reads all other rows; see ``DelimitedReading``. Numbers are
/// rounded to the nearest `Double`. Long files are parsed on several threads. No memory is allocated per row.
///
/// The text must be UTF-8, with or without a byte order mark. Lines end with LF, CRLF or CR. Blank lines are skipped. A
/// first line such as `sep=;`, which spreadsheet programs recognise, sets the delimiter.
///
/// ```swift
/// let reader = try DelimitedReader(path: "gyroscope.csv")
/// let table = try reader.readColumns([.named("t"), .named("x")])
/// for row in 0..<table.rowCount { print(table[0][row], table[1][row]) }
/// ```
///
/// Errors are `InputError`s with file, line and byte column.
///
/// Memory: a buffer of `chunkBytes`, which grows up to ``DelimitedFormat/maximumRowBytes`` for long rows, and a block
/// of at most `4 · chunkBytes` for the numbers. With several threads, there are two buffers of `16 · chunkBytes`
/// instead of one, and two additional blocks of at most `2 · chunkBytes` for each thread.
public final class DelimitedReader {
    /// The name of the file in messages.
    public let name: String
    /// The format, with the detected delimiter.
    public let format: DelimitedFormat
    /// The names of the columns, or `nil` in a format without a header.
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
    /// The line on which the header ends, or the line of the first row if there is no header.
    let headerLine: Int
    let buffer: LineBuffer
    /// The line number at the start of the buffer, counted from 1.
    private(set) var bufferLine = 1
    /// The indices of the selected fields.
    private(set) var selection: [Int] = []
    let reading: DelimitedReading
    let chunkBytes: Int
    let size: Int?
    /// The number of bytes in the buffer that were parsed.
    var fed = 0
    /// The parsers of the threads; empty if there is only one thread.
    var sliceParsers: [RowParser] = []
    private var isRead = false

    /// Opens a file or a pipe and reads its header.
    ///
    /// - Parameters:
    ///   - path: the path of the file or pipe. A pipe is read as its bytes arrive.
    ///   - format: the format of the file.
    ///   - reading: the parser and the number of threads.
    ///   - fingerprint: a digest that is updated with all bytes of the file.
    ///   - chunkBytes: the number of bytes to parse at a time, at least 1.
    /// - Throws: `InputError` if the file cannot be opened or its header is invalid.
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

    /// Opens a reader for an open file descriptor, such as standard input, and reads the header. The caller owns the
    /// descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: the open descriptor.
    ///   - name: the name of the file in messages.
    ///   - format: the format of the file.
    ///   - reading: the parser and the number of threads.
    ///   - fingerprint: a digest that is updated with all bytes of the file.
    ///   - chunkBytes: the number of bytes to parse at a time, at least 1.
    /// - Throws: `InputError` if the descriptor cannot be read or the header is invalid.
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

    init(
        source: ByteSource,
        format: DelimitedFormat,
        reading: DelimitedReading = DelimitedReading(),
        chunkBytes: Int = 1 << 18
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

    /// Reads all rows in blocks. A reader can read its file only once.
    ///
    /// - Parameters:
    ///   - columns: the columns to parse as numbers.
    ///   - storingText: whether blocks also store the text of all fields.
    ///   - body: a function that receives each block. The rows before an invalid row are passed before the error is
    ///     thrown.
    /// - Throws: `InputError` for a missing column or the first invalid row, and the errors of `body`.
    /// - Complexity: O(*n*) in the number of bytes of the file.
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

    /// Reads the given fields of all rows in blocks.
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
                throw SourceLocation.notUTF8(at: damage, in: buffer, file: name, firstLine: bufferLine)
            }
            if buffer.isAtEnd { break }
            discard(upToLine: parser.storage.currentRowLine, parser)
            guard try buffer.load() else { throw rowTooLong(line: parser.storage.currentRowLine) }
        }
        let isWhole = parser.finish()
        guard isWhole else {
            let row = location.start(ofLine: parser.storage.currentRowLine)
            throw location.unterminatedQuote(inRowAt: row, field: parser.storage.currentField, format: format)
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

    /// Parses the complete lines in the buffer, slice by slice. Comment lines are skipped.
    private func feedLines(
        to parser: RowParser,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        while fed < buffer.end {
            let comment = nextComment(from: fed)
            let stop = comment ?? buffer.end
            if usesThreads, parser.isAtRowStart { try feedSlices(upTo: stop, parser.storage, body) }
            while fed < stop {
                let maximumBytes = try longestSlice(parser)
                try feedSlice(sliceEnd(from: fed, bytes: maximumBytes, before: stop), to: parser, body)
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
        if fed < end { throw location.misplacedQuote(at: fed, inQuotes: parser.isQuoted) }
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

    /// Returns the start of the next comment line at or after `start`, or `nil` if the buffer has no such line.
    private func nextComment(from start: Int) -> Int? {
        guard let comment = format.comment, buffer.mayHaveComments else { return nil }
        let bytes = buffered
        var offset = start
        while offset < bytes.count, let found = memchr(buffer.base + offset, Int32(comment), bytes.count - offset) {
            offset = UnsafeMutableRawPointer(buffer.base).distance(to: found)
            if offset == 0 || bytes[offset - 1] == UInt8(ascii: "\n") || bytes[offset - 1] == UInt8(ascii: "\r") {
                return offset
            }
            offset += 1
        }
        return nil
    }

    /// The complete lines in the buffer.
    var buffered: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer.base, count: buffer.end) }

    /// Removes the parsed bytes from the buffer. If the last row is incomplete, its bytes remain. `line` is the number
    /// of the line at which the buffer then starts.
    private func discard(upToLine line: Int, _ parser: RowParser) {
        let length = parser.isAtRowStart ? fed : LineCount.start(ofLine: line - bufferLine, in: buffered)
        bufferLine = line
        buffer.discard(length)
        fed -= length
    }
}

extension DelimitedReader: RowSource {
    private static let maximumExpectedRows = 1 << 24

    /// Returns the estimated number of rows plus 3 %, because an array that is too short must be copied when it grows.
    /// The result is limited, because a sparse file can be much longer than its content.
    func expectedRows(of block: DelimitedBlock) -> Int? {
        guard let size, block.rowCount > 0 else { return nil }
        let rowBytes = max(Double(fed) / Double(block.rowCount), 1)
        return min(Int(saturating: min(Double(size) / rowBytes * 1.03, 1e15)) + 16, Self.maximumExpectedRows)
    }
}

extension DelimitedReader {
    static func skipByteOrderMark(_ buffer: LineBuffer, name: String, format: DelimitedFormat) throws(InputError) {
        guard try buffer.load() else { throw rowTooLong(file: name, line: 1, limit: format.maximumRowBytes) }
        if buffer.end >= 3, buffer.base[0] == 0xEF, buffer.base[1] == 0xBB, buffer.base[2] == 0xBF {
            buffer.discard(3)
        }
        guard buffer.end >= 2, buffer.hasUTF16Mark else { return }
        throw InputError(
            file: name,
            line: 1,
            message: "the text is in UTF-16",
            advice: InputError.conversionToUTF8
        )
    }

    /// Returns the field index of a column, or `nil` if the file does not have the column. O(n) in the number of
    /// columns.
    public func firstIndex(of column: DelimitedColumn) -> Int? { columns.firstIndex(of: column) }

    /// The number of rows by type so far; empty if the format has no row types.
    var rowTypes: [String: Int] { buffer.rowTypes?.counts ?? [:] }
}

extension DelimitedReader {
    private var location: SourceLocation { SourceLocation(file: name, bytes: buffered, firstLine: bufferLine) }

    /// Returns an error for a field in the row that starts on `line`. `column` is the index of the field among the
    /// selected columns.
    ///
    /// Call this method only while the block with the row is being processed. Later, the row is no longer in the
    /// buffer.
    func error(line: Int, selected column: Int, message: String, advice: String?) -> InputError {
        let row = location.start(ofLine: line)
        let field = fields(ofRowAt: row).field(selection[column])
        return location.error(at: row + field.lowerBound, message: message, advice: advice)
    }

    func error(for fault: RowState.Fault) -> InputError {
        let row = location.start(ofLine: fault.line)
        let fields = fields(ofRowAt: row)
        switch fault.kind {
        case .fieldCount:
            let end = fault.field > fieldCount ? fields.field(fieldCount).lowerBound : fields.end
            let (count, required) = (fault.field, fieldCount)
            return location.error(
                at: row + end,
                message: "the row has \(count) field\(count == 1 ? "" : "s"), but should have \(required)",
                advice: fieldRemedy(fault, fields, at: row)
            )
        case .empty:
            let column = columnName(fault.field)
            return location.error(
                at: row + fields.field(fault.field).lowerBound,
                message: "the value in \(column) is missing",
                advice: "add the value, or remove the row"
            )
        case .notNumber: return cellError(fault, at: row, fields, isNot: "a number", advice: Self.numberRemedy)
        case .notStamp: return cellError(fault, at: row, fields, isNot: "a time", advice: Self.stampRemedy)
        case .lostDigits:
            return cellError(fault, at: row, fields, isNot: "an exact time") { _ in
                "export the file again, and do not save it from a spreadsheet, which rounds long numbers"
            }
        }
    }

    /// Returns the advice for a row with a wrong number of fields.
    ///
    /// If commas are both the decimal separator and the delimiter, a row has twice as many fields as the header.
    private func fieldRemedy(_ fault: RowState.Fault, _ fields: RawRow, at row: Int) -> String {
        let text = UnsafeBufferPointer(rebasing: location.bytes(from: row)[..<fields.end])
        guard format.delimiter == UInt8(ascii: ","), fault.field == 2 * fieldCount, !text.contains(UInt8(ascii: "."))
        else {
            return "correct or remove the row; awk \(format.awkSeparator)'NF==\(fieldCount)' keeps only complete rows"
        }
        return "the numbers seem to have decimal commas, which also separate the columns: write 0.5 for 0,5"
    }

    /// Returns the advice for a value that is not a time.
    ///
    /// Spreadsheet programs may show times of day only as minutes and seconds, such as `00:12.3`.
    private static func stampRemedy(_ field: String) -> String {
        let parts = field.split(separator: ":", omittingEmptySubsequences: false)
        let isShortened = parts.count == 2 && parts.allSatisfy { Double($0.replacing(",", with: ".")) != nil }
        return isShortened
            ? "use the app's original file, because a spreadsheet program removed the hours and digits of the times"
            : "correct the value, or remove the row"
    }

    private static func numberRemedy(_ field: String) -> String {
        let parts = field.split(separator: ",", omittingEmptySubsequences: false)
        if field.hasSentenceChecksum { return String.removalOfChecksums }
        guard parts.count == 2, Double(parts.joined(separator: ".")) != nil else {
            return "correct the value, or remove the row"
        }
        return "this looks like a decimal comma: write 0.5 for 0,5, "
            + "or, for a recording, use a custom layout with 'decimalComma: true'"
    }

    private func cellError(
        _ fault: RowState.Fault,
        at row: Int,
        _ fields: RawRow,
        isNot form: String,
        advice: (String) -> String
    ) -> InputError {
        let field = fields.field(fault.field)
        let content = Self.content(UnsafeBufferPointer(rebasing: location.bytes(from: row)[field]))
        let (value, column) = (Self.excerpt(content), columnName(fault.field))
        if let header, header[fault.field] == content {
            return location.error(
                at: row,
                message: "the header is repeated",
                advice:
                    "if the times start again here, write the rest of the log to a new file; otherwise, remove it"
            )
        }
        return location.error(
            at: row + field.lowerBound,
            message: "'\(value)' in \(column) is not \(form)",
            advice: advice(content)
        )
    }

    func rowTooLong(line: Int) -> InputError {
        Self.rowTooLong(file: name, line: line, limit: format.maximumRowBytes)
    }

    static func rowTooLong(file: String, line: Int, limit: Int) -> InputError {
        InputError(
            file: file,
            line: line,
            message: "a field or row exceeds \(limit) bytes",
            advice: "look for a quotation mark that is never closed, and check that the file is text"
        )
    }

    private func fields(ofRowAt offset: Int) -> RawRow {
        RawRow(bytes: location.bytes(from: offset), format: format)
    }

    private func columnName(_ field: Int) -> String {
        if let header { return DelimitedColumn.named(header[field].excerpt).description }
        return DelimitedColumn.position(field + 1).description
    }

    /// Returns the first 40 characters of a field's content. Line ends and tabs are replaced with spaces.
    private static func excerpt(_ content: String) -> String {
        let visible = content.map { $0.isNewline || $0 == "\t" ? " " : $0 }
        return visible.count > 40 ? String(visible.prefix(40)) + "…" : String(visible)
    }

    /// Returns the first 200 bytes of a field as text, without quotation marks around the field.
    private static func content(_ text: UnsafeBufferPointer<UInt8>) -> String {
        let content = String(decoding: text.prefix(200), as: UTF8.self)
        guard content.count > 1, content.hasPrefix("\""), content.hasSuffix("\"") else { return content }
        return String(content.dropFirst().dropLast())
    }
}

/// Parsing of long files on several threads.
extension DelimitedReader {
    /// A Boolean value that indicates whether the file is long enough for several threads.
    var usesThreads: Bool {
        reading.threads > 1 && (size ?? 0) >= windowBytes
    }

    /// The number of bytes to read at a time.
    var windowBytes: Int { 16 * chunkBytes }

    /// The maximum number of bytes that a thread parses at a time.
    var sliceBytes: Int { max(chunkBytes / 2, 1) }

    /// Parses complete lines up to `stop` on several threads and passes their rows to `body` in order.
    ///
    /// Stops before a slice that contains an invalid row or ends within a row, and before a last line without a line
    /// end. The sequential parser then reads the remaining bytes. Therefore, results and errors do not depend on the
    /// number of threads.
    func feedSlices(
        upTo stop: Int,
        _ storage: RowStorage,
        _ body: (DelimitedBlock) throws(InputError) -> Void
    ) throws(InputError) {
        let ranges = slices(upTo: stop)
        guard ranges.count > 1 else { return }
        let pool = SlicePool(
            bytes: buffer.base,
            ranges: ranges,
            parsers: sliceParsers,
            threads: reading.threads,
            meanwhile: buffer.readAhead
        )
        pool.start()
        defer { pool.stop() }
        for (index, range) in ranges.enumerated() {
            let slice = pool.slice(at: index)
            guard slice.isWhole else { return }
            fed = range.upperBound
            let linesBefore = storage.line - 1
            let block = slice.storage.block(of: self, linesBefore: linesBefore)
            if block.rowCount > 0 { try body(block) }
            storage.skipLines(slice.storage.line - 1)
        }
    }

    /// Divides the bytes from ``fed`` to `stop` into slices. The last slices are shorter, so that all threads finish at
    /// about the same time.
    private func slices(upTo stop: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = fed
        while start < stop {
            let share = (stop - start) / (2 * reading.threads)
            let bytes = min(sliceBytes, max(share, sliceBytes / 8, 1))
            let end = sliceEnd(from: start, bytes: bytes, before: stop)
            guard buffer.base[end - 1] == UInt8(ascii: "\n") else { break }
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }

    /// Checks the length of the current row and returns the maximum number of bytes to parse before the next check.
    ///
    /// With one thread, there is no check, because the buffer's limit also limits the length of a row.
    ///
    /// - Throws: `InputError` if the current row is longer than ``DelimitedFormat/maximumRowBytes``.
    func longestSlice(_ parser: RowParser) throws(InputError) -> Int {
        let limit = max(format.maximumRowBytes, chunkBytes)
        let loaded = buffer.loaded
        guard usesThreads, loaded.count - fed >= limit || !parser.isAtRowStart else { return chunkBytes }
        let line = parser.storage.currentRowLine
        let start = parser.isAtRowStart ? fed : LineCount.start(ofLine: line - bufferLine, in: loaded)
        let lineEnd = LineCount.next(after: fed, in: loaded)
        let isEnded = lineEnd > fed && loaded[lineEnd - 1] == UInt8(ascii: "\n")
        guard lineEnd - start <= (isEnded ? limit : limit - 1) else { throw rowTooLong(line: line) }
        return min(chunkBytes, start + limit - fed)
    }

    /// Returns the end of a slice of at most `bytes` bytes. The slice ends at the end of a line, or within a line that
    /// is longer than the slice.
    func sliceEnd(from start: Int, bytes: Int, before stop: Int) -> Int {
        guard stop - start > bytes else { return stop }
        let slice = UnsafeBufferPointer(rebasing: buffered[start..<start + bytes])
        return slice.lastIndex(of: UInt8(ascii: "\n")).map { start + $0 + 1 } ?? start + bytes
    }
}

extension String {
    /// The advice for a cell that contains a number and a checksum.
    package static let removalOfChecksums =
        #"remove the checksum at the end of each row: sed 's/\*[0-9A-Fa-f][0-9A-Fa-f]\r*$//' FILE >NEW_FILE"#

    /// A Boolean value that indicates whether a cell contains several numbers in brackets: `[0.1, 0.2, 9.8]`.
    package var isVector: Bool {
        guard let open = first, let close = last, "[(".contains(open), "])".contains(close) else { return false }
        let parts = dropFirst().dropLast().split { $0 == "," || $0 == " " }
        return parts.count > 1 && parts.allSatisfy { Double($0) != nil }
    }

    /// A Boolean value that indicates whether a cell contains a number, followed by the checksum of the row, as in NMEA
    /// sentences: `0.25*6A`.
    package var hasSentenceChecksum: Bool {
        guard let star = lastIndex(of: "*"), Double(self[..<star]) != nil else { return false }
        let digits = self[index(after: star)...]
        return digits.count == 2 && digits.allSatisfy(\.isHexDigit)
    }
}
