import Foundation

/// The bytes of an XML file for a parser, as they are read: whole files are never held.
///
/// A document type, which could declare entities that grow without bound, ends the stream.
final class XMLByteStream: InputStream {
    private static let documentType = Array("<!DOCTYPE".utf8)
    /// How the processing instructions start that are let through.
    private static let instructions = ["<?xml", "<?xml-stylesheet"].flatMap { name in
        " \t\r\n".utf8.map { Array(name.utf8) + [$0] }
    }
    /// A tag, comment or declaration that is longer has no end in sight.
    private static let longestMarkup = 1 << 20
    /// One less than the longest of what is looked for.
    private static let mostKept = 16

    /// Why the stream ended before the file did.
    private(set) var failure: InputError?
    private let source: ByteSource
    /// What the file ought to be, in messages.
    private let expectation: String
    private var isAtEnd = false
    private var line = 1
    /// The last bytes of what was read before: a document type may start there.
    private var tail: [UInt8] = []
    /// Bytes since a `<` behind which no `>` has come; nil where none is waited for.
    private var markup: Int?
    /// The start of a character whose end has not been read.
    private var partial: [UInt8] = []

    /// The line that was read last.
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

    /// Reads whole characters: the parser ends the process over names that are not UTF-8.
    private func fill(_ space: UnsafeMutableBufferPointer<UInt8>) throws(InputError) -> Int {
        var count = 0
        while count == 0, !isAtEnd {
            for (place, byte) in partial.enumerated() { space[place] = byte }
            let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(space)[partial.count...])
            let fresh = try source.read(into: rest)
            isAtEnd = fresh == 0
            count = partial.count + fresh
            partial = []
            guard let wrong = UTF8Check.firstInvalid(in: UnsafeBufferPointer(rebasing: space[..<count])) else {
                continue
            }
            guard !isAtEnd, count - wrong <= 3 else {
                let lines = space[..<wrong].count { $0 == UInt8(ascii: "\n") } + (line + newLines(tail))
                throw error(at: lines, found: "bytes that are not UTF-8", remedy: "save the file as UTF-8")
            }
            partial = Array(space[wrong..<count])
            count = wrong
        }
        return count
    }

    private func measure(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
        let end = bytes.lastIndex(of: UInt8(ascii: ">"))
        let start = bytes[(end.map { $0 + 1 } ?? 0)...].firstIndex(of: UInt8(ascii: "<"))
        if end != nil { markup = nil }
        if let waiting = markup { markup = waiting + bytes.count } else { markup = start.map { bytes.count - $0 } }
        guard let waiting = markup, waiting > Self.longestMarkup else { return }
        throw error(
            at: line,
            found: "more than \(Self.longestMarkup >> 20) MiB between '<' and '>'",
            remedy: "look for a quotation mark or a tag that is never closed"
        )
    }

    private func newLines(_ bytes: [UInt8]) -> Int { bytes.count { $0 == UInt8(ascii: "\n") } }

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

    /// What starts here and is kept from the parser, which ends the process over an instruction without data.
    private static func refusal(of text: ArraySlice<UInt8>) -> (found: String, remedy: String)? {
        if text.starts(with: documentType) {
            return ("a document type", "remove the line <!DOCTYPE …>, without which the file says the same")
        }
        let isInstruction = text.dropFirst().first == UInt8(ascii: "?")
        // What is cut off here is seen again with what follows it.
        guard isInstruction, !instructions.contains(where: { text.starts(with: $0) || $0.starts(with: text) }) else {
            return nil
        }
        return ("a processing instruction", "remove <?…?>, without which the file says the same")
    }

    private func error(at line: Int, found: String, remedy: String) -> InputError {
        InputError(file: source.name, line: line, found: found, expected: "\(expectation) in UTF-8", remedy: remedy)
    }
}
