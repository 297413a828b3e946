import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

struct LayoutTests {
    /// Rounding of one product, in the unit of the stream: values are at most 50.
    private static let unitTolerance = 1e-12
    /// Rounding of the angle between two orientations near zero, in degrees: its cosine is known to 1e-16.
    private static let angleToleranceDegrees = 1e-6

    static let description = """
        layout: mine
        recording: file
        streams:
          accelerometer:
            columns: {x: ax, y: ay, z: az}
            unit: g
            sign: -1
            time: {column: ms, unit: ms}
          attitude:
            columns: {qw: w, qx: x, qy: y, qz: z}
            direction: earth-to-device
            earth: NED
            time: {column: ms, unit: ms}
        """

    /// The layout that the catalogue reads from a file with `text`.
    static func layout(_ text: String) throws -> Layout {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try LayoutCatalogue.builtIn.layout(named: folder.write(text, to: "mine.yaml"))
    }

    static func message(_ text: String) throws -> String {
        let error = #expect(throws: InputError.self) { try layout(text) }
        return try #require(error).description.replacing(/^.*mine.yaml/, with: "mine.yaml")
    }

    /// The error of ``description`` with one text replaced.
    static func message(replacing old: String, with new: String) throws -> String {
        try #require(description.contains(old))
        return try message(description.replacing(old, with: new, maxReplacements: 1))
    }

    @Test func `The built-in layouts are valid and named as they are listed`() throws {
        #expect(LayoutCatalogue.builtIn.names.starts(with: ["native", "broad", "smartphone-attitude"]))
        #expect(LayoutCatalogue.builtIn.layouts.map(\.name) == LayoutCatalogue.builtIn.names)
        for layout in LayoutCatalogue.builtIn.layouts {
            #expect(!layout.summary.isEmpty && !layout.expects.isEmpty && !layout.signature.isEmpty)
            #expect(try LayoutCatalogue.builtIn.layout(named: layout.name) == layout)
        }
    }

