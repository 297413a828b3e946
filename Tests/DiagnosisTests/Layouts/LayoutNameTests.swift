import Diagnosis
import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Logs whose headers or times are unusual.
extension LayoutProposalTests {
    @Test func `A bar in front of the header does not shift the names`() throws {
        let rows = (0..<60).map { "\(Double($0) / 10)|0.\($0 % 3)|0.1|9.8\($0 % 2)|5\($0 % 7)|" }
        let text = "|time|acc_x|acc_y|acc_z|temp|\n" + rows.joined(separator: "\n") + "\n"
        let read = try proposal(text)
        #expect(value("time", read) == "'time' in s")
        #expect(value("accelerometer columns", read) == "'acc_x', 'acc_y', 'acc_z'")
        #expect(read.yaml.contains("columns: {x: 2, y: 3, z: 4}") && read.yaml.contains("column: 1,"), "\(read.yaml)")
    }

    @Test func `A column without a name, or with a repeated one, is selected by its number`() throws {
        for name in ["", "acc_x"] {
            let rows = (0..<60).map { "\(Double($0) / 10),0.\($0 % 3),0.1,9.8\($0 % 2)" }
            let text = "\(name),acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n"
            let folder = try TemporaryFolder(["log.csv": text])
            let path = folder.url.appendingPathComponent("log.csv").path
            let answers = ["time.column=1", "accelerometer.columns=2"].compactMap(LayoutAnswer.init)
            let layout = try LayoutProposal(path: path, answers: answers).layout()
            let recording = try RecordingReader(layout: layout).read(path: path)
            #expect(recording.accelerometer?.values.first == Vector3(0, 0.1, 9.8))
            #expect(recording.accelerometer?.times.last == 5.9)
        }
    }

    @Test func `Dates in fourteen digits are times`() throws {
        // 23:59:30 on 31 December 2024 and 90 s after it, which is 1735689570 as a Unix time.
        let stamps =
            (0..<30).map { "202412312359\($0 + 30)" } + (0..<60).map { "202501010000\($0 < 10 ? "0" : "")\($0)" }
        let rows = stamps.enumerated().map { "\($1),0.\($0 % 3),0.1,9.8\($0 % 2)" }
        let text = "Timestamp,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n"
        let folder = try TemporaryFolder(["log.csv": text])
        let path = folder.url.appendingPathComponent("log.csv").path
        let read = try LayoutProposal(path: path)
        #expect(value("time", read) == "'Timestamp' in datetime")
        let recording = try RecordingReader(layout: try read.layout()).read(path: path)
        let times = try #require(recording.accelerometer?.times)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1 } && times.count == 90)
        #expect(recording.epoch.map { Double($0) + times[0] } == 1_735_689_570)
    }

    @Test func `A rate is doubted if the times of a clock are repeated`() throws {
        let rows = (0..<200).map { "12:00:\(10 + $0 / 5),0.\($0 % 3),0.1,9.8\($0 % 2)" }
        let text = "clock,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n"
        let time = try #require(try proposal(text, rate: 4).guesses.first { $0.subject == "time" })
        #expect(time.certainty == .assumed && time.evidence == "from --rate; most rows repeat the time in 'clock'")
    }

    @Test func `Accelerations without gravity lead to the filters`() throws {
        let rows = (0..<300).map { "\(Double($0) / 100),\([1.5, -1.5][$0 % 2]),0.\($0 % 3),-0.2" }
        let names = ["x", "y", "z"].map { "Linear Acceleration \($0) (m/s^2)" }
        let text = "Time (s),\(names.joined(separator: ","))\n" + rows.joined(separator: "\n") + "\n"
        let reason = try proposal(text).questions.first?.reason
        #expect(reason?.contains("'sextant filter' smooths the columns") ?? false)
        let forced = try proposal(text, answers: ["accelerometer.columns=2"].compactMap(LayoutAnswer.init))
        #expect(forced.guesses.contains { $0.subject == "accelerometer gravity" && $0.certainty == .assumed })
    }

