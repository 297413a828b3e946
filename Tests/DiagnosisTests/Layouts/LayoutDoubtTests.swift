import Diagnosis
import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Logs whose columns, units, axes or times are doubtful, and the answers of their owners.
extension LayoutProposalTests {
    @Test func `Counts that may be 1/1000 g or 1/100 m/s² are asked for their scale unless one fits closely`() throws {
        func proposal(_ gravity: Int) throws -> LayoutProposal {
            let rows = (0..<900).map { "\(Double($0) / 100),\($0 % 2),-1,\(gravity)" }
            return try self.proposal("t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        }
        #expect(value("accelerometer unit", try proposal(981)) == "g, scale 0.00102")
        #expect(value("accelerometer unit", try proposal(1_001)) == "g, scale 0.001")
        let question = try #require(try proposal(990).questions.first { $0.subject == "accelerometer scale" })
        let answers = ["unit=mg", "scale=0.00102", "scale=0.001"].map { "accelerometer.\($0)" }
        #expect(Array(question.answers.prefix(3)) == answers)
    }

    @Test func `A scale from the user is kept, whatever the order of the answers`() throws {
        let text = Motion(field: 15).text()
        for order in [["unit=uT", "scale=0.0625"], ["scale=0.0625", "unit=uT"]] {
            let answers = order.compactMap { LayoutAnswer("magnetometer.\($0)") }
            let yaml = try proposal(text, answers: answers).yaml
            #expect(yaml.contains("    unit: uT\n") && yaml.contains("    scale: 0.0625\n"), "\(yaml)")
        }
    }

    @Test func `Unknown units are no answers`() {
        for text in ["time.unit=10us", "gyroscope.unit=furlong", "magnetometer.unit=m/s^2"] {
            #expect(LayoutAnswer(text) == nil)
        }
        #expect(LayoutAnswer("magnetometer.unit=T") != nil && LayoutAnswer("time.unit=us") != nil)
    }

    @Test func `A field in tesla is recognised`() throws {
        let known = try proposal(Motion(field: 1e-6).text())
        #expect(value("magnetometer unit", known) == "T" && known.questions.isEmpty)
        let rows = (0..<400).map { "\(Double($0) / 100),2e-05,0.1e-05,-4.\($0 % 3)e-05" }
        let named = try proposal("t,Mag X (T),Mag Y (T),Mag Z (T)\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("magnetometer unit", named) == "T")
    }

    @Test func `A magnetometer with other axes than gyroscope and accelerometer is asked for its axes`() throws {
        // The axes of the magnetometer in an ICM-20948 are x, −y and −z of the other sensors.
        let lines = Motion(turns: [[0.8, 0.3, 0.1], [0.2, 0.3, -0.9], [-0.3, 0.7, 0.4]]).text().split(separator: "\n")
            .map(String.init)
        let rows = lines.dropFirst().enumerated().map { row, line -> String in
            var cells = line.split(separator: ",").map { Double($0) ?? 0 }
            for axis in 8...9 { cells[axis] = -cells[axis] }
            // Motion hides the rotation of gravity.
            for axis in 1...3 { cells[axis] += [4.0, -4, 0, 3, -3][(row / 20 + axis) % 5] }
            return cells.map { "\($0)" }.joined(separator: ",")
        }
        let text = ([String(lines[0])] + rows).joined(separator: "\n") + "\n"
        let open = try proposal(text)
        let asked = open.questions.first { $0.subject == "magnetometer axes" }?.answers.first
        let guessed = value("magnetometer axes", open).map { "magnetometer.axes=\($0)" }
        #expect((asked ?? guessed) == "magnetometer.axes=[x, -y, -z]")
        let known = try proposal(text, answers: ["magnetometer.axes=[x,-y,-z]"].compactMap(LayoutAnswer.init))
        #expect(!known.questions.contains { $0.subject.hasSuffix("axes") })
        #expect(known.yaml.contains("    axes: [x,-y,-z]\n"))
    }

    @Test func `Angles that jump by a full turn are no sensor`() throws {
        let lines = Motion().text().split(separator: "\n").enumerated().map { row, line -> String in
            let angle = (Double(row) * 0.02 + .pi).truncatingRemainder(dividingBy: 2 * .pi) - .pi
            guard row > 0 else { return String(line.replacing("mag", with: "rad_mag")) }
            return line.split(separator: ",").dropLast(3).joined(separator: ",") + ",\(angle),0.5,\(-angle / 2)"
        }
        let proposal = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(value("magnetometer columns", proposal) == nil)
        #expect(proposal.unused.contains { $0.hasSuffix("'rad_mag_z': angles, which jump by a full turn") })
    }

    @Test func `Shaking in a range of 3 g is not taken for angles`() throws {
        let rows = (0..<400).map {
            "\(Double($0) / 100),\([-3.0, 3, 0.5, -2][$0 % 4]),0.2,\(1 + 0.01 * Double($0 % 3))"
        }
        let open = try proposal("t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        #expect(!open.unused.contains { $0.contains("angles") })
    }

    @Test func `A linear acceleration with another unit in its name is not the accelerometer`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),0.9\($0 % 5),0.1,0.3\($0 % 3)" }
        let names = ["x", "y", "z"].map { "Linear Acceleration \($0) (m/s^2)" }.joined(separator: ",")
        let proposal = try proposal("t,\(names)\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("accelerometer columns", proposal) == nil)
    }

    @Test func `A question about an exported table has no command`() throws {
        let rows = (0..<100).map { String(repeating: "{\"ax\":0.\($0 % 7),\"ay\":0.1,\"az\":9.8}\n", count: 3) }
            .joined()
        let question = try #require(try proposal(rows, named: "a.json").questions.first)
        #expect(question.choices == ["each row once to a new file, whose sampling rate is 3 times lower"])
    }

    @Test func `Text in few cells is named with its line if a sensor uses the column`() throws {
        var lines = Motion().text().split(separator: "\n").map(String.init)
        #expect(try proposal(lines.joined(separator: "\n") + "\n").questions.isEmpty)
        lines[700] = lines[700].replacing(try #require(lines[700].split(separator: ",").last), with: "ok")
        let log = lines.joined(separator: "\n") + "\n"
        let fault = try #require(throws: InputError.self) { try proposal(log) }
        #expect(fault.line == 701 && fault.message == "'ok' in 'mag_z' is not a number")
        #expect(try proposal(after: fault.description, for: log).questions.isEmpty)
        // The columns of other quantities may have text.
        let rest = lines.enumerated().map { row, line in
            row == 0 ? "\(line),heat" : "\(line.replacing("ok", with: "1")),\(row == 9 ? "warm" : "20.5")"
        }
        #expect(try proposal(rest.joined(separator: "\n") + "\n").questions.isEmpty)
    }

    @Test func `A second table in a log is named with the commands that write both to files of their own`() throws {
        let lines = Motion().text().split(separator: "\n").map(String.init)
        let second = ["s,roll,pitch,yaw,a,b,c,d,e,f"] + lines.suffix(900)
        let log = (lines + second).joined(separator: "\n") + "\n"
        let fault = try #require(throws: InputError.self) { try proposal(log) }
        #expect(fault.line == 3_002 && fault.message.contains("another table may begin there"))
        #expect(try proposal(after: fault.description, for: log).questions.isEmpty)
    }

    @Test func `Many columns of text do not hide four columns of numbers`() throws {
        let rows = (0..<300).map { "\($0 * 20),a,b,c,d,e,f,g,0.\($0 % 3),0.1,9.8\($0 % 2),in\n" }.joined()
        let known = try proposal("ms,k,l,m,n,o,p,q,acc_x,acc_y,acc_z,r\n" + rows)
        #expect(value("accelerometer columns", known) == "'acc_x', 'acc_y', 'acc_z'")
    }

    @Test func `Four header rows name the columns of several devices`() throws {
        let names = ["t", "Gyroscope X", "Gyroscope Y", "Gyroscope Z"]
        let header = [["R", "R", "R", "R", "L", "L", "L", "L"], names + names].map { $0.joined(separator: "\t") }
        let units =
            Array(repeating: "CAL", count: 8).joined(separator: "\t") + "\n"
            + ["ms", "deg/s", "deg/s", "deg/s", "ms", "deg/s", "deg/s", "deg/s"].joined(separator: "\t")
        let rows = (0..<300).map { row in
            (0..<2).map { "\(row * 10)\t\(row % 7 + $0).5\t0.\(row % 3)\t1.\(row % 5)" }.joined(separator: "\t")
        }
        let open = try proposal((header + [units] + rows).joined(separator: "\n") + "\n")
        #expect(open.questions.contains { $0.subject == "gyroscope" && $0.choices.count == 2 }, "\(open.yaml)")
    }

    @Test func `Rows whose second word names the sensor lead to commands that separate them`() throws {
        let rows = (0..<400).map { row in
            let kind = ["ACCEL", "GYRO", "STROKE"][row % 3]
            return "\(1_000 + row) \(kind) \(row) 0.\(row % 7),0.1,9.8\(row % 2)@@"
        }
        let log = rows.joined(separator: "\n") + "\n"
        let fault = try #require(throws: InputError.self) { try proposal(log) }
        #expect(fault.message == "the second word of each row is its kind, such as ACCEL")
        #expect(fault.advice?.contains("FILE >LOG/ACCEL.csv; awk") == true)
        let tables = try proposal(after: fault.advice ?? "", for: log)
        #expect(value("accelerometer columns", tables) == "ACCEL.csv: column 3, column 4, column 5")
    }

    @Test func `Cells with many samples lead to a command that writes one sample per row`() throws {
        let channels = (0..<4).map { channel in
            "\"[\((0..<60).map { channel == 0 ? "\(20 * $0)" : "9.\($0 * channel % 10)" }.joined(separator: ","))]\""
        }
        let header = "id,ms,ax,ay,az\n"
        let log = header + (0..<3).map { "a\($0)," + channels.joined(separator: ",") + "\n" }.joined()
        let fault = try #require(throws: InputError.self) { try proposal(log) }
        #expect(fault.message.contains("contain several samples, such as "))
        #expect(fault.advice?.hasPrefix("write one sample per row: python3 -c '") == true)
    }

    @Test func `Arrays of samples in JSON are rows`() throws {
        let samples = { (start: Int) in (start..<start + 60).map { "0.\($0 % 7)" }.joined(separator: ",") }
        let objects = [0, 60].map { start in
            "{\"dataType\":\"Accelerometer\",\"label\":\"walk\",\"ms\":[\((start..<start + 60).map { "\(20 * $0)" }.joined(separator: ","))],"
                + "\"xAxis\":[\(samples(start))],\"yAxis\":[\(samples(start + 3))],\"zAxis\":[\(samples(start).replacing("0.", with: "9."))]}"
        }
        let read = try proposal(objects.joined(separator: "\n"), named: "log.json")
        #expect(value("Accelerometer.csv: time", read) == "'ms' in ms")
        #expect(value("accelerometer columns", read) == "Accelerometer.csv: 'xAxis', 'yAxis', 'zAxis'")
        // The strokes of a letter, each an array of samples.
        let sample = { (row: Int) in "{\"ms\":\(20 * row),\"ax\":0.\(row % 7),\"ay\":0.1,\"az\":9.8\(row % 2)}" }
        let strokes = [0..<40, 40..<90].map { "[\($0.map(sample).joined(separator: ","))]" }.joined(separator: ",")
        let letter = try proposal("{\"label\":\"A\",\"strokes\":[\(strokes)]}", named: "letter.json")
        #expect(value("accelerometer columns", letter) == "strokes.csv: 'ax', 'ay', 'az'")
    }

    @Test(arguments: ["user_27.csv", "cycling.csv", "student.csv"])
    func `A free title does not hide a sensor`(name: String) throws {
        let rows = (0..<150).map { "\($0 * 10),\(7 + $0 % 5).1,-3.\($0 % 7),9.\($0 % 3)" }
        let open = try proposal("timestamp,x,y,z\n" + rows.joined(separator: "\n") + "\n", named: name)
        #expect(open.questions.first?.answers.first == "accelerometer.columns=x", "\(open.questions)")
    }

    @Test(arguments: ["LinearAcceleration.csv", "userAcceleration.csv", "watch_lin_acc.csv", "Gravity.csv"])
    func `A title with such a word names another vector`(name: String) throws {
        let rows = (0..<150).map { "\($0 * 10),0.\($0 % 5),-0.\($0 % 7),9.\($0 % 3)" }
        let open = try proposal("timestamp,x,y,z\n" + rows.joined(separator: "\n") + "\n", named: name)
        #expect(!open.yaml.contains("  accelerometer:"))
    }

    @Test func `Accelerations without gravity get no scale`() throws {
        let rows = (0..<900).map {
            "\(Double($0) / 100),\([0.4, -0.4][$0 % 2]),\([0.1, -0.1, 0][$0 % 3]),0.00\($0 % 3)"
        }
        let answer = try #require(LayoutAnswer("accelerometer.columns=AccelerationX"))
        let text = "Second,AccelerationX,AccelerationY,AccelerationZ\n" + rows.joined(separator: "\n") + "\n"
        let scale = try proposal(text, answers: [answer]).questions.first { $0.subject == "accelerometer scale" }
        #expect(scale?.answers.first == "accelerometer.columns=none")
        #expect(scale?.answers.contains { $0.contains("scale") } == false)
    }

    @Test func `A field with length 1 is normalised`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),0,0.1,9.8\($0 % 3),0.5\($0 % 5),0.1,-1.0\($0 % 3)" }
        let read = try proposal("t,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n" + rows.joined(separator: "\n") + "\n")
        let unit = read.guesses.first { $0.subject == "magnetometer unit" }
        #expect(unit?.value == "au" && unit?.certainty == .assumed)
    }

    @Test func `Columns with Euler angles are not offered as a sensor`() throws {
        let rows = (0..<300).map { "\($0 * 20),\(40 + $0 % 7).5,\(20 + $0 % 3).5,\(30 - $0 % 5).5" }
        let open = try proposal("ms,Roll,Pitch,Yaw\n" + rows.joined(separator: "\n") + "\n")
        #expect(!open.questions.flatMap(\.choices).contains { $0.contains("Roll") })
    }

    @Test func `Angular velocities are named in two words, too`() throws {
        let names = Motion().names.replacing("gyro_x", with: "X ANG VEL").replacing("gyro_y", with: "Y ANG VEL")
        let known = try proposal(Motion(names: names.replacing("gyro_z", with: "Z ANG VEL")).text())
        #expect(value("gyroscope columns", known) == "'X ANG VEL', 'Y ANG VEL', 'Z ANG VEL'")
    }

    @Test func `A binary file is named as such`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("log.txt").path
        try Data((0..<600).map { UInt8($0 % 30) + 1 }).write(to: URL(fileURLWithPath: path))
        let fault = #expect(throws: InputError.self) { try LayoutProposal(path: path) }
        #expect(fault?.message == "the file is not text")
    }

    @Test func `Names with a unit of rates are the gyroscope only if all three have it`() throws {
        let rows = (0..<300).map { "\(20 * $0),\(3 + $0 % 7).5,0.\($0 % 3),1.\($0 % 5)" }
        let log = "Time (ms),Yaw Rate (deg/sec),Ambient Light,L Proximity\n" + rows.joined(separator: "\n") + "\n"
        #expect(value("gyroscope columns", try proposal(log)) == nil)
    }

    @Test func `A magnetometer from the user does not hide unnamed motion sensors`() throws {
        let text = Motion(names: "").text()
        #expect(value("gyroscope columns", try proposal(text)) == "column 5, column 6, column 7")
        let rows = text.split(separator: "\n").enumerated().map { "\($1),\(40 + $0 % 3),\($0 % 5),\(7 - $0 % 2)" }
        let answers = ["magnetometer.columns=11"].compactMap(LayoutAnswer.init)
        let known = try proposal(rows.joined(separator: "\n") + "\n", answers: answers)
        #expect(value("gyroscope columns", known) == "column 5, column 6, column 7")
    }

    @Test func `Rates whose mean is several turns in one direction may be angles`() throws {
        let rows = (0..<400).map { "\(50 + $0 / 4),\(-30 - $0 / 5).5,\($0 % 3)" }
        let angles = try proposal(rows.joined(separator: "\n") + "\n", named: "gyroscope.csv", rate: 20)
        let unit = try #require(angles.guesses.first { $0.subject == "gyroscope unit" })
        let counted = try proposal(rows.joined(separator: "\n") + "\n", named: "gyroscope.csv").guesses
        #expect(!counted.contains { $0.evidence.contains("turn the device") })
        // 100 °/s and −70 °/s for 20 s are about 6.8 turns.
        #expect(unit.certainty == .assumed && unit.evidence.contains("turn the device 6."), "\(unit.evidence)")
    }

    @Test func `A file name with two sensors does not name the columns`() throws {
        let rows = (0..<400).map { "\($0 % 7).5,0.2\($0 % 3),1.5,0.01,0.02,1.0\($0 % 3)" }
        let open = try proposal(rows.joined(separator: "\n") + "\n", named: "Gyro_Accel.txt", rate: 50)
        #expect(open.questions.contains { $0.subject == "accelerometer columns" })
        #expect(open.questions.contains { $0.subject == "gyroscope columns" })
    }

    @Test func `Lost packets make a stated rate an assumption`() throws {
        let rows = (0..<400).map { "\($0 < 200 ? $0 : $0 + 7),0.1,0.\($0 % 3),9.8" }
        let text = "Update Rate: 100.0Hz\nPacketCounter,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n"
        let time = try #require(try proposal(text).guesses.first { $0.subject == "time" })
        let even = (0..<400).map { "\(2 * $0),0.1,0.\($0 % 3),9.8" }.joined(separator: "\n")
        let known = try proposal("Update Rate: 100.0Hz\nPacketCounter,acc_x,acc_y,acc_z\n\(even)\n").guesses
        #expect(known.first { $0.subject == "time" }?.certainty == .certain)
        #expect(
            time.certainty == .assumed
                && time.evidence.hasSuffix("'PacketCounter' skips 7 numbers, so rows are missing")
        )
    }

