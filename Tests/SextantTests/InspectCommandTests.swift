import Foundation
import TestSupport
import Testing

/// `sextant inspect` through the built binary.
struct InspectCommandTests {
    private func object(_ arguments: [String]) async throws -> [String: Any] {
        let outcome = try await Command.run(["inspect", "--json"] + arguments)
        try #require(outcome.code == 0, "\(outcome.error)")
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        return try #require(json as? [String: Any])
    }

    @Test func `Coordinates have five decimals, and times have all digits of the seconds`() async throws {
        let folder = try TemporaryFolder()
        let times = (0..<9).map { 1_627_561_945 + ($0 < 5 ? $0 : $0 + 60) }
        let rows = times.map { "\($0),-37.48461,126.95245,54.4,38.1,10\n" }.joined()
        let header = "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy\n"
        _ = try folder.write(header + rows, to: "location.csv")
        _ = try folder.write("name: town\n", to: "recording.yaml")
        let outcome = try await Command.run(["inspect", folder.url.path])
        #expect(outcome.output.contains(" -37.48461 "), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains(" 126.95245 "))
        #expect(outcome.output.contains("location: the longest gap starts at 1627561949.00 s"))
    }

    @Test func `The inspection of pan has at most 80 columns and no fault`() async throws {
        let outcome = try await Command.run(["inspect", InputFixture.pan, "--strict"])
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(outcome.output.hasPrefix("pan · 30.0 s · 4 streams\n"))
        #expect(outcome.output.contains("declination: 2.40° east"))
        #expect(!outcome.output.contains("!!"))
        #expect(outcome.output.contains("\nno check failed (11 passed, 1 could not be made)\n"))
    }