    @Test func `Numbers can identify the devices of rows`() throws {
        let rows = (0..<200).map { row in "\(104 + row / 3 % 2),0.\(row % 3),0.1,9.8\(row % 2)" }
        let open = try proposal("mpu_address,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n", rate: 50)
        let question = try #require(open.questions.first { $0.subject == "rows" })
        #expect(question.answers == ["rows.where=mpu_address=104", "rows.where=mpu_address=105", "rows.where=all"])
        let one = try proposal(
            "mpu_address,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n",
            rate: 50,
            answers: [try #require(LayoutAnswer("rows.where=mpu_address=104"))]
        )
        #expect(one.questions.isEmpty && one.yaml.contains("where: {column: \"mpu_address\", is: \"104\"}"))
    }

    @Test func `Columns in another order than x, y, z are named by their numbers`() throws {
        let rows = (0..<300).map { row in "4\(row % 5).0,-16.1\(row % 7),2.\(row % 9)" }
        let open = try proposal("z,y,x\n" + rows.joined(separator: "\n") + "\n", rate: 20)
        #expect(open.questions.first?.description.contains("--set magnetometer.columns=3,2,1") ?? false)
    }

    @Test func `A question says that the unit in the names does not fit`() throws {
        let rows = (0..<300).map { "0.\($0 % 3),1.5,98.8\($0 % 2),48.1,0.\($0 % 7),-20.3" }
        let names = ["accX", "accY", "accZ"].map { "\($0) (m/s2)" } + ["gyrX", "gyrY", "gyrZ"].map { "\($0) (rad/s)" }
        let text = names.joined(separator: ",") + "\n" + rows.joined(separator: "\n") + "\n"
        let reasons = try proposal(text).questions.map(\.reason)
        #expect(reasons.contains { $0.hasPrefix("the column names contain m/s^2, but the median length 98.8") })
        #expect(reasons.contains { $0.hasPrefix("the column names contain rad/s, but the largest rate is 52.21; ") })
    }

    @Test func `Increments have the rate of the usual interval`() throws {
        // Intervals of 16 ms, with a gap of 2 s: 0.1569064 m/s in 16 ms is 9.80665 m/s².
        let rows = (0..<300).map { row in "\(16 * row + (row < 150 ? 0 : 2_000)),0.0\(row % 2)1,0.002,0.1569064" }
        let text = "time_ms,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n"
        #expect(value("accelerometer unit", try proposal(text)) == "m/s^2, scale 62.5")
    }

    @Test func `A chosen accelerometer brings the gyroscope of the same device`() throws {
        let left = Motion(names: "t,acc_x_left,acc_y_left,acc_z_left,gyro_x_left,gyro_y_left,gyro_z_left,a,b,c")
        let right = Motion(
            names: "t,acc_x_right,acc_y_right,acc_z_right,gyro_x_right,gyro_y_right,gyro_z_right,d,e,f",
            turns: [[0.1, -0.7, 0.2], [0.6, 0.2, 0.3]]
        )
        let rows = zip(left.text().split(separator: "\n"), right.text().split(separator: "\n")).map { left, right in
            (left.split(separator: ",")[..<7] + right.split(separator: ",")[1..<7]).joined(separator: ",")
        }
        let text = rows.joined(separator: "\n") + "\n"
        for side in ["left", "right"] {
            let answer = try #require(LayoutAnswer("accelerometer.columns=acc_x_\(side)"))
            let proposal = try proposal(text, answers: [answer])
            #expect(proposal.questions.isEmpty)
            #expect(value("gyroscope columns", proposal)?.hasPrefix("'gyro_x_\(side)'") ?? false)
        }
    }

    @Test func `All devices are offered as the accelerometer`() throws {
        let parts = ["chest", "head", "arm", "leg", "foot", "hand"]
        let names = parts.flatMap { part in ["x", "y", "z"].map { "acc_\(part)_\($0)" } }
        let rows = (0..<200).map { row in
            "\(Double(row) / 50)," + parts.map { _ in "0.\(row % 3),0.1,9.8\(row % 2)" }.joined(separator: ",")
        }
        let open = try proposal("t,\(names.joined(separator: ","))\n" + rows.joined(separator: "\n") + "\n")
        #expect(open.questions.first?.answers == parts.map { "accelerometer.columns=acc_\($0)_x" })
    }

    @Test func `Whole numbers beside decimals are no axis of the same sensor`() throws {
        // The fourth column contains the time since the previous row, in ms.
        let rows = (0..<400).map { row in "0.\(row % 3),6.\(row % 7),7.\(row % 5),\(4 + row % 3)" }
        let proposal = try proposal(rows.joined(separator: "\n") + "\n", rate: 200)
        #expect(value("accelerometer columns", proposal) == "column 1, column 2, column 3")
    }

    @Test(arguments: [
        ("time,Roll,Pitch,Yaw", "the log has an orientation ('Roll', 'Pitch', 'Yaw'), but no sensor"),
        ("time,acc_x,acc_y,note", "of a sensor's three axes, the log has only 'acc_x', 'acc_y'"),
        ("time,linacc_x,linacc_y,linacc_z", "the log has only accelerations without gravity, according to the names"),
    ])
    func `A log without a sensor gets the reason`(header: String, reason: String) throws {
        let rows = (0..<200).map { row in "\(Double(row) / 50),0.\(row % 3),0.\(row % 7),0.\(row % 5)" }
        let open = try proposal("\(header)\n" + rows.joined(separator: "\n") + "\n")
        #expect(
            open.questions.map(\.reason) == [
                "\(reason); no filter can be evaluated, but 'sextant filter' smooths the columns"
            ]
        )
    }