    @Test func `Intervals between rows, vectors in cells and quoted line breaks lead to a command`() throws {
        let rows = (0..<300).map { "\(15 + $0 * 7 % 3),0.1,0.\($0 % 3),9.8\($0 % 2)" }
        let log = "t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n"
        let question = try #require(try proposal(log).questions.first)
        let summed = try proposal(after: "x; " + question.choices[0], for: log)
        #expect(value("time", summed) == "'t' in ms")
        let vectors = "#start\n" + (0..<300).map { "\(0.02 * Double($0)),\"[0.1, 0.\($0 % 3), 9.8]\"\n" }.joined()
        let fault = try #require(throws: InputError.self) { try proposal(vectors) }
        #expect(fault.message == "the cells of column 2 contain several numbers, such as '[0.1, 0.0, 9.8]'")
        let flat = try proposal(after: fault.description, for: vectors)
        #expect(flat.questions.contains { $0.reason.contains("no column has the name or the values of a sensor") })
        let broken =
            "t,ax,ay,az,raw\n" + (0..<300).map { "\(0.02 * Double($0)),0.1,0.\($0 % 3),9.8,\"a\n\"\n" }.joined()
        let line = try #require(throws: InputError.self) { try proposal(broken) }
        #expect(line.message == "quoted cells contain line breaks")
        #expect(value("time", try proposal(after: line.description, for: broken)) == "'t' in s")
    }

