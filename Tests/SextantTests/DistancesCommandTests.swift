import Foundation
import Geodesy
import TestSupport
import Testing

/// `sextant distances` through the built binary.
struct DistancesCommandTests {
    private static let pairs = """
        id,lat1,lon1,lat2,lon2
        ulm,48.4,9.98,48.401,9.99
        "a,b",0,179.999,0,-180
        poles,90,0,-90,12
        turns,10,370,10,-710

        """

    /// Runs the command over a file with this text.
    private static func run(_ text: String, _ arguments: [String]) async throws -> Command.Outcome {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "in.csv")
        return try await Command.run(["distances", path] + arguments)
    }

    /// References by geographiclib 2.1; haversine is 2 R asin √… with R = 6 371 000 m, computed in Python.
    @Test func `Distances are appended to the columns of every row`() async throws {
        let outcome = try await Self.run(Self.pairs, ["--formula", "haversine", "--output", "-"])
        let expected = """
            id,lat1,lon1,lat2,lon2,reference_m,haversine_m
            ulm,48.4,9.98,48.401,9.99,748.762301973,746.572169224
            "a,b",0,179.999,0,-180,111.319490794,111.194926645
            poles,90,0,-90,12,20003931.458625447,20015086.79602057
            turns,10,370,10,-710,0.0,0.0

            """
        #expect(outcome.output == expected)
        #expect(outcome.error == "")
        #expect(outcome.code == 0)
    }

    @Test func `Standard input is read like a file`() async throws {
        let outcome = try await Command.shell(
            "printf 'lat1,lon1,lat2,lon2\\n0,0,0,1\\n' | sextant distances - --formula haversine --output -"
        )
        let header = "lat1,lon1,lat2,lon2,reference_m,haversine_m"
        #expect(outcome.output == "\(header)\n0,0,0,1,111319.490793274,111194.926644559\n")
        #expect(outcome.code == 0)
    }

    @Test func `Distances from a point to the places of a list are measured`() async throws {
        let outcome = try await Self.run(
            "name,lat,lon\nnorth,1,151.2\n",
            ["--from", "-0.0,151.2", "--formula", "haversine", "--output", "-"]
        )
        let header = "name,lat,lon,reference_m,haversine_m"
        #expect(outcome.output == "\(header)\nnorth,1,151.2,110574.388557799,111194.926644559\n")
    }

    @Test func `A route is measured by leg and in total`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("lat,lon\n0,0\n0,1\n0,2\n", to: "in.csv")
        let output = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(
            ["distances", path, "--along", "--formula", "haversine", "--output", output]
        )
        let rows = try String(contentsOfFile: output + "/distances.csv", encoding: .utf8)
        #expect(
            rows == "lat,lon,reference_m,haversine_m\n0,0,,\n0,1,111319.490793274,111194.926644559\n"
                + "0,2,111319.490793274,111194.926644559\n"
        )
        #expect(outcome.output.contains("in.csv: 2 legs"))
        #expect(outcome.output.contains("reference 222638.982 m"))
        #expect(outcome.output.contains("haversine 222389.853 m -250 m"))
        let json = try #require(try Self.json(output))
        #expect(json["reference_total_m"] as? Double == 222_638.981587)
        #expect(json["schema"] as? String == "sextant.distances/1")
    }

    @Test func `Random pairs do not depend on the number of threads`() async throws {
        var files: [[String: Data]] = []
        for jobs in ["1", "3"] {
            let folder = try TemporaryFolder()
            let output = folder.url.appendingPathComponent("out").path
            let outcome = try await Command.run(
                [
                    "distances", "--random", "20000", "--seed", "4", "--pairs", "--jobs", jobs, "--output", output,
                    "--formula", "haversine", "--formula", "sphericalCosinesFloat",
                ]
            )
            #expect(outcome.code == 0)
            #expect(outcome.error == "")
            files.append(
                try ["distances.csv", "distances.json", "bands.csv"].reduce(into: [:]) {
                    $0[$1] = try Data(contentsOf: URL(fileURLWithPath: "\(output)/\($1)"))
                }
            )
            #expect(FileManager.default.fileExists(atPath: output + "/distances.md"))
        }
        #expect(files[0] == files[1])
        let rows = String(decoding: try #require(files[0]["distances.csv"]), as: UTF8.self).split(separator: "\n")
        #expect(rows.count == 20_001)
        #expect(rows[0] == "lat1,lon1,lat2,lon2,reference_m,haversine_m,sphericalCosinesFloat_m")
    }

    @Test func `Without --pairs, random pairs are not written, and every null of distances.json has a reason`()
        async throws
    {
        let folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(["distances", "--random", "240", "--output", output, "--quiet"])
        #expect(outcome.output == "")
        let files = try FileTree.names(in: output)
        #expect(files == ["bands.csv", "distances.json", "distances.md"])
        let json = try #require(try Self.json(output))
        let formulas = try #require(json["formulas"] as? [[String: Any]])
        #expect(formulas.map { $0["name"] as? String } == FormulaCatalogue.entries.map(\.name))
        #expect((json["source"] as? [String: Any])?["seed"] as? Int == 1)
        for formula in formulas {
            let bands = try #require(formula["bands"] as? [[String: Any]])
            #expect(!bands.isEmpty)
            for band in bands {
                let missing = band.filter { $0.value is NSNull }.keys
                let notes = band["notes"] as? [String: String] ?? [:]
                #expect(Set(missing) == Set(notes.keys), "every null has its reason")
            }
        }
    }

    @Test func `The report has at most 80 columns`() async throws {
        let outcome = try await Command.run(["distances", "--random", "600"])
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(outcome.output.contains("haversine"))
        #expect(outcome.output.contains("good to 1 m up to 100 m at any latitude"))
    }

    private static func json(_ folder: String) throws -> [String: Any]? {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/distances.json"))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }
}