    @Test func `The name of the file says that gravity was removed`() throws {
        let rows = (0..<200).map { row in "\(Double(row) / 50),0.\(row % 3),3.\(row % 7),0.\(row % 5)" }
        let text = "Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)\n" + rows.joined(separator: "\n") + "\n"
        let open = try proposal(text, named: "Linear Accelerometer.csv")
        #expect(open.questions.first?.reason.hasPrefix("the log has only accelerations without gravity") ?? false)
    }

    @Test func `Counts whose header repeats a name are offered as an accelerometer`() throws {
        let rows = (0..<200).map { row in "\(340 + row % 7),\(2_040 + row % 5),\(60 + row % 3)" }
        let text = "X,Y,X\n" + rows.joined(separator: "\n") + "\n"
        let open = try proposal(text, rate: 50)
        #expect(open.questions.first?.answers == ["accelerometer.columns=X", "accelerometer.columns=none"])
        let answer = try #require(LayoutAnswer("accelerometer.columns=X"))
        let chosen = try proposal(text, rate: 50, answers: [answer])
        #expect(value("accelerometer columns", chosen) == "'X', 'Y', 'X'")
        #expect(chosen.questions.first?.answers.contains("accelerometer.scale=0.0004883") ?? false)
    }

    /// A phone that has run for 11.6 days has times in ns that, in us, are dates of November 2001.
    @Test(arguments: [
        (1_005_768_956_392_342, "ns", LayoutGuess.Certainty.likely), (1_700_000_000_000_000, "us", .assumed),
    ])
    func `Times since the start of a phone are not dates`(
        start: Int,
        unit: String,
        certainty: LayoutGuess.Certainty
    ) throws {
        let rows = (0..<200).map { row in "0.\(row % 3),0.1,9.8\(row % 2),\(start + 2_460_000 * row)" }
        let read = try proposal(rows.joined(separator: "\n") + "\n", named: "accelerometer.csv")
        let time = try #require(read.guesses.first { $0.subject == "time" })
        #expect(time.value == "column 4 in \(unit)" && time.certainty == certainty, "\(time)")
    }

