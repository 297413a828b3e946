import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of recordings in MATLAB and HDF5 files. `Fixtures/make_matrices.py` writes them.
@Suite(.enabled(if: MatrixLibrary.matio.isInstalled && MatrixLibrary.hdf5.isInstalled))
struct MatrixFileTests {
    private static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/matrices/\(name)").path
    }

    @Test(arguments: ["broad.mat", "broad-uncompressed.mat", "broad-7.3.mat", "broad.hdf5"])
    func `A trial as published is read without a conversion`(name: String) throws {
        let recording = try RecordingReader().read(path: Self.path(name))
        let count = 250
        let rows = 0..<count
        #expect(recording.gyroscope?.times == rows.map { Double($0) / 285 })
        let rates = rows.map { Vector3(x: 0.001 * Double($0), y: -0.002 * Double($0), z: 0.003 * Double($0)) }
        #expect(recording.gyroscope?.values == rates)
        let fields = rows.map { Vector3(x: 0.1 * Double($0), y: 20 - 0.1 * Double($0), z: -42) }
        #expect(recording.magnetometer?.values == fields)
        #expect(recording.accelerometer?.values.map(\.z) == rows.map { 9.81 + 0.001 * Double($0) })
        let reference = try #require(recording.reference)
        #expect(reference.isValid == rows.map { $0 >= 10 })
        #expect(reference.isEvaluated == rows.map { $0 >= 50 && $0 < 200 })
        #expect(abs(reference.orientations[100].z - sin(0.05)) < 1e-15)
        #expect(recording.source?.hasPrefix("BROAD") == true)
    }

    @Test func `A structure with samples along its last dimension and whole nanoseconds is read`() throws {
        let layout = try LayoutTests.layout(
            """
            layout: capture
            recording: file
            streams:
              reference:
                time: {column: "*.stamps", unit: ns, origin: unix}
                columns:
                  r11: "*.Rotations(1,1,:)"
                  r21: "*.Rotations(1,2,:)"
                  r31: "*.Rotations(1,3,:)"
                  r12: "*.Rotations(1,4,:)"
                  r22: "*.Rotations(1,5,:)"
                  r32: "*.Rotations(1,6,:)"
                  r13: "*.Rotations(1,7,:)"
                  r23: "*.Rotations(1,8,:)"
                  r33: "*.Rotations(1,9,:)"
            """
        )
        let reference = try #require(RecordingReader(layout: layout).read(path: Self.path("capture.mat")).reference)
        #expect(reference.times.count == 250)
        #expect(reference.times[3] == 0.153456789)
        #expect(abs(reference.orientations[200].z - sin(0.1)) < 1e-12)
        #expect(abs(reference.orientations[200].w - cos(0.1)) < 1e-12)
    }

    @Test(arguments: [
        ("cut.mat", "ends within a variable"), ("cut.hdf5", "damaged"),
        ("hostile-nested.mat", "structures nested more than 32 deep"),
        ("hostile-size.mat", "more numbers than a file of this size can contain"),
        ("hostile-packed.mat", "more numbers than a file of this size can contain"),
        ("hostile-size.hdf5", "more numbers than there is memory for"),
        ("hostile-few.mat", "fewer numbers than its dimensions say"),
        ("hostile-few-packed.mat", "fewer numbers than its dimensions say"),
    ])
    func `A damaged or hostile file is an error that names the file`(name: String, reason: String) throws {
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: Self.path(name)) }
        #expect(error?.source == Self.path(name))
        #expect(error?.message.contains(reason) == true, "\(error?.description ?? "")")
        #expect((error?.description.count ?? 0) < 400)
    }

    @Test func `A damaged checksum of compressed values is an error`() throws {
        let folder = try TemporaryFolder()
        let damaged = folder.url.appendingPathComponent("damaged.mat")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: Self.path("broad.mat")))
        // The first variable begins at byte 128, with its type and its length.
        let end = 136 + Int(bytes[132]) + Int(bytes[133]) << 8
        bytes[end - 1] ^= 1
        try bytes.write(to: damaged)
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: damaged.path) }
        #expect(error?.message.contains("damaged values") == true)
    }

    private static func read(_ path: String, threads: Int) -> Result<Recording, InputError> {
        Result { () throws(InputError) in
            try RecordingReader(reading: DelimitedReading(threads: threads)).read(path: path)
        }
    }

    @Test(arguments: 1...5) func `Values do not depend on the number of processes`(threads: Int) throws {
        let recording = try Self.read(Self.path("long.mat"), threads: threads).get()
        let rows = (0..<20_000).map { Double($0 % 50) }
        let expected = rows.map { Vector3(x: $0 + 3, y: 3 - 0.5 * $0, z: 3 + 0.25 * $0) }
        #expect(recording.accelerometer?.values == expected)
        #expect(recording.gyroscope?.values == expected)
        #expect(recording.magnetometer?.values == expected)
        #expect(recording.reference?.isEvaluated == rows.map { $0 > 5 })
        #expect(recording.reference?.orientations.count == rows.count)
    }

    @Test(arguments: 1...5)
    func `The error for a file with several faults does not depend on the number of processes`(threads: Int) throws {
        let folder = try TemporaryFolder()
        let damaged = folder.url.appendingPathComponent("damaged.mat")
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Self.path("long.mat"))))
        // The second variable lacks its end, and the others have a wrong checksum. Each begins with its type and length.
        var offset = 128
        for number in 0..<4 {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
            let end = offset + 8 + length
            if number == 1 { bytes.replaceSubrange(end - 400..<end, with: [UInt8](repeating: 0, count: 400)) }
            if number > 1 { bytes[end - 1] ^= 1 }
            offset = end
        }
        try Data(bytes).write(to: damaged)
        let expected = Self.read(damaged.path, threads: 1)
        let found = Self.read(damaged.path, threads: threads)
        #expect(throws: InputError.self) { try expected.get() }
        #expect("\(found)" == "\(expected)")
    }

    @Test func `A length beyond the end of a variable is an error`() throws {
        #expect(throws: InputError.self) { try RecordingReader().read(path: Self.path("hostile-length.mat")) }
    }

    @Test func `A file in no layout is refused with the names of its variables`() throws {
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: Self.path("capture.mat")) }
        #expect(error?.message.contains("walk.RigidBodies.Rotations(1,1,:)") == true)
    }

    @Test func `Links of an HDF5 file do not lead to other files`() throws {
        let names = try #require(MatrixFile(path: Self.path("broad.hdf5"))?.header.names)
        #expect(names.allSatisfy { !$0.hasPrefix("other") && !$0.hasPrefix("elsewhere") })
        #expect(names.contains("@sampling_rate") && names.contains("movement"))
    }

    @Test func `Columns of different lengths in a stream are an error`() throws {
        let layout = try LayoutTests.layout(
            """
            layout: mixed
            recording: file
            streams:
              gyroscope:
                time: {rate: 100}
                columns: {x: "*.stamps", y: "*.FrameRate", z: "*.stamps"}
                unit: rad/s
            """
        )
        let error = #expect(throws: InputError.self) {
            try RecordingReader(layout: layout).read(path: Self.path("capture.mat"))
        }
        #expect(error?.message == "'walk.FrameRate' has 1 values, but 'walk.stamps' of the same stream has 250")
    }

    @Test(.enabled(if: SharedDatasets.has("published/broad") && SharedDatasets.has("broad")))
    func `The sensors of published MATLAB and HDF5 trials are equal, and their rates agree with the converted trial`()
        throws
    {
        let name = "02_undisturbed_slow_rotation_B"
        let converted = try RecordingReader().read(path: SharedDatasets.path("broad/\(name).csv"))
        let mat = try RecordingReader().read(path: SharedDatasets.path("published/broad/data_mat/\(name).mat"))
        let hdf5 = try RecordingReader().read(path: SharedDatasets.path("published/broad/data_hdf5/\(name).hdf5"))
        #expect((mat.gyroscope?.count ?? 0) > 0)
        #expect(mat.gyroscope?.values == hdf5.gyroscope?.values)
        #expect(mat.accelerometer?.values == hdf5.accelerometer?.values)
        #expect(mat.magnetometer?.values == hdf5.magnetometer?.values)
        #expect(mat.reference?.isValid == converted.reference?.isValid)
        #expect(mat.reference?.isEvaluated == converted.reference?.isEvaluated)
        let pairs = zip(mat.gyroscope?.values ?? [], converted.gyroscope?.values ?? [])
        #expect(pairs.allSatisfy { ($0 - $1).length <= 1e-6 } && mat.gyroscope?.count == converted.gyroscope?.count)
    }
}
