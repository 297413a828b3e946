import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// JSON and SQLite exports with the rows of CSV files that `Fixtures/make_layouts.py` wrote.
struct TableExportTests {
    private struct Table {
        var name: String
        var columns: [String]
        var rows: [[String]]
    }

    /// The CSV files of a fixture of Sensor Logger, which contain no quotation marks except in the metadata.
    private static func tables(_ name: String) throws -> [Table] {
        let folder = ExpectedRecording.folder.appendingPathComponent("sensor-logger/\(name)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try files.compactMap { file -> Table? in
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            let lines = text.split(separator: "\n").map { line in
                line.split(separator: ",", omittingEmptySubsequences: false).map { String($0.filter { $0 != "\"" }) }
            }
            guard let columns = lines.first else { return nil }
            return Table(name: String(file.dropLast(4)), columns: columns, rows: Array(lines.dropFirst()))
        }
    }

    private static func json(_ tables: [Table], between: String, asText: Bool) -> String {
        let objects = tables.flatMap { table in
            table.rows.map { row in
                let cells = zip(table.columns, row).map { name, cell in
                    "\"\(name)\": " + (asText || Double(cell) == nil ? "\"\(cell)\"" : cell)
                }
                return "{\"sensor\": \"\(table.name)\", \(cells.joined(separator: ", "))}"
            }
        }
        return objects.joined(separator: between)
    }

