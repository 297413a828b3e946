import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Logs as the serial monitors, loggers and robots of different authors print them, with the tables that their authors
/// describe.
struct LabelledTextTests {
    /// Returns the content of the tables of `text`, with 12 repetitions of a sample.
    private static func tables(_ text: String) throws -> [String: String] {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "walk.txt")
        let tables = try #require(try ExportedTables(path: path))
        var found: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: tables.folder) {
            found[name] = try String(contentsOfFile: "\(tables.folder)/\(name)", encoding: .utf8)
        }
        return found
    }

    private static func repeated(_ sample: String) -> String { String(repeating: sample + "\n", count: 12) }

    @Test(arguments: [
        ("aX = 0.12 | aY = -3 | aZ = 9.8", "aX,aY,aZ", "0.12,-3,9.8"),
        ("Time:325|GyrX:26|AccZ:-1371|", "Time,GyrX,AccZ", "325,26,-1371"),
        ("Ax 0.31 Ay -0.92 Az 9.50", "Ax,Ay,Az", "0.31,-0.92,9.50"),
        (
            "GYRO: X=-0.1,Y=0.2,Z=0.3,ACCEL: X=1,Y=2,Z=3", "GYRO X,GYRO Y,GYRO Z,ACCEL X,ACCEL Y,ACCEL Z",
            "-0.1,0.2,0.3,1,2,3"
        ),
        (
            "Acceleration X: 0.1, Y: 2e-3, Z: -9 m/s^2",
            "Acceleration X (m/s^2),Acceleration Y (m/s^2),Acceleration Z (m/s^2)",
            "0.1,2e-3,-9"
        ),
        (
            "[2024-04-27-12-15-19] Acc: [0. -1. .5], MPU6050 Rate: (1 2 3)",
            "time,Acc.1,Acc.2,Acc.3,MPU6050 Rate.1,MPU6050 Rate.2,MPU6050 Rate.3", "2024-04-27T12:15:19,0.,-1.,.5,1,2,3"
        ),
        ("topic/a {\"seq\":2,\"accel\":[3, -1, 100]}", "seq,accel.1,accel.2,accel.3", "2,3,-1,100"),
        ("\"gyro\":\"x\":-1,\"y\":0,\"accel\":\"x\":82,\"y\":nan", "gyro x,gyro y,accel x,accel y", "-1,0,82,nan"),
        ("A: 1 B: 2 C: 3 m", "A,B,C (m)", "1,2,3"),
        ("walking, IMU 1: x=1, y=2, state: ok, z=3", "IMU 1 x,IMU 1 y,IMU 1 z", "1,2,3"),
        ("12:34:56.789 -> id 0x68: a/g: 1 2-3", "time,a/g.1,a/g.2,a/g.3", "12:34:56.789,1,2,-3"),
    ])
    func `A line with labels is a row`(line: String, names: String, values: String) throws {
        let rows = Array(repeating: values, count: 12)
        #expect(
            try Self.tables(Self.repeated(line)) == ["samples.csv": ([names] + rows).joined(separator: "\n") + "\n"]
        )
    }

    @Test(arguments: ["\n", "\r\n"])
    func `A sample of several lines is a row, with the sensor of the heading in the names of axes`(
        lineBreak: String
    ) throws {
        let sample = """
            2023-04-17 15:24:05.1450
            Acceleration: 0.5, -0.25, 9.75
            Angular rate:
              x: 1
              y: 2
            """
        let text = Self.repeated(sample).replacing("\n", with: lineBreak)
        let table = try #require(try Self.tables(text)["samples.csv"])
        let lines = table.split(separator: "\n")
        #expect(lines.count == 13)
        #expect(lines[0] == "time,Acceleration.1,Acceleration.2,Acceleration.3,Angular rate x,Angular rate y")
        #expect(lines[12] == "2023-04-17T15:24:05.1450,0.5,-0.25,9.75,1,2")
    }

    @Test func `Seconds and nanoseconds of a ROS message are one time`() throws {
        let message = """
            header:
              seq: 974
              stamp:
                secs: 1721381710
                nsecs:  3441477
              frame_id: "imu"
            angular_velocity:
              x: 0.5
              y: -4.9e-05
              z: 2
            linear_acceleration:
              x: 1
              y: 2
              z: 9.75
            linear_acceleration_covariance: [0.01, 0.0, 0.02]
            ---
            """
        let tables = try Self.tables(Self.repeated(message))
        let lines = try #require(tables["samples.csv"]).split(separator: "\n")
        let names =
            "seq,time,angular_velocity x,angular_velocity y,angular_velocity z,linear_acceleration x,"
            + "linear_acceleration y,linear_acceleration z,linear_acceleration_covariance.1,"
            + "linear_acceleration_covariance.2,linear_acceleration_covariance.3"
        #expect(lines.first ?? "" == names)
        #expect(lines.last == "974,1721381710.003441477,0.5,-4.9e-05,2,1,2,9.75,0.01,0.0,0.02")
        #expect(tables["other lines.csv"]?.contains("line 6:   frame_id: ") == true)
    }

    @Test func `Lines without samples are kept in a table of their own`() throws {
        let samples = Self.repeated("x: 1 y: 2 z: 3")
        let tables = try Self.tables("booting v1.2\n" + samples + samples + "x: 1 y: error\n")
        #expect(tables["samples.csv"]?.split(separator: "\n").count == 25)
        #expect(tables["other lines.csv"] == "text\nline 1: booting v1.2\nline 26: x: 1 y: error\n")
    }

    @Test func `Messages of a starting device can be half of the text`() throws {
        let start = (0..<30).map { "mode:DIO, part \($0) of \($0 * $0)\n" }.joined()
        let samples = Self.repeated("RAW 0x68: accel=(1,2,3) temp_raw=4 gyro=(5,6,7)")
        let tables = try Self.tables(start + samples + samples + samples)
        #expect(tables["samples.csv"]?.split(separator: "\n").count == 37)
    }

    @Test func `A recording states how many lines of its text have no samples`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("booting\n" + Self.repeated("ax: 1 ay: 2 az: 9.8"), to: "walk.txt")
        let layout = try LayoutTests.layout(
            """
            layout: mine
            recording: folder
            streams:
              accelerometer:
                file: samples.csv
                columns: {x: ax, y: ay, z: az}
                unit: m/s^2
                time: {rate: 10}
            """
        )
        let recording = try RecordingReader(layout: layout).read(path: path)
        #expect(recording.accelerometer?.values == Array(repeating: Vector3(1, 2, 9.8), count: 12))
        #expect(recording.leftOut == ["walk.txt: lines without samples": 1])
    }

    @Test(arguments: [
        "time,ax,ay,az\n" + repeated("12:34:56.789,0.1,0.2,0.3"),
        repeated("walking,0.1,0.2,0.3"),
        repeated("ACC 0.1 0.2 0.3"),
        repeated("C4:01,0.1,0.2,0.3"),
        repeated("0.1,walking: fast,0.2,0.3"),
        repeated("$GPGGA,120000,4830.0,N,01130.0,E,1,8,1,5,M"),
        repeated("<trkpt lat=\"48.1\" lon=\"11.5\"><ele>3</ele></trkpt>"),
        repeated("# rate: 3 x: 1 y: 2 z: 3") + repeated("1 2 3"),
        "fx: 500\nfy: 500\ncx: 320\ncy: 240\n",
    ])
    func `Tables and other formats are not labelled text`(text: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "walk.txt")
        #expect(try ExportedTables(path: path) == nil)
    }
}
