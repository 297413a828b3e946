import SensorModel

/// An error in input data: its location, the faulty content, the expected content, and the remedy.
///
/// Its description is one line: `file:line:column: found …, expected …; remedy`.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public var file: String
    /// The line, counted from 1; nil for an error of the whole file.
    public var line: Int?
    /// The byte in the line, counted from 1; nil for an error of the whole line.
    public var column: Int?
    /// The faulty content in words.
    public var found: String
    /// The expected content in words.
    public var expected: String
    /// The action that fixes the error, in words.
    public var remedy: String
    /// Whether the environment (permissions, disk) caused the error rather than the data.
    public var isEnvironment: Bool

    /// Makes an error. See the properties for the parameters.
    public init(
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        found: String,
        expected: String,
        remedy: String,
        isEnvironment: Bool = false
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
        self.remedy = remedy
        self.isEnvironment = isEnvironment
    }

    /// The error in one line of words. Control characters are written as `\u{1B}`.
    public var description: String {
        var place = file
        if let line { place += ":\(line)" }
        if let line, line > 0, let column { place += ":\(column)" }
        return "\(place): found \(found), expected \(expected); \(remedy)".withoutControlCharacters
    }
}

extension InputError {
    /// The error for a file without the expected content.
    ///
    /// - Parameters:
    ///   - thing: the name of the content, in the singular.
    ///   - path: the file.
    ///   - leftOut: the other content of the file, with its counts.
    ///   - expected: the expected content in words.
    init(noneOf thing: String, in path: String, leftOut: [String: Int], expected: String) {
        let others = leftOut.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
        self.init(
            file: path,
            found: others.isEmpty ? "no \(thing)" : "no \(thing), only \(others.joined(separator: " and "))",
            expected: expected,
            remedy: "check that the file was written to its end, and that it is a file of \(thing)s"
        )
    }
}

extension StringProtocol {
    /// The first 40 characters on one line, for a message. Time does not grow with the text.
    package var excerpt: String {
        let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 40 ? words.prefix(40) + "…" : words
    }
}

/// The location of the parsed bytes in their file, which turns offsets into lines, columns and errors.
struct SourceLocation {
    let file: String
    let bytes: UnsafeBufferPointer<UInt8>
    /// The line at the start of `bytes`, counted from 1.
    let firstLine: Int

    /// The line and byte column of an offset, both counted from 1. O(n) in the offset.
    func position(of offset: Int) -> (line: Int, column: Int) {
        let before = LineCount.ends(in: UnsafeBufferPointer(rebasing: bytes[..<offset]))
        let start = LineCount.start(ofLine: before, in: UnsafeBufferPointer(rebasing: bytes[..<offset]))
        return (firstLine + before, offset - start + 1)
    }

    func error(at offset: Int, found: String, expected: String, remedy: String) -> InputError {
        let (line, column) = position(of: offset)
        return InputError(file: file, line: line, column: column, found: found, expected: expected, remedy: remedy)
    }

    /// The offset at which a line starts.
    func start(ofLine line: Int) -> Int { LineCount.start(ofLine: line - firstLine, in: bytes) }

    /// The bytes from an offset on.
    func bytes(from offset: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[offset...]) }

    /// The offset of the first row that is neither blank nor a comment.
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
            found: inQuotes ? "text after a closing quotation mark" : "a quotation mark inside a field without quotes",
            expected: "quotation marks around whole fields, doubled inside them",
            remedy: "correct the quotation marks"
        )
    }

    /// The error for a file that ends in a quoted field, counted from 0, of the row that starts at `row`.
    func unterminatedQuote(inRowAt row: Int, field: Int, format: DelimitedFormat) -> InputError {
        var fields = RawFieldIterator(bytes: bytes(from: row), format: format)
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
        // The invalid bytes follow the whole lines of the buffer.
        let bytes = UnsafeBufferPointer(start: buffer.base, count: offset)
        return SourceLocation(file: file, bytes: bytes, firstLine: firstLine).error(
            at: offset,
            found: "bytes that are not UTF-8",
            expected: "UTF-8 text",
            remedy: "save the file as UTF-8"
        )
    }
}
