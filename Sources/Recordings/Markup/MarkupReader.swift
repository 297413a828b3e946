import CLibExpat
import SensorModel

/// The content of an XML file, built while the file's elements are read.
protocol MarkupContent {
    /// Processes the start of an element.
    ///
    /// - Returns: whether ``end(_:text:)`` needs the element's text.
    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool

    /// Processes the end of an element.
    ///
    /// - Parameter text: the text of the element and its nested elements, or `nil` if ``start(_:)`` returned `false`.
    mutating func end(_ element: MarkupElement, text: String?) throws(InputError)
}

/// The start tag of an element in an XML file.
struct MarkupElement {
    /// The path of the file.
    let file: String
    /// The name without a namespace prefix.
    let name: String
    let attributes: [String: String]
    /// The name of the parent element; empty for the root.
    let parent: String
    /// The nesting depth, which is 1 for the root.
    let depth: Int
    /// The line of the start tag.
    let line: Int
    /// The column of the start tag.
    let column: Int

    /// Parses the attributes `lat` and `lon` in degrees, as in GPX.
    func point() throws(InputError) -> GeographicPoint {
        try CoordinateText(latitude: attributes["lat"], longitude: attributes["lon"]).point(of: self)
    }

    /// Returns an error with the element's line and column.
    func error(message: String, advice: String? = "correct the element") -> InputError {
        InputError(file: file, line: line, column: column, message: message, advice: advice)
    }
}

/// A reader of XML files in UTF-8 in one pass, based on Expat. The file is not loaded into memory as a whole.
///
/// A document type declaration (DTD) is an error, because it could declare entities that expand without limit. Elements
/// may be nested up to 64 levels deep. If the content needs an element's text, the text may have up to 16 MiB.
final class MarkupReader {
    private static let maximumDepth = 64
    private static let maximumTextBytes = 1 << 24
    private static let chunkBytes = 1 << 16
    /// The maximum length of a tag, comment or declaration in bytes.
    private static let maximumMarkupBytes = 1 << 20

    private let source: ByteSource
    /// The functions that the reader calls at the start and at the end of each element.
    private let onStart: (MarkupElement) throws(InputError) -> Bool
    private let onEnd: (MarkupElement, String?) throws(InputError) -> Void
    private let parser: XML_Parser?
    /// The open elements, from the root to the innermost element.
    private var open: [MarkupElement] = []
    /// The text so far of the element at depth `textDepth`, or `nil` if no open element's text is needed.
    private var text: String?
    private var textDepth = 0
    private var failure: InputError?
    private var bytesRead = 0
    private var newLines = 0
    private var endsInNewLine = false
    /// A Boolean value that indicates whether all bytes of the file were read.
    private var isAtEnd = false

