import SensorModel

extension InputError {
    /// Creates the error for a file that contains no element of the wanted kind, such as a place.
    ///
    /// - Parameters:
    ///   - thing: the wanted kind of element in the singular, such as "place".
    ///   - path: the path of the file.
    ///   - leftOut: the number of skipped elements, by kind.
    init(noneOf thing: String, in path: String, leftOut: [String: Int]) {
        let others = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        self.init(
            file: path,
            message: "the file has no \(thing)" + (others.isEmpty ? "" : ", only \(others.joined(separator: " and "))"),
            advice: "check that the file is complete and contains \(thing)s"
        )
    }

    /// Creates the error for a table without rows.
    init(noRowsIn path: String) {
        self.init(
            file: path,
            message: "the file has no rows",
            advice: "check that the file is complete, or remove the file"
        )
    }

    /// Creates an error with the line and byte column of an offset. Lines end with a line feed. O(n) in the offset.
    init(file: String, offset: Int, in bytes: [UInt8], message: String, advice: String?) {
        let before = bytes[..<min(offset, bytes.count)]
        let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        self.init(
            file: file,
            line: 1 + before.count { $0 == UInt8(ascii: "\n") },
            column: offset - lineStart + 1,
            message: message,
            advice: advice
        )
    }
}

extension InputError {
    /// The advice for a text in UTF-16.
    package static let conversionToUTF8 = "convert the text: iconv -f UTF-16 -t UTF-8 FILE >NEW_FILE"
}

extension String {
    /// The 8 hexadecimal digits of the text's hash: 32-bit FNV-1a (draft-eastlake-fnv,
    /// https://datatracker.ietf.org/doc/html/draft-eastlake-fnv-21).
    package var shortHash: String {
        let hash = utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension StringProtocol {
    /// The first 40 characters of the text for an error message. White space becomes single spaces. O(1).
    package var excerpt: String {
        let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 40 ? words.prefix(40) + "…" : words
    }
}

/// A contiguous part of a file, with functions that convert byte offsets to lines, columns and errors.
struct SourceLocation {
    let file: String
    let bytes: UnsafeBufferPointer<UInt8>
    /// The line number of the first byte in the file, counted from 1.
    let firstLine: Int

    /// Returns the line and byte column of an offset, both counted from 1 in the file. O(n) in the offset.
    func position(of offset: Int) -> (line: Int, column: Int) {
        let before = LineCount.ends(in: UnsafeBufferPointer(rebasing: bytes[..<offset]))
        let start = LineCount.start(ofLine: before, in: UnsafeBufferPointer(rebasing: bytes[..<offset]))
        return (firstLine + before, offset - start + 1)
    }

    func error(at offset: Int, message: String, advice: String? = nil) -> InputError {
        let (line, column) = position(of: offset)
        return InputError(file: file, line: line, column: column, message: message, advice: advice)
    }

    /// Returns the offset in `bytes` at which a line of the file starts.
    func start(ofLine line: Int) -> Int { LineCount.start(ofLine: line - firstLine, in: bytes) }

    /// Returns the part of `bytes` from an offset to the end.
    func bytes(from offset: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[offset...]) }

    /// Returns the offset of the first row that is neither blank nor a comment, or 0 if there is no such row.
    func firstRow(_ format: DelimitedFormat) -> Int {
        var offset = 0
        while offset < bytes.count {
            let next = LineCount.next(after: offset, in: bytes)
            var fields = RawFieldIterator(bytes: bytes(from: offset), format: format)
            let isBlank = (fields.next()?.isEmpty ?? true) && fields.next() == nil
            if bytes[offset] != format.comment, !isBlank { return offset }
            offset = next
        }
        return 0
    }

    func misplacedQuote(at offset: Int, inQuotes: Bool) -> InputError {
        error(
            at: offset,
            message: inQuotes ? "text follows a closing quotation mark" : "an unquoted field contains a quotation mark",
            advice: "enclose the whole field in quotation marks, and double the quotation marks inside the field"
        )
    }

    /// Creates the error for a file that ends inside a quoted field.
    ///
    /// - Parameters:
    ///   - row: the offset at which the unfinished row starts.
    ///   - field: the index of the unfinished field in the row.
    ///   - format: the format of the file.
    func unterminatedQuote(inRowAt row: Int, field: Int, format: DelimitedFormat) -> InputError {
        var fields = RawFieldIterator(bytes: bytes(from: row), format: format)
        for _ in 0..<field { _ = fields.next() }
        let quote = row + (fields.next()?.lowerBound ?? 0)
        return error(
            at: quote,
            message: "a quotation mark is never closed",
            advice: "add the closing quotation mark, or check that the file is complete"
        )
    }

    static func notUTF8(at offset: Int, in buffer: LineBuffer, file: String, firstLine: Int) -> InputError {
        // A byte order mark of UTF-16 is not valid UTF-8.
        let isUTF16 = firstLine == 1 && offset == 0 && buffer.hasUTF16Mark
        // The invalid bytes follow the complete lines of the buffer.
        let bytes = UnsafeBufferPointer(start: buffer.base, count: offset)
        return SourceLocation(file: file, bytes: bytes, firstLine: firstLine).error(
            at: offset,
            message: isUTF16 ? "the text is in UTF-16" : "the text is not UTF-8",
            advice: isUTF16 ? InputError.conversionToUTF8 : "save the file as UTF-8"
        )
    }
}