    @Test func `Readings that increase steadily are not times`() throws {
        let rows = (0..<300).map { row in "0.\(row % 3),9.8\(row % 2),\(Double(row) / 100),\(Double(row) / 50)" }
        let text = rows.joined(separator: "\n") + "\n"
        let named = try proposal("ax,ay,az,heat\n" + text, rate: 50)
        let evidence = named.guesses.first { $0.subject == "time" }?.evidence
        #expect(evidence == "from --rate; 'heat' increases steadily and could contain the times")
        #expect(value("accelerometer columns", named) == "'ax', 'ay', 'az'")
    }

    @Test func `A column of times with few wrong rows is named, and its rows are not said to have no times`() throws {
        func reason(_ times: [String]) throws -> String? {
            let rows = times.enumerated().map { row, time in "\(time),0.\(row % 7),0.1,9.8\(row % 3)" }
            let text = "timestamps,ax,ay,az\n" + rows.joined(separator: "\n") + "\n"
            return try proposal(text).questions.first { $0.subject == "sampling rate" }?.reason
        }
        // Three digits, as a spreadsheet writes them; the first time is wrong.
        let times =
            ["1.00E+00"]
            + (1..<900).map { (row: Int) -> String in
                let time = Double(row) * 0.27
                return time < 10 ? "\((time * 100).rounded() / 100)" : "\(Int(time.rounded()))"
            }
        let words = "the times in 'timestamps' cannot be used: 1 row (row 2) with an earlier time than the previous row"
        #expect(try reason(times)?.hasPrefix(words) ?? false)
    }

