import Foundation
import SensorModel
import TestSupport
import Testing

/// Recordings in wrong units, signs or orders: evaluate warns and suggests a remedy, and --strict rejects them.
struct TrapTests {
    private static let sensors = ["accelerometer", "gyroscope", "magnetometer"]

    /// Runs evaluate with and without --strict, and expects warnings with these words.
    private func expect(
        _ trap: TrapRecording,
        _ words: [String],
        warnings: Int = 1,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await Command.run(["evaluate", trap.path, "--pipeline", "triad"])
        #expect(outcome.code == 0, "\(outcome.error)", sourceLocation: location)
        // The second and third line of a long warning are indented.
        let lines = outcome.error.split(separator: "\n").filter { !$0.hasPrefix("  ") }
        #expect(lines.count == warnings, "\(outcome.error)", sourceLocation: location)
        for line in lines {
            #expect(line.hasPrefix("sextant: warning: \(trap.path): "), sourceLocation: location)
        }
        for word in words { #expect(outcome.error.contains(word), "\(outcome.error)", sourceLocation: location) }
        let strict = try await Command.run(["evaluate", trap.path, "--pipeline", "triad", "--strict"])
        #expect(strict.code == Refusal.badData, sourceLocation: location)
        #expect(strict.output == "", sourceLocation: location)
        #expect(strict.error.hasPrefix("sextant: \(trap.path): "), sourceLocation: location)
    }

    @Test func `An acceleration in g is detected`() async throws {
        let trap = try TrapRecording(["accelerometer": { [$0[0]] + $0.dropFirst().map { $0 / Gravity.standard } }])
        try await expect(trap, ["0.998 m/s² while steady", "write 'unit: g' for the accelerometer"])
    }

    @Test func `The opposite sign of gravity is detected`() async throws {
        let trap = try TrapRecording(["accelerometer": { [$0[0]] + $0.dropFirst().map { -$0 } }])
        try await expect(trap, ["179° from up", "gravity's sign is reversed: write 'sign: -1' for the accelerometer"])
    }

    @Test func `An angular rate in degrees is detected`() async throws {
        let trap = try TrapRecording(["gyroscope": { [$0[0]] + $0.dropFirst().map { $0 * 180 / .pi } }])
        try await expect(trap, ["write 'unit: deg/s' for the gyroscope"])
    }

    @Test func `A quaternion in the order x, y, z, w is detected`() async throws {
        let trap = try TrapRecording(["reference": { [$0[0], $0[2], $0[3], $0[4], $0[1]] }])
        try await expect(trap, ["the quaternion's columns are x, y, z, w, not w, x, y, z"])
    }

    @Test func `A conjugate quaternion is detected`() async throws {
        let trap = try TrapRecording(["reference": { [$0[0], $0[1], -$0[2], -$0[3], -$0[4]] }])
        try await expect(trap, ["the quaternion is conjugate: write the other 'direction'"])
    }

    @Test func `Times in milliseconds are detected`() async throws {
        let trap = try TrapRecording(Self.sensors + ["reference"]) { [$0[0] * 1_000] + $0.dropFirst() }
        try await expect(
            trap,
            ["(the rate is then 100 Hz): under 'time', write 'unit: ms' instead of s, or us instead of ms"],
            warnings: 4
        )
    }

    @Test func `Clocks that differ by 0_3 s are detected`() async throws {
        let trap = try TrapRecording(Self.sensors) { [$0[0] + 0.3] + $0.dropFirst() }
        try await expect(trap, ["a separate clock, -300 ± ", "use --align-clocks"])
        let aligned = try await Command.run(["evaluate", trap.path, "--pipeline", "triad", "--align-clocks"])
        #expect(aligned.error == "")
    }

    @Test func `Columns in the order z, y, x are detected`() async throws {
        let trap = try TrapRecording(Self.sensors) { [$0[0], $0[3], $0[2], $0[1]] }
        try await expect(trap, ["columns are in a different order: x, y, z should be z, y, x"])
    }

    @Test func `A decimal comma is an error with its position and a remedy`() async throws {
        let input = try InputFixture(accelerometer: "t;x;y;z\n0,00;0,1;0,2;9,8\n0,01;0,1;0,2;9,8\n")
        let outcome = try await Command.run(["evaluate", input.path, "--layout", "native"])
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error.contains(
                "\(input.path)/accelerometer.csv:1: there is no column 't' among the columns t;x;y;z"
            )
        )
        #expect(outcome.error.contains("'delimiter: semicolon', and 'decimalComma: true'"))
    }

