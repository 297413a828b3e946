import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of files that would exhaust memory or the stack.
struct HostilePlaceTests {
    /// The first and the last tag of each XML format.
    static let markup: [(format: PlaceFormat, head: String, tail: String)] = [
        (.area, "<locations>", "</locations>"), (.gddf, "<dimension>", "</dimension>"), (.kml, "<kml>", "</kml>"),
        (.gpx, "<gpx>", "</gpx>"),
    ]

    private static let bomb = """
        <?xml version="1.0"?>
        <!DOCTYPE x [
         <!ENTITY a "aaaaaaaaaa">
         <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
         <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
         <!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
        ]>

        """
    private static let external = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\n"

    @Test(arguments: [bomb, external])
    func `Entity declarations are errors`(declaration: String) {
        for (format, head, tail) in Self.markup {
            let text = declaration + head + "<name>&d;&a;</name>" + tail
            for message in [PlaceErrorTests.message(text.utf8, as: format), PlaceErrorTests.message(text.utf8)] {
                #expect(message.contains(#/[12]: the XML has a document type/#), "\(message)")
            }
        }
    }

    @Test func `An undeclared entity is an error`() {
        for (_, head, tail) in Self.markup {
            let message = PlaceErrorTests.message((head + "<name>&a;</name>" + tail).utf8)
            #expect(message.contains("the text is not XML (undefined entity)"), "\(message)")
        }
    }

    @Test(arguments: [100_000])
    func `Elements and arrays nested more than 64 levels deep are errors`(levels: Int) {
        for (_, head, tail) in Self.markup {
            let text = head + String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels) + tail
            let message = PlaceErrorTests.message(text.utf8)
            #expect(
                message.contains("the element <a> is nested 65 levels deep, but the limit is 64 levels"),
                "\(message)"
            )
        }
        let starts = ["[", "{\"a\":", "[{\"a\":", "{\"type\":\"Point\",\"coordinates\":["]
        for start in starts {
            let message = PlaceErrorTests.message(String(repeating: start, count: levels).utf8)
            #expect(message.contains("arrays and objects are nested more than 64 levels deep"), "\(message)")
            #expect(throws: InputError.self) {
                let folder = try TemporaryFolder()
                _ = try RouteReader.read(path: folder.write(String(repeating: start, count: levels), to: "route"))
            }
        }
    }

    /// The error of reading a pipe that a thread writes to until the reader closes it.
    private static func message(head: String, endless: String, as format: PlaceFormat) throws -> String {
        // A reader that closes the pipe early must not end the process.
        signal(SIGPIPE, SIG_IGN)
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("places").path
        #expect(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            let descriptor = open(path, O_WRONLY)
            defer { close(descriptor) }
            var head = Array(head.utf8)
            guard write(descriptor, &head, head.count) == head.count else { return }
            var piece = Array(String(repeating: endless, count: (1 << 16) / endless.utf8.count).utf8)
            for _ in 0..<(1 << 14) where write(descriptor, &piece, piece.count) <= 0 { return }
        }
        writer.start()
        do {
            _ = try PlaceReader.read(path: path, format: format)
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    private static let endlessTag = "more than 1 MiB between '<' and '>'"

    @Test(arguments: [
        (PlaceFormat.gpx, "<gpx><wpt lat=\"", "1", endlessTag),
        (.kml, "<kml><name a='", "x", endlessTag),
        (.kml, "<kml><Placemark><name>", "x", "the element <name> has more than 16777216 bytes of text"),
        (.area, "<locations><location><latitude>", "1", "the element <latitude> has more than 16777216 bytes of text"),
        (.kml, "<kml><", "x", endlessTag),
        (.kml, "<kml><!--", "x", endlessTag),
        (.geojson, "{\"type\":\"", "x", "the file exceeds 128 MiB"),
        (.csv, "lat,lon,name\n1,2,", "x", "a field or row exceeds 1048576 bytes"),
    ])
    func `A gigabyte in one attribute, name or text is an error long before its end`(
        format: PlaceFormat,
        head: String,
        endless: String,
        found: String
    ) throws {
        let message = try Self.message(head: head, endless: endless, as: format)
        #expect(message.contains(found), "\(message)")
    }
}
