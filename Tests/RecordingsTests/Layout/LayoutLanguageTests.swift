import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of each key of a layout, with values worked out by hand.
struct LayoutLanguageTests {
    /// Reads a text file through a layout with one stream.
    private static func read(_ text: String, _ stream: String) throws -> Recording {
        try DelimitedText(text).recording(layout(stream))
    }

    private static func layout(_ streams: String) throws -> Layout {
        try LayoutTests.layout("layout: mine\nrecording: file\nstreams:\n  \(streams)\n")
    }

    /// The error of reading, without the file's path.
    private static func message(_ text: String, _ stream: String) throws -> String {
        let error = #expect(throws: InputError.self) { try read(text, stream) }
        return try #require(error).description.replacing(/^.*data.csv/, with: "data.csv")
    }

    private static let plain = "columns: {x: x, y: y, z: z}, unit: m/s^2"
    /// The square of 1e-12, the rounding of a few products of components of unit vectors.
    private static let squaredTolerance = 1e-24
    /// Rounding of the angle between two orientations near zero, in degrees: its cosine is known to 1e-16.
    private static let angleToleranceDegrees = 1e-6

    @Test func `Columns are found by one of several names and by a pattern`() throws {
        let stream = "accelerometer: {columns: {x: [ax, \"a*x\"], y: [by, ay], z: az}, unit: m/s^2, time: {column: t*}}"
        let recording = try Self.read("az,ay,accel x,time\n3,2,1,0.5\n", stream)
        #expect(recording.accelerometer?.values == [Vector3(1, 2, 3)] && recording.accelerometer?.times == [0.5])
        #expect(
            try Self.message("az,ay,a 1 x,a 2 x,time\n3,2,1,1,0.5\n", stream)
                == "data.csv:1: several columns match column 'a*x'; "
                + "rename all but one of these columns in the header"
        )
    }

    @Test(arguments: [
        ("uT", 1.0), ("µT", 1), ("μT", 1), ("\u{C2}\u{B5}T", 1), ("\u{CE}\u{BC}T", 1), ("nT", 1e-3), ("G", 100),
        ("mG", 0.1),
    ])
    func `The unit is read from the header with any micro sign`(unit: String, factor: Double) throws {
        let stream =
            "magnetometer: {columns: {x: \"x ({unit})\", y: \"y ({unit})\", z: \"z ({unit})\"}, time: {column: t}}"
        let recording = try Self.read("t,x (\(unit)),y (\(unit)),z (uT)\n0,1,2,3\n", stream)
        #expect(recording.magnetometer?.values == [Vector3(factor, 2 * factor, 3)])
    }

    @Test func `The scale multiplies the values in addition to unit and sign`() throws {
        let vector = "columns: {x: x, y: y, z: z}, unit: G, sign: -1, time: {column: t}"
        let recording = try Self.read("t,x,y,z\n0,1,2,-4\n", "magnetometer: {\(vector), scale: 0.5}")
        #expect(recording.magnetometer?.values == [Vector3(-50, -100, 200)])
    }

    @Test(arguments: [0.0, -2])
    func `A scale that is not positive is an error`(scale: Double) {
        let error = #expect(throws: InputError.self) {
            try Self.layout("accelerometer: {\(Self.plain), scale: \(scale), time: {column: t}}")
        }
        #expect(error?.message == "scale \(scale) must be a finite number above 0")
        #expect(error?.advice == "to invert the values, write 'sign: -1'")
    }

    @Test func `A scale is for sensors only`() {
        let columns = "columns: {qw: w, qx: x, qy: y, qz: z}"
        let error = #expect(throws: InputError.self) {
            try Self.layout("attitude: {\(columns), scale: 2, time: {column: t}}")
        }
        #expect(error?.message == "a stream without vectors cannot have 'scale'")
    }

    @Test func `An unknown unit in a header is an error`() throws {
        let stream =
            "gyroscope: {columns: {x: \"x ({unit})\", y: \"y ({unit})\", z: \"z ({unit})\"}, time: {column: t}}"
        #expect(
            try Self.message("t,x (rpm),y (rad/s),z (°/s)\n0,1,2,3\n", stream)
                == "data.csv:1: unknown unit 'rpm' in column 'x (rpm)': use one of rad/s, deg/s, mdeg/s; "
                + "correct the header, or use a custom layout"
        )
    }

    @Test(arguments: [
        "t,x,y,z\n0,1.5,2,3\n", "t;x;y;z\n0;1,5;2;3\n", "t\tx\ty\tz\n0\t1,5\t2\t3\n", "sep=|\nt|x|y|z\n0|1.5|2|3\n",
        "\u{FEFF}\"sep=;\"\r\nt;x;y;z\r\n0;1,5;2;3\r\n",
    ])
    func `The delimiter is detected from the header line`(text: String) throws {
        let format = "delimiter: [comma, tab, semicolon], decimalComma: true"
        let recording = try Self.read(text, "accelerometer: {\(Self.plain), \(format), time: {column: t}}")
        #expect(recording.accelerometer?.values == [Vector3(1.5, 2, 3)])
    }

    @Test func `An error names its line in a file with a sep= line`() throws {
        let stream = "accelerometer: {\(Self.plain), time: {column: t}}"
        #expect(
            try Self.message("sep=;\nt;x;y;z\n0;1;2;3\n1;1;two;3\n", stream)
                == "data.csv:4:5: 'two' in column 'y' is not a number; correct the value, or remove the row"
        )
    }

    @Test func `Windows-1252 is an error unless the layout names the encoding`() throws {
        let bytes = Array("t,x (".utf8) + [0xB5] + Array("T),y,z\n0,1,2,3\n".utf8)
        let columns = "columns: {x: \"x ({unit})\", y: y, z: z}, unit: uT, time: {column: t}"
        let text = try DelimitedText(bytes: bytes)
        let read = try text.recording(Self.layout("magnetometer: {\(columns), encoding: windows-1252}"))
        #expect(read.magnetometer?.values == [Vector3(1, 2, 3)])
        #expect(throws: InputError.self) { try text.recording(Self.layout("magnetometer: {\(columns)}")) }
    }

    @Test func `Two header rows are combined into column names`() throws {
        let text = "Time (s);IMU Acceleration;;;IMU Gyroscope;;\n;X;Y;Z;X;Y;Z\n0.25;1;2;3;4;5;6\n"
        let names = ["X", "Y", "Z"].map { "\($0.lowercased()): IMU Gyroscope \($0)" }.joined(separator: ", ")
        let stream =
            "gyroscope: {columns: {\(names)}, unit: rad/s, header: 2, delimiter: semicolon, time: {column: Time (s)}}"
        let recording = try Self.read(text, stream)
        #expect(recording.gyroscope?.values == [Vector3(4, 5, 6)] && recording.gyroscope?.times == [0.25])
        #expect(
            try Self.message("a;b\nc\n", stream)
                == "data.csv:2: this header row has 1 field, but the header row above has 2; correct the header, or the key 'header' of the layout"
        )
    }

    @Test func `Rows of one file are assigned to streams by the text of a cell`() throws {
        let text = "kind,t,x,y,z\nacc,0,1,2,3\nmag,0.5,4,5,6\nacc,1,7,8,9\n"
        let streams = """
            accelerometer: {\(Self.plain), where: {column: kind, is: acc}, time: {column: t}}
              magnetometer: {columns: {x: x, y: y, z: z}, unit: uT, where: {column: kind, is: mag}, time: {column: t}}
            """
        let recording = try Self.read(text, streams)
        #expect(recording.accelerometer?.times == [0, 1] && recording.magnetometer?.times == [0.5])
        #expect(recording.accelerometer?.values.last == Vector3(7, 8, 9))
        #expect(recording.magnetometer?.values == [Vector3(4, 5, 6)])
        let other = try Self.read(
            text,
            "accelerometer: {\(Self.plain), where: {column: kind, is: mag}, time: {column: t}}"
        )
        #expect(other.accelerometer?.count == 1)
    }

    @Test func `Empty and repeated rows of a slower stream are skipped`() throws {
        let text = "t,x,y,z,s,a,b,c\n0,1,2,3,0,4,5,6\n1,1,2,3,0,4,5,6\n2,1,2,3,,,,\n3,1,2,3,2.5,7,8,9\n"
        let slow = "columns: {x: a, y: b, z: c}, unit: uT, empty: skip, repeats: skip, time: {column: s}"
        let streams = "accelerometer: {\(Self.plain), empty: skip, time: {column: t}}\n  magnetometer: {\(slow)}"
        let recording = try Self.read(text, streams)
        #expect(recording.accelerometer?.count == 4)
        #expect(recording.magnetometer?.times == [0, 2.5])
        #expect(recording.magnetometer?.values == [Vector3(4, 5, 6), Vector3(7, 8, 9)])
        #expect(recording.leftOut.isEmpty)
    }

    @Test func `Zeros before the first sample and rows out of order are skipped and counted`() throws {
        let text = "t,x,y,z\n0,0,0,0\n1,0,0,0\n2,0,0,9\n1.5,0,0,8\n3,0,0,0\n"
        let recording = try Self.read(
            text,
            "accelerometer: {\(Self.plain), zeros: skip, backward: skip, time: {column: t}}"
        )
        #expect(recording.accelerometer?.times == [2, 3])
        #expect(recording.leftOut == ["data.csv: zeros before the first sample": 2, "data.csv: rows out of order": 1])
    }

    @Test func `Vectors with the same times are added`() throws {
        let stream =
            "accelerometer: {\(Self.plain), time: {column: t}, plus: {columns: {x: ux, y: uy, z: uz}, unit: g}}"
        let recording = try Self.read("t,x,y,z,ux,uy,uz\n0,1,2,3,1,0,-2\n", stream)
        #expect(recording.accelerometer?.values == [Vector3(1 + 9.80665, 2, 3 - 2 * 9.80665)])
    }

    @Test func `Body axes are applied to vectors and orientations`() throws {
        // The file's axes are those of a camera: x along the device's -y, y along its x.
        let axes = "axes: [y, -x, z], time: {column: t}"
        let streams = """
            gyroscope: {columns: {x: x, y: y, z: z}, unit: rad/s, \(axes)}
              attitude: {columns: {qw: qw, qx: qx, qy: qy, qz: qz}, \(axes)}
            """
        let recording = try Self.read("t,x,y,z,qw,qx,qy,qz\n0,1,2,3,1,0,0,0\n", streams)
        #expect(recording.gyroscope?.values == [Vector3(2, -1, 3)])
        // The camera's axes are East, North, Up: the device's x points along its y, to the North.
        let attitude = try #require(recording.attitude?.values.first)
        let x = attitude.rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)
        let y = attitude.rotate(Vector3(0, 1, 0)) - Vector3(-1, 0, 0)
        #expect(x.dot(x) + y.dot(y) < Self.squaredTolerance)
    }

    @Test(arguments: ["[x, y, -z]", "[x, x, z]", "[x, y]", "[x, y, w]"])
    func `Axes that do not form a rotation are an error`(axes: String) throws {
        let stream = "gyroscope: {columns: {x: x, y: y, z: z}, unit: rad/s, axes: \(axes), time: {column: t}}"
        let error = #expect(throws: InputError.self) { try Self.layout(stream) }
        #expect(
            error?.line == 4
                && error?.message.contains("must be x, y and z in any order") == true
        )
    }

    @Test func `Poses are read from matrices in rows at a constant rate`() throws {
        let columns = "px: 4, py: 8, pz: 12, r11: 1, r12: 2, r13: 3, r21: 5, r22: 6, r23: 7, r31: 9, r32: 10, r33: 11"
        let stream = "pose: {columns: {\(columns)}, header: false, delimiter: space, time: {rate: 10}}"
        // A rotation by 90° about z, a matrix that is not a rotation, and the identity.
        let recording = try Self.read(
            "0 -1 0 5 1 0 0 6 0 0 1 7\n2 0 0 5 0 1 0 6 0 0 1 7\n1 0 0 5 0 1 0 6 0 0 1 7\n",
            stream
        )
        let pose = try #require(recording.pose)
        #expect(pose.times == [0, 0.2] && pose.values[0].position == Vector3(5, 6, 7))
        let turned = pose.values[0].orientation.rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)
        #expect(turned.dot(turned) < Self.squaredTolerance)
        #expect(recording.leftOut == ["data.csv: matrix that is not a rotation": 1])
    }

    @Test func `A pose's quaternion is inverted with direction earth-to-device`() throws {
        let stream = """
            pose:
                columns: {px: px, py: py, pz: pz, qw: qw, qx: qx, qy: qy, qz: qz}
                direction: earth-to-device
                time: {column: t}
            """
        let recording = try Self.read("t,px,py,pz,qw,qx,qy,qz\n0,1,2,3,0.6,0.8,0,0\n", stream)
        let orientation = try #require(recording.pose?.values.first?.orientation)
        let conjugate = try #require(UnitQuaternion(w: 0.6, x: -0.8, y: 0, z: 0))
        #expect(orientation.angle(to: conjugate).degrees < Self.angleToleranceDegrees)
    }

    @Test func `The first alternative that the recording has is read`() throws {
        let streams = """
            accelerometer:
                - {columns: {x: gFx, y: gFy, z: gFz}, unit: g, time: {column: t}}
                - {columns: {x: ax, y: ay, z: az}, unit: m/s^2, time: {column: t}}
            """
        #expect(try Self.read("t,ax,ay,az\n0,1,2,3\n", streams).accelerometer?.values == [Vector3(1, 2, 3)])
        #expect(try Self.read("t,gFx,gFy,gFz\n0,1,0,0\n", streams).accelerometer?.values == [Vector3(9.80665, 0, 0)])
        #expect(
            try Self.message("t,x,y,z\n0,1,2,3\n", streams)
                == "data.csv: the recording has no accelerometer: the layout needs the columns gFx, gFy, gFz; "
                + "or the columns ax, ay, az; add the file or the columns, or choose another layout"
        )
    }
}