    @Test(arguments: [
        ("0.00,\"0,1\",0.2,9.8", "2:6: '0,1' in column", "use a custom layout with 'decimalComma: true'"),
        ("0,00,0,1,0,2,9,8", "2:10: the row has 8 fields", "seem to have decimal commas"),
    ])
    func `A decimal comma in a table with comma delimiters is an error with a remedy`(
        row: String,
        position: String,
        remedy: String
    ) async throws {
        let input = try InputFixture(accelerometer: "t,x,y,z\n\(row)\n")
        let outcome = try await Command.run(["evaluate", input.path])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.contains("accelerometer.csv:\(position)"), "\(outcome.error)")
        #expect(outcome.error.contains(remedy))
    }

    @Test func `A magnetic field in nanotesla and a magnet are detected`() async throws {
        let nano = try TrapRecording(["magnetometer": { [$0[0]] + $0.dropFirst().map { $0 * 1_000 } }])
        try await expect(nano, ["write 'unit: nT' for the magnetometer"])
        let iron = try TrapRecording(["magnetometer": { [$0[0], $0[1] + 300, $0[2], $0[3]] }])
        try await expect(iron, ["hard iron with an offset of (304, -42.5, -18.1) µT", "run 'sextant calibrate'"])
    }

    @Test func `Each of several mistakes is reported once`() async throws {
        let trap = try TrapRecording([
            "accelerometer": { [$0[0]] + $0.dropFirst().map { -$0 / Gravity.standard } },
            "gyroscope": { [$0[0]] + $0.dropFirst().map { $0 * 180 / .pi } },
        ])
        try await expect(trap, ["'unit: g'", "'unit: deg/s'", "'sign: -1'"], warnings: 3)
    }

    @Test func `Reports contain the warnings, and --quiet suppresses their messages`() async throws {
        let trap = try TrapRecording(["accelerometer": { [$0[0]] + $0.dropFirst().map { $0 / Gravity.standard } }])
        let outcome = try await Command.run(["evaluate", trap.path, "--pipeline", "triad"])
        #expect(outcome.output.contains("note: warning: accelerometer: 0.998 m/s² while steady instead of 9.81"))
        let quiet = try await Command.run(["evaluate", trap.path, "--pipeline", "triad", "--quiet"])
        #expect(quiet.error == "" && quiet.output == "")
    }

    /// `RealRecordingCheckTests` checks all real recordings in memory; this test checks the output of the command.
    @Test(
        .enabled(if: SharedDatasets.has("broad") && SharedDatasets.has("smartphone-attitude")),
        arguments: [
            ("smartphone-attitude/Jakob_iPhone5_NoDist_AR", ["--layout", "smartphone-attitude"]),
            ("broad/02_undisturbed_slow_rotation_B.csv", ["--layout", "broad"]),
        ]
    )
    func `Two real recordings in their own layout raise no warning`(
        _ recording: String,
        _ options: [String]
    ) async throws {
        let path = SharedDatasets.path(recording)
        let outcome = try await Command.run(["evaluate", path, "--pipeline", "triad", "--strict"] + options)
        #expect(!outcome.error.contains("warning"), "\(outcome.error)")
        #expect(outcome.code == 0)
    }

    /// The path does not count.
    @Test func `A long warning is wrapped into lines of at most 200 characters`() async throws {
        let trap = try TrapRecording(["magnetometer": { [$0[0], $0[1] + 90, $0[2] + 200, $0[3] - 560] }])
        let outcome = try await Command.run(["evaluate", trap.path, "--pipeline", "triad"])
        let lines = outcome.error.replacing(trap.path, with: "").split(separator: "\n")
        #expect(outcome.error.contains("sextant calibrate"), "\(outcome.error)")
        #expect(lines.contains { $0.hasPrefix("  ") }, "\(outcome.error)")
        #expect(lines.allSatisfy { $0.count <= 200 }, "\(outcome.error)")
    }

    @Test func `A proposed layout lists many unused columns in short lines`() async throws {
        let folder = try TemporaryFolder()
        let names = (0..<30).map { "a measurement \($0)" }.joined(separator: ",")
        let rows = (0..<60).map { row in
            "\(10 * row),0,0.1,9.81" + String(repeating: ",\(row % 7)", count: 30) + "\n"
        }
        let path = try folder.write("ms,ax,ay,az,\(names)\n" + rows.joined(), to: "log.csv")
        let outcome = try await Command.run(["layout", path])
        let text = outcome.error + outcome.output
        #expect(text.contains("not used") && text.contains("a measurement 29"), "\(text)")
        #expect(outcome.error.split(separator: "\n").allSatisfy { $0.count <= 200 }, "\(outcome.error)")
    }
}

/// A copy of the recording pan with changed values, as in files of other tools.
final class TrapRecording {
    typealias Row = [Double]

    private let folder: TemporaryFolder
    let path: String

    /// - Parameter changes: For each stream a function that changes a row, whose first number is the time.
    init(_ changes: [String: (Row) -> Row]) throws {
        folder = try TemporaryFolder()
        let copy = folder.url.appendingPathComponent("pan")
        try FileManager.default.copyItem(at: URL(fileURLWithPath: InputFixture.pan), to: copy)
        path = copy.path
        for (stream, change) in changes {
            let lines = try String(contentsOf: copy.appendingPathComponent("\(stream).csv"), encoding: .utf8)
                .split(separator: "\n")
            let rows = lines.dropFirst().map { line in
                change(line.split(separator: ",").compactMap { Double($0) }).map { "\($0)" }.joined(separator: ",")
            }
            try folder.write(([String(lines[0])] + rows).joined(separator: "\n") + "\n", to: "pan/\(stream).csv")
        }
    }

    /// Applies the same change to several streams.
    convenience init(_ streams: [String], _ change: @escaping (Row) -> Row) throws {
        try self.init(Dictionary(uniqueKeysWithValues: streams.map { ($0, change) }))
    }
}
