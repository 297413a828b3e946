import Foundation
import TestSupport
import Testing

/// `sextant places` through the built binary.
struct PlacesCommandTests {
    private static let fixtures = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/places").path

    @Test func `The contents of a file are shown in at most 80 columns`() async throws {
        let outcome = try await Command.shell("cd '\(Self.fixtures)' && sextant places places.kml route.gpx places.gpx")
        #expect(
            outcome.error.contains("route.gpx: the file has no place, only points of routes (4)"),
            "\(outcome.error)"
        )
        #expect(outcome.code == 3)
        let shown = try await Command.shell(
            "cd '\(Self.fixtures)' && sextant places places.geojson dimension.gddf --first 3"
        )
        try Snapshot.expect(shown.output, "places.txt")
        #expect(shown.output.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
        #expect(shown.error == "" && shown.code == 0)
    }

    @Test(arguments: ["csv", "geojson"])
    func `Written places are equal when they are read and written again`(form: String) async throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("all.\(form)").path
        let files = "places.kml area.xml dimension.gddf places.geojson places.gpx places.csv"
        let outcome = try await Command.shell(
            "cd '\(Self.fixtures)' && sextant places \(files) --output '\(output)' --first 0"
        )
        #expect(outcome.code == 0 && outcome.error == "sextant: \(output) contains 48 places\n", "\(outcome.error)")
        let again = folder.url.appendingPathComponent("again.\(form)").path
        let second = try await Command.run(["places", output, "--output", again, "--quiet"])
        #expect(second.code == 0 && second.output == "" && second.error == "")
        #expect(try Data(contentsOf: URL(fileURLWithPath: again)) == Data(contentsOf: URL(fileURLWithPath: output)))
    }

    @Test func `The written CSV conforms to RFC 4180`() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.write(
            #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[11.5,-48.25,1.5]},"properties":{"name":"a \"b\", c","category":"d"}}"#,
            to: "a.json"
        )
        let output = folder.url.appendingPathComponent("a.csv").path
        let outcome = try await Command.run(["places", input, "--output", output, "--quiet"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let expected = """
            id,name,latitude,longitude,altitude,category,information
            7,"a ""b"", c",-48.25,11.5,1.5,d,

            """
        #expect(try String(contentsOfFile: output, encoding: .utf8) == expected)
    }

    @Test func `A radar shows the places around a point`() async throws {
        let outcome = try await Command.shell(
            "cd '\(Self.fixtures)' && sextant places places.geojson --first 3 --radar --at 48.39,10.006 --heading 90 "
                + "--range 500"
        )
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
        try Snapshot.expect(outcome.output, "places-radar.txt")
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
    }

    /// The dimension is valid for 5 s and within 100 m; the phone rests for 12 s.
    @Test func `The refreshes of a dimension are shown along a recording`() async throws {
        let folder = try TemporaryFolder()
        let rest = folder.url.appendingPathComponent("rest").path
        let made = try await Command.run([
            "simulate", "still", "--duration", "12", "--noise", "iphone4s", "--output", rest, "--quiet",
        ])
        #expect(made.code == 0, "\(made.error)")
        let outcome = try await Command.run([
            "places", Self.fixtures + "/dimension.gddf", "--first", "0", "--recording", rest,
        ])
        #expect(outcome.code == 0, "\(outcome.error)")
        let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("refresh every 5 s and every 100 m along"), "\(outcome.output)")
        #expect(words.contains("3 loads, 2 by time and 0 by distance"), "\(outcome.output)")
    }

    @Test(arguments: [
        (
            ["--output", "a.kml"], Int32(2),
            "Error: --output is 'a.kml'; name a file that ends in .csv or .geojson."
        ),
        (["--first", "-1"], 2, "--first"), (["--radar"], 2, "--radar requires --at; add --at LAT,LON."),
        (["--heading", "1"], 2, "--heading requires --radar"),
        (["--recording", "/nowhere"], 3, "/nowhere"),
        (["--input-format", "shp"], 2, "shp"),
        (["--input-format", "kml"], 3, "the text is not XML (syntax error)"),
        (["--output", "/nowhere/a.csv"], 4, "/nowhere/a.csv"),
    ])
    func `An impossible request is rejected`(words: [String], code: Int32, part: String) async throws {
        let outcome = try await Command.run(["places", "\(Self.fixtures)/places.csv"] + words)
        #expect(outcome.error.contains(part), "\(outcome.error)")
        #expect(outcome.code == code)
    }
}
