import Foundation
import TestSupport
import Testing

/// Recordings that cannot be read: one line with the position, the fault, the expectation and the remedy; exit code 3;
/// nothing is written.
struct BadInputTests {
    @Test func `A missing recording is bad data`() async throws {
        try await Refusal.expect(
            ["no/such/walk"],
            Refusal.badData,
            "no/such/walk: no such file"
        )
    }

    @Test func `With --fail-fast only the first unreadable recording is reported`() async throws {
        try await Refusal.expect(
            [InputFixture.pan, "first", "second", "--jobs", "4", "--fail-fast"],
            Refusal.badData,
            "first: no such file\n"
                + "sextant: stopped at the first failure, because of --fail-fast"
        )
    }

    @Test func `An empty stream of a native recording is bad data`() async throws {
        let input = try InputFixture(accelerometer: "")
        try await Refusal.expect(
            [input.path],
            Refusal.badData,
            "\(input.path)/accelerometer.csv:1: the file has no header line that names the columns; "
                + "check that the file is complete"
        )
    }

    @Test func `An empty file is bad data`() async throws {
        let input = try InputFixture(broad: "")
        try await input.expectRefusal(
            ":1: the file has no header line that names the columns; "
                + "check that the file is complete"
        )
    }

    @Test func `A header without rows is bad data`() async throws {
        let words = "the file has no rows; check that the file is complete, or remove the file"
        try await InputFixture(broad: InputFixture.broadText([])).expectRefusal(": \(words)")
        let input = try InputFixture(accelerometer: "t,x,y,z\n")
        try await Refusal.expect([input.path], Refusal.badData, "\(input.path)/accelerometer.csv: \(words)")
    }

    @Test func `A missing column is bad data`() async throws {
        let input = try InputFixture(accelerometer: "t,x,y,azimuth\n0,0,0,9.81\n")
        try await Refusal.expect(
            [input.path],
            Refusal.badData,
            "\(input.path)/accelerometer.csv:1: there is no column 'z' among the columns t, x, y, azimuth; "
                + "check the delimiter and the header, or choose another layout"
        )
    }

    @Test func `The error of a misspelt column suggests the correct name`() async throws {
        let input = try InputFixture(broad: "t,ax,ay,az,gx,gy,gz,mx,my,mz,qw,qx,qy,qz,move_ment\n")
        try await input.expectRefusal(
            ":1: there is no column 'movement' among the columns t, ax, ay, az, gx, gy, gz, mx, my, mz, qw, qx, qy, qz, move_ment; "
                + "did you mean 'move_ment'?"
        )
    }

    @Test func `Text instead of a number is an error with line and column`() async throws {
        let rows = [InputFixture.broadRow("0"), InputFixture.broadRow("0.01", ax: "fast")]
        try await InputFixture(broad: InputFixture.broadText(rows)).expectRefusal(
            ":3:6: 'fast' in column 'ax' is not a number; correct the value, or remove the row"
        )
    }

    @Test func `An empty cell is an error with line and column`() async throws {
        try await InputFixture(broad: InputFixture.broadText([InputFixture.broadRow("0", ax: "")])).expectRefusal(
            ":2:3: the value in column 'ax' is missing; add the value, or remove the row"
        )
    }

    @Test func `A row with a missing field is an error with line and column`() async throws {
        let rows = [InputFixture.broadRow("0"), "0.01,0,0,9.81,0,0,0,0,20,-43,1,0,0,0"]
        try await InputFixture(broad: InputFixture.broadText(rows)).expectRefusal(
            ":3:37: the row has 14 fields, but should have 15; correct or remove the row; awk -F',' 'NF==15' keeps only complete rows"
        )
    }

    @Test func `Decreasing times are an error with line and column`() async throws {
        let rows = ["0.5", "0.75", "0.25"].map { InputFixture.broadRow($0) }
        try await InputFixture(broad: InputFixture.broadText(rows)).expectRefusal(
            ":4:1: time 0.25 is earlier than the previous time 0.75; "
                + "remove the earlier rows if their times come from another clock, or split the recording at this row"
        )
    }

    @Test func `A byte that is not UTF-8 is an error with line and column`() async throws {
        let text = InputFixture.broadText([InputFixture.broadRow("0")])
        let input = try InputFixture(broad: Array(text.utf8) + [0x30, 0x2C, 0xB5, 0x0A])
        try await input.expectRefusal(
            ":3:3: the text is not UTF-8; save the file as UTF-8"
        )
    }

    @Test func `An unclosed quotation mark is an error with line and column`() async throws {
        let rows = [("0", "0"), ("0.01", "\"0"), ("0.02", "0")].map { InputFixture.broadRow($0, ax: $1) }
        try await InputFixture(broad: InputFixture.broadText(rows)).expectRefusal(
            ":3:6: a quotation mark is never closed; "
                + "add the closing quotation mark, or check that the file is complete"
        )
    }

    @Test func `A recording.yaml that is not YAML is an error with line and column`() async throws {
        let input = try InputFixture(accelerometer: "t,x,y,z\n0,0,0,9.81\n")
        try input.folder.write("name: [\n", to: "walk/recording.yaml")
        let outcome = try await Command.run(["evaluate", input.path])
        #expect(outcome.error.hasPrefix("sextant: \(input.path)/recording.yaml:2:1: the text is not YAML"))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.output == "")
    }
}

extension InputFixture {
    /// Expects that the file, read in the layout `broad`, is rejected as bad data with its path and this line.
    fileprivate func expectRefusal(_ line: String, at location: SourceLocation = #_sourceLocation) async throws {
        try await Refusal.expect([path, "--layout", "broad"], Refusal.badData, path + line, at: location)
    }
}