    @Test(arguments: [
        ("# device: abc\n# rate 100\ntime,a,b\n0,1,2\n1,1,3\n", "3 columns"),
        ("0,1,2\n1,1,3\n", "3 columns"), ("% comment\n0 1 2\n1 2 3\n", "3 columns"),
        ("Time (s),a\n0,1\n1,2\n", "time 'Time (s)': 0 to 1.00"),
    ])
    func `All rows of a table with comments, without a header or with a unit of the time are summarised`(
        text: String,
        part: String
    ) async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Command.run(["inspect", try folder.write(text, to: "table.txt")])
        #expect(outcome.code == 0 && outcome.output.contains("2 rows"), "\(outcome.output)\(outcome.error)")
        #expect(outcome.output.contains(part), "\(outcome.output)")
    }

    @Test func `A recording that cannot be read does not end the inspection of the others`() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("t,x\n0,1\n", to: "bad/accelerometer.csv")
        _ = try folder.write("name: bad\n", to: "bad/recording.yaml")
        let bad = folder.url.appendingPathComponent("bad").path
        let outcome = try await Command.run(["inspect", bad, InputFixture.pan, bad])
        #expect(outcome.code == 3)
        #expect(outcome.output.hasPrefix("pan · 30.0 s · 4 streams\n"))
        let lines = outcome.error.split(separator: "\n")
        #expect(lines.count == 3 && lines.last == "sextant: 2 of 3 recordings could not be read", "\(outcome.error)")
        let json = try await Command.run(["inspect", "--json", bad, InputFixture.pan])
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let failed = try #require(object?["failed"] as? [[String: Any]])
        #expect(failed.count == 1 && failed[0]["path"] as? String == bad && json.code == 3)
    }

    @Test func `Unread files and columns are listed by inspect, and counted by evaluate`() async throws {
        let folder = try TemporaryFolder()
        let times = (0..<9).map { "\(Double($0) / 10)" }
        let rows = times.map { "\"\($0)\",0,0,9.81,9.81\n" }.joined()
        let heads = ["x", "y", "z"].map { "\"Acceleration \($0) (m/s^2)\"" } + ["\"Absolute acceleration (m/s^2)\""]
        _ = try folder.write("\"Time (s)\",\(heads.joined(separator: ","))\n\(rows)", to: "Raw Data.csv")
        _ = try folder.write("text", to: "notes.txt")
        let path = folder.url.path
        let inspection = try await Command.run(["inspect", path])
        #expect(inspection.code == 0, "\(inspection.error)")
        #expect(inspection.output.contains("not read: the files notes.txt"))
        #expect(inspection.output.contains("not read: Raw Data.csv: the columns Absolute acceleration (m/s^2)"))
        let evaluation = try await Command.run(["evaluate", path])
        #expect(evaluation.code == 3)
        #expect(evaluation.error.contains("not used: 1 file and 1 column; see 'sextant inspect \(path)'"))
        #expect(evaluation.error.contains("nothing was measured"))
    }

    @Test func `evaluate names an unread column and further reasons`() async throws {
        let times = (0..<9).map { "\(Double($0) / 10)" }
        let folder = try TemporaryFolder([
            "accelerometer.csv": "t,x,y,z,n\n" + times.map { "\($0),0,0,9.81,1\n" }.joined(), "gyro.csv": "t\n",
            "location.csv": "t,latitude,longitude,source\n" + times.map { "\($0),48,10,gps\n" }.joined(),
        ])
        let path = folder.url.path
        let error = try await Command.run(["evaluate", path, "--pipeline", "fixes"]).error
        let column = "accelerometer.csv: column 'n', which the layout does not read"
        #expect(error.contains("\(path): not used: \(column); gyro.csv: a file "), "\(error)")
        #expect(error.contains("; 1 more; see 'sextant inspect \(path)'"), "\(error)")
    }

    /// Datasets/pan/README.md lists the rates, rows and standard deviations.
    @Test func `The rate, rows and noise of the gyroscope equal the parameters of pan`() async throws {
        let recordings = try #require(try await object([InputFixture.pan])["recordings"] as? [[String: Any]])
        let streams = try #require(recordings.first?["streams"] as? [[String: Any]])
        let gyroscope = try #require(streams.first { $0["stream"] as? String == "gyroscope" })
        #expect(gyroscope["file"] as? String == "gyroscope.csv")
        #expect(gyroscope["samples"] as? Int == 3_001)
        #expect(gyroscope["gaps"] as? Int == 0)
        #expect(gyroscope["longest_gap"] is NSNull)
        let rate = try #require(gyroscope["mean_rate_hz"] as? Double)
        #expect(abs(rate - 100) < 1e-6)
        let noise = try #require(gyroscope["noise"] as? [[String: Any]])
        #expect(noise.count == 3)
        for (axis, made) in zip(noise, [0.0029, 0.0027, 0.0038]) {
            let deviation = try #require((axis["std"] as? [String: Any])?["value"] as? Double)
            #expect(abs(deviation / made - 1) < Self.scatter, "\(axis["axis"] ?? "")")
            let allan = try #require(axis["allan"] as? [String: Any])
            let walk = try #require((allan["random_walk"] as? [String: Any])?["value"] as? Double)
            #expect(abs(walk / (made * 0.1) - 1) < Self.scatter, "white noise: N = s √0.01 s")
            let instability = try #require(allan["bias_instability"] as? [String: Any])
            #expect(instability["value"] is NSNull)
            #expect((instability["reason"] as? String)?.contains("has no minimum") == true)
        }
    }

    /// The relative scatter of a standard deviation of some hundred samples, with tremor at rest and quantisation.
    private static let scatter = 0.25

    @Test func `Gaps and repeated timestamps are found at their times`() async throws {
        let rows = (0..<100).filter { !(40..<60).contains($0) }.map { "\(Double($0 == 10 ? 9 : $0) / 100),0,0,9.81" }
        let input = try InputFixture(accelerometer: "t,x,y,z\n" + rows.joined(separator: "\n") + "\n")
        let recordings = try #require(try await object([input.path])["recordings"] as? [[String: Any]])
        let stream = try #require((recordings.first?["streams"] as? [[String: Any]])?.first)
        #expect(stream["gaps"] as? Int == 1)
        #expect(stream["repeated_stamps"] as? Int == 1)
        let gap = try #require(stream["longest_gap"] as? [String: Double])
        #expect(abs((gap["start_s"] ?? 0) - 0.39) < 1e-9)
        #expect(abs((gap["length_s"] ?? 0) - 0.21) < 1e-9)
    }

    @Test func `A fault is marked, and with --strict it is an error`() async throws {
        let trap = try TrapRecording(["accelerometer": { [$0[0]] + $0.dropFirst().map { $0 / 9.80665 } }])
        let outcome = try await Command.run(["inspect", trap.path])
        #expect(outcome.code == 0)
        #expect(
            outcome.output.contains("!!  acceleration unit: accelerometer: 0.998 m/s² while steady instead of 9.81")
        )
        #expect(outcome.output.contains("\n1 check failed ("), "\(outcome.output)")
        let strict = try await Command.run(["inspect", trap.path, "--strict"])
        #expect(strict.code == Refusal.badData)
        #expect(strict.error.hasPrefix("sextant: \(trap.path): accelerometer: 0.998 m/s² while steady"))
    }

    /// The mean of 1, 2, 3 is 2, and their standard deviation is 1.
    @Test func `A CSV file is summarised by column, with the position of a bad cell`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("time;a;note\n0;1;x\n1;;y\n2;2;z\n3;oops;\n9;3;w\n", to: "table.csv")
        let tables = try #require(try await object([path])["tables"] as? [[String: Any]])
        let table = try #require(tables.first)
        #expect(table["rows"] as? Int == 5)
        let columns = try #require(table["columns"] as? [[String: Any]])
        let numbers = try #require(columns[1]["numbers"] as? [String: Any])
        #expect(numbers["count"] as? Int == 3)
        #expect(numbers["mean"] as? Double == 2)
        #expect(numbers["std"] as? Double == 1)
        #expect(columns[1]["empty_cells"] as? Int == 1)
        #expect(columns[1]["first_text"] as? String == "\(path):5:3: 'oops'")
        #expect((columns[2]["numbers"] as? [String: Any])?["mean"] is NSNull)
        let clock = try #require(table["clock"] as? [String: Any])
        #expect(clock["longest_interval"] as? Double == 6)
        #expect(clock["longest_interval_line"] as? Int == 6)
        #expect(clock["gaps"] as? Int == 1)
    }

    @Test func `A missing recording and contradictory options are errors`() async throws {
        let missing = try await Command.run(["inspect", "no/such/walk"])
        #expect(missing.code == Refusal.badData)
        #expect(missing.error.hasPrefix("sextant: no/such/walk: no such file"))
        let both = try await Command.run(["inspect", "a.csv", "--columns", "--layout", "broad"])
        #expect(both.code == Refusal.usage)
    }

    @Test func `Noise that is fitted at rest can be simulated`() async throws {
        let folder = try TemporaryFolder()
        let (still, noise) = (folder.url.appendingPathComponent("still").path, folder.url.path + "/mine.yaml")
        _ = try await Command.run(["simulate", "still", "--duration", "30", "--output", still])
        let fitted = try await Command.run(["inspect", still, "--fit-noise", noise])
        #expect(fitted.code == 0)
        // The preset iphone4s has 0.1 mg, which the accelerometer's file rounds to six decimals.
        #expect(try String(contentsOfFile: noise, encoding: .utf8).contains("\n  step: 0.000980665\n"))
        let omission = "sextant: \(noise): left out: accelerometer bias: the bias cannot be separated"
        #expect(fitted.error.contains(omission))
        let again = folder.url.path + "/again"
        let simulated = try await Command.run(["simulate", "pan", "--noise", noise, "--output", again])
        #expect(simulated.code == 0, "\(simulated.error)")
        #expect(simulated.output.contains("noise mine"))
    }

    /// The preset iphone3gs has noise of 0.1 m/s² and a step of 0.018 g on each axis. The RMS length of the deviation is
    /// √3 √(0.1² + 0.1765²/12) m/s² = 0.195 m/s² = 1.98 % of gravity, but the calmest half second has less.
    @Test func `A noisy device at rest gets the measured value, the limit and advice`() async throws {
        let folder = try TemporaryFolder()
        let coarse = folder.url.path + "/coarse"
        _ = try await Command.run(["simulate", "still", "--noise", "iphone3gs", "--duration", "20", "--output", coarse])
        let unseen = try await Command.run(["inspect", coarse])
        let words = unseen.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "rest: no rest of 1 s is detected, so noise is unknown: in the calmest of the consecutive half seconds, "
            )
        )
        #expect(words.contains(" % RMS, but less than 1.5 % RMS is required; if the device never moved, add --at-rest"))
        let measured = try #require(words.firstMatch(of: /its mean by ([0-9.]+) % RMS/).flatMap { Double($0.1) })
        #expect((1.5...1.98).contains(measured))
        let known = try await Command.run(["inspect", coarse, "--at-rest"])
        #expect(known.output.contains("rest: 1 time, 20.0 s in total"), "\(known.output)")
        #expect(known.output.contains("accelerometer x  m/s²"))
    }

    @Test func `Noise is fitted only to one recording at rest`() async throws {
        let folder = try TemporaryFolder()
        let (coarse, noise) = (folder.url.path + "/coarse", folder.url.path + "/mine.yaml")
        _ = try await Command.run(["simulate", "still", "--noise", "iphone3gs", "--duration", "5", "--output", coarse])
        let unseen = try await Command.run(["inspect", coarse, "--fit-noise", noise])
        #expect(unseen.code == Refusal.badData)
        #expect(unseen.error.hasPrefix("sextant: \(coarse): no rest of at least 1 s is detected"), "\(unseen.error)")
        #expect(!FileManager.default.fileExists(atPath: noise))
        // The quantisation of 0.018 g looks like motion.
        let known = try await Command.run(["inspect", coarse, "--fit-noise", noise, "--at-rest"])
        #expect(known.code == 0)
        #expect(FileManager.default.fileExists(atPath: noise))
        let twice = [coarse, coarse, "--fit-noise", noise]
        let wrong = [twice, [coarse, "--fit-noise", "a.txt"], [coarse, "--columns", "--at-rest"]]
        for arguments in wrong {
            let refused = try await Command.run(["inspect"] + arguments)
            #expect(refused.code == Refusal.usage, "\(arguments)")
        }
    }

    @Test func `A folder with only a magnetometer is a recording`() async throws {
        let rows = (0..<200).map { "\(Double($0) / 50),\(20 + $0 % 3),0.5,\(-43 - $0 % 2)\n" }
        let folder = try TemporaryFolder(["magnetometer.csv": "t,x,y,z\n" + rows.joined()])
        let outcome = try await Command.run(["inspect", folder.url.path])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("magnetometer      200"))
    }
}
