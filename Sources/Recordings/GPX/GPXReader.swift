import Foundation
import SensorModel

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads the track points of a GPX file as fixes, in one pass.
///
/// Memory grows with the number of points only: no part of the file is held, elements nest at most 64 deep, and texts
/// are cut at 1 KiB.
final class GPXReader: NSObject, XMLParserDelegate {
    private static let deepest = 64
    private static let longestText = 1 << 10

    private let path: String
    private let clock: RecordingClock
    private var samples = SensorStream<LocationFix>()
    private var lastStamp = Int64.min
    private var failure: InputError?
    private var depth = 0
    private var point: Point?
    /// The text of the element at hand, where it is one that is read.
    private var text: String?
    private var withoutTime = 0
    private var others = 0

    private struct Point {
        var latitude: Double
        var longitude: Double
        var altitude: Double?
        var stamp: Int64?
        var depth: Int
        var line: Int
    }

    private init(path: String, clock: RecordingClock) {
        self.path = path
        self.clock = clock
    }

    static func read(
        path: String,
        into assembled: inout AssembledStreams,
        _ context: RecordingFile.Context
    ) throws(InputError) {
        let source = try ByteSource(path: path, fingerprint: context.fingerprint)
        let stream = XMLByteStream(source: source)
        let reader = GPXReader(path: path, clock: context.clock)
        let parser = XMLParser(stream: stream)
        parser.shouldProcessNamespaces = false
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWhole = parser.parse()
        if let failure = stream.failure ?? reader.failure { throw failure }
        guard isWhole else { throw reader.notXML(parser) }
        guard reader.depth == 0 else { throw reader.unfinished(line: stream.lastLine) }
        guard reader.samples.count > 0 else { throw reader.noPoints() }
        assembled.recording.location = reader.samples
        let name = path.split(separator: "/").last.map(String.init) ?? path
        assembled.recording.files[.location] = name
        let counts = [
            ("track points without a time", reader.withoutTime), ("points that are none of a track", reader.others),
        ]
        for (reason, count) in counts where count > 0 { assembled.recording.leftOut["\(name): \(reason)"] = count }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        depth += 1
        guard depth <= Self.deepest else {
            return fail(
                parser,
                found: "elements within \(depth - 1) others",
                expected: "at most \(Self.deepest) levels"
            )
        }
        switch Self.localName(element) {
        case "trkpt": point = start(parser, attributes)
        case "wpt", "rtept": others += 1
        case "ele", "time": text = point?.depth == depth - 1 ? "" : nil
        default: text = nil
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        guard let length = text?.utf8.count, length < Self.longestText else { return }
        text? += characters.prefix(Self.longestText)
    }

    func parser(
        _ parser: XMLParser,
        didEndElement element: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        defer {
            depth -= 1
            text = nil
        }
        guard let point else { return }
        if point.depth == depth { return finish(point, parser) }
        guard let text, point.depth == depth - 1 else { return }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if Self.localName(element) == "ele" {
            self.point?.altitude = Double(words).flatMap { $0.isFinite ? $0 : nil }
        } else if !words.isEmpty {
            guard let stamp = StampText.nanoseconds(words.utf8, .dateTime) else {
                return fail(
                    parser,
                    found: "time '\(words.prefix(40))'",
                    expected: "a time such as 2024-03-02T12:30:05Z"
                )
            }
            self.point?.stamp = stamp
        }
    }

    private func start(_ parser: XMLParser, _ attributes: [String: String]) -> Point? {
        let texts = (latitude: attributes["lat"], longitude: attributes["lon"])
        guard let latitude = texts.latitude.flatMap(Double.init), abs(latitude) <= 90,
            let longitude = texts.longitude.flatMap(Double.init), longitude.isFinite
        else {
            let found = [texts.latitude, texts.longitude].map { $0.map { "'\($0.prefix(40))'" } ?? "none" }
            fail(
                parser,
                found: "latitude \(found[0]) and longitude \(found[1])",
                expected: "degrees, the latitude from -90 to 90"
            )
            return nil
        }
        return Point(latitude: latitude, longitude: longitude, depth: depth, line: parser.lineNumber)
    }

    private func finish(_ point: Point, _ parser: XMLParser) {
        self.point = nil
        guard let stamp = point.stamp else {
            withoutTime += 1
            return
        }
        guard stamp >= lastStamp else {
            let back = Double(lastStamp - stamp) / 1e9
            return fail(
                parser,
                line: point.line,
                found: "a time \(back) s before that of the point above",
                expected: "times that do not run backward",
                remedy: "put the tracks in the order of their times, or one into a file of its own"
            )
        }
        lastStamp = stamp
        samples.times.append(Double(clock.sinceZero(stamp, of: .unix)) / 1e9)
        samples.values.append(
            LocationFix(
                latitude: Angle(degrees: point.latitude),
                longitude: Angle(degrees: point.longitude),
                altitudeMetres: point.altitude
            )
        )
    }

    private static func localName(_ element: String) -> Substring { element.split(separator: ":").last ?? "" }

    private func fail(
        _ parser: XMLParser,
        line: Int? = nil,
        found: String,
        expected: String,
        remedy: String = "correct it"
    ) {
        if failure == nil {
            failure = InputError(
                file: path,
                line: line ?? parser.lineNumber,
                column: line == nil ? parser.columnNumber : nil,
                found: found,
                expected: expected,
                remedy: remedy
            )
        }
        parser.abortParsing()
    }

    private func notXML(_ parser: XMLParser) -> InputError {
        InputError(
            file: path,
            line: max(parser.lineNumber, 1),
            column: max(parser.columnNumber, 1),
            found: "text that is not XML",
            expected: "a GPX track, with every element closed",
            remedy: "check that the file was written to its end, or correct it there or just above"
        )
    }

    private func unfinished(line: Int) -> InputError {
        InputError(
            file: path,
            line: line,
            found: "the file's end within \(depth) elements",
            expected: "every element closed",
            remedy: "check that the file was written to its end"
        )
    }

    private func noPoints() -> InputError {
        let reasons = [(withoutTime, "track points without a time"), (others, "points that are none of a track")]
        let words = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
        return InputError(
            file: path,
            found: words.isEmpty ? "no track point" : "only \(words)",
            expected: "track points with times",
            remedy: "export the track as it was recorded"
        )
    }
}
