import Diagnosis
import Foundation
import Recordings
import SensorModel
import Testing

@Suite struct LayoutProposalTests {
    /// A device that rotates about its x axis, then about y and z, at 100 rows a second.
    struct Motion {
        var force = 9.81
        var rate = 1.0
        var field = 1.0
        var names = "t,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z"
        var turns = [[0.8, 0.0, 0.1], [0.0, 0.3, -0.9]]
        /// The magnetic field at the start, in device axes and µT.
        var start = [5.0, 20.0, -43.0]
        var time: (Int) -> String = { "\(Double($0) / 100)" }

        /// Integrates dv/dt = −ω × v in steps of 1 ms.
        func text() -> String {
            var (up, north) = ([0.0, 0.0, 1.0], start)
            var lines = names.isEmpty ? [] : [names]
            for row in 0..<3_000 {
                let turn = turns[row / 300 % turns.count]
                let cells = up.map { $0 * force } + turn.map { $0 * rate } + north.map { $0 * field }
                lines.append(([time(row)] + cells.map { "\($0)" }).joined(separator: ","))
                for _ in 0..<10 { (up, north) = (Self.turned(up, turn), Self.turned(north, turn)) }
            }
            return lines.joined(separator: "\n") + "\n"
        }

        private static func turned(_ vector: [Double], _ turn: [Double]) -> [Double] {
            let step = 0.001
            let x: Double = vector[0] - step * (turn[1] * vector[2] - turn[2] * vector[1])
            let y: Double = vector[1] - step * (turn[2] * vector[0] - turn[0] * vector[2])
            let z: Double = vector[2] - step * (turn[0] * vector[1] - turn[1] * vector[0])
            return [x, y, z]
        }
    }

    func proposal(
        _ text: String,
        named name: String = "guess.csv",
        rate: Hertz? = nil,
        answers: [LayoutAnswer] = []
    ) throws -> LayoutProposal {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return try LayoutProposal(path: file.path, rate: rate, answers: answers)
    }

    func value(_ subject: String, _ proposal: LayoutProposal) -> String? {
        proposal.guesses.first { $0.subject == subject }?.value
    }

    @Test func `SI units are recognised`() throws {
        let proposal = try proposal(Motion().text())
        #expect(proposal.questions.isEmpty)
        #expect(value("accelerometer unit", proposal) == "m/s^2")
        #expect(value("gyroscope unit", proposal) == "rad/s")
        #expect(value("magnetometer unit", proposal) == "uT")
        #expect(value("accelerometer sign", proposal) == "1")
        #expect(try proposal.layout().name == "guessed")
    }

    @Test func `The commonest header, ax, ay, az, gx, gy, gz, is recognised`() throws {
        let proposal = try proposal(Motion(names: "time,ax,ay,az,gx,gy,gz,mx,my,mz").text())
        #expect(proposal.questions.isEmpty)
        #expect(value("gyroscope columns", proposal) == "'gx', 'gy', 'gz'")
        #expect(value("magnetometer columns", proposal) == "'mx', 'my', 'mz'")
    }

    @Test func `A log without times has all other settings, and asks only for its rate`() throws {
        let counted = Motion(rate: 180 / .pi, names: "n,ax,ay,az,gx,gy,gz,mx,my,mz") { "\($0)" }.text()
        let open = try proposal(counted)
        #expect(open.needsOnlyRate)
        #expect(value("accelerometer unit", open) == "m/s^2" && value("magnetometer unit", open) == "uT")
        #expect(open.yaml.contains("# time: {rate: }"))
        let known = try proposal(counted, rate: 100)
        #expect(known.questions.isEmpty && value("gyroscope unit", known) == "deg/s")
        #expect(known.yaml.contains("    time: {rate: 100}\n"))
        #expect(try proposal(counted, rate: 104.17).yaml.contains("    time: {rate: 104.17}\n"))
        #expect(try known.layout().name == "guessed")
    }

