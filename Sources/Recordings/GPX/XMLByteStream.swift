import Foundation

/// The bytes of an XML file for a parser, as they are read: whole files are never held.
///
/// A document type, which could declare entities that grow without bound, ends the stream.
final class XMLByteStream: InputStream {
    /// Why the stream ended before the file did.
    private(set) var failure: InputError?
    private let source: ByteSource
    private var isAtEnd = false
    private var line = 1
    /// The last bytes of what was read before: a document type may start there.
    private var tail: [UInt8] = []

    /// The line that was read last.
    var lastLine: Int { line + tail.dropLast().count { $0 == UInt8(ascii: "\n") } }

    init(source: ByteSource) {
        self.source = source
        super.init(data: Data())
    }

    override var hasBytesAvailable: Bool { !isAtEnd }
    override var streamStatus: Stream.Status { isAtEnd ? .atEnd : .open }
    override var streamError: (any Error)? { nil }
    override func open() {}
    override func close() {}

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        guard !isAtEnd else { return 0 }
        let space = UnsafeMutableRawBufferPointer(start: buffer, count: maxLength)
        do throws(InputError) {
            let count = try source.read(into: space)
            isAtEnd = count == 0
            try check(UnsafeRawBufferPointer(rebasing: space[..<count]))
            return count
        } catch {
            failure = error
            isAtEnd = true
            return 0
        }
    }

    private func check(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
        let refused = Array("<!DOCTYPE".utf8)
        let text = tail + bytes
        var candidates = text[...]
        while let start = candidates.firstIndex(of: UInt8(ascii: "<")) {
            if text[start...].starts(with: refused) {
                throw error(
                    at: line + text[..<start].count { $0 == UInt8(ascii: "\n") },
                    found: "a document type",
                    remedy: "remove the line <!DOCTYPE …>, which tracks do not need"
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
        let kept = min(text.count, refused.count - 1)
        line += text.dropLast(kept).count { $0 == UInt8(ascii: "\n") }
        tail = Array(text.suffix(kept))
    }

    private func error(at line: Int, found: String, remedy: String) -> InputError {
        InputError(file: source.name, line: line, found: found, expected: "a GPX track in UTF-8", remedy: remedy)
    }
}
