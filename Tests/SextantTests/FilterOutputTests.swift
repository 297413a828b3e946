import Foundation
import TestSupport
import Testing

/// `sextant filter --output`: a whole file or none.
struct FilterOutputTests {
    private static let options = ["--filter", "lowPass:alpha=0.5", "--columns", "a", "--rate", "10"]

    @Test func `The file holds what standard output would`() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.write("a,b\n1,x\n3,y\n", to: "in.csv")
        let output = folder.url.appendingPathComponent("out.csv")
        let outcome = try await Command.run(["filter", input, "--output", output.path] + Self.options)
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(try String(contentsOf: output, encoding: .utf8) == "a,b\n1.0,x\n2.0,y\n")
    }

    @Test func `A bad row leaves no file`() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.write("a,b\n1,x\noops,y\n", to: "in.csv")
        let output = folder.url.appendingPathComponent("out.csv")
        let outcome = try await Command.run(["filter", input, "--output", output.path] + Self.options)
        #expect(outcome.code == Refusal.badData)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["in.csv"])
    }

    /// The rows come from a pipe that stays open, so that the command is surely at work when the signal comes.
    @Test(arguments: ["INT", "TERM"])
    func `A signal leaves no file, and an old one as it was`(signal: String) async throws {
        let folder = try TemporaryFolder()
        let output = try folder.write("old", to: "out.csv")
        let options = Self.options.joined(separator: " ")
        let script = """
            cd '\(folder.url.path)' && mkfifo rows && exec 3<>rows && printf 'a,b\\n1,x\\n' >&3
            sextant filter - --output out.csv \(options) <rows & child=$!
            until ls -A | grep -q tmp-; do sleep 0.02; done
            kill -\(signal) $child; wait $child; echo $?; ls -A
            """
        let outcome = try await Command.shell(script)
        let status = signal == "INT" ? "130" : "143"
        #expect(outcome.output == "\(status)\nout.csv\nrows\n", "\(outcome.error)")
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "old")
    }

    @Test func `A directory that is not there`() async throws {
        let folder = try TemporaryFolder()
        let input = try folder.write("a,b\n1,x\n", to: "in.csv")
        let outcome = try await Command.run(["filter", input, "--output", "no/such/out.csv"] + Self.options)
        #expect(outcome.code == Refusal.environment)
        #expect(outcome.error.hasPrefix("sextant: no/such/out.csv: found no way to write there"))
    }
}
