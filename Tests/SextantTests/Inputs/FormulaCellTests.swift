import Foundation
import TestSupport
import Testing

/// Text in CSV files that a spreadsheet would execute as a formula.
struct FormulaCellTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private static let formulas = ["=HYPERLINK(\"x\")", "+1+1", "-2+3", "@SUM(A1)", "'quoted", "＝1+1"]

    @Test func `places escapes formulas, and reads the names again`() async throws {
        let features = Self.formulas.map { name in
            let name = name.replacing("\"", with: "\\\"")
            return "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(name)\"},"
                + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[-9.5,-48.25]}}"
        }
        let json = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        let input = try folder.write(json, to: "in.geojson")
        let first = try await Command.run(["places", input, "--output", path("out.csv"), "--quiet"])
        #expect(first.code == 0, "\(first.error)")
        let text = try String(contentsOfFile: path("out.csv"), encoding: .utf8)
        #expect(text.contains("\n,'+1+1,-48.25,-9.5,,,\n"), "\(text)")
        #expect(text.contains("\n,\"'=HYPERLINK(\"\"x\"\")\",-48.25,-9.5,,,\n"), "\(text)")
        #expect(
            text.contains("\n,''quoted,") && text.contains("\n,'＝1+1,") && text.contains("\n,'@SUM(A1),"),
            "\(text)"
        )
        let second = try await Command.run(["places", path("out.csv"), "--output", path("again.csv"), "--quiet"])
        #expect(second.code == 0, "\(second.error)")
        #expect(try String(contentsOfFile: path("again.csv"), encoding: .utf8) == text)
    }

    @Test func `distances copies numbers, and escapes formulas`() async throws {
        let input = try folder.write("lat,lon,=a,note\n-1.5,+2e0,-7,=1+1\n-2.5,3,-x,-0.5\n", to: "in.csv")
        let outcome = try await Command.run(
            ["distances", input, "--from", "0,0", "--formula", "haversine", "--output", "-"]
        )
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "lat,lon,'=a,note,reference_m,haversine_m", "\(outcome.error)")
        #expect(lines.dropFirst().first?.hasPrefix("-1.5,+2e0,-7,'=1+1,") == true, "\(lines)")
        #expect(lines.last?.hasPrefix("-2.5,3,'-x,-0.5,") == true, "\(lines)")
    }

    @Test func `deltas escapes formulas`() async throws {
        let delta = """
            {"additions":[{"id":-1,"changed":2,"name":"=1+1","latitude":-48.5,"longitude":9,"information":"@x"}]}
            """
        let input = try folder.write(delta, to: "d.json")
        let outcome = try await Command.run(["deltas", input, "--export", "-"])
        #expect(outcome.output.hasSuffix("\n-1,2,'=1+1,-48.5,9.0,,,'@x\n"), "\(outcome.output)\(outcome.error)")
    }

    @Test func `filter copies text unchanged`() async throws {
        let input = try folder.write("t,=a,x\n0,=1+1,1\n1,'-2,2\n", to: "in.csv")
        let outcome = try await Command.run(["filter", input, "--filter", "lowPass:alpha=1", "--columns", "x"])
        #expect(outcome.output == "t,=a,x\n0,=1+1,1.0\n1,'-2,2.0\n", "\(outcome.error)")
    }
}
