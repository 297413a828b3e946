import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of reading the estimates of other programs. `Fixtures/make_estimates.py` made the files with scipy.
struct EstimateReaderTests {
    private static let folder = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/estimates")

    /// Each form of the fixture: the name of its file, and the keys that read it.
    static let forms: [(file: String, keys: String)] = {
        let text = (try? String(contentsOf: folder.appendingPathComponent("index.csv"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
            return (fields[0], fields[1])
        }
    }()

    private static func read(_ path: String, _ keys: String = "") throws -> EstimateFile.Rows<UnitQuaternion> {
        let source = try EstimateSource(parsing: "mine=\(path)" + (keys.isEmpty ? "" : ",\(keys)"))
        return try EstimateReader().read(path: source.path).orientations(by: source.conventions)
    }

    private static func read(text: String, _ keys: String = "") throws -> EstimateFile.Rows<UnitQuaternion> {
        let folder = try TemporaryFolder()
        return try read(folder.write(text, to: "mine.csv"), keys)
    }

    /// The error message without the path of the temporary folder.
    private static func message(_ text: String, _ keys: String = "") -> String {
        ReadingError.message(after: "mine.csv") { try read(text: text, keys) }
    }

    @Test func `The fixture has every form`() {
        #expect(Self.forms.count == 31)
    }

    @Test(arguments: forms)
    func `Every form yields the orientations that scipy wrote`(file: String, keys: String) throws {
        let path = Self.folder.appendingPathComponent(file).path
        let read = try Self.read(path, keys)
        let table = try DelimitedReader(path: Self.folder.appendingPathComponent("expected.csv").path)
            .readColumns(["t", "qw", "qx", "qy", "qz"].map(DelimitedColumn.named))
        #expect(read.times == Array(table[0]))
        #expect(read.leftOut.isEmpty)
        for row in 0..<table.rowCount {
            let expected = UnitQuaternion(unchecked: table[1][row], table[2][row], table[3][row], table[4][row])
            #expect(read.values[row].angle(to: expected).radians < Tolerance.rounding, "row \(row)")
        }
        let hasLength = read.remarks.contains { $0.contains("not of length 1") }
        #expect(hasLength == (file == "scaled.csv"))
    }

    @Test func `Numbers of unit quaternions are used bit for bit`() throws {
        var generator = SeededGenerator(seed: 5)
        var text = "t,qw,qx,qy,qz\n"
        var expected: [UnitQuaternion] = []
        for row in 0..<500 {
            let numbers = (0..<4).map { _ in generator.number(in: -1...1) }
            let value = try #require(UnitQuaternion(w: numbers[0], x: numbers[1], y: numbers[2], z: numbers[3]))
            expected.append(value)
            text += "\(Double(row) / 285.714),\(value.w),\(value.x),\(value.y),\(value.z)\n"
        }
        let read = try Self.read(text: text)
        #expect(read.values == expected)
        let times: [Seconds] = (0..<500).map { Double($0) / 285.714 }
        #expect(read.times == times)
    }

    @Test(arguments: [
        (
            "timestamp_ns,qw,qx,qy,qz\n1700000000000000001,1,0,0,0\n1700000000250000002,1,0,0,0\n",
            [1e-9, 0.250_000_002]
        ),
        ("t,qw,qx,qy,qz\n1700000000.25,1,0,0,0\n1700000001.5,1,0,0,0\n", [0.25, 1.5]),
    ])
    func `The recording's start is subtracted from times since 1970, and nanoseconds lose no digit`(
        text: String,
        times: [Seconds]
    ) throws {
        let folder = try TemporaryFolder()
        let file = try EstimateReader().read(path: folder.write(text, to: "mine.csv"))
        let read = try file.orientations(by: EstimateConventions(), epoch: 1_700_000_000)
        #expect(read.times == times)
        #expect(read.remarks.contains { $0.contains("count from 1970") })
    }

    @Test func `The declination turns orientations that count from magnetic north`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("t,qw,qx,qy,qz\n0,1,0,0,0\n1,1,0,0,0\n", to: "mine.csv")
        var conventions = EstimateConventions()
        try conventions.set("north", to: "magnetic")
        let file = try EstimateReader().read(path: path)
        let read = try file.orientations(by: conventions, declination: Angle(degrees: 10))
        // What points to magnetic north points 10° clockwise of true north, seen from above.
        let north = read.values[0].rotate(Vector3(0, 1, 0))
        let expected = Vector3(Angle(degrees: 10).sine, Angle(degrees: 10).cosine, 0)
        #expect((north - expected).length < Tolerance.rounding)
        let without = try file.orientations(by: conventions)
        #expect(without.remarks.contains("the declination is unknown, so magnetic north is used as true north"))
    }

    @Test func `Rows without an orientation and repeated times are counted`() throws {
        let rows = ["0,1,0,0,0", "1,,,,", "2,nan,nan,nan,nan", "3,0,0,0,0", "4,1,0,0,0", "4,0,1,0,0", "5,1,0,0,0"]
        let read = try Self.read(text: "t,qw,qx,qy,qz\n" + rows.joined(separator: "\n") + "\n")
        #expect(read.times == [0, 4, 5])
        // The last row of a time is used.
        #expect(read.values[1] == UnitQuaternion(unchecked: 0, 1, 0, 0))
        #expect(read.leftOut == ["rows without an orientation": 3, "rows with the time of the next row": 1])
    }

    private static func positions(
        _ text: String,
        _ keys: String = "",
        name: String = "mine.csv"
    ) throws -> EstimateFile.Rows<EstimatedPosition> {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: name)
        let source = try EstimateSource(parsing: "mine=\(path)" + (keys.isEmpty ? "" : ",\(keys)"))
        return try EstimateReader().read(path: source.path, content: source.conventions.content)
            .positions(by: source.conventions, epoch: 1_700_000_000)
    }

