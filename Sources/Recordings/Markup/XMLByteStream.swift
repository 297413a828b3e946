import Foundation

/// A stream of the bytes of an XML file for a parser, without holding the file in memory.
///
/// A document type ends the stream with an error, because it could declare entities that expand without bound.
final class XMLByteStream: InputStream {
    private static let documentType = Array("<!DOCTYPE".utf8)
    /// The beginnings of the processing instructions that the parser receives.
    private static let instructions = ["<?xml", "<?xml-stylesheet"].flatMap { name in
        " \t\r\n".utf8.map { Array(name.utf8) + [$0] }
    }
    /// The largest length of a tag, comment or declaration in bytes.
    private static let longestMarkup = 1 << 20
    /// The number of bytes kept from the previous read: one less than the longest text that ``check(_:)`` searches for.
    private static let mostKept = 16

    /// The error that ended the stream before the end of the file.
    private(set) var failure: InputError?
    private let source: ByteSource
    /// The expected kind of file, for error messages.
    private let expectation: String
    private var isAtEnd = false
    private var line = 1
    /// The last bytes of the previous read, where a document type may start.
    private var tail: [UInt8] = []
    /// The number of bytes since a `<` without a `>`; nil outside of markup.
    private var markup: Int?
    /// The first bytes of a character whose end has not been read.
    private var partial: [UInt8] = []

    /// The last line that was read.
    var lastLine: Int { line + tail.dropLast().count { $0 == UInt8(ascii: "\n") } }

    init(source: ByteSource, expectation: String) {
        self.source = source
        self.expectation = expectation
        super.init(data: Data())
    }

    override var hasBytesAvailable: Bool { !isAtEnd }
    override var streamStatus: Stream.Status { isAtEnd ? .atEnd : .open }
    override var streamError: (any Error)? { nil }
    override func open() {}
    override func close() {}

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard !isAtEnd else { return 0 }
        let space = UnsafeMutableBufferPointer(start: buffer, count: maxLength)
        do throws(InputError) {
            let count = try fill(space)
            let fresh = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: space[..<count]))
            try check(fresh)
            try measure(fresh)
            return count
        } catch {
            failure = error
            isAtEnd = true
            return 0
        }
    }

    /// Reads whole characters of valid UTF-8: names that are not UTF-8 would crash the parser.
    private func fill(_ space: UnsafeMutableBufferPointer<UInt8>) throws(InputError) -> Int {
        var count = 0
        while count == 0, !isAtEnd {
            for (index, byte) in partial.enumerated() { space[index] = byte }
            let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space)[partial.count...])
            let fresh = try source.read(into: rest)
            isAtEnd = fresh == 0
            count = partial.count + fresh
            partial = []
            guard let invalid = UTF8Check.firstInvalid(in: UnsafeBufferPointer(rebasing: space[..<count])) else {
                continue
            }
            guard !isAtEnd, count - invalid <= 3 else {
                let lines = space[..<invalid].count { $0 == UInt8(ascii: "\n") } + (line + newLines(tail))
                throw error(at: lines, found: "bytes that are not UTF-8", remedy: "save the file as UTF-8")
            }
            partial = Array(space[invalid..<count])
            count = invalid
        }
        return count
    }

    /// Checks the length of tags, comments and declarations.
    private func measure(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
        let end = bytes.lastIndex(of: UInt8(ascii: ">"))
        let start = bytes[(end.map { $0 + 1 } ?? 0)...].firstIndex(of: UInt8(ascii: "<"))
        if end != nil { markup = nil }
        if let waiting = markup { markup = waiting + bytes.count } else { markup = start.map { bytes.count - $0 } }
        guard let waiting = markup, waiting > Self.longestMarkup else { return }
        throw error(
            at: line,
            found: "more than \(Self.longestMarkup >> 20) MiB between '<' and '>'",
            remedy: "close the tag or the quotation mark"
        )
    }

    private func newLines(_ bytes: [UInt8]) -> Int { bytes.count { $0 == UInt8(ascii: "\n") } }

    /// Checks for document types, processing instructions and zero bytes.
    private func check(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
        let text = tail + bytes
        var candidates = text[...]
        while let start = candidates.firstIndex(of: UInt8(ascii: "<")) {
            if let refusal = Self.refusal(of: text[start...]) {
                throw error(
                    at: line + text[..<start].count { $0 == UInt8(ascii: "\n") },
                    found: refusal.found,
                    remedy: refusal.remedy
                )
            }
            candidates = text[(start + 1)...]
        }
        if let zero = text.firstIndex(of: 0) {
            throw error(
                at: line + text[..<zero].count { $0 == UInt8(ascii: "\n") },
                found: "a byte that is zero, as UTF-16 has them",
                remedy: "save the file as UTF-8"
            )
        }
        let kept = min(text.count, Self.mostKept)
        line += text.dropLast(kept).count { $0 == UInt8(ascii: "\n") }
        tail = Array(text.suffix(kept))
    }

    /// The error for markup that the parser must not receive. A processing instruction without data would crash it.
    private static func refusal(of text: ArraySlice<UInt8>) -> (found: String, remedy: String)? {
        if text.starts(with: documentType) {
            return ("a document type", "remove the line <!DOCTYPE …>, which is not needed")
        }
        let isInstruction = text.dropFirst().first == UInt8(ascii: "?")
        // An incomplete instruction is checked again with the bytes of the next read.
        guard isInstruction, !instructions.contains(where: { text.starts(with: $0) || $0.starts(with: text) }) else {
            return nil
        }
        return ("a processing instruction", "remove <?…?>, which is not needed")
    }

    private func error(at line: Int, found: String, remedy: String) -> InputError {
        InputError(file: source.name, line: line, found: found, expected: "\(expectation) in UTF-8", remedy: remedy)
    }
}
