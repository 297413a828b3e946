import Foundation
import TestSupport
import Testing

/// `sextant filter` through the built binary.
struct FilterCommandTests {
    @Test func `Named columns are filtered, and all others are copied`() async throws {
        let folder = try TemporaryFolder()
        let text = "t,note,x,y\n0,\"a,b\",1,5\n0.1,\"say \"\"hi\"\"\",2,6\n0.2,c,,7\n0.3,d,4,8\n"
        let path = try folder.write(text, to: "walk.csv")
        let outcome = try await Command.run(["filter", path, "--filter", "movingAverage:window=2", "--columns", "y,x"])
        let expected = """
            t,note,x,y
            0,"a,b",1.0,5.0
            0.1,"say ""hi""\",1.5,5.5
            0.2,c,1.5,6.5
            0.3,d,3.0,7.5

            """
        #expect(outcome.output == expected)
        #expect(outcome.error == "sextant: samples skipped by the filter: 1 not finite\n")
        #expect(outcome.code == 0)
    }

    @Test func `Standard input is filtered to standard output`() async throws {
        let outcome = try await Command.shell(
            "printf 'a,b\\n1,x\\n3,y\\n' | sextant filter - --filter lowPass:alpha=0.5 --columns a --rate 10"
        )
        #expect(outcome.output == "a,b\n1.0,x\n2.0,y\n")
        #expect(outcome.code == 0)
    }

    @Test func `A quaternion and its negative are filtered as the same orientation`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("t,w,x,y,z\n0,1,0,0,0\n0.1,-1,0,0,0\n", to: "q.csv")
        let outcome = try await Command.run(["filter", path, "--filter", "sphericalAverage", "--columns", "w,x,y,z"])
        #expect(outcome.output.hasPrefix("t,w,x,y,z\n0,1.0,0.0,0.0,0.0\n0.1,1.0,"))
        #expect(outcome.code == 0)
    }

    @Test(arguments: ["heading", "true_heading", "trueHeading", "Azimuth (deg)"])
    func `A column whose name is that of a heading is filtered across north`(name: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("t,\(name)\n0,350\n1,10\n", to: "h.csv")
        let words = ["filter", path, "--filter", "movingAverage:window=2", "--columns", name]
        let outcome = try await Command.run(words)
        let last = try #require(outcome.output.split(separator: "\n").last?.split(separator: ",").last)
        let degrees = try #require(Double(last))
        #expect(min(degrees, 360 - degrees) < 1e-9)
        #expect(outcome.error.contains("filtered as headings in degrees; see --domain"))
        let scalar = try await Command.run(words + ["--domain", "scalar"])
        #expect(scalar.output.hasSuffix("1,180.0\n") && scalar.error == "")
    }

    @Test(arguments: [
        (
            ["--filter", "lowPass", "--columns", "x,yaw"], Int32(2),
            "the column 'yaw' seems to contain compass headings, but other columns do not"
        ),
        (["--filter", "lowPss", "--columns", "x"], 2, "did you mean 'lowPass'?"),
        (["--filter", "lowPass", "--columns", "q"], 3, "there is no column 'q' among the columns t, x, y"),
        (["--filter", "sphericalAverage", "--columns", "x,y"], 2, "a quaternion has 4 columns, not 2"),
        (["--filter", "lowPass", "--columns", "x,x"], 2, "'x' is given twice"),
        (
            ["--filter", "lowPass", "--columns", "x", "--domain", "matrix"], 2,
            "unknown domain 'matrix'; use one of scalar, heading, vector, quaternion"
        ),
        (
            ["--filter", "sphericalAverage", "--columns", "x", "--domain", "scalar"], 2,
            "but supports only quaternion"
        ),
        (
            ["--filter", "lowPass", "--columns", "x", "--delimiter", ";;"], 2,
            "';;' must be 'tab' or one printable ASCII character"
        ),
        (
            ["--filter", "step:threshold=0.1rad", "--columns", "x"], 2,
            "threshold=0.1rad is an angle, but the filter 'step' receives scalar values here"
        ),
    ])
    func `A filter that is impossible is rejected in one line`(words: [String], code: Int32, part: String) async throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.write("t,x,y\n0,1,2\n", to: "walk.csv")
        let outcome = try await Command.run(["filter", path] + words)
        #expect(outcome.error.contains(part), "\(outcome.error)")
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.output == "")
        #expect(outcome.code == code)
    }

    @Test func `A file without a time column requires a rate`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("x\n1\n", to: "walk.csv")
        let outcome = try await Command.run(["filter", path, "--filter", "lowPass", "--columns", "x"])
        #expect(outcome.error.hasPrefix("sextant: the time column is unknown; name "), "\(outcome.error)")
        #expect(outcome.code == 2)
    }
}

/// `sextant filter --output` writes a complete file or none.
struct FilterOutputTests {
    private static let options = ["--filter", "lowPass:alpha=0.5", "--columns", "a", "--rate", "10"]

    @Test func `The output file equals standard output`() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.write("a,b\n1,x\n3,y\n", to: "in.csv")
        let output = folder.url.appendingPathComponent("out.csv")
        let outcome = try await Command.run(["filter", input, "--output", output.path] + Self.options)
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(try String(contentsOf: output, encoding: .utf8) == "a,b\n1.0,x\n2.0,y\n")
    }

    @Test func `After a bad row there is no output file`() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.write("a,b\n1,x\noops,y\n", to: "in.csv")
        let output = folder.url.appendingPathComponent("out.csv")
        let outcome = try await Command.run(["filter", input, "--output", output.path] + Self.options)
        #expect(outcome.code == Refusal.badData)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["in.csv"])
    }

    /// The rows come from a pipe that is not closed, so that the command is still running when the signal arrives.
    @Test(arguments: ["INT", "TERM"])
    func `After a signal there is no new file, and an old one is unchanged`(signal: String) async throws {
        let folder = try TemporaryFolder()
        let output = try folder.write("old", to: "out.csv")
        let options = Self.options.joined(separator: " ")
        let script = """
            cd '\(folder.url.path)' && mkfifo rows && exec 3<>rows && printf 'a,b\\n1,x\\n' >&3
            sextant filter - --output out.csv --replace \(options) <rows & child=$!
            until ls -A | grep -q tmp-; do sleep 0.02; done
            kill -\(signal) $child; wait $child; echo $?; ls -A
            """
        let outcome = try await Command.shell(script)
        let status = signal == "INT" ? "130" : "143"
        #expect(outcome.output == "\(status)\nout.csv\nrows\n", "\(outcome.error)")
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
    }

    @Test func `A missing output directory is an environment error`() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.write("a,b\n1,x\n", to: "in.csv")
        let outcome = try await Command.run(["filter", input, "--output", "no/such/out.csv"] + Self.options)
        #expect(outcome.code == Refusal.environment)
        #expect(outcome.error.hasPrefix("sextant: cannot write no/such/out.csv: No such file or directory"))
    }
}
