/// Turns offsets in the bytes that are being parsed into file, line and column, and words what is wrong there.
struct SourcePlace {
    let file: String
    let bytes: UnsafeBufferPointer<UInt8>
    /// The line with which `bytes` start, counted from 1.
    let firstLine: Int

    /// Line and byte column of an offset, both counted from 1.
    func position(of offset: Int) -> (line: Int, column: Int) {
        let before = LineCount.ends(in: UnsafeBufferPointer(rebasing: bytes[..<offset]))
        let start = LineCount.start(ofLine: before, in: UnsafeBufferPointer(rebasing: bytes[..<offset]))
        return (firstLine + before, offset - start + 1)
    }

    func error(at offset: Int, found: String, expected: String, remedy: String) -> InputError {
        let (line, column) = position(of: offset)
        return InputError(file: file, line: line, column: column, found: found, expected: expected, remedy: remedy)
    }

    /// The offset with which a line starts.
    func start(ofLine line: Int) -> Int { LineCount.start(ofLine: line - firstLine, in: bytes) }

    /// The bytes from an offset on.
    func rest(from offset: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[offset...]) }

    /// The offset of the first row that is neither blank nor a comment.
    func firstRow(_ format: DelimitedFormat) -> Int {
        var offset = 0
        while offset < bytes.count {
            let next = LineCount.next(after: offset, in: bytes)
            var fields = RawFields(bytes: rest(from: offset), format: format)
            let isBlank = (fields.next()?.isEmpty ?? true) && fields.next() == nil
            if bytes[offset] != format.comment, !isBlank { return offset }
            offset = next
        }
        return 0
    }

    func misplacedQuote(at offset: Int, inQuotes: Bool) -> InputError {
        error(
            at: offset,
            found: inQuotes ? "text behind a closing quotation mark" : "a quotation mark inside a field without quotes",
            expected: "quotation marks around whole fields, doubled inside them",
            remedy: "correct the quotation marks"
        )
    }

    /// The file ends within the quotation marks of a field (counted from 0) of the row that starts at `row`.
    func unterminatedQuote(inRowAt row: Int, field: Int, format: DelimitedFormat) -> InputError {
        var fields = RawFields(bytes: rest(from: row), format: format)
        for _ in 0..<field { _ = fields.next() }
        let quote = row + (fields.next()?.lowerBound ?? 0)
        return error(
            at: quote,
            found: "a quotation mark that is never closed",
            expected: "a closing quotation mark",
            remedy: "close the field, or check that the file was written to its end"
        )
    }

    static func notUTF8(at offset: Int, in buffer: LineBuffer, file: String, firstLine: Int) -> InputError {
        // The bytes that are not text stand behind the lines that are.
        let bytes = UnsafeBufferPointer(start: buffer.base, count: offset)
        return SourcePlace(file: file, bytes: bytes, firstLine: firstLine).error(
            at: offset,
            found: "bytes that are not UTF-8",
            expected: "UTF-8 text",
            remedy: "save the file as UTF-8"
        )
    }
}