    @Test func `A rate is refused if the log has times`() throws {
        let text = Motion().text()
        let error = #expect(throws: InputError.self) { try proposal(text, rate: 50) }
        #expect(error?.advice == "remove --rate")
    }

    /// A device that rotates about the vertical at ±10 °/s, which leaves gravity unchanged.
    func turningTable(withQuaternion: Bool) -> String {
        var lines = ["t,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z" + (withQuaternion ? ",qw,qx,qy,qz" : "")]
        var angle = 0.0
        for row in 0..<3_000 {
            let rate = row / 500 % 2 == 0 ? 10.0 : -8
            let half = angle * .pi / 360
            let cells = [Double(row) / 100, 0.01, -0.02, 9.81, 0.01, 0.02, rate]
            let quaternion = withQuaternion ? [cos(half), 0, 0, sin(half)] : []
            lines.append((cells + quaternion).map { "\($0)" }.joined(separator: ","))
            angle += rate / 100
        }
        return lines.joined(separator: "\n") + "\n"
    }

    @Test func `A gyroscope's usual unit is assumed only if no orientation determines the unit`() throws {
        let open = try proposal(turningTable(withQuaternion: false))
        let assumed = try #require(open.guesses.first { $0.subject == "gyroscope unit" })
        #expect(assumed.value == "rad/s" && assumed.certainty == .assumed)
        #expect(!open.questions.contains { $0.subject == "gyroscope unit" })
        let known = try proposal(turningTable(withQuaternion: true))
        let units = known.guesses.filter { $0.subject == "gyroscope unit" }
        #expect(units.map(\.value) == ["deg/s"] && units.first?.certainty == .certain)
    }

    @Test func `An orientation in a row that repeats a time is ignored`() throws {
        // A half turn about x points gravity down. As one of three orientations, it would reduce the mean to a third.
        let lines = turningTable(withQuaternion: true).split(separator: "\n").enumerated().flatMap { row, line in
            let repeated = line.split(separator: ",").prefix(7).joined(separator: ",") + ",0,1,0,0"
            return row > 0 && row.isMultiple(of: 2) ? [String(line), repeated] : [String(line)]
        }
        let proposal = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(value("attitude direction", proposal) == "device-to-earth")
        #expect(value("gyroscope unit", proposal) == "deg/s")
    }

    @Test func `A magnetometer that only has zeros is not used`() throws {
        let proposal = try proposal(Motion(field: 0).text())
        #expect(proposal.questions.isEmpty)
        #expect(value("magnetometer columns", proposal) == nil)
        #expect(proposal.unused.contains { $0.hasSuffix("'mag_x', 'mag_y', 'mag_z': constant") })
    }

    @Test func `The units g, °/s and G are recognised`() throws {
        let proposal = try proposal(Motion(force: 1, rate: 180 / .pi, field: 0.01).text())
        #expect(value("accelerometer unit", proposal) == "g")
        #expect(value("gyroscope unit", proposal) == "deg/s")
        #expect(value("magnetometer unit", proposal) == "G")
    }

    @Test func `Columns without names are recognised, and their axes are assumed`() throws {
        let proposal = try proposal(Motion(names: "").text())
        #expect(proposal.questions.isEmpty)
        #expect(proposal.yaml.contains("columns: {x: 5, y: 6, z: 7}"))
        #expect(proposal.guesses.contains { $0.subject == "gyroscope axes" && $0.certainty == .assumed })
    }

    @Test(arguments: [("ms", 10.0), ("us", 10_000), ("ns", 10_000_000)])
    func `The time unit follows from the interval`(unit: String, step: Double) throws {
        let proposal = try proposal(Motion(time: { "\(Int(Double($0) * step))" }).text())
        #expect(proposal.yaml.contains("unit: \(unit), origin: boot"))
    }

    @Test func `Unix milliseconds have the origin unix`() throws {
        let proposal = try proposal(Motion(time: { "\(1_600_000_000_000 + $0 * 10)" }).text())
        #expect(proposal.yaml.contains("unit: ms, origin: unix"))
    }

