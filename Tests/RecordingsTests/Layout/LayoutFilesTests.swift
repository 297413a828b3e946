import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Layouts that name files and columns in several ways, and what they do not read.
struct LayoutFilesTests {
    private static func read(_ files: [String: String], _ streams: String, _ head: String = "") throws -> Recording {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        let layout = try LayoutTests.layout("layout: mine\nrecording: folder\n\(head)streams:\n  \(streams)\n")
        return try RecordingReader(layout: layout).read(path: folder.url.path)
    }

    private static let vector = "columns: {x: x, y: y, z: z}, unit: m/s^2, time: {column: t}"

    @Test func `A word in the names of files and columns has several texts`() throws {
        let head = "words: {sum: [Summe, total], time: [Zeit, t]}\n"
        let stream =
            "accelerometer: {file: \"{sum}.csv\", columns: {x: \"{sum} x\", y: \"{sum} y\", z: \"{sum} z\"}, unit: m/s^2, "
            + "time: {column: \"{time} (s)\"}}"
        let german = try Self.read(["Summe.csv": "Zeit (s),Summe x,Summe y,Summe z\n0,1,2,3\n"], stream, head)
        let english = try Self.read(["total.csv": "t (s),total x,total y,total z\n0,1,2,3\n"], stream, head)
        #expect(german.accelerometer?.values == [Vector3(1, 2, 3)])
        #expect(english.accelerometer?.values == [Vector3(1, 2, 3)])
    }

    @Test func `A file that matches notFile does not contain the stream`() throws {
        let files = ["a linear.csv": "t,x,y,z\n0,0,0,0\n", "b.csv": "t,x,y,z\n0,1,2,3\n"]
        let recording = try Self.read(files, "accelerometer: {file: \"*.csv\", notFile: \"*LINEAR*\", \(Self.vector)}")
        #expect(recording.accelerometer?.values == [Vector3(1, 2, 3)] && recording.files[.accelerometer] == "b.csv")
    }

    @Test func `A file of another unit does not contain the stream`() throws {
        let files = ["a.csv": "t,X (uT),Y (uT),Z (uT)\n0,9,9,9\n", "b.csv": "t,X (g),Y (g),Z (g)\n0,0,0,1\n"]
        let stream =
            "accelerometer: {file: \"*.csv\", columns: {x: \"X ({unit})\", y: \"Y ({unit})\", z: \"Z ({unit})\"}, "
            + "time: {column: t}}"
        #expect(try Self.read(files, stream).accelerometer?.values == [Vector3(0, 0, 9.80665)])
    }

    @Test func `The error for a file without a stream names one file per sensor, and is short`() throws {
        let folder = try TemporaryFolder()
        let text = "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n0,0.1,0.2,0.3\n"
        let path = try folder.write(text, to: "Linear Accelerometer.csv")
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: path) }
        let message = error?.description ?? ""
        #expect(
            message.contains(
                "the recording has no stream that the layout describes: at least one of *accelerometer*.csv, "
            ),
            "\(message)"
        )
        #expect(message.count - path.count <= 200, "\(message)")
    }

    @Test func `Two recordings in one folder are an error where the layout expects one`() throws {
        let files = ["a_acc.csv": "t,x,y,z\n0,0,0,0\n", "b_acc.csv": "t,x,y,z\n0,1,2,3\n"]
        let stream = "accelerometer: {file: \"*_acc.csv\", several: error, \(Self.vector)}"
        let error = #expect(throws: InputError.self) { try Self.read(files, stream) }
        #expect(error?.message == "2 files contain the accelerometer: a_acc.csv, b_acc.csv")
        #expect(error?.advice == "move the files of each recording to a separate folder")
    }

    @Test func `Files and columns that no stream reads are listed`() throws {
        let files = [
            "acc.csv": "t,x,y,z,n,m\n0,1,2,3,4,5\n", "notes.txt": "", "meta/time.csv": "a\n", ".hidden": "",
        ]
        let recording = try Self.read(files, "accelerometer: {file: acc.csv, \(Self.vector)}")
        #expect(recording.unused == UnusedContent(files: ["meta/", "notes.txt"], columns: ["acc.csv": ["n", "m"]]))
        #expect(recording.unused.words == "2 files and 2 columns")
        #expect(UnusedContent().words == nil && UnusedContent(files: ["a"]).words == "1 file")
    }

    @Test func `A step back by milliseconds has other advice than a step back by seconds`() throws {
        let stream = "accelerometer: {file: acc.csv, \(Self.vector)}"
        let small = #expect(throws: InputError.self) {
            try Self.read(["acc.csv": "t,x,y,z\n1.002,0,0,0\n1,0,0,0\n"], stream)
        }
        #expect(small?.advice?.contains("set 'backward: skip' in the layout") == true)
        let large = #expect(throws: InputError.self) {
            try Self.read(["acc.csv": "t,x,y,z\n9,0,0,0\n1,0,0,0\n"], stream)
        }
        #expect(large?.advice?.contains("split the recording") == true)
    }
}
