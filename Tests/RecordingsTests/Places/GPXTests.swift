import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of errors in GPX files; valid files are among ``ExpectedRecording``.
struct GPXTests {
    private static let head = "<gpx version=\"1.1\">\n<trk><trkseg>\n"
    private static let tail = "</trkseg></trk></gpx>\n"

    private static func point(_ time: String, latitude: String = "48") -> String {
        "<trkpt lat=\"\(latitude)\" lon=\"11\"><time>\(time)</time></trkpt>\n"
    }

    /// The message for a file `track.gpx`, without its folder.
    private static func message(_ text: String) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "track.gpx")
        let error = #expect(throws: InputError.self) {
            try RecordingReader().read(path: folder.url.appendingPathComponent("track.gpx").path)
        }
        let words = error?.description ?? ""
        return String(words[(words.range(of: "track.gpx")?.lowerBound ?? words.startIndex)...])
    }

    @Test func `A time before that of the previous point is an error with its line`() throws {
        let points = Self.point("2024-03-02T12:00:05Z") + Self.point("2024-03-02T12:00:03.5Z")
        let message = try Self.message(Self.head + points + Self.tail)
        #expect(
            message.hasPrefix("track.gpx:4: the time is 1.5 s earlier than the previous point's time"),
            "\(message)"
        )
    }

    @Test func `An invalid time or position is an error with line and column`() throws {
        let time = try Self.message(Self.head + Self.point("yesterday") + Self.tail)
        #expect(time.contains(#/^track.gpx:3:\d+: 'yesterday' is not a time/#), "\(time)")
        let zone = try Self.message(Self.head + Self.point("2024-03-02T12:00:05+9000000000000000000") + Self.tail)
        #expect(
            zone.contains("'2024-03-02T12:00:05+9000000000000000000' is not a time such as 2024-03-02T12:30:05Z"),
            "\(zone)"
        )
        let position = try Self.message(Self.head + Self.point("2024-03-02T12:00:05Z", latitude: "98") + Self.tail)
        #expect(
            position.contains(
                #/^track.gpx:3:\d+: invalid position: latitude '98' \(must be -90° to 90°\), longitude '11' \(must be -360° to 360°\)/#
            ),
            "\(position)"
        )
    }

    @Test func `A truncated file is an error with line and column`() throws {
        let message = try Self.message(Self.head + Self.point("2024-03-02T12:00:05Z"))
        #expect(message.hasPrefix("track.gpx:3: the file ends with 3 unclosed elements"), "\(message)")
        let wrong = try Self.message(Self.head + Self.point("2024-03-02T12:00:05Z") + "</trk></gpx>")
        #expect(wrong.contains(#/^track.gpx:4:\d+: the text is not XML/#), "\(wrong)")
    }

    @Test func `A track without times is an error`() throws {
        let message = try Self.message(Self.head + "<trkpt lat=\"1\" lon=\"2\"/>\n" + Self.tail)
        #expect(
            message.hasPrefix("track.gpx: the file has no track points with times, only track points without a time"),
            "\(message)"
        )
    }

    @Test func `A document type is an error, and its entities are not resolved`() throws {
        let bomb =
            "<?xml version=\"1.0\"?>\n<!-- \(String(repeating: " ", count: 4096)) -->\n"
            + "<!DOCTYPE gpx [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\n"
        let text = bomb + Self.head + "<trkpt lat=\"1\" lon=\"2\"><time>&a;</time></trkpt>" + Self.tail
        let folder = try TemporaryFolder()
        try folder.write(text, to: "track.gpx")
        let layout = try LayoutCatalogue.builtIn.layout(named: "gpx")
        let error = #expect(throws: InputError.self) {
            try RecordingReader(layout: layout).read(path: folder.url.appendingPathComponent("track.gpx").path)
        }
        #expect(error?.line == 3 && error?.message == "the XML has a document type", "\(String(describing: error))")
    }

    @Test func `Names that are not UTF-8 are errors at each position of a read`() throws {
        let folder = try TemporaryFolder()
        let start = Array("<gpx>\n".utf8)
        for padding in 65_520..<65_540 {
            let spaces = Array(repeating: UInt8(ascii: " "), count: padding)
            let path = try folder.write(
                start + spaces + [0x3C, 0x61, 0xFF, 0x3E] + Array("</gpx>".utf8),
                to: "track.gpx"
            )
            let error = #expect(throws: InputError.self) { try RecordingReader().read(path: path) }
            #expect(error?.message == "the text is not UTF-8" && error?.line == 2, "\(String(describing: error))")
        }
    }

    @Test func `Processing instructions are skipped at each position of a read`() throws {
        let folder = try TemporaryFolder()
        for padding in 65_500..<65_540 {
            let spaces = String(repeating: " ", count: padding)
            let text = Self.head + spaces + "<?s?>" + Self.point("2024-03-02T12:00:05Z") + Self.tail
            #expect(try RecordingReader().read(path: folder.write(text, to: "track.gpx")).location?.count == 1)
        }
    }

    @Test func `The XML declaration and a style sheet are accepted`() throws {
        let folder = try TemporaryFolder()
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?xml-stylesheet href=\"a.xsl\"?>\n"
        let path = try folder.write(start + Self.head + Self.point("2024-03-02T12:00:05Z") + Self.tail, to: "track.gpx")
        #expect(try RecordingReader().read(path: path).location?.count == 1)
    }

    @Test func `Elements nested more than 64 levels deep are an error`() throws {
        let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
        let message = try Self.message(Self.head + deep + Self.tail)
        #expect(message.contains("the element <a> is nested 65 levels deep, but the limit is 64 levels"), "\(message)")
    }
}
