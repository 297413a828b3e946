import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Files as the app of Xsens DOT and MT Manager export them, with values made up.
struct XsensLayoutTests {
    private static let preamble = "sep=,\nDeviceTag:,left\nOutputRate:,60Hz\n© Xsens Technologies B. V. 2005-2021\n\n"

    private static func read(_ text: String) throws -> Recording {
        let folder = try TemporaryFolder()
        return try RecordingReader().read(path: folder.write(text, to: "left.csv"))
    }

    @Test(arguments: ["\n", "\r\n"])
    func `Lines before the header are skipped, and the counter may start again`(end: String) throws {
        let rows = [
            "PacketCounter,SampleTimeFine,Quat_W,Quat_X,Quat_Y,Quat_Z,Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z,Mag_X,Mag_Y,Mag_Z,Status",
            "1,4294960000,1,0,0,0,0.1,0.2,9.8,180,0,0,0.5,0,-0.8,0",
            "2,9371,0,0,0,1,0.1,0.2,9.8,0,-90,0,0.5,0,-0.8,0",
        ]
        let text = (Self.preamble + rows.joined(separator: "\n") + "\n").replacing("\n", with: end)
        let recording = try Self.read(text)
        // 2^32 µs - 4294960000 µs + 9371 µs = 16.667 ms
        let times = recording.gyroscope?.times ?? []
        #expect(times.count == 2 && abs(times[1] - times[0] - 0.016667) < 1e-9)
        #expect(recording.gyroscope?.values == [Vector3(.pi, 0, 0), Vector3(0, -.pi / 2, 0)])
        #expect(recording.accelerometer?.values.first == Vector3(0.1, 0.2, 9.8))
        #expect(recording.magnetometer?.values.first == Vector3(0.5, 0, -0.8))
        #expect(recording.attitude?.count == 2 && recording.remark == nil)
    }

    @Test func `Accelerations without gravity are not read, and a remark states it`() throws {
        let rows = "PacketCounter,SampleTimeFine,Quat_W,Quat_X,Quat_Y,Quat_Z,FreeAcc_X,FreeAcc_Y,FreeAcc_Z,Status\n"
        let recording = try Self.read(Self.preamble + rows + "1,100,1,0,0,0,0.1,0,0,0\n2,16767,1,0,0,0,0.1,0,0,0\n")
        #expect(recording.accelerometer == nil && recording.attitude?.count == 2)
        #expect(recording.remark?.contains("FreeAcc is without gravity") == true)
        #expect(recording.unused.columns.values.first?.contains("FreeAcc_X") == true)
    }

    @Test(arguments: [("Roll,Pitch,Yaw", "1,2,3"), ("Quat_q0,Quat_q1,Quat_q2,Quat_q3", "1,0,0,0")])
    func `Files of MT Manager have ticks of 0.1 ms and rates in rad/s`(names: String, values: String) throws {
        let recording = try Self.read(
            "PacketCounter,SampleTimeFine,Acc_X,Acc_Y,Acc_Z,Gyr_X,Gyr_Y,Gyr_Z,Mag_X,Mag_Y,Mag_Z,\(names)\n"
                + "05560,4294967196,9.69,0.3,1.86,0.0065,-0.068,-0.0288,-0.669,-0.129,-0.4257,\(values)\n"
                + "05561,0,9.65,0.28,1.8,0.0214,-0.0746,-0.036,-0.665,-0.1296,-0.4267,\(values)\n"
        )
        let times = recording.gyroscope?.times ?? []
        #expect(times.count == 2 && abs(times[1] - times[0] - 0.01) < 1e-9)
        #expect(recording.gyroscope?.values.first == Vector3(0.0065, -0.068, -0.0288))
        #expect(recording.magnetometer?.values.first == Vector3(-0.669, -0.129, -0.4257))
        #expect(recording.attitude == nil && recording.remark?.contains("orientation is not read") == true)
    }

    @Test func `A file without the line that starts the table is an error`() throws {
        let layout = try LayoutTests.layout(
            "layout: mine\nrecording: file\ndefaults: {start: \"t,*\", time: {column: t}}\nstreams:\n"
                + "  gyroscope: {columns: {x: x, y: y, z: z}, unit: rad/s}\n"
        )
        let folder = try TemporaryFolder()
        let path = try folder.write("made by hand\nx,y,z\n1,2,3\n", to: "a.csv")
        let error = #expect(throws: InputError.self) { try RecordingReader(layout: layout).read(path: path) }
        #expect(
            error?.message
                == "the layout expects the data to start at the line 't,*', which is not among the first 100 lines"
        )
    }
}
