import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

struct NativeLayoutTests {
    /// A native recording in a temporary folder.
    static func folder(_ metadata: String, _ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(metadata, to: "recording.yaml")
        for (name, text) in files { try folder.write(text, to: name) }
        return folder
    }

    static func read(_ metadata: String, _ files: [String: String]) throws -> Recording {
        let folder = try folder(metadata, files)
        defer { withExtendedLifetime(folder) {} }
        return try RecordingReader().read(path: folder.url.path)
    }

    static func read(_ files: [String: String]) throws -> Recording { try read("name: made\n", files) }

    static func message(_ files: [String: String]) throws -> String { try message("name: made\n", files) }

    /// The error message without the path of the folder.
    static func message(_ metadata: String, _ files: [String: String]) throws -> String {
        let folder = try folder(metadata, files)
        defer { withExtendedLifetime(folder) {} }
        do throws(InputError) {
            _ = try RecordingReader().read(path: folder.url.path)
            return "none"
        } catch {
            return error.description.replacing(folder.url.path + "/", with: "").replacing(folder.url.path, with: ".")
        }
    }

    @Test func `The metadata of a native recording are read`() throws {
        let metadata = """
            name: walk
            source: made by hand
            licence: CC0
            place: {latitude: 48.1, longitude: 11.5, altitude: 520}
            declination: 3.5
            """
        let recording = try Self.read(metadata, ["gyroscope.csv": "t,x,y,z\n0,0,0,0\n"])
        #expect(recording.name == "walk" && recording.source == "made by hand" && recording.licence == "CC0")
        #expect(recording.declination == Angle(degrees: 3.5))
        #expect(recording.leftOut.isEmpty)
    }

    @Test func `Sensors are read with NaN and in any order of columns`() throws {
        let recording = try Self.read([
            "accelerometer.csv": "t,x,y,z\n0,0.1,0.2,9.8\n0.01,nan,0.2,9.7\n",
            "gyroscope.csv": "t,z,y,x\n0,3,2,1\n",
            "magnetometer.csv": "t,x,y,z\n0,20,0,-43\n",
        ])
        #expect(recording.accelerometer?.times == [0, 0.01])
        #expect(recording.accelerometer?.values[0] == Vector3(0.1, 0.2, 9.8))
        #expect(recording.accelerometer?.values[1].x.isNaN == true)
        #expect(recording.gyroscope?.values == [Vector3(1, 2, 3)])
        #expect(recording.magnetometer?.values == [Vector3(20, 0, -43)])
    }

    @Test func `Missing values of headings and locations are nil`() throws {
        let recording = try Self.read([
            "heading.csv": "t,magnetic,true,accuracy\n0,10,13.5,5\n1,370,,-1\n",
            "location.csv": "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy\n"
                + "0,48.1,11.5,520,5,8\n1,,,,,\n2,48.2,11.6,,-1,-1\n",
        ])
        let north = Heading(degrees: 10)
        let headings = [
            HeadingReading(magnetic: north, trueNorth: Heading(degrees: 13.5), accuracy: Angle(degrees: 5)),
            HeadingReading(magnetic: north, trueNorth: nil, accuracy: nil),
        ]
        #expect(recording.heading?.values == headings)
        #expect(recording.location?.times == [0, 2])
        #expect(recording.location?.values[0].altitudeMetres == 520)
        #expect(recording.location?.values[1].latitude == Angle(degrees: 48.2))
        #expect(recording.location?.values[1].horizontalAccuracyMetres == nil)
        #expect(recording.leftOut == ["location.csv: rows without latitude and longitude, or with 0 for both": 1])
    }

