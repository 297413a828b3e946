import Foundation
import Geodesy
import TestSupport
import Testing

/// `sextant route` through the built binary.
struct RouteCommandTests {
    private static let fixtures = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/places").path
    /// Difference in metres of two implementations whose lengths are rounded to nanometres.
    private static let writtenLength = 2e-9
    private static let route = fixtures + "/route.json"

    @Test func `The help of route equals its snapshot`() async throws {
        try Snapshot.expect(try await Command.run(["route", "--help"]).output, "route-help.txt")
    }

    @Test func `A route is shown in at most 80 columns, with the figures of its file`() async throws {
        let outcome = try await Command.shell(
            "cd '\(Self.fixtures)' && sextant route route.json --at 52.2821,8.0263 --heading 150"
        )
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
        try Snapshot.expect(outcome.output, "route.txt")
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
    }

    /// Lengths by geographiclib 2.1: 191.336 103 367 + 674.578 957 981 and 1026.343 196 790 m.
    @Test func `The CSV has the length of each leg by every formula`() async throws {
        let outcome = try await Command.run(["route", Self.route, "--output", "-"])
        let rows = outcome.output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let header = try #require(rows.first)
        #expect(rows.count == 4 && rows.allSatisfy { $0.count == header.count })
        let reference = try #require(header.firstIndex(of: "reference_m"))
        let lengths = rows.dropFirst().map { Double($0[reference]) }
        #expect(lengths == [865.915_061_348, 1_026.343_196_79, 0])
        let karney = try #require(header.firstIndex(of: "karney_m"))
        for (row, length) in zip(rows.dropFirst(), lengths) {
            #expect(abs(try #require(Double(row[karney])) - (try #require(length))) < Self.writtenLength)
        }
        #expect(header.count == 14 + FormulaCatalogue.entries.count)
        #expect(rows[1][7] == "Start at the computing centre" && rows[1][10] == "100")
    }

    @Test func `The JSON object has the legs, the total and the view`() async throws {
        let outcome = try await Command.run([
            "route", Self.route, "--json", "--formula", "haversine", "--at", "52.28363,8.0255",
        ])
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        )
        #expect(json["schema"] as? String == "sextant.route/1" && json["name"] as? String == "Rechenzentrum – Schloss")
        let total = try #require(json["total"] as? [String: Any])
        #expect(total["stated_m"] as? Double == 1_900)
        #expect(abs((total["reference_m"] as? Double ?? 0) - 1_892.258_258_138) < 1e-6)
        let sight = try #require((json["sights"] as? [[String: Any]])?.first)
        // The first segment has 191.1 m on the sphere: 0, 3, …, 189.
        #expect((sight["arrows"] as? [Any])?.count == 64 && sight["segment"] as? Int == 0)
        #expect(sight["hint_px"] is NSNull && sight["reason"] is String && json["recording"] is NSNull)
    }

    /// 0, 10, …, 90 m from the user, and 0, 10, …, 190 m on the first segment.
    @Test(arguments: [("point", 90), ("segment", 190)])
    func `The arrows of a position are written as CSV`(start: String, end: Int) async throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("arrows.csv").path
        let words = [
            "--at", "52.28363,8.0255", "--spacing", "10", "--arrows-from", start, "--quiet", "--output", output,
        ]
        let outcome = try await Command.run(["route", Self.fixtures + "/route.geojson"] + words)
        #expect(outcome.code == 0 && outcome.output == "" && outcome.error == "", "\(outcome.error)")
        let rows = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == end / 10 + 2 && rows[0] == "arrow,lat,lon,bearing_deg,along_route_m")
        #expect(rows[1].hasPrefix("1,52.28363,8.0255,") && rows[rows.count - 1].hasSuffix(",\(end)"))
    }

    @Test func `Along a recording every fix is a row`() async throws {
        let folder = try TemporaryFolder()
        let walk = folder.url.appendingPathComponent("walk").path
        let made = try await Command.run([
            "simulate", "walk", "--duration", "20", "--noise", "iphone4s", "--output", walk, "--quiet",
        ])
        #expect(made.code == 0, "\(made.error)")
        let fixes = try String(contentsOfFile: walk + "/location.csv", encoding: .utf8).split(separator: "\n").count - 1
        let output = folder.url.appendingPathComponent("fixes.csv").path
        let outcome = try await Command.run(["route", Self.route, "--recording", walk, "--output", output])
        #expect(outcome.code == 0, "\(outcome.error)")
        let rows = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == fixes + 1 && rows[0].hasPrefix("time_s,lat,lon,accuracy_m,segment,off_route_m"))
        let words = outcome.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("\(fixes) fixes, seen by yandex"), "\(outcome.output)")
    }

    @Test func `A file with several routes is refused`() async throws {
        let folder = try TemporaryFolder()
        let line = #"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#
        let path = try folder.write(#"{"type":"GeometryCollection","geometries":[\#(line),\#(line)]}"#, to: "two.json")
        let outcome = try await Command.run(["route", path])
        #expect(outcome.code == 3 && outcome.error.contains("the file has 2 routes"), "\(outcome.error)")
    }

    @Test(arguments: [
        (["--at", "1"], Int32(2), "--at: '1' is not latitude,longitude in degrees, with a latitude from -90 to 90"),
        (["--heading", "3"], 2, "--heading requires --at"),
        (["--at", "1,1", "--recording", "x"], 2, "--at and --recording exclude each other"),
        (["--spacing", "0"], 2, "--spacing is 0.0; use a number from 0.01 to 10,000 m"),
        (["--spacing", "0.01", "--reach", "200"], 2, "more than 10,000 arrows; use a larger --spacing"),
        (["--at", "52.28363,8.0255", "--spacing", "0.01"], 2, "more than 10,000 arrows"),
        (["--formula", "haversin"], 2, "did you mean 'haversine'?"),
        (["--layout", "native"], 2, "--layout requires --recording"),
        (["--recording", "/nowhere"], 3, "/nowhere"),
        (["--input-format", "kml"], 3, "the text is not XML (not well-formed (invalid token))"),
        (["--output", "/nowhere/a.csv"], 4, "/nowhere/a.csv"),
    ])
    func `An impossible request is rejected`(words: [String], code: Int32, part: String) async throws {
        let outcome = try await Command.run(["route", Self.route] + words)
        #expect(outcome.code == code, "\(outcome.error)")
        #expect(outcome.error.contains(part), "\(outcome.error)")
    }
}