    @Test func `A gyroscope whose unit in the name contradicts its rotation leads to a question`() throws {
        let names = "t,acc_x,acc_y,acc_z,gyro_x (rad/s),gyro_y (rad/s),gyro_z (rad/s),mag_x,mag_y,mag_z"
        let proposal = try proposal(Motion(rate: 180 / .pi, names: names).text())
        #expect(proposal.questions.map(\.subject) == ["gyroscope unit"])
        #expect(throws: InputError.self) { try proposal.layout() }
    }

    @Test func `A column of counts leads to a question about the rate`() throws {
        let proposal = try proposal(Motion(time: { "\($0)" }).text())
        #expect(proposal.questions.contains { $0.subject == "sampling rate" })
    }

    @Test func `Coordinates of a fix are not a magnetic field`() throws {
        let names = "t,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,Latitude,Longitude,Altitude"
        let rows = Motion(names: "").text().split(separator: "\n").map { row in
            row.split(separator: ",").prefix(7).joined(separator: ",") + ",48.1,11.5,\(20 + row.count % 3)"
        }
        let proposal = try proposal("\(names)\n\(rows.joined(separator: "\n"))\n")
        #expect(value("magnetometer columns", proposal) == nil)
        #expect(value("location columns", proposal) == "'Latitude', 'Longitude'")
    }

    @Test func `An accelerometer in counts gets the scale at which its length is gravity`() throws {
        let proposal = try proposal(Motion(force: 64).text())
        let unit = try #require(value("accelerometer unit", proposal))
        // 1/64 = 0.015625. The steps of the integration lengthen the vector by up to 1 %.
        let scale = try #require(Double(unit.replacing("g, scale ", with: "")))
        #expect(abs(scale * 64 - 1) < 0.01)
        #expect(proposal.questions.isEmpty && proposal.yaml.contains("    scale: \(scale)\n"))
    }

    private static let untimed = "PacketCounter,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z"

    @Test(arguments: [
        ("// Start Time: Unknown\n// Update Rate: 50.0Hz\n", "'Rate: 50.0Hz'"),
        ("@ HyperIMU\n@ Date:Tue Dec 10 13:37:45, Sampling Rate:20ms\n\n", "'Rate:20ms'"),
        ("# Config: data_rate = 50.0 Hz, filter = 488 Hz\n", "'rate = 50.0 Hz'"),
        ("# Sampling interval: 20 ms\n", "'interval: 20 ms'"),
    ])
    func `A rate that is stated before the table is used`(lines: String, words: String) throws {
        let proposal = try proposal(lines + Motion(names: Self.untimed) { "\($0)" }.text())
        #expect(proposal.questions.isEmpty)
        #expect(proposal.yaml.contains("time: {rate: 50}"))
        #expect(proposal.guesses.contains { $0.evidence == "stated in \(words)" })
    }

    @Test func `Contradicting rates before the table lead to a question`() throws {
        let lines = "# Accelerometer rate: 100 Hz\n# Magnetometer rate: 50 Hz\n"
        let proposal = try proposal(lines + Motion(names: Self.untimed) { "\($0)" }.text())
        #expect(proposal.needsOnlyRate)
    }

    @Test func `The first rows of an Empatica E4 file are its start and its rate`() throws {
        let rows = (0..<400).map { "\($0 % 3),\($0 % 2 - 1),\(64 - $0 % 2)" }
        let lines = ["1560279825.000000, 1560279825.000000, 1560279825.000000", "32.0, 32.0, 32.0"] + rows
        let proposal = try proposal(lines.joined(separator: "\n") + "\n", named: "ACC.csv")
        #expect(proposal.questions.isEmpty)
        let unit = try #require(value("accelerometer unit", proposal))
        #expect(unit.hasPrefix("g, scale 0.015"))
        #expect(proposal.yaml.contains("start: 3\n    header: false\n    time: {rate: 32}"))
    }