    @Test func `Rows without an orientation are skipped in attitudes and not valid in the reference`() throws {
        let recording = try Self.read([
            "attitude.csv": "t,qw,qx,qy,qz\n0,2,0,0,0\n1,0,0,0,0\n2,nan,0,0,0\n3,0,0,0,-1\n",
            "pose.csv": "t,px,py,pz,qw,qx,qy,qz\n0,1,2,3,1,0,0,0\n",
            "reference.csv": "t,qw,qx,qy,qz,px,py,pz,valid,evaluate\n"
                + "0,1,0,0,0,1,2,3,1,1\n1,1,0,0,0,1,2,3,0,1\n2,nan,0,0,0,,,,1,0\n",
        ])
        #expect(recording.attitude?.times == [0, 3])
        #expect(recording.attitude?.values[0] == .identity)
        #expect(recording.pose?.values == [Pose(position: Vector3(1, 2, 3), orientation: .identity)])
        #expect(recording.reference?.isValid == [true, false, false])
        #expect(recording.reference?.isEvaluated == [true, true, false])
        #expect(recording.reference?.positions?[0] == Vector3(1, 2, 3))
        #expect(recording.leftOut == ["attitude.csv: quaternion of length zero or not a number": 2])
    }

    @Test func `A reference may lack positions and flags`() throws {
        let recording = try Self.read(["reference.csv": "t,qw,qx,qy,qz\n0,1,0,0,0\n"])
        #expect(recording.reference?.isValid == [true])
        #expect(recording.reference?.isEvaluated == nil)
        #expect(recording.reference?.positions == nil)
    }

    @Test func `Clock offsets are added to their streams`() throws {
        let recording = try Self.read(
            "clockOffsets: {gyroscope: -1.5}\n",
            ["gyroscope.csv": "t,x,y,z\n2,0,0,0\n", "accelerometer.csv": "t,x,y,z\n2,0,0,0\n"]
        )
        #expect(recording.gyroscope?.times == [0.5])
        #expect(recording.accelerometer?.times == [2])
        #expect(recording.name.hasPrefix("sextant-"))
    }

    @Test func `Masks restrict the evaluated and the valid samples of the reference`() throws {
        let rows = (0...9).map { "\($0),0,0,0,1\n" }.joined()
        let recording = try Self.read(
            "masks: {evaluate: [[1, 3], [5, 6]], exclude: [[6, 7]]}\n",
            ["reference.csv": "t,qw,qx,qy,qz\n" + rows]
        )
        let reference = try #require(recording.reference)
        #expect(reference.times.filter { reference.isEvaluated?[Int($0)] == true } == [1, 2, 3, 5, 6])
        #expect(reference.times.filter { !reference.isValid[Int($0)] } == [6, 7])
        #expect(reference.orientations[6] == .identity)
    }

    /// A device that faces magnetic north, 10° east of true north, has a heading of 10°.
    @Test func `An attitude to magnetic north is rotated by the declination, positive to the east`() throws {
        let files = ["attitude.csv": "t,qw,qx,qy,qz\n0,1,0,0,0\n"]
        let recording = try Self.read("declination: 10\nattitudeNorth: magnetic\n", files)
        let north = try #require(recording.attitude?.values.first).rotate(Vector3(0, 1, 0))
        // Rounding of a few products of components of unit vectors.
        let rounding = 1e-15
        #expect(abs(north.x - sin(10 * .pi / 180)) < rounding)
        #expect(abs(north.y - cos(10 * .pi / 180)) < rounding)
        #expect(try Self.read("declination: 10\n", files).attitude?.values == [.identity])
        #expect(try Self.read("attitudeNorth: magnetic\n", files).attitude?.values == [.identity])
    }

