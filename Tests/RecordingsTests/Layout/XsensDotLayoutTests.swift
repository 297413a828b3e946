import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Files as Xsens DOT's app exports them, with values made up.
struct XsensDotLayoutTests {
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
                == "the layout expects the data to start at the line 't,*', but the first 100 lines do not contain this line"
        )
    }
}