    @Test func `The length of a vector does not count as an axis`() throws {
        let rows = (0..<900).map { row -> String in
            let axes = [0.1 + Double(row % 3), Double(row % 5) - 2.5, 6 + 0.1 * Double(row % 7)]
            let length = axes.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return "\(Double(row) / 50)," + (axes + [length]).map { "\($0)" }.joined(separator: ",")
        }
        let read = try proposal(rows.joined(separator: "\n") + "\n", named: "accelerometer.csv")
        #expect(value("accelerometer columns", read) == "column 2, column 3, column 4")
    }

    @Test func `A usual count per g is assumed if another one is near`() throws {
        let counts = (0..<900).map { row in "\(Double(row) / 50),\(row % 9),3\(row % 7),\(1_080 + row % 5)" }
        let read = try proposal("t,acc_x,acc_y,acc_z\n" + counts.joined(separator: "\n") + "\n")
        let unit = try #require(read.guesses.first { $0.subject == "accelerometer unit" })
        #expect(unit.value == "g, scale 0.0009766" && unit.certainty == .assumed)
        #expect(unit.evidence.hasSuffix("1/1024 g per unit is usual; so is 1/1000 or 1/980"))
    }

    @Test func `The question after a choice of columns is asked with it`() throws {
        // Neither face up nor upright, in g: the sign is unknown.
        let rows = (0..<200).map { row in "\(Double(row) / 50),0.6\(row % 3),0.6,-0.5,0.6\(row % 2),0.5,-0.6" }
        let names = "t,acc_x_left,acc_y_left,acc_z_left,acc_x_right,acc_y_right,acc_z_right"
        let open = try proposal(names + "\n" + rows.joined(separator: "\n") + "\n")
        #expect(open.questions.map(\.subject) == ["accelerometer", "accelerometer sign"])
    }

    @Test func `A sensor may start at each of eight columns without names`() throws {
        // A constant column, a temperature, and two sensors.
        let rows = (0..<200).map { row in
            "0,\(20 + row / 50),\(row % 7),-\(row % 5),\(100 + row % 3),\(row % 9),\(row % 4),-\(row % 8)"
        }
        let open = try proposal(rows.joined(separator: "\n") + "\n", rate: 50)
        let question = try #require(open.questions.first { $0.subject == "gyroscope columns" })
        #expect(question.answers == ["1", "2", "3", "4", "5", "6", "none"].map { "gyroscope.columns=\($0)" })
    }

    @Test func `Words between underscores are read as a unit`() throws {
        let names = Motion().names.replacing("acc_", with: "Acc_m_per_s2_").replacing("gyro_", with: "Gyro_deg_per_s_")
        let proposal = try proposal(Motion(rate: 180 / .pi, names: names).text())
        #expect(value("gyroscope unit", proposal) == "deg/s" && proposal.questions.isEmpty)
    }

    @Test func `Few damaged lines are not the rows of several devices`() throws {
        let lines = (0..<300).map { row in
            row % 60 == 7
                ? "256:[15[\(row)45 ms] imu: -7.4 0.\(row) 1.5"
                : "[\(1_000 + 10 * row) ms] imu: 0.\(row % 3) 0.1 9.8\(row % 2)"
        }
        let read = try proposal(lines.joined(separator: "\n") + "\n", named: "serial.txt")
        #expect(!read.questions.contains { $0.subject == "rows" || $0.subject == LayoutQuestion.rateSubject })
    }