    @Test func `Lines before the table are skipped, and every row is read`() throws {
        let text = "gyroscope-icm20690,invensense,2020-02-15\n\nsecond line\n" + Motion().text()
        let path = FileManager.default.temporaryDirectory.path + "/lines-\(UUID().uuidString).csv"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let layout = try LayoutProposal(path: path).layout()
        #expect(try RecordingReader(layout: layout).read(path: path).accelerometer?.count == 3_000)
    }

    @Test func `Rows with more fields than the header are read by position`() throws {
        let rows = Motion().text().split(separator: "\n").enumerated().map {
            $0.offset == 0 ? "\($0.element)" : "\($0.element),1,2"
        }
        let proposal = try proposal(rows.joined(separator: "\n") + "\n")
        #expect(proposal.questions.isEmpty)
        #expect(value("gyroscope columns", proposal) == "'gyro_x', 'gyro_y', 'gyro_z'")
        #expect(proposal.yaml.contains("columns: {x: 5, y: 6, z: 7}"))
    }

    @Test func `A gyroscope in thousandths of a degree gets the scale that its rotation determines`() throws {
        let proposal = try proposal(Motion(rate: 180_000 / .pi).text())
        let unit = try #require(value("gyroscope unit", proposal))
        let scale = try #require(Double(unit.replacing("deg/s, scale ", with: "")))
        #expect(abs(scale * 1_000 - 1) < 0.02)
        #expect(proposal.yaml.contains("    unit: deg/s\n    scale: \(scale)\n"))
    }

