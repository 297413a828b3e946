import CLibExpat

/// Receives the parts of an XML file in their order.
protocol MarkupEvents: AnyObject {
    /// The start of an element, with the name as written.
    func start(_ name: String, attributes: [String: String])

    /// A part of an element's text, in UTF-8.
    func text(_ bytes: UnsafeRawBufferPointer)

    /// The end of the element that started last.
    func end()
}

/// Parses an XML file in UTF-8 with Expat, without holding the file in memory.
///
/// A document type is an error, because it could declare entities that expand without bound.
final class MarkupParser {
    private static let chunkBytes = 1 << 16
    /// The largest length of a tag, comment or declaration in bytes.
    private static let longestMarkup = 1 << 20

    private let source: ByteSource
    /// The expected kind of file, for error messages.
    private let expectation: String
    private let parser: XML_Parser?
    private unowned let events: any MarkupEvents
    private var failure: InputError?
    private var bytesRead = 0
    private var newLines = 0
    private var endsInNewLine = false
    /// Whether all bytes were read.
    private(set) var isAtEnd = false

    /// The line of the current part, starting with 1.
    var line: Int { Int(XML_GetCurrentLineNumber(parser)) }
    /// The column of the current part in bytes, starting with 1.
    var column: Int { Int(XML_GetCurrentColumnNumber(parser)) + 1 }
    /// The last line that was read.
    var lastLine: Int { newLines + (endsInNewLine ? 0 : 1) }

    init(_ source: ByteSource, expectation: String, events: any MarkupEvents) {
        self.source = source
        self.expectation = expectation
        self.events = events
        parser = "UTF-8".withCString { XML_ParserCreate($0) }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name, let attributes else { return }
                MarkupParser.of(data)?.start(name, attributes)
            },
            { data, _ in MarkupParser.of(data)?.events.end() }
        )
        XML_SetCharacterDataHandler(parser) { data, bytes, count in
            MarkupParser.of(data)?.events.text(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in MarkupParser.of(data)?.refuseDocumentType() }
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Ends the parsing with an error. No event follows.
    func stop(_ error: InputError) {
        failure = failure ?? error
        XML_StopParser(parser, XML_Bool(0))
    }

    /// Parses the file.
    ///
    /// - Returns: nil at the end of a whole file, else Expat's reason why it is not XML.
    /// - Throws: the error of ``stop(_:)``; ``InputError`` when the file cannot be read or is not in UTF-8.
    func parse() throws(InputError) -> String? {
        while true {
            guard let space = XML_GetBuffer(parser, Int32(Self.chunkBytes)) else { return "out of memory" }
            let chunk = UnsafeMutableRawBufferPointer(start: space, count: Self.chunkBytes)
            let count = try source.read(into: chunk)
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
            try check(bytes)
            isAtEnd = count == 0
            let status = XML_ParseBuffer(parser, Int32(count), isAtEnd ? 1 : 0)
            if let failure { throw failure }
            guard status == XML_STATUS_OK else {
                if isAtInvalidUTF8 { throw error(found: "bytes that are not UTF-8", remedy: "save the file as UTF-8") }
                return XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
            }
            guard bytesRead - Int(XML_GetCurrentByteIndex(parser)) <= Self.longestMarkup else {
                throw error(
                    found: "more than \(Self.longestMarkup >> 20) MiB between '<' and '>'",
                    remedy: "close the tag or the quotation mark"
                )
            }
            if isAtEnd { return nil }
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> MarkupParser? {
        data.map { Unmanaged<MarkupParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(_ name: UnsafePointer<XML_Char>, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        var attributes: [String: String] = [:]
        var next = pairs
        while let key = next[0], let value = next[1] {
            attributes[String(cString: key)] = String(cString: value)
            next += 2
        }
        events.start(String(cString: name), attributes: attributes)
    }

    private func refuseDocumentType() {
        stop(error(found: "a document type", remedy: "remove the line <!DOCTYPE …>, which is not needed"))
    }

    /// Counts the bytes and lines of a chunk. A zero byte is an error: Expat would detect UTF-16 by it.
    private func check(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
        let zero = bytes.firstIndex(of: 0)
        let text = UnsafeRawBufferPointer(rebasing: bytes[..<(zero ?? bytes.endIndex)])
        newLines += text.count { $0 == UInt8(ascii: "\n") }
        guard zero == nil else {
            throw error(
                at: newLines + 1,
                found: "a byte that is zero, as UTF-16 has them",
                remedy: "save the file as UTF-8"
            )
        }
        bytesRead += bytes.count
        if let last = bytes.last { endsInNewLine = last == UInt8(ascii: "\n") }
    }

    /// Whether the parser stopped at bytes that are not UTF-8.
    private var isAtInvalidUTF8: Bool {
        guard XML_GetErrorCode(parser) == XML_ERROR_INVALID_TOKEN else { return false }
        var (offset, size): (Int32, Int32) = (0, 0)
        guard let context = XML_GetInputContext(parser, &offset, &size), offset < size else { return false }
        return UnsafeRawBufferPointer(start: context + Int(offset), count: Int(size - offset))
            .withMemoryRebound(to: UInt8.self) { UTF8Check.firstInvalid(in: $0) == 0 }
    }

    private func error(at line: Int? = nil, found: String, remedy: String) -> InputError {
        InputError(
            file: source.name,
            line: line ?? self.line,
            found: found,
            expected: "\(expectation) in UTF-8",
            remedy: remedy
        )
    }
}
