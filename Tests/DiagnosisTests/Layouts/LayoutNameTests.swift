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
        #expect(reason?.contains("'sextant filter' smooths their columns") ?? false)
        let forced = try proposal(text, answers: ["accelerometer.columns=2"].compactMap(LayoutAnswer.init))
        #expect(forced.guesses.contains { $0.subject == "accelerometer gravity" && $0.certainty == .assumed })
    }

    @Test func `Numbers can identify the devices of rows`() throws {
        let rows = (0..<200).map { row in "\(104 + row / 3 % 2),0.\(row % 3),0.1,9.8\(row % 2)" }
        let open = try proposal("mpu_address,acc_x,acc_y,acc_z\n" + rows.joined(separator: "\n") + "\n", rate: 50)
        let question = try #require(open.questions.first { $0.subject == "rows" })
        #expect(question.answers == ["rows.where=mpu_address=104", "rows.where=mpu_address=105"])
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
}
