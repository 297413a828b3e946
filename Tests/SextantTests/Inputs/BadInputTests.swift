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

    @Test(arguments: [
        ("", ":1: the file has no header line that names the columns; check that the file is complete"),
        ("t,x,y,z\n", ": the file has no rows; check that the file is complete, or remove the file"),
        (
            "t,x,y,azimuth\n0,0,0,9.81\n",
            ":1: there is no column 'z' among the columns t, x, y, azimuth; "
                + "check the delimiter and the header, or choose another layout"
        ),
    ])
    func `A stream of a native recording that is empty or lacks a column is bad data`(
        text: String,
        line: String
    ) async throws {
        let input = try InputFixture(accelerometer: text)
        try await Refusal.expect([input.path], Refusal.badData, "\(input.path)/accelerometer.csv\(line)")
    }

    static let trials: [(text: String, line: String)] = [
        ("", ":1: the file has no header line that names the columns; check that the file is complete"),
        (InputFixture.broadText([]), ": the file has no rows; check that the file is complete, or remove the file"),
        (
            "t,ax,ay,az,gx,gy,gz,mx,my,mz,qw,qx,qy,qz,move_ment\n",
            ":1: there is no column 'movement' among the columns t, ax, ay, az, gx, gy, gz, mx, my, mz, qw, qx, qy, qz, move_ment; "
                + "did you mean 'move_ment'?"
        ),
        (
            InputFixture.broadText([InputFixture.broadRow("0"), InputFixture.broadRow("0.01", ax: "fast")]),
            ":3:6: 'fast' in column 'ax' is not a number; correct the value, or remove the row"
        ),
        (
            InputFixture.broadText([InputFixture.broadRow("0", ax: "")]),
            ":2:3: the value in column 'ax' is missing; add the value, or remove the row"
        ),
        (
            InputFixture.broadText([InputFixture.broadRow("0"), "0.01,0,0,9.81,0,0,0,0,20,-43,1,0,0,0"]),
            ":3:37: the row has 14 fields, but should have 15; correct or remove the row; awk -F',' 'NF==15' keeps only complete rows"
        ),
        (
            InputFixture.broadText(["0.5", "0.75", "0.25"].map { InputFixture.broadRow($0) }),
            ":4:1: time 0.25 is earlier than the previous time 0.75; "
                + "remove the earlier rows if their times come from another clock, or split the recording at this row"
        ),
        (
            InputFixture.broadText(
                [("0", "0"), ("0.01", "\"0"), ("0.02", "0")].map { InputFixture.broadRow($0, ax: $1) }
            ),
            ":3:6: a quotation mark is never closed; "
                + "add the closing quotation mark, or check that the file is complete"
        ),
    ]

    @Test(arguments: trials)
    func `A file of a trial that cannot be read is an error with its position`(
        text: String,
        line: String
    ) async throws {
        let input = try InputFixture(broad: text)
        try await Refusal.expect([input.path, "--layout", "broad"], Refusal.badData, input.path + line)
    }

    @Test func `A byte that is not UTF-8 is an error with line and column`() async throws {
        let text = InputFixture.broadText([InputFixture.broadRow("0")])
        let input = try InputFixture(broad: Array(text.utf8) + [0x30, 0x2C, 0xB5, 0x0A])
        let line = "\(input.path):3:3: the text is not UTF-8; save the file as UTF-8"
        try await Refusal.expect([input.path, "--layout", "broad"], Refusal.badData, line)
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