    @Test func `The names of raw values identify the sensors, and those of an estimated bias do not`() throws {
        let names = "t,ax_raw,ay_raw,az_raw,gx_raw,gy_raw,gz_raw,bx_uradps,by_uradps,bz_uradps"
        let read = try proposal(Motion(rate: 180 / .pi, names: names).text())
        #expect(value("accelerometer columns", read)?.hasPrefix("'ax_raw'") ?? false)
        #expect(value("gyroscope columns", read)?.hasPrefix("'gx_raw'") ?? false)
        let rates = try proposal(Motion(names: Motion().names.replacing("gyro_", with: "gyro_radps_")).text())
        #expect(value("gyroscope unit", rates) == "rad/s" && rates.questions.isEmpty)
    }

    @Test func `A file with the dates of another recording is left out`() throws {
        func rows(_ hour: Int, _ values: (Int) -> String) -> String {
            "date,ms,X,Y,Z\n"
                + (0..<400).map { row in
                    "2019-06-12 \(hour):37:\(10 + row / 100),\(10 * row),\(values(row))\n"
                }.joined()
        }
        let folder = try TemporaryFolder([
            "Accelerometer.csv": rows(22) { "0.\($0 % 3),0.1,9.8\($0 % 2)" },
            "Gyroscope.csv": rows(22) { "0.0\($0 % 3),0.01,0.0\($0 % 2)" },
            "Compass.csv": rows(20) { "8.\($0 % 3),-1.2,-53.\($0 % 7)" },
        ])
        let read = try LayoutProposal(path: folder.url.path)
        #expect(value("accelerometer columns", read) != nil && value("magnetometer columns", read) == nil)
        // From 20:37:13 to 22:37:10.
        #expect(
            read.unused.contains {
                $0.hasPrefix("Compass.csv: according to the dates, it ends 7197 s before the start of ")
            }
        )
    }

    @Test func `The text that selects the rows names the sensor, and the file's name does not`() throws {
        let rows = (0..<400).map { row in
            row % 2 == 0
                ? "acc \(0.01 * Double(row)) 0.0\(row % 5) -0.0\(row % 3) 0.98"
                : "gyro \(0.01 * Double(row)) 0.29 1.2\(row % 7) -4.2"
        }
        let answer = try #require(LayoutAnswer("rows.where=1=acc"))
        let read = try proposal(rows.joined(separator: "\n") + "\n", named: "gyro_rotation.txt", answers: [answer])
        #expect(value("accelerometer columns", read) == "column 3, column 4, column 5")
        #expect(value("gyroscope columns", read) == nil)
    }

    @Test func `Numbers without their decimal points get no scale`() throws {
        // A spreadsheet has written 9.78 as 978, and 0.6 as 0.6.
        let rows = (0..<300).map { "\(Double($0) / 50),0.\(3 + $0 % 5)1,11.\(4 + $0 % 3)2,97.\(7 + $0 % 2)4" }
        let open = try proposal("t,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        let question = try #require(open.questions.first { $0.subject == "accelerometer scale" })
        #expect(question.reason.hasPrefix("no value is between 1 and 10"))
        #expect(question.answers == ["accelerometer.columns=none"])
    }

    @Test func `Rate, columns and sign of an accelerometer with an unknown name are asked at once`() throws {
        let rows = (0..<400).map { row in "6\(row % 5)0,60\(row % 3),-50\(row % 2)" }
        let open = try proposal("LLACx,LLACy,LLACz\n" + rows.joined(separator: "\n") + "\n")
        let subjects = open.questions.map(\.subject)
        #expect(subjects.contains(LayoutQuestion.rateSubject) && subjects.contains(LayoutQuestion.sensorsSubject))
        #expect(subjects.contains { $0.hasPrefix("accelerometer ") }, "\(subjects)")
    }

    /// A device that swings about all axes: acceleration in g, rates in °/s, and roll, pitch and yaw in °.
    ///
    /// The rotations are yaw about z, then pitch about y, then roll about x. The rates follow from the kinematic
    /// equations of this sequence, as in textbooks on flight mechanics. The world's z axis points up.
    private func swinging(_ names: String, signs: [Double] = [1, 1, 1], scrambled: Bool = false) -> String {
        let rows = (0..<2_000).map { row -> String in
            let time = Double(row) / 100
            let (roll, pitch, yaw) = (0.5 * sin(time), 0.4 * sin(1.3 * time + 1), 0.8 * time)
            let rates = [0.5 * cos(time), 0.52 * cos(1.3 * time + 1), 0.8]
            let rate = [
                rates[0] - rates[2] * sin(pitch), rates[1] * cos(roll) + rates[2] * sin(roll) * cos(pitch),
                -rates[1] * sin(roll) + rates[2] * cos(roll) * cos(pitch),
            ]
            let force = [-sin(pitch), sin(roll) * cos(pitch), cos(roll) * cos(pitch)]
            let known = [roll, pitch, remainder(yaw, 2 * .pi)]
            let angles = scrambled ? [known[2], known[0], known[1]] : known
            let cells = [time] + force + rate.map { $0 * 180 / .pi } + zip(angles, signs).map { $0 * $1 * 180 / .pi }
            return cells.map { "\($0)" }.joined(separator: ",")
        }
        return "t,ax,ay,az,gx,gy,gz,\(names)\n" + rows.joined(separator: "\n") + "\n"
    }

    @Test(arguments: ["Roll(deg),Pitch(deg),Yaw(deg)", "AngleX,AngleY,AngleZ", "roll_deg,pitch_deg,yaw_deg"])
    func `Roll, pitch and yaw are the device's attitude`(names: String) throws {
        let text = swinging(names)
        let folder = try TemporaryFolder(["log.csv": text])
        let path = folder.url.appendingPathComponent("log.csv").path
        let read = try LayoutProposal(path: path)
        #expect(read.questions.isEmpty && value("attitude earth", read) == "ENU")
        #expect(read.guesses.first { $0.subject == "attitude columns" }?.certainty == .certain)
        #expect(read.yaml.contains("sequence: zyx") && read.yaml.contains("angleUnit: deg"))
        let attitude = try #require(try RecordingReader(layout: read.layout()).read(path: path).attitude)
        // At 10 s, the rotated force points up.
        let force = Vector3(
            -sin(0.4 * sin(14.0)),
            sin(0.5 * sin(10.0)) * cos(0.4 * sin(14.0)),
            cos(0.5 * sin(10.0)) * cos(0.4 * sin(14.0))
        )
        #expect((attitude.values[1_000].rotate(force) - Vector3(0, 0, 1)).length < 1e-9)
    }

    @Test func `Roll, pitch and yaw of aviation's axes are in NED`() throws {
        let read = try proposal(swinging("roll,pitch,yaw", signs: [1, -1, -1]))
        #expect(read.questions.isEmpty && value("attitude earth", read) == "NED")
        #expect(read.yaml.contains("axes: [x, -y, -z]"), "\(read.yaml)")
    }

    @Test func `Angles that contradict the sensors are not used`() throws {
        let read = try proposal(swinging("roll,pitch,yaw", scrambled: true))
        #expect(read.questions.isEmpty && value("attitude columns", read) == nil)
        #expect(read.unused.contains("'roll', 'pitch', 'yaw': angles whose convention the sensors do not determine"))
    }

    @Test func `A device's orientation that no sensor confirms is left out until its convention is given`() throws {
        // The device does not move, so that all conventions agree with gravity.
        let rows = (0..<300).map { "\(Double($0) / 100),0.01,0.02,\($0 % 2 == 0 ? 9.8 : 9.82),1,0,0,0" }
        let text = "t,acc_x,acc_y,acc_z,qw,qx,qy,qz\n" + rows.joined(separator: "\n") + "\n"
        let open = try proposal(text)
        #expect(open.questions.isEmpty && !open.yaml.contains("attitude:"))
        let advice =
            "if you know the convention, add --set attitude.direction=VALUE (device-to-earth or earth-to-device) and "
            + "--set attitude.earth=VALUE (ENU or NWU or NED)"
        #expect(open.unused.contains { $0.contains(" (orientation of the device): several ") && $0.hasSuffix(advice) })
        let answers = ["attitude.direction=device-to-earth", "attitude.earth=ENU"].compactMap(LayoutAnswer.init)
        let known = try proposal(text, answers: answers)
        #expect(known.questions.isEmpty && known.yaml.contains("  attitude:"))
    }

    @Test func `Without a magnetometer, the Earth frame of a quaternion is assumed`() throws {
        let read = try proposal(turningTable(withQuaternion: true))
        let earth = read.guesses.first { $0.subject == "attitude earth" }
        #expect(read.questions.isEmpty && earth?.value == "ENU" && earth?.certainty == .assumed)
    }

    /// The range of 250 deg/s is 4.363 rad/s. The mean of 0 is no rotation in one direction.
    @Test(arguments: [(4.363, "rad/s"), (250, "deg/s"), (4.1, nil)])
    func `A measuring range that several samples reach determines the gyroscope's unit`(
        size: Double,
        unit: String?
    ) throws {
        let rows = (0..<600).map { row in
            let rate = [0, 0.3 * size, size, 0, -0.4 * size, -size][row % 6]
            return "\(Double(row) / 100),\(rate),0.\(row % 3),0.\(row % 5)"
        }
        let read = try proposal("t,gyro_x,gyro_y,gyro_z\n" + rows.joined(separator: "\n") + "\n")
        let guess = read.guesses.first { $0.subject == "gyroscope unit" }
        #expect(guess?.value == unit && guess?.certainty == (unit == nil ? nil : .likely))
    }

    @Test func `A counter of samples without a name is not the time in ms`() throws {
        // Every tenth value is repeated, and some numbers are missing.
        var count = 0
        let rows = (0..<600).map { row -> String in
            count += row % 10 == 0 ? 0 : row % 97 == 0 ? 3 : 1
            return "0.\(row % 7),0.1\(row % 3),9.8\(row % 2),\(count)"
        }
        let open = try proposal(rows.joined(separator: "\n") + "\n")
        #expect(value("time", open) == nil && open.questions.contains { $0.subject == LayoutQuestion.rateSubject })
    }

    @Test(arguments: [("len", LayoutGuess.Certainty.assumed), ("", .likely)])
    func `Steadily increasing values with the name of another quantity are assumed to be times`(
        name: String,
        certainty: LayoutGuess.Certainty
    ) throws {
        let rows = (0..<600).map { "\(5 * $0 + $0 % 3).5,0.\($0 % 7),0.1\($0 % 3),9.8\($0 % 2)" }
        let read = try proposal("\(name),acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n")
        #expect(read.guesses.first { $0.subject == "time" }?.certainty == certainty)
    }

    @Test func `All rows belong together if the user says so`() throws {
        let rows = (0..<600).map { "\($0 * 20),route\($0 % 5),0.\($0 % 7),0.1\($0 % 3),9.8\($0 % 2)" }
        let text = "ms,folder,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n"
        let open = try proposal(text)
        #expect(open.questions.first?.answers.last == "rows.where=all")
        let answer = try #require(LayoutAnswer("rows.where=all"))
        #expect(try proposal(text, answers: [answer]).questions.isEmpty)
    }

    @Test func `Columns with numbers as names are asked for, like columns without names`() throws {
        let rows = (0..<600).map {
            "\(Double($0) / 100),0.\($0 % 3),0.\($0 % 7),9.8\($0 % 2),0.\($0 % 5),0.3\($0 % 4),0.1\($0 % 9)"
        }
        for header in ["", "0,1,2,3,4,5,6\n", "1,2,3,4,5,6,7\n"] {
            let read = try proposal(header + rows.joined(separator: "\n") + "\n")
            #expect(read.questions.contains { $0.subject == "gyroscope columns" }, "\(header): \(read.questions)")
        }
    }
}
