import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of NumPy's archives. `Fixtures/make_numpy.py` writes one with NumPy.
struct NumPyArchiveTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/numpy")

    @Test func `Arrays of all types and orders are read`() throws {
        let recording = try RecordingReader().read(path: Self.folder.path)
        let rows = (0..<40).map(Double.init)
        #expect(recording.name == "rows")
        #expect(recording.gyroscope?.times == rows.map { $0 * 0.01 })
        #expect(recording.gyroscope?.values == rows.map { Vector3(0.001 * $0, -0.002 * $0, 0.003 * $0) })
        #expect(recording.accelerometer?.times == rows.map { $0 * 0.01 })
        #expect(recording.accelerometer?.values == rows.map { Vector3(0.5 * $0, 0.25 * $0, 8) })
        #expect(recording.magnetometer?.times == rows)
        #expect(recording.magnetometer?.values == rows.map { Vector3($0, 20 - $0, -42) })
        let reference = try #require(recording.reference)
        #expect(reference.isValid == rows.map { $0 >= 10 })
        #expect(reference.positions == rows.map { Vector3($0, 2 * $0, 3 * $0) })
        #expect(abs(reference.orientations[30].z - sin(0.15)) < 1e-15)
    }

    @Test func `A folder that contains only an archive is read`() throws {
        let folder = try TemporaryFolder()
        let copy = folder.url.appendingPathComponent("recording.npz")
        try FileManager.default.copyItem(at: Self.folder.appendingPathComponent("recording.npz"), to: copy)
        #expect(try RecordingReader().read(path: folder.url.path).gyroscope?.count == 40)
    }

    private static func npy(_ header: String, version: UInt8 = 1, values: Int = 0) -> [UInt8] {
        let length = version == 1 ? [UInt8(header.utf8.count), 0] : [UInt8(header.utf8.count), 0, 0, 0]
        return [0x93] + "NUMPY".utf8 + [version, 0] + length + header.utf8 + [UInt8](repeating: 0, count: values)
    }

    private static func content(_ bytes: [UInt8]) -> NumPyHeader.Content { bytes.withUnsafeBytes(NumPyHeader.parse) }

    @Test(arguments: [UInt8(1), 2, 3])
    func `Every version of the format is parsed`(version: UInt8) throws {
        let header = "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }\n"
        guard case .numbers(let parsed, let offset) = Self.content(Self.npy(header, version: version)) else {
            Issue.record("not parsed")
            return
        }
        #expect(parsed.dimensions == [3, 4] && parsed.isColumnMajor && parsed.width == 8)
        #expect(offset == (version == 1 ? 10 : 12) + header.utf8.count)
        #expect(parsed.fileOrder() == [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11])
    }

    @Test(arguments: ["<U17", "|O", "<c16", "<f2", "|V8", "<M8[ns]"])
    func `Types other than numbers have no columns`(type: String) {
        let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': (3,), }\n"
        guard case .other = Self.content(Self.npy(header)) else {
            Issue.record("\(type) is read as numbers")
            return
        }
    }

    @Test func `Damaged headers are detected`() {
        let shapes = ["", "-1", "99999999999999999999,", "1;2"]
        let texts = shapes.map { "{'descr': '<f8', 'fortran_order': False, 'shape': (\($0) }\n" }
        for bytes in texts.map({ Self.npy($0) }) + [[], [0x93], Self.npy("", version: 9), Array("NUMPY12345678".utf8)] {
            guard case .damaged = Self.content(bytes) else {
                Issue.record("\(String(decoding: bytes, as: UTF8.self)) is read")
                continue
            }
        }
    }

    /// Replaces bytes of a stored archive: an array with a shape of more values than it has.
    @Test func `An array with too few values is an error that names it`() throws {
        let folder = try TemporaryFolder()
        let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (9000000000000000000,), }\n"
        let file = folder.url.appendingPathComponent("gyroscope.npy")
        try Data(Self.npy(header, values: 80)).write(to: file)
        let script = "import sys, zipfile; zipfile.ZipFile(sys.argv[1], 'w').write(sys.argv[2], 'gyroscope.npy')"
        let archive = folder.url.appendingPathComponent("recording.npz").path
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        python.arguments = ["python3", "-c", script, archive, file.path]
        try python.run()
        python.waitUntilExit()
        let error = #expect(throws: InputError.self) { _ = try MatrixFile(path: archive) }
        #expect(error?.source?.hasSuffix("recording.npz/gyroscope.npy") == true)
        #expect(error?.message == "the array has fewer values than its header states")
    }
}
