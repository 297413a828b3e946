import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Recordings whose `recording.yaml` changes a layout, or is missing.
struct LayoutOverrideTests {
    private static func read(_ files: [String: String], _ layout: String? = nil) throws -> Recording {
        let folder = try TemporaryFolder(files)
        let reader = RecordingReader(layout: try layout.map(LayoutCatalogue.builtIn.layout))
        return try withExtendedLifetime(folder) { try reader.read(path: folder.url.path) }
    }

    @Test func `Files, columns, units and signs of a native folder are changed`() throws {
        let recording = try Self.read([
            "recording.yaml": """
            name: walk
            streams:
              accelerometer: {file: acc.csv, columns: {x: ax, y: ay, z: az}, unit: g, sign: -1, time: {column: ms, unit: ms}}
              gyroscope: {unit: deg/s, axes: [-y, x, z]}
            """,
            "acc.csv": "ms,ax,ay,az\n500,0,0,-1\n",
            "gyroscope.csv": "t,x,y,z\n0.5,0,180,0\n",
            "magnetometer.csv": "t,x,y,z\n0.5,1,2,3\n",
        ])
        #expect(recording.name == "walk" && recording.remark == nil)
        #expect(recording.accelerometer?.values == [Vector3(0, 0, 9.80665)] && recording.accelerometer?.times == [0.5])
        #expect(recording.gyroscope?.values == [Vector3(-Double.pi, 0, 0)])
        #expect(recording.magnetometer?.values == [Vector3(1, 2, 3)])
    }

    @Test func `The layout of an outside package is detected, named and changed`() throws {
        let entry = LayoutEntry(
            yaml: """
                layout: steps
                recording: folder
                detect: [steps.csv]
                streams:
                  accelerometer:
                    {file: steps.csv, columns: {x: ax, y: ay, z: az}, unit: g, time: {column: ms, unit: ms}}
                """
        )
        let layouts = LayoutCatalogue(adding: [entry])
        let table = ["steps.csv": "ms,ax,ay,az\n500,0,0,2\n"]
        let plain = try TemporaryFolder(table)
        #expect(try LayoutDetection(path: plain.url.path, among: layouts).layout.name == "steps")
        #expect(throws: InputError.self) { try LayoutDetection(path: plain.url.path) }
        #expect(try layouts.layout(named: "steps").name == "steps" && layouts.names.last == "steps")
        let changes = ["recording.yaml": "layout: steps\nstreams: {accelerometer: {unit: m/s^2}}\n"]
        let changed = try TemporaryFolder(table.merging(changes) { $1 })
        let values = [plain, changed].map { folder in
            try? RecordingReader(layouts: layouts).read(path: folder.url.path).accelerometer?.values
        }
        #expect(values == [[Vector3(0, 0, 2 * 9.80665)], [Vector3(0, 0, 2)]])
    }

    @Test func `Defaults of a native folder are changed`() throws {
        let recording = try Self.read([
            "recording.yaml": "defaults: {delimiter: semicolon, decimalComma: true}\n",
            "gyroscope.csv": "t;x;y;z\n0,5;1,5;0;0\n",
        ])
        #expect(recording.gyroscope?.values == [Vector3(1.5, 0, 0)] && recording.gyroscope?.times == [0.5])
    }

    @Test func `A unit replaces that in the header of another layout`() throws {
        let header = "\"Time (s)\",\"Acceleration x (m/s^2)\",\"Acceleration y (m/s^2)\",\"Acceleration z (m/s^2)\"\n"
        let recording = try Self.read([
            "recording.yaml": "layout: phyphox\ndeclination: 3.5\nstreams: {accelerometer: {unit: g, sign: -1}}\n",
            "Accelerometer.csv": header + "0,0,0,-1\n",
        ])
        #expect(recording.accelerometer?.values == [Vector3(0, 0, 9.80665)])
        #expect(recording.declination == Angle(degrees: 3.5))
    }

    @Test func `Changes are used with the same layout, and reported with another one`() throws {
        let files = [
            "recording.yaml": "streams: {gyroscope: {unit: deg/s}}\n", "gyroscope.csv": "t,x,y,z\n0,180,0,0\n",
        ]
        #expect(try Self.read(files, "native").gyroscope?.values == [Vector3(.pi, 0, 0)])
        let header = "\"Time (s)\",\"Gyroscope x (rad/s)\",\"Gyroscope y (rad/s)\",\"Gyroscope z (rad/s)\"\n"
        let other = try Self.read(files.merging(["Gyroscope.csv": header + "0,1,0,0\n"]) { $1 }, "phyphox")
        #expect(other.leftOut["recording.yaml: the streams, which are described for the layout native"] == 1)
    }

    @Test(arguments: [
        ("layout: phypox\n", "recording.yaml:1:9: 'phypox' is not a built-in layout"),
        ("streams: {gyroscop: {}}\n", "recording.yaml:1:11: unknown key 'gyroscop'"),
        ("streams: {gyroscope: {unti: deg/s}}\n", "recording.yaml:1:23: unknown key 'unti'"),
        ("streams: {gyroscope: {unit: rpm}}\n", "recording.yaml:1:29: unit 'rpm' must be one of rad/s, deg/s, mdeg/s"),
    ])
    func `A wrong change is an error with line and column`(yaml: String, message: String) throws {
        let folder = try TemporaryFolder(["recording.yaml": yaml, "gyroscope.csv": "t,x,y,z\n0,1,0,0\n"])
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: folder.url.path) }
        let found = error?.description.replacing(folder.url.path + "/", with: "") ?? ""
        #expect(found.hasPrefix(message), "\(found)")
    }

    @Test func `A native folder without recording.yaml is read with a remark`() throws {
        let recording = try Self.read(["gyroscope.csv": "t,x,y,z\n0,1,0,0\n"])
        #expect(recording.gyroscope?.values == [Vector3(1, 0, 0)])
        #expect(recording.remark?.hasPrefix("recording.yaml is missing: read with SI units") == true)
    }
}