    @Test func `A gyroscope that would turn gravity much further in rad/s is in deg/s`() throws {
        let rows = (0..<1_000).map {
            "\(Double($0) / 100),\(0.001 * Double($0 % 3)),0,1,-2.3,1.1,\(1 + 0.01 * Double($0 % 5))"
        }
        let proposal = try proposal("t,ax,ay,az,gx,gy,gz\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("gyroscope unit", proposal) == "deg/s")
    }

    @Test func `A magnetometer with the device's own field is assumed to be in µT`() throws {
        let proposal = try proposal(Motion(field: 2.5).text())
        let unit = try #require(proposal.guesses.first { $0.subject == "magnetometer unit" })
        #expect(unit.value == "uT" && unit.certainty == .assumed)
    }

    @Test func `The field's inclination determines the accelerometer's sign`() throws {
        let proposal = try proposal(Motion(force: -1).text())
        let sign = try #require(proposal.guesses.first { $0.subject == "accelerometer sign" })
        #expect(sign.value == "-1" && sign.certainty == .assumed)
        #expect(sign.evidence.hasPrefix("the magnetic field points down"))
    }

    @Test func `An almost horizontal field does not determine the accelerometer's sign`() throws {
        // The sine of the inclination is 7/√(5² + 44² + 7²) = 0.16, below the limit of 0.3.
        let proposal = try proposal(Motion(start: [5, 44, -7]).text())
        let sign = try #require(proposal.guesses.first { $0.subject == "accelerometer sign" })
        #expect(sign.value == "1" && sign.evidence.hasPrefix("usual in these units"))
    }

    @Test func `Answers settle questions, and replace assumptions`() throws {
        let text = Motion(field: 30).text()
        let open = try proposal(text.replacing("mag_", with: "mag_raw_"))
        #expect(open.questions.flatMap(\.answers).first == "magnetometer.unit=uT")
        let answers = ["magnetometer.unit=uT", "magnetometer.scale=0.0625"].compactMap(LayoutAnswer.init)
        let settled = try proposal(text, answers: answers)
        #expect(settled.questions.isEmpty)
        #expect(settled.yaml.contains("unit: uT\n    scale: 0.0625\n"))
        let other = try #require(LayoutAnswer("location.sign=1"))
        #expect(throws: InputError.self) { try proposal(text, answers: [other]) }
        #expect(LayoutAnswer("magnetometer.colour=red") == nil && LayoutAnswer("unit=uT") == nil)
    }

    @Test func `The rows of a rotation matrix are not an accelerometer`() throws {
        let rows = (0..<500).map { row in
            let angle = Double(row) / 40
            return "\(1_576_128_508_321 + row * 16),\(cos(angle)),\(sin(angle)),0.0001"
        }
        let proposal = try proposal(rows.joined(separator: "\n") + "\n")
        #expect(value("accelerometer columns", proposal) == nil)
        #expect(!proposal.questions.isEmpty)
    }

    @Test func `The axes of a gyroscope that its names exchange follow from the rotation`() throws {
        // The columns x and y are exchanged, which is left-handed.
        let names = "t,acc_x,acc_y,acc_z,gyro_y,gyro_x,gyro_z,mag_x,mag_y,mag_z"
        let turns = [[0.8, 0.0, 0.1], [0.0, 0.3, -0.9], [0.1, 0.9, 0.2], [-0.7, 0.1, 0.5]]
        let proposal = try proposal(Motion(names: names, turns: turns).text())
        #expect(value("gyroscope axes", proposal) == "[-y, -x, -z], sign -1")
        #expect(proposal.yaml.contains("    axes: [-y, -x, -z]\n    sign: -1\n"))
        #expect(try proposal.layout().name == "guessed")
    }

    // MARK: Answers that choose columns and times

    @Test func `Columns without names and without rotation are chosen by the number of the first`() throws {
        // A device at rest: neither names nor the rotation identify its sensors.
        let rows = (0..<400).map {
            "0.0\($0 % 3),0.1\($0 % 2),9.8\($0 % 4),0.00\($0 % 2),\(0.0001 * Double($0 % 5)),-0.002\($0 % 3)"
        }
        let text = rows.joined(separator: "\n") + "\n"
        let open = try proposal(text, rate: 100)
        #expect(
            open.questions.map(\.subject) == ["accelerometer columns", "gyroscope columns", "gyroscope unit"]
        )
        #expect(open.questions[0].answers.map { $0.suffix(2) } == ["=1", "=4", "ne"])
        #expect(open.questions[0].description.contains("--set accelerometer.columns=1 or 4 or none"))
        let answers = ["accelerometer.columns=1", "gyroscope.columns=4", "gyroscope.unit=rad/s"]
        let chosen = try proposal(text, rate: 100, answers: answers.compactMap(LayoutAnswer.init))
        #expect(chosen.questions.isEmpty)
        #expect(value("accelerometer columns", chosen) == "column 1, column 2, column 3")
        #expect(value("gyroscope columns", chosen) == "column 4, column 5, column 6")
        let alone = ["accelerometer.columns=1", "gyroscope.columns=none"].compactMap(LayoutAnswer.init)
        let withoutRates = try proposal(text, rate: 100, answers: alone)
        #expect(withoutRates.questions.isEmpty && value("gyroscope columns", withoutRates) == nil)
    }

    @Test func `An answer that names no column of the log is refused`() throws {
        for column in ["speed", "mag_y", "12"] {
            let answers = ["accelerometer.columns=\(column)"].compactMap(LayoutAnswer.init)
            #expect(throws: InputError.self) { try proposal(Motion().text(), answers: answers) }
        }
        #expect(LayoutAnswer("location.columns=1") == nil && LayoutAnswer("time.rate=1") == nil)
    }