    @Test func `An unknown name is an error with the nearest name`() {
        #expect(
            throws: InputError(
                file: "boad",
                message: "'boad' is neither a built-in layout nor a .yaml file",
                advice: "did you mean 'broad'?"
            )
        ) { try LayoutCatalogue.builtIn.layout(named: "boad") }
        let missing = #expect(throws: InputError.self) { try LayoutCatalogue.builtIn.layout(named: "no/such.yaml") }
        #expect(missing?.message == "no such file")
    }

    @Test func `A user's layout converts units, signs, time units, frames and directions`() throws {
        let half = 0.5.squareRoot()
        // North-East-Down → device: a device lying level with its y axis to the north has x east, z up.
        let text = try DelimitedText("ms,ax,ay,az,w,x,y,z\n1500,0,0,-1,0,\(half),\(half),0\n")
        let recording = try text.recording(Self.layout(Self.description))
        #expect(recording.name == "data")
        #expect(recording.accelerometer?.times == [1.5])
        #expect(recording.accelerometer?.values == [Vector3(0, 0, 9.80665)])
        let attitude = try #require(recording.attitude?.values.first)
        #expect(attitude.angle(to: .identity).degrees < Self.angleToleranceDegrees)
    }

    @Test func `A layout contains estimator parameters for published values`() throws {
        let layout = try Self.layout(Self.description + "\nestimators:\n  mahony: {start: broad, kp: 0.5}\n")
        #expect(layout.estimators == ["mahony": ["start": "broad", "kp": "0.5"]])
        let message = try Self.message(Self.description + "\nestimators: 5\n")
        #expect(message.hasPrefix("mine.yaml:14:13: estimators is '5', but must be keys and values"))
    }

    @Test func `Unknown keys and words are errors with line, column and the nearest one`() throws {
        #expect(
            try Self.message(replacing: "recording: file", with: "recoding: file")
                == "mine.yaml:2:1: unknown key 'recoding'; did you mean 'recording'?"
        )
        #expect(
            try Self.message(replacing: "unit: g", with: "unit: gs")
                == "mine.yaml:6:11: unit 'gs' must be one of m/s^2, g, mg; did you mean 'g'?"
        )
        #expect(
            try Self.message(replacing: "accelerometer:", with: "acelerometer:")
                .hasPrefix("mine.yaml:4:3: unknown key 'acelerometer'")
        )
        #expect(
            try Self.message(replacing: "{x: ax", with: "{xx: ax").hasPrefix(
                "mine.yaml:5:15: unknown key 'xx'"
            )
        )
        #expect(
            try Self.message(replacing: "earth: NED", with: "earth: ned")
                == "mine.yaml:12:12: earth 'ned' must be one of ENU, NWU, NED; did you mean 'NED'?"
        )
        #expect(
            try Self.message(replacing: "sign: -1", with: "sign: -2").contains(
                "sign '-2' must be one of 1, +1, -1"
            )
        )
        #expect(
            try Self.message(replacing: "unit: ms", with: "unit: h").contains(
                "unit 'h' must be one of s, ms, 100us, us, ns, datetime, clock"
            )
        )
    }

    @Test func `Missing keys of a stream are errors`() throws {
        #expect(try Self.message(replacing: "x: ax, ", with: "").contains("the key 'x' is missing (given: y, z)"))
        #expect(try Self.message(replacing: "    unit: g\n", with: "").contains("'unit' is missing"))
        #expect(try Self.message(replacing: "    time: {column: ms, unit: ms}\n", with: "").contains("'time'"))
        #expect(try Self.message("layout: mine\nrecording: file\n").contains("'streams' is missing"))
        let unanswered = "layout: mine\nrecording: file\nstreams:\n"
        #expect(try Self.message(unanswered).contains("the key 'streams' has no value"))
        #expect(try Self.message("layout: mine\nrecording: file\nstreams: {}\n").contains("the layout has no streams"))
        let empty = "layout: mine\nrecording: file\n"
        #expect(try Self.message(empty + "variants: []\n").contains("'variants' is empty"))
        #expect(try Self.message(empty + "streams: {gyroscope: []}\n").contains("the stream 'gyroscope' is empty"))
        #expect(try Self.message(replacing: "recording: file", with: "recording: folder").contains("'file' is missing"))
    }

    @Test func `Contradictory keys are errors`() throws {
        #expect(
            try Self.message(replacing: "    sign: -1", with: "    sign: -1\n    file: a.csv").contains(
                "a stream cannot have 'file'"
            )
        )
        #expect(
            try Self.message(replacing: "    sign: -1", with: "    header: false")
                .contains("'ax' for 'x' must be a column number, counted from 1")
        )
        #expect(
            try Self.message(replacing: "earth: NED", with: "unit: g").contains(
                "the stream 'attitude' can have neither 'unit' nor 'sign'"
            )
        )
        let pose = Self.description.replacing("attitude:", with: "pose:")
            .replacing("qz: z}", with: "qz: z, px: w, py: x, pz: y}").replacing("earth: NED", with: "sign: 1")
        #expect(try Self.message(pose).contains("the stream 'pose' cannot have 'sign'; remove 'sign'"))
        #expect(
            try Self.message(replacing: "    sign: -1", with: "    delimiter: tabs").contains("did you mean 'tab'?")
        )
        #expect(
            try Self.message("- a\n")
                == "mine.yaml:1:1: the layout is a list, but must be keys and values"
        )
    }

    @Test(
        arguments: [
            ("gyroscope", "deg/s", 180.0, Double.pi), ("gyroscope", "rad/s", 2, 2), ("magnetometer", "G", 0.5, 50),
            ("magnetometer", "mG", 500, 50), ("magnetometer", "nT", 48_000, 48), ("magnetometer", "mT", 0.05, 50),
            ("magnetometer", "uT", 50, 50), ("accelerometer", "m/s^2", 9.8, 9.8), ("accelerometer", "g", 1, 9.80665),
        ]
    )
    func `Units have their factors`(stream: String, unit: String, value: Double, expected: Double) throws {
        let layout = try Self.layout(
            """
            layout: mine
            recording: file
            defaults: {delimiter: ";", header: false, time: {column: 1, unit: us}}
            streams:
              \(stream): {columns: {x: 2, y: 3, z: 4}, unit: \(unit)}
            """
        )
        let recording = try DelimitedText("2000000;\(value);0;0\n").recording(layout)
        let read = recording.accelerometer ?? recording.gyroscope ?? recording.magnetometer
        #expect(read?.times == [2])
        #expect(abs((read?.values.first?.x ?? .nan) - expected) < Self.unitTolerance)
    }

    @Test func `The example on the page about layouts reads the recording that it describes`() throws {
        let page = Package.root.appendingPathComponent("Sources/Recordings/Recordings.docc/layouts.md")
        let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
        let block = try #require(parts.first { $0.hasPrefix("yaml\n") })
        let layout = try Self.layout(String(block.dropFirst("yaml\n".count)))
        let folder = try TemporaryFolder()
        let log = "stamp;acc_x (g);acc_y (g);acc_z (g);raw_gyro_x;raw_gyro_y;raw_gyro_z;q0;q1;q2;q3;frame\n"
        // From North, East, Down to a device that lies level with its y axis to the north.
        let half = 0.5.squareRoot()
        let row = "1709382605500000000;0;0;-1,5;1;2;3;0;\(half);\(half);0;north\n"
        try folder.write(log + row, to: "walk/log.csv")
        try folder.write("1709382605750000000 1 2 3 0 0 0 1\n", to: "walk/camera-1.txt")
        let walk = folder.url.appendingPathComponent("walk").path
        #expect(try LayoutDetection(path: walk, among: [layout]).layout == layout)
        let recording = try RecordingReader(layout: layout).read(path: walk)
        #expect(recording.accelerometer?.values == [Vector3(0, 0, 1.5 * 9.80665)])
        #expect(recording.gyroscope?.values == [Vector3(1, 2, 3)])
        let first = try #require(recording.attitude?.values.first)
        #expect(first.angle(to: .identity).degrees < Self.angleToleranceDegrees)
        #expect(recording.pose?.times == [0.75] && recording.epoch == 1_709_382_605)
    }

    @Test func `The fingerprint of a recording with two streams in one file is that of the file`() throws {
        let text = try DelimitedText("ms,ax,ay,az,w,x,y,z\n0,0,0,0,1,0,0,0\n")
        let fingerprint = Fingerprint()
        _ = try DelimitedReader(path: text.path, fingerprint: fingerprint).readColumns([])
        let recording = try text.recording(Self.layout(Self.description))
        #expect(recording.sha256 == fingerprint.hexadecimal)
    }
}