    @Test(arguments: [(400, LayoutGuess.Certainty.certain), (450, .assumed)])
    func `One rate for files with different numbers of rows is an assumption`(
        count: Int,
        certainty: LayoutGuess.Certainty
    ) throws {
        func text(_ count: Int) -> String {
            "x,y,z\n" + (0..<count).map { "0.\($0 % 7),0.1,9.8\($0 % 3)" }.joined(separator: "\n") + "\n"
        }
        let folder = try TemporaryFolder(["Accelerometer.csv": text(400), "Gyroscope.csv": text(count)])
        let proposal = try LayoutProposal(path: folder.url.path, rate: 50, answers: [])
        let times = proposal.guesses.filter { $0.subject.hasSuffix("time") }
        #expect(!times.isEmpty && times.allSatisfy { $0.certainty == certainty })
    }

    @Test func `Columns named like a magnetometer's can be left out if their values are no field`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),0,0,9.8\($0 % 3),-656.5,-7348.\($0 % 5),13972" }
        let text = "t,ax,ay,az,bx,by,bz\n" + rows.joined(separator: "\n") + "\n"
        let question = try #require(try proposal(text).questions.first { $0.subject == "magnetometer unit" })
        #expect(question.answers.last == "magnetometer.columns=none")
        let answer = try #require(LayoutAnswer("magnetometer.columns=none"))
        #expect(try proposal(text, answers: [answer]).questions.isEmpty)
    }

    @Test func `The order of a quaternion without names and without gravity is assumed`() throws {
        let rows = (0..<400).map { row -> String in
            let half = Angle(radians: 0.3 * Angle(radians: Double(row) / 30).sine)
            let sine = half.sine / 3
            return "0.0\(row % 7),-0.0\(row % 5),0.0\(row % 3),\(sine),\(2 * sine),\(-2 * sine),\(half.cosine),0"
        }
        let text = rows.joined(separator: "\n") + "\n"
        let frame = ["attitude.direction=device-to-earth", "attitude.earth=ENU"]
        let first = try proposal(text, rate: 100, answers: frame.compactMap(LayoutAnswer.init))
        let guess = try #require(first.guesses.first { $0.subject == "attitude columns" })
        #expect(guess.certainty == .assumed && guess.value == "w, x, y, z")
        // The command in the message reads the quaternion with w as the last column.
        let unused = try proposal(text, rate: 100).unused.joined(separator: "\n")
        let range = try #require(unused.firstRange(of: /attitude\.columns=[0-9,]+/))
        let answers = [String(unused[range])] + frame
        let answered = try proposal(text, rate: 100, answers: answers.compactMap(LayoutAnswer.init))
        #expect(answered.yaml.contains("columns: {qw: 7, qx: 4, qy: 5, qz: 6}"))
        let wrong = try #require(LayoutAnswer("attitude.columns=6"))
        #expect(throws: InputError.self) { try self.proposal(text, rate: 100, answers: [wrong]) }
    }

    @Test func `Questions that the answers about columns raise are asked at once`() throws {
        // Counts without a header: an accelerometer with 8192 counts per g, and a gyroscope.
        let rows = (0..<600).map { row -> String in
            let rates = [37, 29, 53].map { "\(300 * (row * $0 % 13 - 6))" }.joined(separator: ",")
            return "\(20 * row),\(row % 9 * 100),\(row % 7),\(8_100 + row % 11),\(rates)"
        }
        let text = rows.joined(separator: "\n") + "\n"
        let open = try proposal(text)
        #expect(open.questions.map(\.subject) == ["accelerometer columns", "gyroscope columns", "gyroscope scale"])
        let answers = ["accelerometer.columns=2", "gyroscope.columns=5", "gyroscope.scale=0.007634"]
        let answered = try proposal(text, answers: answers.compactMap(LayoutAnswer.init))
        #expect(answered.questions.isEmpty && answered.yaml.contains("scale: 0.007634"))
        // The rate is unknown, too.
        let untimed = rows.map { $0.split(separator: ",").dropFirst().joined(separator: ",") }.joined(separator: "\n")
        let subjects = try proposal(untimed + "\n").questions.map(\.subject)
        #expect(
            subjects.first == LayoutQuestion.rateSubject
                && subjects.dropFirst().sorted() == open.questions.map(\.subject)
        )
    }

    @Test func `For one vector of counts, the scale of a gyroscope is asked with the columns`() throws {
        let rows = (0..<400).map { row in
            [37, 29, 53].map { "\(300 * (row * $0 % 13 - 6))" }.joined(separator: " ")
        }
        let text = rows.joined(separator: "\n") + "\n"
        let open = try proposal(text, rate: 50)
        let scale = try #require(open.questions.first { $0.subject == "gyroscope scale" })
        #expect(scale.reason.hasPrefix("if the columns are the gyroscope's, "))
        let answers = ["gyroscope.columns=1", "accelerometer.columns=none", "magnetometer.columns=none"]
        let scaled = (answers + ["gyroscope.scale=0.007634"]).compactMap(LayoutAnswer.init)
        #expect(try proposal(text, rate: 50, answers: scaled).questions.isEmpty)
    }

    @Test func `The sign of an accelerometer is asked with its columns`() throws {
        // The device lies on its side.
        let rows = (0..<400).map { "\(Double($0) / 100),0.95\($0 % 7),0.20\($0 % 5),0.20\($0 % 3)" }
        let open = try proposal(rows.joined(separator: "\n") + "\n")
        #expect(open.questions.contains { $0.subject == "accelerometer sign" })
        #expect(open.questions.contains { $0.subject == "accelerometer columns" })
    }

    @Test func `Names determine the order of a quaternion that the user selects`() throws {
        func rows(_ names: String) -> String {
            let lines = (0..<400).map { row -> String in
                let half = Angle(radians: 0.3 * Angle(radians: Double(row) / 30).sine)
                let quaternion = "\(half.sine / 3),\(2 * half.sine / 3),\(-2 * half.sine / 3),\(half.cosine)"
                return "\(Double(row) / 100),0.0\(row % 7),0.1,9.8\(row % 3),\(quaternion),\(quaternion)"
            }
            return "t,ax,ay,az,\(names)\n" + lines.joined(separator: "\n") + "\n"
        }
        let text = rows("eqx,eqy,eqz,eqw,mqx,mqy,mqz,mqw")
        let open = try proposal(text)
        #expect(open.questions.isEmpty)
        #expect(
            open.unused.count { $0.contains("if you know the convention, add --set attitude.columns=") } == 2,
            "\(open.unused)"
        )
        let answers = ["attitude.columns=eqx", "attitude.direction=device-to-earth", "attitude.earth=ENU"]
        let one = try proposal(text, answers: answers.compactMap(LayoutAnswer.init))
        #expect(
            one.questions.isEmpty && one.yaml.contains("{qw: \"eqw\", qx: \"eqx\", qy: \"eqy\", qz: \"eqz\"}"),
            "\(one.yaml)"
        )
        let truth = ["reference.columns=mqx", "reference.direction=device-to-earth", "reference.earth=ENU"]
        let both = try proposal(text, answers: (answers + truth).compactMap(LayoutAnswer.init))
        #expect(both.questions.isEmpty && both.yaml.contains("  reference:") && both.yaml.contains("qw: \"mqw\""))
    }

    @Test func `Dates with underscores are times`() throws {
        let rows = (0..<400).map { row in
            let milliseconds = 55_000 + 20 * row
            let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
            let text = String(format: "2026_06_15_18_%02d_%02d.%03d", 22 + seconds / 60, seconds % 60, rest)
            return "\(text),0.0\(row % 7),0.1,9.8\(row % 3)"
        }
        let known = try proposal("UTC_Time,ax,ay,az\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("time", known) == "'UTC_Time' in datetime" && known.questions.isEmpty)
    }

    @Test func `Whole numbers without times are counts of a gyroscope`() throws {
        let rows = (0..<400).map { "0.0\($0 % 7),0.1,9.8\($0 % 3),\(1_600 + $0 % 90).00,\($0 % 40).00,-\($0 % 9).00" }
        let open = try proposal("AX,AY,AZ,GX,GY,GZ\n" + rows.joined(separator: "\n") + "\n")
        #expect(Set(open.questions.map(\.subject)) == [LayoutQuestion.rateSubject, "gyroscope scale"])
    }

    @Test(arguments: [(10, true), (60, false)])
    func `Few rows without a time are skipped and counted`(count: Int, areSkipped: Bool) throws {
        let rows = (0..<400).map { row in
            let time = String(format: "2024-06-22 22:%02d:%02d.500", 10 + row / 60, row % 60)
            return "\(row < count ? "" : time),0.0\(row % 7),0.1,9.8\(row % 3)"
        }
        let proposal = try proposal(",X-AXIS,Y-AXIS,Z-AXIS\n" + rows.joined(separator: "\n") + "\n")
        #expect((value("time", proposal) == "column 1 in datetime") == areSkipped)
        #expect(proposal.questions.isEmpty == areSkipped)
        #expect(
            proposal.guesses.contains { $0.subject == "empty" && $0.evidence == "rows without a time: \(count)" }
                == areSkipped
        )
        #expect(proposal.yaml.contains("    empty: skip\n") == areSkipped)
        // In other logs, the reason is stated.
        #expect(
            proposal.questions.contains { $0.reason.contains("\(count) rows (first: row 1) without a time") }
                != areSkipped
        )
    }

    @Test func `Euler angles from 0° to 360°, a little less than 0° at times, are no accelerations`() throws {
        let rows = (0..<900).map { row -> String in
            let angles = [3.0, 2, 4].map { (Double(row) * $0).truncatingRemainder(dividingBy: 360) - 0.004 }
            return "\(Double(row) / 100)," + angles.map { "\($0)" }.joined(separator: ",")
        }
        let open = try proposal("t,aX,aY,aZ\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("accelerometer columns", open) == nil)
        #expect(open.unused.contains { $0.hasSuffix("angles, which jump by a full turn") })
    }

    @Test(arguments: [(true, true), (false, false)])
    func `Rows with many samples of one sensor lead to the command that writes one sample per row`(
        isSmooth: Bool,
        isRefused: Bool
    ) throws {
        let rows = (0..<60).map { row in
            (0..<150).map { cell in
                let sample = row * 50 + cell / 3
                // Sensors at different places have different orientations.
                let axis = isSmooth ? cell % 3 : (cell / 3 + cell) % 3
                return axis == 0 ? "9.7\(sample % 10)" : "0.\(10 + sample % 7)"
            }.joined(separator: ",")
        }
        let text = rows.joined(separator: "\n") + "\n"
        guard isRefused else {
            #expect(throws: Never.self) { try self.proposal(text) }
            return
        }
        let error = #expect(throws: InputError.self) { try self.proposal(text) }
        #expect(error?.message.hasPrefix("each row seems to contain 50 samples") ?? false)
        #expect(error?.advice?.contains("for(i=1;i<NF;i+=3)") ?? false)
    }

    @Test(arguments: [(9.8, true), (1, false)])
    func `The only three columns without names are an accelerometer if their length is gravity in m/s²`(
        gravity: Double,
        isKnown: Bool
    ) throws {
        let rows = (0..<400).map { "\(Double($0) / 100),0.0\($0 % 7),0.0\($0 % 5),\(gravity + Double($0 % 3) / 1000)" }
        let open = try proposal(rows.joined(separator: "\n") + "\n")
        #expect(open.questions.isEmpty == isKnown)
        #expect((value("accelerometer columns", open) == "column 2, column 3, column 4") == isKnown)
    }

    @Test func `Columns whose names differ in more than the axis are not proposed as one sensor`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),0.\($0 % 7),0.\($0 % 5),\($0 % 9),\($0 % 11)" }
        let open = try proposal("t,x_accel,z_accel,left_enc,right_enc\n" + rows.joined(separator: "\n") + "\n")
        #expect(!open.questions.isEmpty && !open.questions.contains { $0.description.contains("columns=x_accel") })
    }

    @Test func `An answer about a sensor that the user leaves out is ignored`() throws {
        let rows = (0..<400).map { "\(Double($0) / 100),\($0 % 7),\($0 % 5),\(254 + $0 % 3)" }
        let text = rows.joined(separator: "\n") + "\n"
        let settings = [
            "accelerometer.columns=2", "gyroscope.columns=none", "magnetometer.columns=none", "gyroscope.scale=1",
            "accelerometer.scale=0.003906",
        ]
        #expect(try proposal(text, answers: settings.compactMap(LayoutAnswer.init)).questions.isEmpty)
        // Without this answer, a wrong name is an error.
        #expect(throws: InputError.self) {
            try proposal(
                text,
                answers: ["accelerometer.columns=2", "magnetometer.unit=uT"].compactMap(LayoutAnswer.init)
            )
        }
    }

    @Test func `The columns of sensors and the column of times are asked at once`() throws {
        let rows = (0..<400).map { row in
            "\(row * 16),0.\(row % 7),9.\(row % 5),0.\(row % 3),\(row * 15 + row % 3),0.1\(row % 4),0.2\(row % 6),-0.3"
        }
        let open = try proposal(rows.joined(separator: "\n") + "\n")
        #expect(open.questions.first?.answers.first?.hasPrefix("time.column=") ?? false)
        #expect(open.questions.contains { $0.subject == "gyroscope columns" })
    }

    @Test func `Two files with different names of two clocks each are asked for their clocks`() throws {
        func text(_ clocks: String, _ sensor: String) -> String {
            let names = ["x", "y", "z"].map { "\(sensor)_\($0)" }.joined(separator: ",")
            let rows = (0..<400).map { "\(Double($0) / 50),\(Double($0) / 43.7),0.\($0 % 7),0.\($0 % 5),9.8\($0 % 3)" }
            return "\(clocks),\(names)\n" + rows.joined(separator: "\n") + "\n"
        }
        let folder = try TemporaryFolder([
            "acc.csv": text("host_time,dev_time", "acc"), "gyr.csv": text("pc_time,chip_time", "gyro"),
        ])
        let open = try LayoutProposal(path: folder.url.path)
        let answers = open.questions.filter { $0.subject == "time" }.compactMap(\.answers.first)
        #expect(answers == ["time.column=host_time", "time.column=pc_time"])
    }

    @Test func `Increments of an orientation are no orientation`() throws {
        let rows = (0..<400).map {
            "\(Double($0) / 60),0.9999\($0 % 5),0.00\($0 % 3),0.001,0.002,0.0\($0 % 7),0.1,9.8\($0 % 3)"
        }
        let known = try proposal("t,dq_W,dq_X,dq_Y,dq_Z,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        #expect(
            !known.yaml.contains("  attitude:")
                && known.unused.contains { $0.hasSuffix("increments of the orientation") }
        )
    }

    @Test func `Rows that repeat their times state the mean rate`() throws {
        let rows = (0..<400).map { "\(1_700_000_000 + Double($0 / 4) * 0.08),0.0\($0 % 7),0.1,9.8\($0 % 3)" }
        let open = try proposal("Timestamp,ax,ay,az\n" + rows.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == LayoutQuestion.rateSubject })
        #expect(question.reason.contains("(50.38 rows per second on average)"))
    }

    @Test func `Rows that a condition excludes may lack values`() throws {
        let rows = (0..<400).map { row in
            "\(5 * row)," + (row % 2 == 0 ? "IMU,0.0\(row % 7),0.1,9.8\(row % 3),0.1,0.2,0.3" : "MAG,20,6,-40,,,")
        }
        let text = "ms,kind,d1,d2,d3,d4,d5,d6\n" + rows.joined(separator: "\n") + "\n"
        let settings = [
            "rows.where=kind=IMU", "accelerometer.columns=d1", "gyroscope.columns=d4", "gyroscope.unit=rad/s",
        ]
        let known = try proposal(text, answers: settings.compactMap(LayoutAnswer.init))
        let folder = try TemporaryFolder(["log.csv": text])
        let path = folder.url.appendingPathComponent("log.csv").path
        let recording = try RecordingReader(layout: known.layout()).read(path: path)
        #expect(recording.gyroscope?.count == 200 && recording.accelerometer?.count == 200)
    }

    @Test func `A second pair of coordinates does not hide the location`() throws {
        let rows = (0..<400).map { "\(Double($0) / 10),52.3,13.\($0 % 7),0.\($0 % 9),0.1,9.8\($0 % 3),52.4,13.5" }
        let text = "t,lat,lon,ax,ay,az,beacon_lat,beacon_lon\n" + rows.joined(separator: "\n") + "\n"
        #expect(try proposal(text).yaml.contains("columns: {latitude: \"lat\", longitude: \"lon\"}"))
    }

    @Test func `The command that separates two tables leaves out empty rows between them`() throws {
        let rows = (0..<400).map { "\($0),0.\($0 % 7),0.1,9.8\($0 % 3)" }
        let text =
            "ms,ax,ay,az\n" + rows.joined(separator: "\n") + "\n,,,\n,,5,\nsamples,mean,largest,smallest\n400,1,2,3\n"
        let error = #expect(throws: InputError.self) { try self.proposal(text) }
        #expect(error?.advice?.contains("head -n 401 ") ?? false)
    }

    @Test func `An orientation is left out if the user says so`() throws {
        let answers = ["attitude.columns=none"].compactMap(LayoutAnswer.init)
        let text = turningTable(withQuaternion: true)
        #expect(try proposal(text).yaml.contains("  attitude:"))
        let known = try proposal(text, answers: answers)
        #expect(known.questions.isEmpty && !known.yaml.contains("  attitude:"))
        #expect(known.unused.contains("the attitude: left out by --set"))
        #expect(LayoutAnswer("location.columns=lat") == nil)
    }

    @Test func `A named gyroscope that contradicts the rotation is questioned if other columns agree with it`() throws {
        // The columns gyro_x to gyro_z contain the angles, and vel_x to vel_z the rates.
        var angles = [0.0, 0, 0]
        let lines = Motion().text().split(separator: "\n").enumerated().map { row, line -> String in
            guard row > 0 else { return line.replacing("gyro", with: "vel") + ",gyro_x,gyro_y,gyro_z" }
            for (axis, cell) in line.split(separator: ",")[4...6].enumerated() {
                angles[axis] += (Double(cell) ?? 0) / 100
            }
            return line + "," + angles.map { "\($0)" }.joined(separator: ",")
        }
        let open = try proposal(lines.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == "gyroscope" })
        #expect(question.answers == ["gyroscope.columns=vel_x", "gyroscope.columns=gyro_x"])
    }
}
