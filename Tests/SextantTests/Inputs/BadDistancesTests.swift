import Foundation
import TestSupport
import Testing

/// Inputs that `sextant distances` rejects: one line with the position, the fault, the expectation and the remedy; nothing
/// is written.
struct BadDistancesTests {
    @Test(arguments: [
        (
            "lat1,lon1,lat2,lon2\n0,0,1,1\n0,0,90.5,1\n",
            ":3:5: latitude 90.5 is outside -90° to 90°; "
                + "correct the latitude, and check that latitude and longitude are not swapped"
        ),
        (
            "lat1,lon1,lat2,lon2\n0,nan,1,1\n",
            ":2:3: longitude nan is outside -360° to 360°; correct the value, or remove the row"
        ),
        (
            "lat1,lon1,lat2,lon2\n0,0,nan,1\n",
            ":2:5: latitude nan is outside -90° to 90°; correct the value, or remove the row"
        ),
        (
            "lat1,lon1,lat2,lon2\n0,0,1,\n",
            ":2:7: the value in column 'lon2' is missing; add the value, or remove the row"
        ),
        (
            "lat1,lon1,lat2,lon2\n0,east,1,1\n",
            ":2:3: 'east' in column 'lon1' is not a number; correct the value, or remove the row"
        ),
        (
            "lat,lon\n0,0\n",
            ":1: the file has no column such as 'lat1' among the columns lat, lon; "
                + "use --along for a route, or --from LAT,LON for the distances from one point"
        ),
        (
            "lat1,lon1,lat2,lon2\n",
            ": the file has no points; check that the file is complete"
        ),
        (
            "lat1,lon1,lat2,lon2,reference_m\n0,0,1,1,5\n",
            ":1: the input has a column 'reference_m', but the output needs this name for a new column; rename or remove the column"
        ),
    ])
    func `A malformed table is an error with the position of the fault, and nothing is written`(
        text: String,
        line: String
    ) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "pairs.csv")
        let output = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(["distances", path, "--output", output])
        #expect(outcome.error == "sextant: \(path)\(line)\n")
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.output == "")
        let files = try? FileManager.default.contentsOfDirectory(atPath: output)
        #expect(files ?? [] == [])
    }

    @Test func `A route requires at least two points`() async throws {
        let outcome = try await Command.shell("printf 'lat,lon\\n1,2\\n' | sextant distances - --along")
        #expect(
            outcome.error == "sextant: standard input: the file has one point, but at least 2 are needed; "
                + "check that the file is complete\n"
        )
        #expect(outcome.code == Refusal.badData)
    }

    @Test func `A missing file is bad data`() async throws {
        let outcome = try await Command.run(["distances", "no/pairs.csv"])
        #expect(outcome.error == "sextant: no/pairs.csv: no such file\n")
        #expect(outcome.code == Refusal.badData)
    }

    @Test(arguments: [
        (["--random", "5", "--formula", "haversin"], "did you mean 'haversine'?"),
        (
            ["--random", "5", "--tolerance", "1"],
            "--tolerance: '1' is not a number above 0 with one of the units mm, cm, m, km, ppm"
        ),
        (
            ["--random", "5", "--tolerance", "-1m"],
            "--tolerance: '-1m' is not a number above 0 with one of the units mm, cm, m, km, ppm"
        ),
        (
            ["pairs.csv", "--from", "91,0"],
            "--from: '91,0' is not latitude,longitude in degrees, with a latitude from -90 to 90"
        ),
        (
            ["pairs.csv", "--from", "48.4"],
            "--from: '48.4' is not latitude,longitude in degrees, with a latitude from -90 to 90"
        ),
    ])
    func `An option with a bad value is rejected in one line`(arguments: [String], words: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("lat,lon\n0,0\n", to: "pairs.csv")
        let outcome = try await Command.run(["distances"] + arguments.map { $0 == "pairs.csv" ? path : $0 })
        #expect(outcome.error.contains(words), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.output == "")
    }

    @Test(arguments: [
        ([], "There is nothing to measure; name PAIRS.csv, or add --random N."),
        (["p.csv", "--random", "5"], "PAIRS.csv and --random exclude each other; remove one."),
        (["--random", "0"], "--random is 0; use a whole number from 1 to 100,000,000."),
        (["p.csv", "--along", "--from", "1,2"], "--from and --along exclude each other; remove one."),
        (["--random", "5", "--along"], "--along requires PAIRS.csv; name a file, or remove --along."),
        (["p.csv", "--seed", "5"], "--seed requires --random; add --random N, or remove --seed."),
        (["--random", "5", "--pairs"], "--pairs requires --output; add --output DIR."),
        (["--random", "5", "--formula", "a", "--formula", "a"], "--formula a is given twice; remove one."),
    ])
    func `Missing and contradictory arguments are usage errors`(arguments: [String], line: String) async throws {
        try await Refusal.expectUsage(["distances"] + arguments, line)
    }

    @Test func `An output directory below a file is an environment error`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("kept", to: "file")
        let outcome = try await Command.run(["distances", "--random", "5", "--output", "\(file)/out"])
        #expect(outcome.error.contains("\(file)/out"), "\(outcome.error)")
        #expect(outcome.code == Refusal.environment)
        #expect(outcome.output == "")
    }

    #if DEBUG
    @Test func `A debug build rejects measurements of time`() async throws {
        let outcome = try await Command.run(["distances", "--random", "5", "--timing"])
        #expect(outcome.error.hasPrefix("sextant: --timing: the times of a debug build are not meaningful;"))
        #expect(outcome.code == Refusal.usage)
    }
    #endif
}