    @Test func `Times of two clocks are settled by naming the column`() throws {
        let lines = Motion(names: "").text().split(separator: "\n").enumerated().map {
            "\(Double($0.offset) / 50),\($0.element)"
        }
        let names = "host_time_s,time_s,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z\n"
        let text = names + lines.joined(separator: "\n") + "\n"
        let open = try proposal(text)
        #expect(open.questions.contains { $0.answers.contains("time.column=time_s") })
        let settled = try proposal(text, answers: ["time.column=time_s"].compactMap(LayoutAnswer.init))
        #expect(settled.questions.isEmpty)
        #expect(settled.yaml.contains("time: {column: \"time_s\", unit: s"))
        #expect(throws: InputError.self) {
            try proposal(text, answers: ["time.column=clock"].compactMap(LayoutAnswer.init))
        }
    }

    /// The rows turn about z, so the matrix's rows look like accelerations of 1 g.
    @Test func `A whole rotation matrix without names is left out`() throws {
        let lines = Motion(names: "").text().split(separator: "\n").enumerated().map { row, line in
            let angle = Double(row) / 200
            let matrix = [cos(angle), -sin(angle), 0, sin(angle), cos(angle), 0, 0, 0, 1]
            return "\(line)," + matrix.map { "\($0)" }.joined(separator: ",")
        }
        let proposal = try proposal(lines.joined(separator: "\n") + "\n")
        #expect(value("accelerometer columns", proposal) == "column 2, column 3, column 4")
        #expect(value("gyroscope columns", proposal) == "column 5, column 6, column 7")
    }

    // MARK: Vectors and numbers that are not what they resemble

    /// WitMotion's angles in degrees have the length of the Earth's field in µT.
    @Test func `Angles are not a magnetic field`() throws {
        for name in ["Ang", "angle_", "rotation_vector_", ""] {
            let axes = ["X", "Y", "Z"].map { name.isEmpty ? $0.lowercased() : "\(name)\($0)" }
            let rows = (0..<500).map {
                "\(Double($0) / 100),\(0.2 * Double($0 % 7)),\(12 + 0.1 * Double($0 % 5)),-42.4"
            }
            let proposal = try proposal("t," + axes.joined(separator: ",") + "\n" + rows.joined(separator: "\n") + "\n")
            #expect(value("magnetometer columns", proposal) == nil, "\(name)")
        }
    }

    @Test func `Covariances and a linear acceleration with gravity, as in ROS, are recognised`() throws {
        let vector = { (name: String) in ["x", "y", "z"].map { "field.\(name).\($0)" } }
        let names =
            ["%time"] + vector("linear_acceleration") + vector("angular_velocity")
            + vector("angular_velocity_covariance")
        let proposal = try proposal(Motion(names: names.joined(separator: ",")).text())
        #expect(proposal.questions.isEmpty)
        #expect(value("accelerometer columns", proposal)?.contains("linear_acceleration.x") ?? false)
        #expect(value("gyroscope columns", proposal)?.contains("angular_velocity.x") ?? false)
    }

    @Test func `A counter of packets is not a time`() throws {
        let names = "Packet number,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z"
        let proposal = try proposal(Motion(names: names) { "\($0 + $0 / 7)" }.text())
        #expect(proposal.needsOnlyRate)
    }

    @Test func `Times that a spreadsheet has rounded give way to another column`() throws {
        let names = "time,seconds_elapsed,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z"
        let text = Motion(names: names) { "1.701362\(860_000_000 + $0 * 10_000)E+018,\(Double($0) / 100)" }.text()
        #expect(try proposal(text).yaml.contains("time: {column: \"seconds_elapsed\", unit: s"))
    }

    @Test func `Rows with the newest first lead to a question`() throws {
        let proposal = try proposal(Motion(names: Self.timed) { "\(500 - Double($0) / 100)" }.text())
        let question = try #require(proposal.questions.first { $0.reason.contains("the newest row is first") })
        let oldestFirst = try self.proposal(
            after: question.description,
            for: Motion(names: Self.timed) { "\(500 - Double($0) / 100)" }.text()
        )
        #expect(value("time", oldestFirst)?.hasSuffix("in s") == true)
        #expect(throws: InputError.self) { try proposal.layout() }
    }

    private static let timed = "time_s,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z,mag_x,mag_y,mag_z"

    /// Steps of 1000 are 1 ms in µs, and 1 s in ms.
    @Test func `Fixes each second in Unix milliseconds are not microseconds`() throws {
        let rows = (0..<60).map { "\(1_510_239_094_000 + 1_000 * $0),42.\(400 + $0),-71.\(700 + $0)" }
        let proposal = try proposal("t,lat,lon\n" + rows.joined(separator: "\n") + "\n")
        #expect(proposal.questions.isEmpty && proposal.yaml.contains("unit: ms, origin: unix"))
    }

    /// The steps would be 1 µs to 60 ms if the times were milliseconds.
    @Test(arguments: [0.001, 0.02, 0.5, 1, 5, 60])
    func `Times of fixes since 1970 are in seconds at every rate`(step: Double) throws {
        let rows = (0..<60).map { "\(1_455_208_122 + step * Double($0)),42.\(400 + $0),-71.\(700 + $0)" }
        let proposal = try proposal("timestamp,lat,lon\n" + rows.joined(separator: "\n") + "\n")
        #expect(proposal.questions.isEmpty && proposal.yaml.contains("unit: s, origin: unix"), "\(proposal.yaml)")
    }

    @Test func `Estimates of a log's own filter are not its sensors`() throws {
        let names = "time_s,est_acc_x,est_acc_y,est_acc_z,raw_acc_x,raw_acc_y,raw_acc_z"
        let rows = (0..<200).map { "\(Double($0) / 100),0.1,0.\($0 % 7),9.8,0.2,9.7,0.\($0 % 9)" }
        let proposal = try proposal(names + "\n" + rows.joined(separator: "\n") + "\n")
        #expect(value("accelerometer columns", proposal) == "'raw_acc_x', 'raw_acc_y', 'raw_acc_z'")
    }

    @Test func `The columns p, q and r are the gyroscope`() throws {
        let proposal = try proposal(Motion(names: "time_s,ax,ay,az,p,q,r,mx,my,mz") { "\(Double($0) / 100)" }.text())
        #expect(value("gyroscope columns", proposal) == "'p', 'q', 'r'")
    }

    /// Steps of 3 are 3 ms in ms.
    @Test func `A column whose name says Unix times is in seconds, also every three seconds`() throws {
        let text = Motion(names: Self.timed.replacing("time_s", with: "UNIX_TIMESTAMP(ts)")) {
            "\(1_387_624_660 + 3 * $0)"
        }.text()
        #expect(try proposal(text).yaml.contains("unit: s, origin: unix"))
    }

    @Test func `A vector whose name says nothing leads to the answer that names it`() throws {
        let rows = (0..<300).map { "-2.\($0 % 9),16.1\($0 % 7),44.\($0 % 5)" }
        let text = "x,y,z\n" + rows.joined(separator: "\n") + "\n"
        let open = try proposal(text, rate: 20)
        #expect(open.questions.first?.description.contains("--set magnetometer.columns=x") ?? false)
        let chosen = try proposal(text, rate: 20, answers: ["magnetometer.columns=x"].compactMap(LayoutAnswer.init))
        #expect(chosen.questions.isEmpty && value("magnetometer unit", chosen) == "uT")
    }

    /// 1279034942 ms is an uptime of two weeks, and in seconds a date in 2010.
    @Test func `An uptime in milliseconds is not a Unix time in seconds`() throws {
        let proposal = try proposal(Motion { "\(1_279_034_942 + 2 * $0)" }.text())
        #expect(proposal.yaml.contains("unit: ms, origin: boot"))
    }

    @Test func `Comments after the header are skipped`() throws {
        let lines = Motion().text().split(separator: "\n")
        let text = ([lines[0], "# the magnetometer was calibrated"] + lines.dropFirst()).joined(separator: "\n")
        let proposal = try proposal("# start 12:00\n" + text + "\n")
        #expect(proposal.questions.isEmpty)
        #expect(value("gyroscope columns", proposal) == "'gyro_x', 'gyro_y', 'gyro_z'")
    }
}
