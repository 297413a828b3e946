import Foundation
import Recordings
import SensorModel
import Synchronization
import TestSupport
import Testing

/// Tests of the records that child processes return for MATLAB and HDF5 files. `CMatrixFiles.h` describes them.
struct MatrixRecordTests {
    /// A record: its head of 88 bytes, the name and the numbers.
    private static func record(
        _ name: String,
        _ dimensions: [UInt64],
        values: [Double] = [],
        count: UInt64? = nil,
        magic: UInt32 = 0x5358_3031,
        nameLength: UInt32? = nil
    ) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        let letters = Array(name.utf8)
        var record: [UInt8] = bytes(magic) + bytes(UInt32(0)) + bytes(nameLength ?? UInt32(letters.count))
        record += bytes(UInt32(dimensions.count))
        for axis in 0..<8 { record += bytes(axis < dimensions.count ? dimensions[axis] : 0) }
        record += bytes(count ?? UInt64(values.count))
        record += letters + [UInt8](repeating: 0, count: (8 - letters.count % 8) % 8)
        for value in values { record += bytes(value.bitPattern) }
        return record
    }

    private static func list(_ records: [UInt8]) -> [MatrixVariable]? {
        records.withUnsafeBytes { MatrixVariable.list(in: $0) }
    }

    @Test func `Records state names, dimensions and the offset of values`() throws {
        let records = Self.record("rate", [], values: [100]) + Self.record("imu_acc", [2, 3])
        let variables = try #require(Self.list(records))
        #expect(variables.map(\.name) == ["rate", "imu_acc"])
        #expect(variables.map(\.dimensions) == [[], [2, 3]])
        #expect(variables.map(\.valueOffset) == [96, nil])
        #expect(variables[1].columns(columnMajor: true).map(\.start) == [0, 1])
        #expect(variables[1].columns(columnMajor: false).map(\.start) == [0, 3])
    }

    @Test func `Damaged records are refused`() {
        let whole = Self.record("imu_acc", [2, 3], values: [1, 2, 3, 4, 5, 6])
        #expect(Self.list(whole)?.count == 1)
        #expect(Self.list(Array(whole.dropLast())) == nil)
        #expect(Self.list(Array(whole.prefix(50))) == nil)
        #expect(Self.list(Self.record("x", [2], values: [1, 2], magic: 7)) == nil)
        #expect(Self.list(Self.record("x", [2], nameLength: .max)) == nil)
        #expect(Self.list(Self.record("x", [2], count: .max)) == nil)
        #expect(Self.list(Self.record("x", [2], count: 1 << 60)) == nil)
    }

    @Test func `Fewer values than the dimensions say are refused`() {
        #expect(Self.list(Self.record("imu_acc", [1_000_000, 3], values: [1, 2, 3])) == nil)
    }

    @Test func `Dimensions whose product is too large have no columns`() throws {
        let large: UInt64 = 1 << 40
        for dimensions in [[0, large, large, large], [large, large, large, 0], [.max, .max], [1 << 60], [large, 2]] {
            let variable = try #require(Self.list(Self.record("x", dimensions))?.first)
            #expect(variable.columns(columnMajor: true).isEmpty && variable.columns(columnMajor: false).isEmpty)
        }
    }

    @Test func `A trial is read from one list of variables and one request for values`() throws {
        let rows = 5
        let shapes = [("imu_acc", 3), ("imu_gyr", 3), ("imu_mag", 3), ("opt_quat", 4), ("movement", 1)]
        let dimensions = shapes.map { ($0.0, [UInt64(rows), UInt64($0.1)]) }
        let rate = Self.record("sampling_rate", [1, 1], values: [100])
        let list = Data(dimensions.flatMap { Self.record($0.0, $0.1) } + rate)
        let values = Data(
            dimensions.flatMap { name, lengths in
                let count = Int(lengths[0] * lengths[1])
                return Self.record(name, lengths, values: (0..<count).map { Double($0) })
            }
        )
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("trial.mat").path
        try Data().write(to: URL(fileURLWithPath: path))
        let requests = RequestLog()
        let file = try MatrixFile(path: path, isColumnMajor: true) { names throws(InputError) in
            requests.add(names)
            return names == nil ? list : values
        }
        let recordingFolder = try RecordingFolder(path: path)
        recordingFolder.use(file, at: path)
        let recording = try RecordingReader().read([recordingFolder])
        #expect(requests.all == [nil, shapes.map(\.0)])
        #expect(recording.gyroscope?.values.map(\.z) == [10, 11, 12, 13, 14])
        #expect(recording.magnetometer?.times == [0, 0.01, 0.02, 0.03, 0.04])
    }

    /// A file with variables of a megabyte and more each, of which the larger one is read first by several processes.
    private static func file(read: @escaping MatrixFile.RecordReader) throws -> MatrixFile {
        let list = Data(record("a", [100_000]) + record("b", [200_000]) + record("c", [100_000]))
        return try MatrixFile(path: "x.mat", isColumnMajor: true) { names throws(InputError) in
            guard let names else { return list }
            return try read(names)
        }
    }

    @Test(arguments: 1...4) func `The first faulty variable is reported with any number of processes`(
        threads: Int
    ) throws {
        let file = try Self.file { names throws(InputError) in
            let first = names?.first ?? "none"
            throw InputError(file: "x.mat", message: "\(first) is damaged", advice: "none")
        }
        let error = #expect(throws: InputError.self) { try file.load([2, 1, 0], threads: threads) }
        #expect(error?.message == "c is damaged")
    }

    @Test(arguments: 1...4)
    func `Values have the order of the variables, whichever process ends first`(threads: Int) throws {
        let file = try Self.file { names throws(InputError) in
            // The process with the first variable is the slowest.
            if names?.contains("a") == true { Thread.sleep(forTimeInterval: 0.02) }
            return Data(
                (names ?? []).flatMap { name in
                    let values = [Double](
                        repeating: Double(name.utf8.first ?? 0),
                        count: name == "b" ? 200_000 : 100_000
                    )
                    return Self.record(name, [UInt64(values.count)], values: values)
                }
            )
        }
        try file.load([0, 1, 2], threads: threads)
        #expect(try file.values(of: [0, 2]).columns.map { MatrixValues(columns: [$0], count: 1).first } == [97, 99])
        #expect(try file.values(of: [1]).columns.map { MatrixValues(columns: [$0], count: 1).first } == [98])
    }

    @Test func `Variables are distributed over processes by their size, structures undivided`() throws {
        let sizes: [(String, UInt64)] = [
            ("walk.a", 3), ("walk.b", 2), ("x", 4), ("y", 3), ("z(1).c", 1), ("z(2).c", 1),
        ]
        let variables = try #require(Self.list(sizes.flatMap { Self.record($0.0, [$0.1]) }))
        #expect(
            MatrixGroups(of: variables, count: 2).names == [["walk.a", "walk.b", "z(1).c", "z(2).c"], ["x", "y"]]
        )
        #expect(MatrixGroups(of: variables, count: 1).names == [sizes.map(\.0)])
        #expect(MatrixGroups(of: variables, count: 9).names.count == 4)
    }
}

extension MatrixValues {
    /// The first value of the first column.
    fileprivate var first: Double {
        var value = Double.nan
        forEach(column: 0, rows: 0..<1) { _, bits in value = Double(bitPattern: bits) }
        return value
    }
}

/// The requests to a file.
private final class RequestLog: Sendable {
    private let requests = Mutex<[[String]?]>([])

    func add(_ names: [String]?) { requests.withLock { $0.append(names) } }

    var all: [[String]?] { requests.withLock { $0 } }
}
