import Diagnosis
import Foundation
import Recordings
import SensorModel
import Testing

/// Counts of sensor chips, and questions about logs that look regular at first.
extension LayoutProposalTests {
    @Test func `An accelerometer in counts that moves is asked for its scale, with the usual one`() throws {
        // 2048 counts per g, with vibrations of 0.4 g.
        let rows = (0..<900).map { row in
            let push = [800, -800, 300, -300][row % 4]
            return "\(Double(row) / 100),\(push),\(-push),\(2_048 - push),0.1,0.2,\(0.1 * Double(row % 3))"
        }
        let text = "t,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z\n" + rows.joined(separator: "\n") + "\n"
        let open = try proposal(text, answers: ["gyroscope.unit=deg/s"].compactMap(LayoutAnswer.init))
        let scale = value("accelerometer unit", open).flatMap { Double($0.replacing("g, scale ", with: "")) }
        let asked = open.questions.first { $0.subject == "accelerometer scale" }
        // Either the mean or the list of the question gives 1/2048.
        #expect(
            scale.map { abs($0 * 2_048 - 1) < 0.1 } ?? asked?.answers.contains("accelerometer.scale=0.0004883") ?? false
        )
    }

    @Test func `A gyroscope in counts is asked for its scale, although its unit could be guessed`() throws {
        let rows = (0..<400).map {
            "\(Double($0) / 100),0.01,\(0.001 * Double($0 % 3)),1,\(3 + $0 % 2),\(-60 - $0 % 3),\(300 + $0 % 5)"
        }
        let proposal = try proposal("t,ax,ay,az,gx,gy,gz\n" + rows.joined(separator: "\n") + "\n")
        let question = try #require(proposal.questions.first { $0.subject == "gyroscope scale" })
        #expect(question.answers.contains("gyroscope.scale=0.0625") && question.answers.contains("gyroscope.scale=1.0"))
    }

    @Test func `Accelerations without gravity are not read`() throws {
        let rows = (0..<900).map { row in
            "\(Double(row) / 100),\([2.0, -2.0, 0.5, -0.5][row % 4]),\([1.0, -1.0][row % 2]),0.1,0.1,0.2,\(0.1 * Double(row % 3))"
        }
        let proposal = try proposal("t,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("accelerometer columns", proposal) == nil)
        #expect(
            proposal.unused.contains { $0.contains("is not gravity: gravity was removed, or the values were scaled") }
        )
    }

    @Test func `A small constant acceleration in an unknown unit is asked for its scale`() throws {
        // The mean linear acceleration at rest is a bias of 0.13 m/s².
        let rows = (0..<400).map {
            "\(Double($0) / 100),0.0\($0 % 2),-0.04,-0.1\(2 - $0 % 2),0.001,0.00\($0 % 3),0.002"
        }
        let open = try proposal("t,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z\n" + rows.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == "accelerometer scale" })
        #expect(question.reason.contains("'none' leaves out accelerations without gravity"))
        #expect(question.answers.first == "accelerometer.columns=none")
        #expect(value("accelerometer unit", open) == nil)
    }

    @Test func `Accelerations in mg are recognised by their values, and axes by the unit in their names`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),30.5,-20.25,\(990.5 + Double($0 % 3)),0.1,0.2,0.3" }
        let text = rows.joined(separator: "\n") + "\n"
        #expect(
            value("accelerometer unit", try proposal("t,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z\n" + text)) == "mg"
        )
        let axes = try proposal("t,X (mg),Y (mg),Z (mg),gyro_x,gyro_y,gyro_z\n" + text)
        #expect(value("accelerometer columns", axes) == "'X (mg)', 'Y (mg)', 'Z (mg)'")
    }

    @Test func `Rates named gX to gZ are not gravity if only their median length is that of gravity`() throws {
        let rows = (0..<400).map { "0.1,0.2,0.97,\([0.5, 2, 10, 90, 300][$0 % 5]),0.\($0 % 7),0.25" }
        let known = try proposal("aX,aY,aZ,gX,gY,gZ\n" + rows.joined(separator: "\n") + "\n", rate: 100)
        #expect(value("gyroscope columns", known) == "'gX', 'gY', 'gZ'")
    }

    @Test func `Words for missing values do not hide the columns`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().map { row, line in
            row == 0 ? "\(line),p,q,r,s,u,v,w,o" : "\(line)" + String(repeating: ",NULL", count: 8)
        }
        let known = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(value("gyroscope unit", known) == "rad/s" && known.questions.isEmpty)
    }

    @Test func `A rate is assumed if blank lines divide rows without times`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().map { row, line in
            let cells = line.split(separator: ",").dropFirst().joined(separator: ",")
            return row > 0 && row % 500 == 0 ? cells + "\n" : cells
        }
        let log = lines.joined(separator: "\n") + "\n"
        let words = "no column has times, and 5 blank lines divide the rows"
        #expect(try proposal(log).questions[0].reason == words)
        let guess = try #require(try proposal(log, rate: 100).guesses.first { $0.subject == "time" })
        #expect(guess.certainty == .assumed && guess.evidence.contains(words))
    }

    @Test(arguments: [1_010, 2_000]) func `A step that may be milliseconds or microseconds is asked for its unit`(
        step: Int
    ) throws {
        let lines = Motion(names: "stamp,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z") { "\($0 * step)" }
        let question = try #require(try proposal(lines.text()).questions.first)
        #expect(question.subject == "time unit" && question.answers.contains("time.unit=ms"))
    }

    @Test func `Without times, fast motion does not show whether gravity was removed`() throws {
        let rows = (0..<400).map { "\([3, 18, 9, 25][$0 % 4]).5,\([-7, 4][$0 % 2]).25,2.5,0.1,0.2,0.\($0 % 7)" }
        let open = try proposal("acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z\n" + rows.joined(separator: "\n"), rate: 50)
        #expect(open.questions.contains { $0.answers.contains("accelerometer.unit=m/s^2") })
    }

    @Test(arguments: [",", "\t"]) func `Counts without their sign are named with a command that restores it`(
        delimiter: String
    ) throws {
        // −300 and −5 as unsigned 16-bit numbers are 65236 and 65531.
        let rows = (0..<300).map { row in
            let counts = row % 3 == 0 ? [65_236, 16_384, 65_531] : [200, 16_380 + row % 5, 7]
            return ([60_000 + 10 * row] + counts).map(String.init).joined(separator: delimiter)
        }
        let names = ["t", "acc_x", "acc_y", "acc_z"].joined(separator: delimiter)
        let log = names + "\n" + rows.joined(separator: "\n") + "\n"
        let error = try #require(throws: InputError.self) { try proposal(log) }
        #expect(error.message.hasPrefix("the values jump between 0 and 65535 in 'acc_x', 'acc_z'"))
        let known = try proposal(after: error.description, for: log)
        // 16384 counts per g.
        #expect(known.questions.first?.answers.first == "accelerometer.scale=6.104e-05")
        #expect(known.questions.first?.reason.hasPrefix("the median length 16384 is") ?? false)
        #expect(value("time", known) == "'t' in ms")
    }

    @Test func `A rate is doubted if a column increases like times and starts again`() throws {
        let rows = (0..<300).map { row in "\(5_000 + 10 * (row % 200)),0.1,0.\(row % 3),9.8\(row % 2)" }
        let text = rows.joined(separator: "\n") + "\n"
        let answers = ["accelerometer.columns=2", "accelerometer.unit=m/s^2"].compactMap(LayoutAnswer.init)
        let time = try #require(try proposal(text, rate: 100, answers: answers).guesses.first { $0.subject == "time" })
        #expect(time.certainty == .assumed)
        #expect(time.evidence == "from --rate; column 1 increases like times, but starts again at row 201")
    }

    @Test func `Three columns in any order are a sensor if the user names all of them`() throws {
        let rows = (0..<300).map { row in "\(Double(row) / 100),9.8\(row % 2),7,0.1,5\(row % 4),0.\(row % 3)" }
        let text = rows.joined(separator: "\n") + "\n"
        let answers = ["accelerometer.columns=6,4,2", "accelerometer.unit=m/s^2", "gyroscope.columns=none"]
        let read = try proposal(text, answers: answers.compactMap(LayoutAnswer.init))
        #expect(read.yaml.contains("columns: {x: 6, y: 4, z: 2}"), "\(read.yaml)")
        for wrong in ["6,4", "6,4,4", "6,4,9"] {
            let answer = try #require(LayoutAnswer("accelerometer.columns=\(wrong)"))
            #expect(throws: InputError.self) { try self.proposal(text, answers: [answer]) }
        }
    }

    @Test func `Rows of several sensors in one table lead first to the question about the rows`() throws {
        let rows = (0..<300).map { row in
            "\(row % 2 == 0 ? "acc" : "gyro"),\(row % 2 == 0 ? row : 5_000 - row),0.1,0.\(row % 3),9.8\(row % 2)"
        }
        let open = try proposal("sensor,time_ms,v1,v2,v3\n" + rows.joined(separator: "\n") + "\n")
        #expect(open.questions.map(\.subject) == ["rows"])
        #expect(open.questions.first?.answers == ["rows.where=sensor=acc", "rows.where=sensor=gyro", "rows.where=all"])
    }

    @Test func `Columns gx, gy and gz without accelerometer are offered as the gyroscope`() throws {
        let rows = (0..<60).map { row in "0.\(row % 7),0.\(row % 3),1.\(row % 5)" }
        let open = try proposal("gx,gy,gz\n" + rows.joined(separator: "\n") + "\n", rate: 10)
        #expect(open.questions.first?.answers == ["gyroscope.columns=gx", "gyroscope.columns=none"])
    }

    @Test func `Samples of Edge Impulse have the times of their interval and the names of their sensors`() throws {
        let samples = (0..<60).map { "[0.\($0 % 3),0.2,9.8\($0 % 2)]" }.joined(separator: ",")
        let names = ["X", "Y", "Z"].map { "{\"name\":\"acc\($0)\",\"units\":\"m/s2\"}" }.joined(separator: ",")
        let text =
            "{\"protected\":{\"ver\":\"v1\"},\"payload\":{\"device_type\":\"M\",\"interval_ms\":16,"
            + "\"sensors\":[\(names)],\"values\":[\(samples)]}}"
        let read = try proposal(text, named: "log.json")
        #expect(value("payload.csv: time", read) == "'time_ms' in ms")
        let columns = "payload.csv: 'accX (m/s2)', 'accY (m/s2)', 'accZ (m/s2)'"
        #expect(value("accelerometer columns", read) == columns)
        #expect(read.questions.isEmpty)
    }

    @Test func `A magnetometer in counts is asked for its scale`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),\(-139 + $0 % 5),\(-271 - $0 % 3),\(846 + $0 % 7)" }
        let proposal = try proposal("t,mx,my,mz\n" + rows.joined(separator: "\n") + "\n")
        // MAG3110: 0.1 µT for one count.
        #expect(proposal.questions.first?.answers.contains("magnetometer.scale=0.1") ?? false)
    }

    @Test func `A quaternion in counts is not a sensor`() throws {
        let lines = Motion(names: "").text().split(separator: "\n").enumerated().map { row, line in
            let angle = Double(row) / 200
            let quaternion = [cos(angle), sin(angle), 0.0, 0.0].map { "\(Int(($0 * 16_384).rounded()))" }
            let cells = line.split(separator: ",", maxSplits: 1)
            return ([String(cells[0])] + quaternion + [String(cells[1])]).joined(separator: ",")
        }
        let proposal = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(value("accelerometer columns", proposal) == "column 6, column 7, column 8")
        #expect(value("gyroscope columns", proposal) == "column 9, column 10, column 11")
    }

    @Test func `Increments of velocity and angle are read with the rate as scale`() throws {
        // Increments per row at 100 rows a second.
        let turning = try proposal(Motion(force: 0.0980665, rate: 0.01, field: 0).text())
        #expect(value("accelerometer unit", turning) == "m/s^2, scale 100.0")
        #expect(value("gyroscope unit", turning) == "rad/s, scale 100.0")
        let still = Motion(force: 0.0980665, rate: 0.01, field: 0, turns: [[0, 0, 0.001], [0, 0, 0.002]]).text()
        let question = try #require(try proposal(still).questions.first { $0.subject == "gyroscope scale" })
        #expect(question.answers == ["gyroscope.scale=100.0", "gyroscope.scale=1.745", "gyroscope.scale=1.0"])
    }

    @Test func `An analogue accelerometer with an offset is asked for its scale`() throws {
        // ADXL335 at 3.3 V and 10 bits: 512 counts at 0 g, and 102 counts per g.
        let rows = (0..<400).map { "\(Double($0) / 100),\(512 + $0 % 3),\(515 - $0 % 2),\(614 + $0 % 2)" }
        let open = try proposal("t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == "accelerometer scale" })
        #expect(question.reason.contains("first subtract the value at 0 g from each column"))
        #expect(value("accelerometer unit", open) == nil)
    }

    @Test func `A length that is gravity in g only on average leads to a question`() throws {
        // Motion without gravity in m/s²: a mean of 1 and a median length of 1.4.
        let rows = (0..<900).map { "\(Double($0) / 100),\($0 % 2 == 0 ? 1.0 : -1.0),0.02,\(1 + 0.01 * Double($0 % 3))" }
        let open = try proposal("t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == "accelerometer unit" })
        #expect(question.answers == ["accelerometer.unit=g", "accelerometer.columns=none"])
        let known = try proposal(
            "t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n",
            answers: ["accelerometer.unit=g", "accelerometer.sign=1"].compactMap(LayoutAnswer.init)
        )
        #expect(known.questions.isEmpty && known.yaml.contains("    unit: g\n"))
    }

    @Test func `A gyroscope's unit from the user replaces a guessed scale in another unit`() throws {
        let text = Motion(rate: 12.3).text()
        #expect(value("gyroscope unit", try proposal(text))?.hasPrefix("deg/s, scale") ?? false)
        let known = try proposal(text, answers: ["gyroscope.unit=rad/s"].compactMap(LayoutAnswer.init))
        #expect(known.yaml.contains("    unit: rad/s\n") && !known.yaml.contains("scale:"))
    }

    @Test func `Values that are too large for deg/s are asked for their scale`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),\(83_584.5 - Double($0)),27.5,\(54.9 * Double($0 % 3))" }
        let open = try proposal("t,gyro_x,gyro_y,gyro_z\n" + rows.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == "gyroscope scale" })
        #expect(question.answers.contains("gyroscope.scale=0.0002778"))
    }

    @Test func `A log whose sensors are all left out has no sensor`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),0.\(1 + $0 % 3),0.2\($0 % 2),0.1" }
        let open = try proposal(
            "t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n",
            answers: ["accelerometer.columns=none", "gyroscope.columns=none"].compactMap(LayoutAnswer.init)
        )
        #expect(
            open.questions.map(\.reason) == [
                "no sensor is left, because accelerations without gravity and sensors with fewer than three axes are not "
                    + "used; no filter can be evaluated, but 'sextant filter' smooths the columns"
            ]
        )
    }

    @Test func `Times of day after midnight continue those before it`() throws {
        let text = Motion(
            time: { row in
                let seconds = 86_390 + Double(row) / 100
                let (hours, rest) = (Int(seconds) / 3600 % 24, Int(seconds) % 3600)
                return "\(hours):\(rest / 60):\(rest % 60).\(row % 100 < 10 ? "0" : "")\(row % 100)"
            }
        ).text()
        let known = try proposal(text)
        #expect(value("time", known) == "'t' in clock" && known.questions.isEmpty)
    }

    @Test func `A repeated name does not hide the sensors with other names`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().map { $1 + ($0 == 0 ? ",note,note" : ",20,21") }
        #expect(
            value("gyroscope columns", try proposal(lines.joined(separator: "\n"))) == "'gyro_x', 'gyro_y', 'gyro_z'"
        )
    }

    // MARK: Logs that need a command

    /// Runs the command that `text` names for a log, and returns the proposal for the new log.
    func proposal(after text: String, for log: String) throws -> LayoutProposal {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(log.utf8).write(to: folder.appendingPathComponent("FILE"))
        let command = try #require(text.range(of: "(awk|mkdir|tr -d|head|sed|\\(echo) .*", options: .regularExpression))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", String(text[command])]
        process.currentDirectoryURL = folder
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let written = ["LOG", "SESSIONS"].first { text.contains("mkdir \($0)") }
        let name = written == "SESSIONS" ? "SESSIONS/002.csv" : written ?? "NEW_FILE"
        return try LayoutProposal(path: folder.appendingPathComponent(name).path)
    }

    @Test func `Rows that are repeated are named with a command that removes them`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().flatMap {
            Array(repeating: String($1), count: $0 == 0 ? 1 : 4)
        }
        let log = lines.joined(separator: "\n") + "\n"
        let question = try #require(try proposal(log).questions.first)
        #expect(question.reason == "9000 of 12000 rows are equal to the row before")
        #expect(value("gyroscope unit", try proposal(after: question.description, for: log)) == "rad/s")
    }

    @Test(arguments: [",", "\t", " "]) func `Channels as rows are named with a command that transposes them`(
        _ separator: String
    ) throws {
        let rows = Motion().text().split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        let log = rows[0].indices.map { index in rows.map { $0[index] }.joined(separator: separator) }
            .joined(separator: "\n")
        let error = try #require(throws: InputError.self) { try proposal(log + "\n") }
        let known = try proposal(after: error.description, for: log + "\n")
        #expect(value("gyroscope unit", known) == "rad/s" && known.questions.isEmpty)
    }

    @Test func `Rows of several sensors are named with commands that separate them`() throws {
        let rows = Motion(names: "").text().split(separator: "\n").flatMap { line in
            let cells = line.split(separator: ",").map(String.init)
            return [
                "$ACC,\(cells[0]),\(cells[1...3].joined(separator: ","))",
                "$GYRO,\(cells[0]),\(cells[4...6].joined(separator: ","))", "$MSG,\(cells[0]),ready",
            ]
        }
        let log = rows.joined(separator: "\n") + "\n"
        let error = try #require(throws: InputError.self) { try proposal(log) }
        #expect(error.message == "the rows are of 3 kinds: $ACC, $GYRO, $MSG")
        let known = try proposal(after: error.description, for: log)
        #expect(value("accelerometer unit", known) == "m/s^2" && value("gyroscope unit", known) == "rad/s")
    }

    @Test func `A table with names in front of values is read as labelled text`() throws {
        let rows = Motion(names: "").text().split(separator: "\n").map { line in
            let cells = line.split(separator: ",")
            return
                "T: \(cells[0]),ACCEL: X=\(cells[1]),Y=\(cells[2]),Z=\(cells[3]),GYRO: X=\(cells[4]),Y=\(cells[5]),Z=\(cells[6])"
        }
        let log = rows.joined(separator: "\n") + "\nT: 99,ACCEL: X=nan,Y=nan,Z=nan,GYRO: X=NaN,Y=NaN,Z=NaN\n"
        let known = try proposal(log)
        #expect(value("gyroscope unit", known) == "rad/s" && value("samples.csv: time", known) == "'T' in s")
        #expect(known.questions.isEmpty)
    }

    @Test func `Zero bytes in a log are named with a command that removes them`() throws {
        let log = Motion().text() + String(repeating: "\0", count: 512)
        let error = try #require(throws: InputError.self) { try proposal(log) }
        #expect(error.message == "the text contains zero bytes")
        let known = try proposal(after: error.description, for: log)
        #expect(value("gyroscope unit", known) == "rad/s" && known.questions.isEmpty)
    }

    @Test func `Seconds and nanoseconds in two columns are named with a command that joins them`() throws {
        let lines = Motion(names: "").text().split(separator: "\n").enumerated().map { row, line in
            let cells = line.split(separator: ",").dropFirst().joined(separator: ",")
            return "\(1_700_000_000 + row / 100),\(row % 100 * 10_000_000),\(cells)"
        }
        let log = lines.joined(separator: "\n") + "\n"
        let question = try #require(try proposal(log).questions.first)
        #expect(question.reason == "column 1 and column 2 contain the seconds and nanoseconds of the times")
        let known = try proposal(after: question.description, for: log)
        #expect(value("time", known) == "column 1 in s" && value("gyroscope unit", known) == "rad/s")
    }

    @Test func `A header of column numbers is not a sample`() throws {
        let lines = Motion(names: "").text().split(separator: "\n").enumerated().map { "\($0),\($1)" }
        let numbered = ",0,1,2,3,4,5,6,7,8,9\n" + lines.joined(separator: "\n") + "\n"
        let known = try proposal(numbered)
        #expect(known.yaml.contains("header: 1") && value("accelerometer unit", known) == "m/s^2")
    }

    @Test func `Names that cannot be assigned to the columns are not used`() throws {
        let lines = Motion(names: "").text().split(separator: "\n").enumerated().map { "\($0 + 5),\($1)" }
        let log = "t,gyro_x,gyro_y,gyro_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n" + lines.joined(separator: "\n") + "\n"
        let known = try proposal(log)
        #expect(value("accelerometer columns", known) == "column 3, column 4, column 5")
        #expect(known.yaml.contains("header: false") && known.yaml.contains("start: 2"))
    }

    @Test func `Arrays in JSON are rows, and their numbers are not a row`() throws {
        let rows = Motion(names: "").text().split(separator: "\n").map { line in
            let cells = line.split(separator: ",")
            return "[\(cells[0]),[\(cells[1...3].joined(separator: ","))],[\(cells[4...6].joined(separator: ","))]]"
        }
        let known = try proposal("{\"data\":[\(rows.joined(separator: ","))]}", named: "log.json")
        #expect(value("accelerometer unit", known) == "m/s^2" && known.yaml.contains("unit: s, origin"))
        #expect(!known.yaml.contains("header: false"))
    }

    @Test func `An unnamed column that increases irregularly is named as a possible time`() throws {
        let lines = Motion(names: "").text().split(separator: "\n").enumerated().map { row, line in
            "\(row * row * row + 5),\(line.split(separator: ",").dropFirst().joined(separator: ","))"
        }
        let open = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(open.questions.contains { $0.reason.contains("if it has the times, answer with --set time.column=1") })
        #expect(!open.questions.flatMap(\.answers).contains { $0.hasSuffix(".columns=1") })
    }

    @Test func `Rate, columns and the unit of rates are asked at once`() throws {
        let rows = (0..<400).map { "0.00\($0 % 3),-0.00\($0 % 2),0.002,0.018,0.98\($0 % 3),0.216" }
        let open = try proposal(rows.joined(separator: "\n") + "\n")
        let sensors = ["accelerometer", "gyroscope", "magnetometer"].map { "\($0) columns" }
        #expect(open.questions.map(\.subject) == ["sampling rate"] + sensors + ["gyroscope unit"])
    }

    @Test func `A text in UTF-16 is named with the command that converts it`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data([0xFF, 0xFE] + Array("t,x\n0,1\n".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }).write(
            to: folder
        )
        for read in [{ _ = try DelimitedReader(path: folder.path) }, { _ = try LayoutProposal(path: folder.path) }] {
            let error = try #require(throws: InputError.self, performing: read)
            #expect(error.message == "the text is in UTF-16" && error.advice?.contains("iconv -f UTF-16") ?? false)
        }
    }

    @Test func `Printed ROS messages are read as rows, with one time from seconds and nanoseconds`() throws {
        let names = ["angular_velocity", "linear_acceleration"]
        let blocks = Motion(names: "").text().split(separator: "\n").enumerated().map { row, line in
            let cells = line.split(separator: ",")
            let stamp =
                "header:\n  seq: \(row)\n  stamp:\n    secs: \(1_500_000_000 + row / 100)\n"
                + "    nsecs: \(row % 100 * 10_000_000)\n  frame_id: 'imu'\n"
            let vectors = zip(names, [cells[4...6], cells[1...3]]).map { name, vector in
                "\(name):\n" + zip("xyz", vector).map { "  \($0): \($1)\n" }.joined()
                    + "\(name)_covariance: [0.0, 0.0, 0.0]\n"
            }
            return stamp + vectors.joined() + "---\n"
        }
        let known = try proposal(blocks.joined())
        #expect(value("gyroscope unit", known) == "rad/s" && value("accelerometer unit", known) == "m/s^2")
        #expect(value("samples.csv: time", known) == "'time' in s" && known.questions.isEmpty)
    }

    // MARK: Logs that misled

    @Test func `Names with thousandths of g and of a degree give the units, not a measured scale`() throws {
        let names =
            "t [s],acc_x [mg],acc_y [mg],acc_z [mg],gyro_x [mDeg],gyro_y [mDeg],gyro_z [mDeg],mag_x,mag_y,mag_z"
        let proposal = try proposal(Motion(force: 976, rate: 180_000 / .pi, names: names).text())
        #expect(proposal.questions.isEmpty)
        #expect(value("accelerometer unit", proposal) == "mg" && value("gyroscope unit", proposal) == "mdeg/s")
        #expect(!proposal.yaml.contains("scale"))
        #expect(try proposal.layout().name == "guessed")
    }

    @Test func `A vector with the length of the field in nT may be counts, so it leads to a question`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),\(13_900 + $0 % 5),\(-27_136 - $0 % 3),\(30_464 + $0 % 7)" }
        let text = "t,mag_x,mag_y,mag_z\n" + rows.joined(separator: "\n") + "\n"
        let question = try #require(try proposal(text).questions.first { $0.subject == "magnetometer unit" })
        #expect(question.answers == ["magnetometer.unit=nT", "magnetometer.unit=au"])
        let known = try proposal(text, answers: ["magnetometer.unit=au"].compactMap(LayoutAnswer.init))
        #expect(known.questions.isEmpty && known.yaml.contains("    unit: au\n"))
    }

    @Test func `A layout with an open setting cannot be read`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),\(-139 + $0 % 5),\(-271 - $0 % 3),\(846 + $0 % 7)" }
        let open = try proposal("t,mx,my,mz\n" + rows.joined(separator: "\n") + "\n")
        #expect(open.yaml.contains("    unit: uT\n    scale: unknown\n"))
        let error = #expect(throws: InputError.self) { try Layout(yaml: open.yaml, file: "open.yaml") }
        #expect(error?.message.contains("scale") ?? false)
    }

    @Test func `Positions that are all 0 are no location`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().map { row, line in
            row == 0 ? "\(line),lat,lon" : "\(line),0,0"
        }
        let proposal = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(value("location columns", proposal) == nil)
        #expect(proposal.unused.contains("the location: all positions are 0, 0"))
    }

    /// The rows of two devices alternate; the second one does not move.
    private static let devices = Motion().text().split(separator: "\n").enumerated().flatMap { row, line in
        row == 0 ? ["device,\(line)"] : ["C4:01,\(line)", "C4:02,\(line.split(separator: ",")[0]),0,0,1,0,0,0,9,9,9"]
    }.joined(separator: "\n")

    @Test func `Rows of several devices lead to a question, whose answer selects one device`() throws {
        let open = try proposal(Self.devices)
        let question = try #require(open.questions.first { $0.subject == "rows" })
        #expect(question.answers == ["rows.where=device=C4:01", "rows.where=device=C4:02", "rows.where=all"])
        #expect(open.yaml.contains("    where: unknown\n"))
        let one = try proposal(Self.devices, answers: ["rows.where=device=C4:01"].compactMap(LayoutAnswer.init))
        #expect(one.questions.isEmpty && value("gyroscope unit", one) == "rad/s")
        #expect(one.yaml.contains("    where: {column: \"device\", is: \"C4:01\"}\n"))
        #expect(try one.layout().name == "guessed")
        let error = #expect(throws: InputError.self) {
            try proposal(Self.devices, answers: ["rows.where=device=C5"].compactMap(LayoutAnswer.init))
        }
        #expect(error?.message == "no row has the text 'C5' in a column 'device'")
    }

    @Test func `A column of activities does not mix devices`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().map { row, line in
            row == 0 ? "\(line),activity" : "\(line),\(["walking", "sitting"][row / 200 % 2])"
        }
        #expect(try proposal(lines.joined(separator: "\n") + "\n").questions.isEmpty)
    }

    @Test func `Times that start again divide the log into sessions`() throws {
        let time: (Int) -> String = { "\(Double($0 < 2_000 ? 1_000 + $0 : $0 - 2_000) / 100)" }
        let restarted = try proposal(Motion(time: time).text())
        #expect(restarted.questions.map(\.subject) == ["sessions"])
        #expect(restarted.questions[0].reason == "the times in 't' start again at row 2001")
        let second = try proposal(after: restarted.questions[0].description, for: Motion(time: time).text())
        #expect(value("time", second) == "'t' in s" && second.questions.isEmpty)
        // Another column with times of one session is used instead.
        let lines = Motion(names: "", time: time).text().split(separator: "\n").enumerated().map {
            "\(Double($0.offset) / 100),\($0.element)"
        }
        let names = "host_time_s,time_s,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z\n"
        let both = try proposal(names + lines.joined(separator: "\n") + "\n")
        #expect(both.questions.isEmpty && both.yaml.contains("time: {column: \"host_time_s\", unit: s"))
    }

    @Test func `Single rows out of order are skipped`() throws {
        let proposal = try proposal(Motion { "\(Double($0 % 500 == 250 ? $0 - 3 : $0) / 100)" }.text())
        #expect(proposal.questions.isEmpty && proposal.yaml.contains("    backward: skip\n"))
    }

    @Test func `An interval of 500 may be microseconds or milliseconds, so the unit is asked`() throws {
        let open = try proposal(Motion { "\(500 * $0)" }.text())
        #expect(open.questions.map(\.subject) == ["time unit"])
        let settled = try proposal(
            Motion { "\(500 * $0)" }.text(),
            answers: ["time.unit=ms"].compactMap(LayoutAnswer.init)
        )
        #expect(settled.yaml.contains("time: {column: \"t\", unit: ms"))
    }

    @Test func `A repeated header ends the proposal with its row`() throws {
        let lines = Motion().text().split(separator: "\n")
        let text = (lines[...300] + [lines[0]] + lines[301...]).joined(separator: "\n") + "\n"
        let error = #expect(throws: InputError.self) { try proposal(text) }
        #expect(error?.message == "the header is repeated" && error?.line == 302)
        #expect(error?.advice?.hasSuffix("head -n 301 FILE >NEW_FILE; tail -n +302 FILE >LAST_FILE") ?? false)
    }

    @Test func `Rows with a checksum lead to the command that removes the checksums`() throws {
        let rows = (0..<40).map { "$VNYMR,-165.97,+00.2\($0),-07.853,+00.000885,-00.000642*\(10 + $0)" }
        let error = #expect(throws: InputError.self) { try proposal(rows.joined(separator: "\n") + "\n") }
        #expect(error?.message == "each row ends with a checksum, such as '-00.000642*10'")
        #expect(error?.advice?.contains("sed 's/") == true)
    }

    @Test func `Accelerations in fast motion can be in g`() throws {
        // The mean vector is 2.6 long, and the single vectors are 0.6 to 5.
        let rows = (0..<900).map { row in
            let push = [0.2, 2, 3, 5][row % 4]
            return "\(10 * row),0.3,0.5,\(push),\(3.25 + Double(row % 3)),1.5,-4.25"
        }
        let text = "time,aX,aY,aZ,gX,gY,gZ\n" + rows.joined(separator: "\n") + "\n"
        let open = try proposal(text)
        #expect(value("gyroscope columns", open) == "'gX', 'gY', 'gZ'")
        let question = try #require(open.questions.first { $0.subject == "accelerometer scale" })
        #expect(question.description.contains("--set accelerometer.unit=g or --set accelerometer.scale=0.3"))
        let answers = ["accelerometer.unit=g", "gyroscope.unit=deg/s"].compactMap(LayoutAnswer.init)
        #expect(try proposal(text, answers: answers).questions.isEmpty)
    }

    @Test func `A name with rad per second is questioned if gravity rotates much less than the rates`() throws {
        // Rates in °/s with independent noise, so that the correlation with the rotation is weak.
        let lines = Motion(rate: 180 / .pi).text().split(separator: "\n").enumerated().map { row, line -> String in
            guard row > 0 else { return String(line).replacing("gyro_", with: "gyro (rad/s) ") }
            var cells = line.split(separator: ",").map(String.init)
            for axis in 4...6 { cells[axis] = "\((Double(cells[axis]) ?? 0) + (row % 2 == 0 ? 90 : -90))" }
            return cells.joined(separator: ",")
        }
        let open = try proposal(lines.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == "gyroscope unit" })
        #expect(question.reason.contains("the column names contain rad/s, but"))
    }

    @Test func `Columns with unique names are selected by name although other names are repeated`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().map { row, line -> String in
            "\(line),\(row == 0 ? "temp,temp" : "20,21")"
        }
        let proposal = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(proposal.yaml.contains("columns: {x: \"acc_x\", y: \"acc_y\", z: \"acc_z\"}"))
        #expect(try proposal.layout().name == "guessed")
    }

    @Test func `A chosen time column whose values are repeated is named in the question`() throws {
        let open = try proposal(
            Motion { "\($0 / 25)" }.text(),
            answers: ["time.column=t"].compactMap(LayoutAnswer.init)
        )
        #expect(open.questions.first?.reason == "the values in 't' do not increase from row to row")
    }

    @Test func `Whole accelerations near a usual count per g have the size of this count`() throws {
        // ADXL345: 256 counts per g. The vector is 5 % longer.
        let rows = (0..<900).map { "\(Double($0) / 100),14,\(248 - $0 % 2),103" }
        let proposal = try proposal("t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("accelerometer unit", proposal) == "g, scale 0.003906")
    }

    @Test func `The name of a magnetometer chip identifies the sensor`() throws {
        let names = Motion().names.replacing("mag_", with: "akm_akm09918.")
        let proposal = try proposal(Motion(names: names).text())
        #expect(value("magnetometer columns", proposal)?.hasPrefix("'akm_akm09918.x'") == true)
    }

    @Test func `The question about rows of many numbers mentions several samples`() throws {
        let rows = (0..<50).map { row in (0..<60).map { "0.\(1 + (row * 7 + $0 * 3) % 89)" }.joined(separator: ",") }
        let open = try proposal(rows.joined(separator: "\n") + "\n", rate: 50)
        #expect(open.questions.contains { $0.reason.contains("if each row contains several samples") })
    }

    @Test func `A time column without a name is selected by its number`() throws {
        let text = Motion(names: "").text()
        #expect(try proposal(text, answers: ["time.column=1"].compactMap(LayoutAnswer.init)).questions.isEmpty)
        let error = #expect(throws: InputError.self) {
            try proposal(text, answers: ["time.column=99"].compactMap(LayoutAnswer.init))
        }
        #expect(error?.advice == "use one of the columns 1, 2, 3, 4, 5, 6, 7, 8")
    }

    @Test func `An empty last column is no part of a vector`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),9.81,\(0.01 * Double($0 % 7)),\(0.02 * Double($0 % 5))," }
        let proposal = try proposal(rows.joined(separator: "\n") + "\n", named: "accelerometer.csv")
        #expect(value("accelerometer columns", proposal) == "column 2, column 3, column 4")
        #expect(!proposal.unused.contains { $0.contains("without gravity") })
    }
}