    /// The line of the tag or text that is being parsed, counted from 1.
    private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }
    /// The byte column of the tag or text that is being parsed, counted from 1.
    private var column: Int { Int(XML_GetCurrentColumnNumber(parser)) + 1 }

    /// Reads a file and returns its content.
    ///
    /// - Throws: `InputError` if the file cannot be read, is not XML, or exceeds a limit, and any error of the content.
    static func read<Content: MarkupContent>(
        path: String,
        fingerprint: Fingerprint? = nil,
        _ content: Content
    ) throws(InputError) -> Content {
        var content = content
        let reader = MarkupReader(
            try ByteSource(path: path, fingerprint: fingerprint),
            onStart: { element throws(InputError) in try content.start(element) },
            onEnd: { element, text throws(InputError) in try content.end(element, text: text) }
        )
        try reader.parse()
        return content
    }

    private init(
        _ source: ByteSource,
        onStart: @escaping (MarkupElement) throws(InputError) -> Bool,
        onEnd: @escaping (MarkupElement, String?) throws(InputError) -> Void
    ) {
        self.source = source
        self.onStart = onStart
        self.onEnd = onEnd
        parser = "UTF-8".withCString { XML_ParserCreate($0) }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name, let attributes else { return }
                MarkupReader.of(data)?.start(name, attributes)
            },
            { data, _ in MarkupReader.of(data)?.end() }
        )
        XML_SetCharacterDataHandler(parser) { data, bytes, count in
            MarkupReader.of(data)?.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in MarkupReader.of(data)?.refuseDocumentType() }
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Parses the file.
    ///
    /// - Throws: the error passed to ``stop(_:)``, or `InputError` if the file cannot be read or is not XML in UTF-8.
    private func parse() throws(InputError) {
        while !isAtEnd {
            guard let space = XML_GetBuffer(parser, Int32(Self.chunkBytes)) else { throw notXML("out of memory") }
            let chunk = UnsafeMutableRawBufferPointer(start: space, count: Self.chunkBytes)
            let count = try source.read(into: chunk)
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[..<count])
            try check(bytes)
            isAtEnd = count == 0
            let status = XML_ParseBuffer(parser, Int32(count), isAtEnd ? 1 : 0)
            if let failure { throw failure }
            guard status == XML_STATUS_OK else {
                if isAtInvalidUTF8 { throw error("the text is not UTF-8", advice: "save the file as UTF-8") }
                throw notXML(XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error")
            }
            guard bytesRead - Int(XML_GetCurrentByteIndex(parser)) <= Self.maximumMarkupBytes else {
                throw error(
                    "there are more than \(Self.maximumMarkupBytes >> 20) MiB between '<' and '>'",
                    advice: "close the tag or its quotation mark"
                )
            }
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> MarkupReader? {
        data.map { Unmanaged<MarkupReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(_ name: UnsafePointer<XML_Char>, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        var attributes: [String: String] = [:]
        var next = pairs
        while let key = next[0], let value = next[1] {
            attributes[String(cString: key)] = String(cString: value)
            next += 2
        }
        let name = String(cString: name)
        let element = MarkupElement(
            file: source.name,
            name: name.split(separator: ":").last.map(String.init) ?? name,
            attributes: attributes,
            parent: open.last?.name ?? "",
            depth: open.count + 1,
            line: line,
            column: column
        )
        guard open.count < Self.maximumDepth else { return stop(tooDeep(element)) }
        open.append(element)
        attempt { () throws(InputError) in
            guard try onStart(element) else { return }
            (text, textDepth) = ("", open.count)
        }
    }

    /// Appends a part of an element's text, in UTF-8.
    private func append(_ bytes: UnsafeRawBufferPointer) {
        guard let length = text?.utf8.count else { return }
        guard length + bytes.count <= Self.maximumTextBytes else {
            let element = open[textDepth - 1]
            return stop(
                element.error(
                    message: "the element <\(element.name)> has more than \(Self.maximumTextBytes) bytes of text",
                    advice: "shorten the text"
                )
            )
        }
        text? += String(decoding: bytes, as: UTF8.self)
    }

    /// Processes the end of the innermost open element.
    private func end() {
        guard let element = open.popLast() else { return }
        let isTexts = textDepth == element.depth
        let words = isTexts ? text : nil
        if isTexts { (text, textDepth) = (nil, 0) }
        attempt { () throws(InputError) in try onEnd(element, words) }
    }

    private func attempt(_ work: () throws(InputError) -> Void) {
        do throws(InputError) {
            try work()
        } catch {
            stop(error)
        }
    }

    /// Stops parsing with an error. The content receives no further elements.
    private func stop(_ error: InputError) {
        failure = failure ?? error
        XML_StopParser(parser, XML_Bool(0))
    }

    private func tooDeep(_ element: MarkupElement) -> InputError {
        element.error(
            message: "the element <\(element.name)> is nested \(element.depth) levels deep, but the limit is "
                + "\(Self.maximumDepth) levels"
        )
    }

    private func notXML(_ reason: String) -> InputError {
        if isAtEnd, !open.isEmpty {
            return InputError(
                file: source.name,
                line: newLines + (endsInNewLine ? 0 : 1),
                message: "the file ends with \(open.count) unclosed element\(open.count == 1 ? "" : "s")",
                advice: "check that the file is complete"
            )
        }
        return InputError(
            file: source.name,
            line: line,
            column: column,
            message: "the text is not XML (\(reason))",
            advice: "check that the file is complete, or correct the XML at this line or just above"
        )
    }

    private func refuseDocumentType() {
        stop(error("the XML has a document type", advice: "remove the declaration <!DOCTYPE …>"))
    }

    /// Counts the bytes and lines of a chunk. A zero byte is an error, because Expat would interpret the text as
    /// UTF-16.
    private func check(_ bytes: UnsafeRawBufferPointer) throws(InputError) {
        let zero = bytes.firstIndex(of: 0)
        let text = UnsafeRawBufferPointer(rebasing: bytes[..<(zero ?? bytes.endIndex)])
        newLines += text.count { $0 == UInt8(ascii: "\n") }
        guard zero == nil else {
            throw error(
                at: newLines + 1,
                "the text contains a zero byte, as in UTF-16",
                advice: "save the file as UTF-8"
            )
        }
        bytesRead += bytes.count
        if let last = bytes.last { endsInNewLine = last == UInt8(ascii: "\n") }
    }

    /// A Boolean value that indicates whether the parser stopped at bytes that are not UTF-8.
    private var isAtInvalidUTF8: Bool {
        guard XML_GetErrorCode(parser) == XML_ERROR_INVALID_TOKEN else { return false }
        var (offset, size): (Int32, Int32) = (0, 0)
        guard let context = XML_GetInputContext(parser, &offset, &size), offset < size else { return false }
        return UnsafeRawBufferPointer(start: context + Int(offset), count: Int(size - offset))
            .withMemoryRebound(to: UInt8.self) { UTF8Check.firstInvalid(in: $0) == 0 }
    }

    private func error(at line: Int? = nil, _ message: String, advice: String? = nil) -> InputError {
        InputError(
            file: source.name,
            line: line ?? self.line,
            message: message,
            advice: advice
        )
    }
}

/// The coordinates of one KML geometry.
struct KMLCoordinates {
    /// A Boolean value that indicates whether heights are above sea level. Only such heights are altitudes (OGC
    /// 12-007r2, 12.6).
    var isAbsolute = false
    private var vertices: [Route.Vertex] = []

    /// The points of the geometry, with altitudes only if ``isAbsolute`` is `true`. Read this property after the end of
    /// the geometry, because some programs write `altitudeMode` after the coordinates.
    var settled: [Route.Vertex] {
        isAbsolute ? vertices : vertices.map { Route.Vertex(point: $0.point) }
    }

    /// The label for heights above ground in a file's counts of ignored content.
    static let groundReason = "heights above ground"

    /// The number of nonzero heights above ground, which are ignored, because they are not altitudes.
    var groundHeights: Int { isAbsolute ? 0 : vertices.count { $0.altitude ?? 0 != 0 } }

    /// Appends points from `longitude,latitude[,altitude]` tuples that are separated by white space.
    mutating func append(tuples text: String, _ element: MarkupElement) throws(InputError) {
        for tuple in text.utf8.split(whereSeparator: Self.isSpace) {
            let fields = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            vertices.append(try vertex(fields.map { String($0) ?? "" }, String(tuple) ?? "", element))
        }
    }

    /// Appends the point of a `gx:coord` element: `longitude latitude altitude`.
    mutating func append(trackPoint text: String, _ element: MarkupElement) throws(InputError) {
        let fields = text.utf8.split(whereSeparator: Self.isSpace).map { String($0) ?? "" }
        vertices.append(try vertex(fields, text, element))
    }

    private func vertex(
        _ fields: [String],
        _ tuple: String,
        _ element: MarkupElement
    ) throws(InputError) -> Route.Vertex {
        let altitude = fields.count == 3 ? NumberText.value(fields[2]) : nil
        guard (2...3).contains(fields.count), fields.count == 2 || altitude != nil else {
            throw element.error(
                message: "the coordinates '\(tuple.excerpt)' must have the form longitude,latitude[,altitude]",
                advice: "correct the coordinates, and write spaces only between points"
            )
        }
        let point = try CoordinateText(latitude: fields[1], longitude: fields[0]).point(of: element)
        return Route.Vertex(point: point, altitude: altitude)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