    @Test(arguments: [
        "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy\n2.5,60.5,-24.25,12,4.5,3\n",
        "vAcc;hAcc [m];Alt (m);lon_deg;lat_deg;time_ms\n3;4,5;12;-24,25;60,5;2500\n",
        "timestamp_ns,lat,lng,height,accuracy,vertical_accuracy\n1700000002500000000,60.5,-24.25,12,4.5,3\n",
    ])
    func `Positions on the Earth are found by the names of their columns`(text: String) throws {
        let read = try Self.positions(text)
        #expect(read.times == [2.5])
        let fix = LocationFix(
            latitude: Angle(degrees: 60.5),
            longitude: Angle(degrees: -24.25),
            altitudeMetres: 12,
            horizontalAccuracyMetres: 4.5,
            verticalAccuracyMetres: 3
        )
        #expect(read.values == [.geodetic(fix)])
    }

    @Test func `Floors are whole numbers, and a fraction is an error`() throws {
        let read = try Self.positions("t,latitude,longitude,floor\n1,60,24,-1\n2,60,24,\n4,60,24,2\n")
        let floors = read.values.map { value -> Int? in
            if case .geodetic(let fix) = value { fix.floor } else { nil }
        }
        #expect(floors == [-1, nil, 2])
        let error = #expect(throws: InputError.self) {
            try Self.positions("t,latitude,longitude,floor\n1,60,24,0.5\n2,60,24,1\n")
        }
        #expect(error?.message == "the floor 0.5 is not a whole number")
        #expect(
            try Self.positions("t,x,y,floor\n1,2,3,4\n").values
                == [.local(x: 2, y: 3, height: nil, horizontalAccuracy: nil, verticalAccuracy: nil, floor: 4)]
        )
    }

    @Test func `An accuracy that is negative or infinite is an error, and one that is unknown is not`() throws {
        for accuracies in ["-1,2", "3,-0.5", "inf,"] {
            let text = "t,latitude,longitude,horizontalAccuracy,verticalAccuracy\n0,60,24,5,\n1,60,24,\(accuracies)\n"
            let error = #expect(throws: InputError.self) { try Self.positions(text) }
            #expect(error?.line == 3 && error?.message.hasPrefix("the accuracy ") == true, "\(accuracies)")
        }
        let read = try Self.positions("t,x,y,accuracy\n0,1,2,\n1,1,2,nan\n")
        let unknown = EstimatedPosition.local(x: 1, y: 2, height: nil, horizontalAccuracy: nil, verticalAccuracy: nil)
        #expect(read.values == [unknown, unknown])
    }

    @Test(arguments: [
        ("t,x,y,z\n2.5,1,2,3\n", ""),
        ("up_m,north_m,east_m,t\n3,2,1,2.5\n", ""),
        ("2.5 1 2 3 0 0 0 1\n", "content=positions"),
        ("2500000000,1,2,3,1,0,0,0\n", "content=positions"),
        ("t,x,y,z,qw,qx,qy,qz\n2.5,1,2,3,1,0,0,0\n", "content=positions"),
        ("t,x,y,z\n2,1,2,3\n", "clock=0.5"),
    ])
    func `Positions in metres are found by names or by the format`(text: String, keys: String) throws {
        let read = try Self.positions(text, keys)
        #expect(read.times == [2.5])
        let expected = EstimatedPosition.local(x: 1, y: 2, height: 3, horizontalAccuracy: nil, verticalAccuracy: nil)
        #expect(read.values == [expected])
    }

    @Test func `GeoPoses are read as orientations, or as positions on request`() throws {
        let pose = """
            {"position": {"lat": 60.5, "lon": -24.25, "h": 12}, "quaternion": {"x": 0, "y": 0, "z": 0, "w": 1}}
            """
        #expect(try Self.read(text: pose).values == [.identity])
        let read = try Self.positions(pose, "content=positions", name: "mine.json")
        guard case .geodetic(let fix)? = read.values.first else {
            Issue.record("not a position on the Earth")
            return
        }
        #expect(abs(fix.latitude.degrees - 60.5) < Tolerance.rounding)
        #expect(abs(fix.longitude.degrees + 24.25) < Tolerance.rounding)
        #expect(fix.altitudeMetres == 12)
    }

    @Test func `Rows without a position on the Earth and repeated times are counted`() throws {
        let rows = ["0,60,24", "1,,24", "2,60,nan", "3,91,24", "4,60,25", "4,61,25"]
        let read = try Self.positions("t,lat,lon\n" + rows.joined(separator: "\n") + "\n")
        #expect(read.times == [0, 4])
        #expect(read.leftOut == ["rows without a position": 3, "rows with the time of the next row": 1])
    }

    @Test(arguments: [
        ("t,lat,lon\n0,60,24\n", "order=xyzw", "'order' applies to orientations, but the file has positions"),
        ("t,lat_rad,lon_rad\n0,1,0.4\n", "", "the unit of the column 'lat_rad' is not degrees"),
        ("t,x_deg,y_deg\n0,1,0.4\n", "", "the unit of the column 'x_deg' is not metres"),
        ("t,qw,qx,qy,qz\n0,1,0,0,0\n", "content=positions", "no position (latitude, longitude; or x, y in metres)"),
        ("t,lat,lon\n0,60,24\n", "content=orientations", "no quaternion (qw, qx, qy, qz) or angles"),
        ("t,lat,lon\n0,60,24\n", "content=places", "unknown value 'content=places'"),
        ("t,qw,qx,qy,qz\n0,1,0,0,0\n", "", "the file has orientations, but positions are needed"),
        ("0,1,0,0,0\n", "content=positions", "the file has no column names"),
    ])
    func `What is no position is refused with the reason`(text: String, keys: String, reason: String) throws {
        let error = #expect(throws: InputError.self) { _ = try Self.positions(text, keys) }
        #expect(error?.description.contains(reason) ?? false, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("", "", " the file has no rows"),
        ("# only a comment\n", "", " the file has no rows"),
        (
            "t,qw,qx,qy\n0,1,0,0\n", "",
            "1: there is no quaternion (qw, qx, qy, qz) or angles (roll, pitch, yaw) or position (latitude, longitude; or x, y in metres) among the columns t, qw, qx, qy"
        ),
        (
            "qw,qx,qy,qz\n1,0,0,0\n", "",
            "1: there is no time column, such as t or timestamp_ns, among the columns qw, qx, qy, qz"
        ),
        ("t [min],qw,qx,qy,qz\n0,1,0,0,0\n", "", "1: the unit of the column 't [min]' is not s, ms, us or ns"),
        ("t,qw,qx,qy,qz,a_w,a_x,a_y,a_z\n", "", "1: the columns contain several orientations: 'a_w…' and 'qw…'"),
        (
            "0,1,0,0\n", "",
            "1: the file has no column names, so its rows must be TUM (8 numbers, separated by spaces), EuRoC (times in nanoseconds, separated by commas) or t,qw,qx,qy,qz"
        ),
        (
            "0.5,1,2,3,1,0,0,0\n", "",
            "1: the file has no column names, so its rows must be TUM (8 numbers, separated by spaces), EuRoC (times in nanoseconds, separated by commas) or t,qw,qx,qy,qz"
        ),
        (
            "t,qw,qx,qy,qz\n1,1,0,0,0\n0.5,1,0,0,0\n", "",
            "3:1: time 0.5 is earlier than the previous time 1.0"
        ),
        ("t_ns,qw,qx,qy,qz\n2,1,0,0,0\n1,1,0,0,0\n", "", "3:1: time 1 ns is earlier than the previous time 2 ns"),
        ("t,qw,qx,qy,qz\n,1,0,0,0\n", "", "the time is missing"),
        ("t,qw,qx,qy,qz\n0,1,0,zero,0\n", "", "2:7: 'zero' in column 'qy' is not a number"),
        ("t,roll,pitch,yaw\n0,1,2,3\n", "", " roll, pitch and yaw have no unit"),
        ("t,roll_deg,pitch_rad,yaw_deg\n0,1,2,3\n", "", "1: roll, pitch and yaw have different units"),
        (
            "t,roll_deg,pitch_deg,yaw_deg\n0,1,2,3\n", "order=xyzw",
            " 'order' applies to a quaternion, but the file has roll, pitch and yaw"
        ),
        (
            "t,qw,qx,qy,qz\n0,1,0,0,0\n", "unit=deg",
            " 'unit' applies to angles (roll, pitch, yaw), but the file has a quaternion"
        ),
    ])
    func `A faulty file is an error that names the fault in less than 300 bytes`(
        text: String,
        keys: String,
        start: String
    ) {
        let message = Self.message(text, keys)
        #expect(message.contains(start), "\(message)")
        #expect(message.utf8.count < 300)
    }

    @Test func `The checksum is that of the file's bytes`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("t,qw,qx,qy,qz\n0,1,0,0,0\n", to: "mine.csv")
        // sha256sum
        let expected = "677870f7fba0a0d87f74f1a4349f7b441f6251fab0bd0344fd5d94d7031a8dfe"
        #expect(try EstimateReader().read(path: path).sha256 == expected)
    }
}
