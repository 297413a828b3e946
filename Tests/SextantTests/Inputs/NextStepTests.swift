import Foundation
import TestSupport
import Testing

/// Refusals of recordings in an unknown layout name a next step, and this step works.
struct NextStepTests {
    /// A device that lies still, face up, and then rotates about its x axis.
    private static func log(_ names: String) -> String {
        let rows = (0..<600).map { row -> String in
            let rate = row < 300 ? 0.0 : 0.5
            let angle = max(0, Double(row - 300)) * 0.005
            let force = [0, 9.81 * sin(angle), 9.81 * cos(angle)].map { "\($0)" }.joined(separator: ",")
            return "\(Double(row) / 100),\(force),\(rate),0.01,\(0.02 * Double(row % 2))\n"
        }
        return names + "\n" + rows.joined()
    }

    @Test func `A log whose layout can be guessed leads to --guess, which reads it`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.log("time,ax,ay,az,gx,gy,gz"), to: "log.csv")
        let refused = try await Command.run(["evaluate", path, "--pipeline", "madgwick"])
        #expect(refused.code == 3)
        #expect(refused.error.contains("add --guess to read accelerometer, gyroscope by a guessed layout"))
        let guessed = try await Command.run(["evaluate", path, "--pipeline", "madgwick", "--guess"])
        #expect(guessed.code == 0, "\(guessed.error)")
    }

    @Test func `A log with open questions leads to the command layout`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.log("time,ax,ay,az,p1,p2,p3"), to: "log.csv")
        let refused = try await Command.run(["evaluate", path, "--pipeline", "madgwick"])
        #expect(refused.code == 3)
        #expect(refused.error.contains("add --guess") || refused.error.contains("run 'sextant layout' with --output"))
        let layout = try await Command.run(["layout", path])
        #expect(layout.output.contains("accelerometer"))
    }

    @Test func `A folder of recordings leads to the recordings`() async throws {
        let folder = try TemporaryFolder()
        let nmea = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/nmea/receiver.nmea")
        for name in ["a.nmea", "b.nmea"] {
            try FileManager.default.copyItem(at: nmea, to: folder.url.appendingPathComponent(name))
        }
        let refused = try await Command.run(["evaluate", folder.url.path, "--pipeline", "fixes"])
        #expect(refused.code == 3)
        #expect(refused.error.contains("the folder contains 2 recordings ('a.nmea', 'b.nmea')"))
        #expect(refused.error.contains("name them: \(folder.url.path)/*"))
    }

    @Test func `A folder with several logs of the same kind leads to one of them`() async throws {
        let text = Self.log("time,ax,ay,az,gx,gy,gz")
        let folder = try TemporaryFolder(["monday.csv": text, "tuesday.csv": text])
        let refused = try await Command.run(["evaluate", folder.url.path])
        #expect(refused.code == 3)
        #expect(refused.error.contains("several logs with the same columns ('monday.csv', 'tuesday.csv')"))
        let file = folder.url.appendingPathComponent("monday.csv").path
        #expect(refused.error.contains("name one of them: 'sextant inspect \(file)'"))
        #expect(try await Command.run(["inspect", file]).code == 0)
    }

    @Test func `A log with fixes, but without motion sensors, leads to location pipelines`() async throws {
        let nmea = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/nmea/receiver.nmea").path
        let outcome = try await Command.run(["evaluate", nmea])
        #expect(outcome.code == 3)
        #expect(outcome.error.contains("the recording has fixes: run 'sextant evaluate \(nmea) --pipeline fixes'"))
        #expect(try await Command.run(["evaluate", nmea, "--pipeline", "fixes"]).code == 0)
    }

    @Test func `A log without times and names leads to --rate and the columns at once`() async throws {
        let rows = Self.log("").split(separator: "\n").map {
            $0.split(separator: ",").dropFirst().joined(separator: ",")
        }
        let folder = try TemporaryFolder(["log.csv": rows.joined(separator: "\n") + "\n"])
        let path = folder.url.appendingPathComponent("log.csv").path
        let refused = try await Command.run(["inspect", path])
        #expect(
            refused.error.contains(
                "run 'sextant layout \(path) --rate HZ --set accelerometer.columns=VALUE --set gyroscope.columns=VALUE --set gyroscope.unit=VALUE --output FILE.yaml'"
            )
        )
        let file = folder.url.appendingPathComponent("layout.yaml").path
        let answers = ["accelerometer.columns=1", "gyroscope.columns=4", "gyroscope.unit=rad/s"].flatMap {
            ["--set", $0]
        }
        let open = try await Command.run(["layout", path, "--rate", "100", "--output", file])
        #expect(open.code == 1 && open.error.contains("--set accelerometer.columns=1 or 4 or none"), "\(open.error)")
        let other = ["--set", "accelerometer.columns=4"]
        #expect(try await Command.run(["layout", path, "--rate", "100", "--output", file] + other).code == 1)
        // The file with the questions is replaced, unless it was changed.
        let layout = try await Command.run(["layout", path, "--rate", "100", "--output", file] + answers)
        #expect(layout.code == 0, "\(layout.error)")
        try Data("# mine\n".utf8).write(to: URL(fileURLWithPath: file))
        let kept = try await Command.run(["layout", path, "--rate", "100", "--output", file] + answers)
        #expect(kept.code == Refusal.usage && kept.error.contains("--replace"), "\(kept.error)")
        #expect(
            try await Command.run(["layout", path, "--rate", "100", "--output", file, "--replace"] + answers).code == 0
        )
        #expect(try await Command.run(["inspect", path, "--layout", file]).code == 0)
    }

    @Test func `A question with many answers shows six of them`() async throws {
        let rows = (0..<60).map { row in (0..<24).map { "\($0).\((row * $0 + row) % 7)" }.joined(separator: ",") }
        let folder = try TemporaryFolder(["log.csv": rows.joined(separator: "\n") + "\n"])
        let open = try await Command.run(["layout", "\(folder.url.path)/log.csv", "--rate", "50"])
        #expect(open.code == 1)
        #expect(
            open.error.contains("--set accelerometer.columns=1 or 4 or 7 or 10 or 13 or 16 or others (see the layout)")
        )
    }

    @Test func `A table that cannot be read leads to the layout that reads it`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("GPIO initialised.\n" + Self.log("time,ax,ay,az,gx,gy,gz"), to: "log.csv")
        let refused = try await Command.run(["inspect", path])
        #expect(refused.code == 3)
        #expect(refused.error.contains("add --guess to read accelerometer, gyroscope by a guessed layout"))
        #expect(try await Command.run(["inspect", path, "--guess"]).code == 0)
    }

    @Test(arguments: [
        ("t,acc_x,acc_y,acc_z", "log.csv:60502: the header is repeated"),
        ("605,broken,0.1,9.8", "log.csv:60502:5: 'broken' in column 'acc_x' is not a number"),
    ])
    func `A fault after many rows of a log is named`(line: String, fault: String) async throws {
        let rows = (0..<60_500).map { "\(Double($0) / 100),0.\($0 % 3),0.1,9.8\n" }.joined()
        let folder = try TemporaryFolder(["log.csv": "t,acc_x,acc_y,acc_z\n" + rows + line + "\n"])
        let outcome = try await Command.run(["layout", "\(folder.url.path)/log.csv"])
        #expect(outcome.code == 3 && outcome.error.contains(fault), "\(outcome.error)")
    }

    @Test func `A folder with an Apple Watch's motion leads to its file`() async throws {
        let name = "sensor-logger-watch/WristMotion.csv"
        let log = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/\(name)")
        let folder = try TemporaryFolder([
            "WatchCompass.csv": "time,seconds_elapsed,magneticBearing\n1700000000000000000,0,281.5\n"
        ])
        let copy = folder.url.appendingPathComponent("BackWristMotion.csv")
        try FileManager.default.copyItem(at: log, to: copy)
        let refused = try await Command.run(["inspect", folder.url.path])
        #expect(refused.code == 3)
        #expect(
            refused.error.contains("the folder contains 1 recording ('BackWristMotion.csv'); name it: \(copy.path)")
        )
        #expect(try await Command.run(["inspect", copy.path]).code == 0)
    }

    @Test func `A question with settings leads to --set, which answers it`() async throws {
        let folder = try TemporaryFolder()
        let rows = (0..<300).map { "\(Double($0) / 100),0.1,0.2,9.8,0.01,\(0.001 * Double($0 % 2)),0.02\n" }.joined()
        let path = try folder.write("time,ax,ay,az,gx,gy,gz\n" + rows, to: "log.csv")
        let refused = try await Command.run(["evaluate", path])
        #expect(refused.code == 3)
        #expect(refused.error.contains("layout \(path) --set gyroscope.unit=VALUE --output FILE.yaml'"))
        #expect(refused.error.contains("(gyroscope.unit is rad/s or deg/s)"))
        let layout = folder.url.appendingPathComponent("log.yaml").path
        let written = try await Command.run(["layout", path, "--set", "gyroscope.unit=rad/s", "--output", layout])
        #expect(written.code == 0)
        let incomplete = try await Command.run(["layout", path, "--set", "rows.where=device"])
        #expect(incomplete.code == 2 && incomplete.error.contains("time.unit=VALUE or rows.where=COLUMN=TEXT; use"))
        let read = try await Command.run(["evaluate", path, "--layout", layout])
        #expect(read.code == 0, "\(read.error)")
    }

    @Test func `The command for a log that must be changed contains its path, and works as printed`() async throws {
        let folder = try TemporaryFolder()
        let rows = (0..<300).map { String(repeating: "\($0 * 10),0.1,0.2,9.8\($0 % 2)\n", count: 3) }.joined()
        let path = try folder.write("ms,ax,ay,az\n" + rows, to: "my log.csv")
        for command in ["layout", "inspect", "evaluate"] {
            let refused = try await Command.run([command, path])
            let advice = try #require(
                refused.error.range(of: "awk .*", options: .regularExpression),
                "\(refused.error)"
            )
            #expect(refused.error[advice].hasSuffix("'\(path)' >NEW_FILE"))
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", String(refused.error[advice])]
            shell.currentDirectoryURL = folder.url
            try shell.run()
            shell.waitUntilExit()
            let changed = folder.url.appendingPathComponent("NEW_FILE").path
            #expect(try await Command.run(["layout", changed]).code == 0)
            try FileManager.default.removeItem(atPath: changed)
        }
    }

    @Test func `An advised command does not write to the file that it reads`() async throws {
        let folder = try TemporaryFolder()
        let rows = (0..<300).map { String(repeating: "\($0 * 10),0.1,0.2,9.8\($0 % 2)\n", count: 3) }.joined()
        let path = try folder.write("ms,ax,ay,az\n" + rows, to: "NEW_FILE")
        let refused = try await Command.run(["layout", path])
        #expect(refused.error.contains("\(path) >NEW_FILE_2"), "\(refused.error)")
        // Only the outputs of commands get another name, not the file itself.
        let session = try folder.write("gx,gy,gz\n0.1,0.2,0.3\n0.4,0.1,0.2\n", to: "SESSIONS/001.csv")
        #expect(!(try await Command.run(["inspect", session])).error.contains("SESSIONS_2"))
    }

    @Test func `A file with one column is summarised with its first value`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("65503\n12\n0\n65535\n", to: "counts.txt")
        let inspected = try await Command.run(["inspect", path])
        #expect(inspected.output.contains("counts.txt · 4 rows"))
        #expect(
            inspected.error.hasPrefix(
                "sextant: \(path): no sensor is checked, because the layout is unknown; the log has one column, but a "
                    + "sensor has three; "
            )
        )
        #expect(try await Command.run(["layout", path]).code == 3)
    }

    @Test func `A file without numbers leads to the list of layouts`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("Dear reader,\nthis is a letter.\n", to: "letter.txt")
        let refused = try await Command.run(["evaluate", path, "--pipeline", "fixes"])
        #expect(refused.code == 3)
        #expect(refused.error.contains("see 'sextant list layouts' for supported formats"))
    }
}