    private static func expectStreams(of recording: Recording, _ name: String) throws {
        let folder = ExpectedRecording.folder.appendingPathComponent("sensor-logger/\(name)").path
        let expected = try RecordingReader().read(path: folder)
        for (found, wanted) in zip(
            ExpectedRecording.streams(of: recording),
            ExpectedRecording.streams(of: expected)
        ) {
            #expect(
                found.stream?.t == wanted.stream?.t && found.stream?.values == wanted.stream?.values,
                "\(found.name)"
            )
        }
        #expect(recording.epoch == expected.epoch)
    }

    @Test(arguments: ["ios-new", "ios-standardised", "android-new"], [true, false])
    func `A JSON array of objects is read like the CSV files`(name: String, asText: Bool) throws {
        let folder = try TemporaryFolder()
        let text = "[" + Self.json(try Self.tables(name), between: ",\n", asText: asText) + "]"
        let recording = try RecordingReader().read(path: folder.write(text, to: "walk.json"))
        #expect(recording.name == "walk")
        try Self.expectStreams(of: recording, name)
        // The folder has no other file.
        try Self.expectStreams(of: RecordingReader().read(path: folder.url.path), name)
    }

    @Test func `JSON Lines are read like the CSV files`() throws {
        let folder = try TemporaryFolder()
        let text = Self.json(try Self.tables("ios-new"), between: "\n", asText: false)
        try Self.expectStreams(of: RecordingReader().read(path: folder.write(text, to: "walk.jsonl")), "ios-new")
    }

    @Test(arguments: ["ios-new", "android-new"])
    func `An SQLite database is read like the CSV files`(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("walk.sqlite").path
        do {
            let database = try SQLiteConnection(path: path)
            for table in try Self.tables(name) {
                let names = table.columns.map { "\"\($0)\"" }.joined(separator: ", ")
                try database.execute("CREATE TABLE \"\(table.name)\" (\(names))")
                for row in table.rows {
                    let cells = row.map { Double($0) == nil ? "'\($0)'" : $0 }.joined(separator: ", ")
                    try database.execute("INSERT INTO \"\(table.name)\" VALUES (\(cells))")
                }
            }
            try database.execute(
                "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n"
            )
        }
        try Self.expectStreams(of: RecordingReader().read(path: path), name)
    }

    @Test func `Members of nested objects and arrays are columns`() throws {
        let folder = try TemporaryFolder()
        let text = """
            {"device": "phone", "info": {"rate": 2},
             "data": [{"t": 0, "acc": {"x": 1, "y": 2, "z": 3}, "gyr": [4, 5, 6]}, {"t": 1, "gyr": [7, 8, 9], "new": null}],
             "gps": {"lat": [48.1, 48.2], "lon": [11.5, 11.6]}}
            """
        let tables = try JSONTables(path: folder.write(text, to: "a.json"))
        var found: [String: String] = [:]
        try tables.forEachTable { name, table throws(InputError) in
            var bytes: [UInt8] = []
            try table { bytes += $0 }
            found[name] = String(decoding: bytes, as: UTF8.self)
        }
        #expect(found["data"] == "t,acc.x,acc.y,acc.z,gyr.1,gyr.2,gyr.3,new\n0,1,2,3,4,5,6,\n1,,,,7,8,9,\n")
        #expect(found["gps"] == "lat,lon\n48.1,11.5\n48.2,11.6\n")
        #expect(found["Metadata"] == "info.rate,device\n2,phone\n")
    }

    @Test func `A layout reads a table of a JSON file by its name`() throws {
        let folder = try TemporaryFolder()
        let text =
            "[{\"type\": \"acc\", \"ms\": 0, \"values\": [1, 2, 3]}, {\"type\": \"acc\", \"ms\": 500, \"values\": [4, 5, 6]}]"
        let layout = try LayoutTests.layout(
            """
            layout: mine
            recording: folder
            streams:
              accelerometer:
                file: acc.csv
                columns: {x: values.1, y: values.2, z: values.3}
                unit: m/s^2
                time: {column: ms, unit: ms}
            """
        )
        let recording = try RecordingReader(layout: layout).read(path: folder.write(text, to: "a.json"))
        #expect(recording.accelerometer?.values == [Vector3(1, 2, 3), Vector3(4, 5, 6)])
        #expect(recording.accelerometer?.times == [0, 0.5])
    }

    @Test func `An array of arrays of numbers is a table`() throws {
        let folder = try TemporaryFolder()
        let rows = (0..<20).map { "[\($0), 0.5, 9.8]" }.joined(separator: ",\n")
        let tables = try #require(try ExportedTables(path: folder.write("[\(rows)]", to: "a.json")))
        let table = try String(contentsOfFile: "\(tables.folder)/rows.csv", encoding: .utf8)
        #expect(table.hasPrefix("1,2,3\n0,0.5,9.8\n"))
    }

    @Test func `Short arrays of constants do not hide the arrays of samples`() throws {
        let folder = try TemporaryFolder()
        let numbers = (1...10).map(String.init).joined(separator: ", ")
        let text =
            "{\"constants\": {\"Q\": [1, 2], \"R\": [1]}, \"run\": {\"t\": [\(numbers)], \"rate\": [\(numbers)], \"k\": [1]}}"
        let tables = try #require(try ExportedTables(path: folder.write(text, to: "a.json")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tables.folder) == ["run.csv"])
        let table = try String(contentsOfFile: "\(tables.folder)/run.csv", encoding: .utf8)
        #expect(table.hasPrefix("t,rate\n1,1\n") && table.hasSuffix("\n10,10\n"))
    }

    @Test(arguments: [
        ("[{\"sensor\": \"Gyroscope\", \"time\": 1},, ]", "a.json:1:37: unexpected ',': this must be a value"),
        ("{\"a\": 1", "a.json:1:8: the file ends too early: ',' or '}' must follow"),
        ("{\"a\": {}}", "a.json: the JSON has no table (an array of objects, or arrays of numbers)"),
        (
            "{\"a\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], \"b\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}",
            "a.json:1:1: the array 'a' has 11 values, but 'b' has 10"
        ),
        ("[{\"kind\": 1}]", "a.json/rows.csv: no built-in layout matches JSON with the columns kind"),
        ("SQLite format 3\u{0}\u{1}", "a.json: cannot read the SQLite database: "),
    ])
    func `The error for an export without a recording names its fault`(text: String, message: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "a.json")
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: path) }
        let found = error?.description.replacing(folder.url.path + "/", with: "") ?? ""
        #expect(found.hasPrefix(message), "\(found)")
    }

    @Test func `Many names and many short records of JSON are an error instead of gigabytes of empty cells`() throws {
        let folder = try TemporaryFolder()
        let names = (0..<4000).map { "\"a\($0)\": 1" }.joined(separator: ", ")
        let text = "[{\(names)}" + String(repeating: ", {}", count: 10_000) + "]"
        let path = try folder.write(text, to: "a.json")
        let error = #expect(throws: InputError.self) { try JSONTables(path: path) }
        #expect(
            error?.line == 1 && error?.message.contains("cells would be empty") == true,
            "\(error?.description ?? "")"
        )
    }

    @Test func `A table of JSON has at most 4096 columns`() throws {
        let folder = try TemporaryFolder()
        func path(columns: Int) throws -> String {
            let members = (0..<columns).map { "\"a\($0)\": 1" }.joined(separator: ", ")
            return try folder.write("[{\(members)}, {\(members)}]", to: "\(columns).json")
        }
        let largest = try path(columns: 4096)
        #expect(throws: Never.self) { try JSONTables(path: largest) }
        let arrays = (0..<4_097).map { "\"a\($0)\": [1, 2]" }.joined(separator: ", ")
        for larger in [try path(columns: 4097), try folder.write("{\(arrays)}", to: "arrays.json")] {
            let error = #expect(throws: InputError.self) { try JSONTables(path: larger) }
            #expect(error?.message == "a table has more than 4096 columns")
        }
    }

    @Test func `The name of a table with long characters is shortened to a file name`() throws {
        let folder = try TemporaryFolder()
        let marks = String(repeating: "\u{301}", count: 200)
        let text = "[{\"sensor\": \"acc\(marks)\", \"t\": 0}, {\"sensor\": \"e\(marks)\", \"t\": 0}]"
        let tables = try #require(try ExportedTables(path: folder.write(text, to: "a.json")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tables.folder).sorted() == ["_.csv", "ac.csv"])
    }

    @Test(arguments: [
        ("a.xls", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "an Excel workbook", "as CSV"),
        ("a.xlsx", [0x50, 0x4B, 3, 4, 20, 0], "an Excel workbook", "as CSV"),
        ("a.ulg", Array("ULog".utf8) + [1, 0x12, 0x35, 1], "a PX4 log", "ulog2csv"),
        ("a.mcap", [0x89] + Array("MCAP0\r\n".utf8), "an MCAP file", "rosbags"),
        ("a.bag", Array("#ROSBAG V2.0\n".utf8), "a ROS bag", "rosbags"),
        ("a.fit", [14, 16, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8), "a FIT file", "FitCSVTool"),
        ("a.parquet", Array("PAR1".utf8), "a Parquet file", "CSV"),
    ])
    func `A foreign format is an error that names a converter`(
        name: String,
        bytes: [UInt8],
        form: String,
        converter: String
    ) throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent(name).path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: path) }
        #expect(error?.message == "this is \(form), which Sextant cannot read")
        #expect(error?.advice?.contains(converter) == true)
    }

    /// Fixtures/nmea/receiver.nmea, compressed by Python: `gzip.compress(data, 9, mtime=0)`.
    private static let packed =
        """
        H4sIAAAAAAACA6WRwW6EMAxE7/sde4qsyIkdSI5sS3OolkOL6P//SZ2stsSooIpaHIA4M/M01zzlPEAdBERIyabHp+
        neLtc8fdxfABb4mQkWQ/3zxFNIIdqAMABHjNbL6wToHLH8RfgCtAEiWwb0SJ6BrINR1hfTV4Nlzo/zGaKzBPd6QzQk
        yDsMhqhslZSr2Y6VA+flXoTg0aIolcf0XRX4nBsB2ZMpUbw4Fy3Ts4JKFhso1zi5Y6jbCahqtmOloJwocS9SBay7Kb
        Aq8hsYbsDatnzj5o/BxlNga1tbKwXmFdjrBmynsfAEwzqqMWrcSIHRPxtbzXasFBgpsLhJ3FbBjQwfJx5PJV6r2Fqp
        xKwSD0rENdic/q4yXr4B2mVUn2oEAAA=
        """

    private static func gzip(_ folder: TemporaryFolder, _ change: (inout Data) -> Void = { _ in }) throws -> String {
        var data = try #require(Data(base64Encoded: packed, options: .ignoreUnknownCharacters))
        change(&data)
        let path = folder.url.appendingPathComponent("walk.nmea.gz").path
        try data.write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `A gzip file is read like its content`() throws {
        let folder = try TemporaryFolder()
        let read = try RecordingReader().read(path: Self.gzip(folder))
        let plain = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/nmea/receiver.nmea").path
        let expected = try RecordingReader().read(path: plain)
        #expect(read.name == "walk")
        #expect(read.location?.values == expected.location?.values && (read.location?.count ?? 0) > 0)
    }

    /// Compressed by Python: `gzip.compress(text, 9, mtime=0)` of 60 lines such as `acc X: 0.5 Y: 0.25 Z: 9.80`, and of
    /// `[{"t":0,"ax":0.5},{"t":10,"ax":0.5},{"t":20,"ax":0.5}]`.
    @Test(arguments: [
        (
            "walk.txt.gz",
            "H4sIAAAAAAACA0tMTlaIsFIw0DNViARRRqYKUVYKlnoWBlyJEClDDClDmJQRbl0GuHUZ4tZlhFvXqAtHXTjqwlEXjrpw0LsQAGeMZ8FUBgAA",
            "samples.csv"
        ),
        ("walk.json.gz", "H4sIAAAAAAACA4uuVipRsjLQUUqsAFJ6prU6YAFDDBEjJJFYAJlCgAo2AAAA", "rows.csv"),
    ])
    func `The tables of a gzip file are exported`(name: String, packed: String, table: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent(name).path
        try #require(Data(base64Encoded: packed)).write(to: URL(fileURLWithPath: path))
        let tables = try #require(try ExportedTables(path: path))
        #expect(tables.areExported)
        #expect(try FileManager.default.contentsOfDirectory(atPath: tables.folder) == [table])
        let fault = #expect(throws: InputError.self) { try LayoutDetection(path: path) }
        #expect(fault?.source?.hasPrefix(path) == true)
        // Errors of the export name the packed file, too.
        try #require(Data(base64Encoded: packed)?.dropLast(12)).write(to: URL(fileURLWithPath: path))
        #expect(throws: InputError.self) { try ExportedTables(path: path) }
    }

    @Test func `A damaged gzip file is an error`() throws {
        let folder = try TemporaryFolder()
        let cut = try Self.gzip(folder) { $0.removeLast(40) }
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: cut) }
        #expect(error?.source == cut && error?.message.hasPrefix("cannot unpack the gzip file") == true)
        let changed = try Self.gzip(folder) { $0[200] ^= 0xFF }
        #expect(throws: InputError.self) { try RecordingReader().read(path: changed) }
    }
}