    @Test func `Unread columns and files are reported`() throws {
        let recording = try Self.read([
            "accelerometer.csv": "t,x,y,z,n\n0,0,0,9.8,1\n", "gyroscop.csv": "t,x,y,z\n0,0,0,0\n", "notes.txt": "x",
        ])
        #expect(
            recording.leftOut == [
                "accelerometer.csv: column 'n', which the layout does not read": 1,
                "gyroscop.csv: a file that the layout native does not read, did you mean gyroscope.csv?": 1,
            ]
        )
    }

    @Test func `Times that run backward are an error at the field, and equal times are accepted`() throws {
        #expect(
            try Self.message(["gyroscope.csv": "x,t,y,z\n0,1.30,0,0\n0,1.30,0,0\n0,1.25,0,0\n"])
                == "gyroscope.csv:4:3: time 1.25 is earlier than the previous time 1.3; "
                + "sort the rows by time, or set 'backward: skip' in the layout to skip and count such rows"
        )
        #expect(try Self.message(["gyroscope.csv": "t,x,y,z\n1,0,0,0\n1,0,0,0\n"]) == "none")
    }

    /// The start of a file ends with line 22.
    @Test(arguments: [
        (22, "remove the earlier rows if their times come from another clock, or split the recording at this row"),
        (23, "sort the rows by time, or split the recording at this row if the clock was set back"),
    ])
    func `The advice about a large backward step depends on its line`(line: Int, advice: String) throws {
        // Line 1 is the header, and each row before the step has the number of its line as its time.
        let rows = (2..<line).map { "\($0),0,0,0\n" }.joined()
        #expect(
            try Self.message(["gyroscope.csv": "t,x,y,z\n" + rows + "1,0,0,0\n"])
                == "gyroscope.csv:\(line):1: time 1.0 is earlier than the previous time \(line - 1).0; " + advice
        )
    }

    @Test(arguments: ["nan", "inf"])
    func `A time that is not finite is an error`(time: String) throws {
        #expect(
            try Self.message(["gyroscope.csv": "t,x,y,z\n\n\(time),0,0,0\n"])
                == "gyroscope.csv:3:1: time \(time) is not finite; correct the time, or remove the row"
        )
    }

    @Test func `A latitude beyond 90° is an error`() throws {
        #expect(
            try Self.message(["location.csv": "t,latitude,longitude\n0,111.5,48\n"])
                == "location.csv:2:3: latitude 111.5 is outside -90° to 90°; "
                + "check that latitude and longitude are not swapped"
        )
    }

    @Test func `A stream without rows, and a recording without streams, are errors`() throws {
        #expect(
            try Self.message(["gyroscope.csv": "t,x,y,z\n"])
                == "gyroscope.csv: the file has no rows; "
                + "check that the file is complete, or remove the file"
        )
        #expect(
            try Self.message([:]).hasPrefix(
                ".: the recording has no stream that the layout describes: at least one of accelerometer.csv, "
            )
        )
    }

    @Test func `Unknown keys and invalid values in recording.yaml are errors`() throws {
        let files = ["gyroscope.csv": "t,x,y,z\n0,0,0,0\n"]
        #expect(
            try Self.message("name: x\ndeclinaton: 3\n", files)
                == "recording.yaml:2:1: unknown key 'declinaton'; "
                + "did you mean 'declination'?"
        )
        #expect(
            try Self.message("declination: east\n", files)
                == "recording.yaml:1:14: declination is 'east', but must be a number"
        )
        #expect(
            try Self.message("masks: {evaluate: [[3, 1]]}\n", files)
                == "recording.yaml:1:20: evaluate is [3.0, 1.0], but must be [from, to] in seconds, in ascending order"
        )
        #expect(try Self.message("masks: {exlude: [[1, 2]]}\n", files).contains("1:9: unknown key 'exlude'"))
        #expect(try Self.message("origin: {latitude: 1, longitude: 2, height: 3}\n", files).contains("key 'height'"))
        #expect(try Self.message("clockOffsets: {gyro: 1}\n", files).contains("unknown key 'gyro'"))
        #expect(try Self.message("name: [\n", files).hasPrefix("recording.yaml:2:1: the text is not YAML"))
        #expect(try Self.message("name: a\nname: b\n", files).contains("the key 'name' is repeated"))
        #expect(try Self.message("", files).hasPrefix("recording.yaml:1: the file is empty"))
    }

    @Test func `The same files have the same fingerprint, and other files another`() throws {
        let files = ["gyroscope.csv": "t,x,y,z\n0,0,0,0\n"]
        let one = try Self.read(files).sha256
        #expect(one.count == 64)
        #expect(try Self.read(files).sha256 == one)
        #expect(try Self.read(["gyroscope.csv": "t,x,y,z\n0,0,0,1\n"]).sha256 != one)
        #expect(try Self.read("name: other\n", files).sha256 != one)
    }
}
