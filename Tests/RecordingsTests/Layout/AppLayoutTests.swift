import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of recordings in the formats of apps and public datasets; `Fixtures/make_layouts.py` wrote them.
struct AppLayoutTests {
    static let paths = ExpectedRecording.all.keys.sorted()

    private static func path(_ name: String) -> String {
        ExpectedRecording.folder.appendingPathComponent(name).path
    }

    /// The recordings with a place, a date and an attitude relative to magnetic north.
    private static let magneticAttitudes: Set<String> = ["sensor-logger/android-old", "sensor-logger/android-new"]

    @Test(arguments: paths)
    func `The layout of a recording is detected from its files`(name: String) throws {
        let expected = try #require(ExpectedRecording.all[name])
        let detected = try LayoutDetection(path: Self.path(name)).layout
        #expect(detected.name == expected.layout)
        #expect(try LayoutDetection(path: Self.path(name), among: LayoutCatalogue.builtIn.layouts).layout == detected)
    }

    @Test(arguments: [("20:37:03", true), ("22:22:41", false)])
    func `A file of Sensor Record is refused if its calendar times are those of another recording`(
        time: String,
        isRefused: Bool
    ) throws {
        func table(_ time: String) -> String {
            "Timestamp,Milliseconds,X,Y,Z\n" + (0..<20).map { "2019-06-12 \(time),\($0 * 10),0.1,0.2,9.8\n" }.joined()
        }
        let folder = try TemporaryFolder([
            "Accelerometer.csv": table("22:22:40"), "Gyroscope.csv": table("22:22:40"), "Compass.csv": table(time),
        ])
        guard isRefused else {
            #expect(try RecordingReader().read(path: folder.url.path).magnetometer?.count == 20)
            return
        }
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: folder.url.path) }
        #expect(error?.source?.hasSuffix("Compass.csv") == true && error?.message.contains("differs by 6336 s") == true)
    }

    @Test(arguments: [("g", false), ("m/s^2", true)])
    func `Columns X, Y and Z in g are not those of phyphox`(unit: String, isPhyphox: Bool) throws {
        let rows = (0..<20).map { "\(Double($0) / 100),0.1,0.2,0.9\n" }.joined()
        let table = ["X", "Y", "Z"].map { "\($0) (\(unit))" }.joined(separator: ",")
        let folder = try TemporaryFolder(["Accelerometer.csv": "Time (s),\(table)\n" + rows])
        let detected = try? LayoutDetection(path: folder.url.path).layout.name
        #expect((detected == "phyphox") == isPhyphox)
    }

    @Test func `An acceleration without gravity is named with the file that it needs`() throws {
        let rows = (0..<50).map { "\(160_000_000_000 + $0)0000000,\(Double($0) / 100),0.1,0.2,0.3\n" }.joined()
        let table = "time,seconds_elapsed,z,y,x\n" + rows
        let folder = try TemporaryFolder([
            "Accelerometer.csv": table, "Gyroscope.csv": table, "Metadata.csv": "version,platform\n3,ios\n",
        ])
        let read = try RecordingReader().read(path: folder.url.path)
        #expect(read.accelerometer == nil && read.gyroscope?.count == 50)
        #expect(read.leftOut["Accelerometer.csv: the accelerometer also needs Gravity.csv, which is missing"] == 1)
    }

    @Test(arguments: paths)
    func `Every stream is converted to SI units, device axes, and device to ENU`(name: String) throws {
        let expected = try #require(ExpectedRecording.all[name])
        let recording = try RecordingReader().read(path: Self.path(name))
        #expect(recording.leftOut.values.reduce(0, +) == expected.leftOut, "\(recording.leftOut)")
        #expect(recording.epoch == expected.epoch)
        let streams = ExpectedRecording.streams(of: recording, fileNorth: Self.magneticAttitudes.contains(name))
        for ((stream, found), due) in zip(streams, expected.streams) {
            guard let found, let due else {
                #expect(found == nil && due == nil, "\(stream)")
                continue
            }
            try #require(found.t.count == due.t.count, "\(stream)")
            for row in due.t.indices {
                #expect(abs(found.t[row] - due.t[row]) <= ExpectedRecording.timeTolerance, "\(stream) \(row)")
                expectSame(found.values[row], due.values[row], "\(stream) \(row)")
            }
        }
    }

    /// Compares rows of numbers; a quaternion equals its opposite.
    private func expectSame(_ found: [Double?], _ due: [Double?], _ label: String) {
        #expect(found.count == due.count, "\(label)")
        let quaternion = due.count == 4 ? 0 : 3
        let isQuaternion = due.count == 4 || due.count == 7
        let dot = zip(found, due).dropFirst(quaternion).reduce(0) { $0 + ($1.0 ?? 0) * ($1.1 ?? 0) }
        for (column, (value, expected)) in zip(found, due).enumerated() {
            guard let value, let expected else {
                #expect(value == nil && expected == nil, "\(label), column \(column)")
                continue
            }
            let sign = isQuaternion && column >= quaternion && dot < 0 ? -1.0 : 1
            // The tolerance is in the unit of the file: g is 9.80665 m/s².
            let difference = abs(value * sign - expected)
            #expect(difference <= 10 * ExpectedRecording.tolerance, "\(label), column \(column): \(value), \(expected)")
        }
    }

    @Test func `Files of another app with the time in the last column are not read as ios-logger`() throws {
        for (row, isRead) in [("1627559545.5,0.1,-0.4,0.9", true), ("0.1,-0.4,0.9,1478626603.3", false)] {
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            for name in ["Accel.txt", "Gyro.txt"] { _ = try folder.write(row + "\n" + row + "\n", to: name) }
            let found = try? LayoutDetection(path: folder.url.path)
            #expect(found?.layout.name == (isRead ? "ios-logger" : nil))
        }
    }

    @Test(.enabled(if: SharedDatasets.has("ios-logger")))
    func `The attitude in a session of ios_logger rotates the mean specific force upwards`() throws {
        let path = SharedDatasets.path("ios-logger/2021-07-29T12-52-25")
        #expect(try LayoutDetection(path: path).layout.name == "ios-logger")
        let recording = try RecordingReader().read(path: path)
        #expect(recording.epoch == 1_627_530_745)
        let accelerometer = try #require(recording.accelerometer)
        // The first row is 1627530745.151341 s and -0.954895 g with the sign of gravity.
        #expect(abs(accelerometer.times[0] - 0.151341) < 1e-9)
        #expect(abs(accelerometer.values[0].x - 0.954895 * 9.80665) < 1e-9)
        #expect(recording.gyroscope?.count == 4198 && recording.leftOut["Gyro.txt: rows out of order"] == 2)
        let heading = try #require(recording.heading?.values.first)
        #expect(heading.trueNorth?.degrees == 96.813004 && heading.magnetic?.degrees == 105.813004)
        let attitude = try #require(recording.attitude)
        var (mean, index) = (Vector3.zero, 0)
        for (time, orientation) in zip(attitude.times, attitude.values) {
            while index + 1 < accelerometer.count, accelerometer.times[index] < time { index += 1 }
            mean += orientation.rotate(accelerometer.values[index])
        }
        mean = mean * (1 / Double(attitude.count))
        // The accelerations of walking average to zero within 5 % of gravity, in m/s².
        let tolerance = 0.5
        #expect(abs(mean.x) < tolerance && abs(mean.y) < tolerance && abs(mean.z - 9.8) < tolerance, "\(mean)")
    }

    @Test(.enabled(if: SharedDatasets.has("imu")))
    func `The first sample of an x-io log equals the first row in SI units`() throws {
        let recording = try RecordingReader().read(path: SharedDatasets.path("imu/fusion-sensor_data.csv"))
        let force = try #require(recording.accelerometer?.values.first)
        // The first row is 0.001015204, -0.02045836, 0.9970807 g and 0.01644619 deg/s.
        #expect(abs(force.z - 0.9970807 * 9.80665) < 1e-9 && abs(force.x - 0.001015204 * 9.80665) < 1e-9)
        #expect(abs((recording.gyroscope?.values.first?.x ?? .nan) - 0.01644619 * .pi / 180) < 1e-12)
        #expect(recording.magnetometer?.values.first == Vector3(15.3017, 0.4328527, -41.06483))
    }
}
