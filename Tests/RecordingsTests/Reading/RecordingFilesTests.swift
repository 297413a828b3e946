import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Recordings of every layout, written as native folders and as trajectories, and read from there.
struct RecordingFilesTests {
    /// The relative tolerance of values: angles are stored in radians and rounded in the conversion to degrees.
    private static let tolerance = 1e-12

    private static func write(_ files: [WrittenFile], into folder: TemporaryFolder) throws {
        for file in files {
            var bytes: [UInt8] = []
            while let piece = file.next() { bytes += piece.bytes }
            try folder.write(bytes, to: file.name)
        }
    }

    private static func isSame(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if left.isNaN { return right.isNaN }
        return abs(left - right) <= tolerance * max(1, abs(left))
    }

    private static func native(_ recording: Recording) throws -> Recording {
        let folder = try TemporaryFolder()
        try write(recording.nativeFiles(), into: folder)
        return try RecordingReader().read(path: folder.url.path)
    }

    @Test(arguments: ExpectedRecording.all.keys.sorted())
    func `A native folder has the content of the recording`(path: String) throws {
        let recording = try RecordingReader().read(path: ExpectedRecording.folder.appendingPathComponent(path).path)
        let again = try Self.native(recording)
        #expect(again.name == recording.name && again.source == recording.source && again.licence == recording.licence)
        #expect(again.declination?.degrees == recording.declination?.degrees && again.origin == recording.origin)
        #expect(again.leftOut.isEmpty, "\(again.leftOut)")
        let pairs = zip(ExpectedRecording.streams(of: recording), ExpectedRecording.streams(of: again))
        for ((name, before), (_, after)) in pairs {
            #expect(before?.t == after?.t, "\(name)")
            #expect(before?.values.count == after?.values.count, "\(name)")
            for (left, right) in zip((before?.values ?? []).joined(), (after?.values ?? []).joined()) {
                #expect(Self.isSame(left, right), "\(name)")
            }
        }
    }

    @Test func `Masks, missing numbers and partial headings survive writing and reading`() throws {
        var recording = Recording(name: "a: \"b\" #", declination: Angle(degrees: 3.25))
        let nan = Vector3(.nan, 0.1, -2)
        recording.magnetometer = SensorStream(times: [0.1, 0.2], values: [nan, Vector3(1e-9, 1e22, 3)])
        recording.heading = SensorStream(
            times: [0],
            values: [HeadingReading(magnetic: nil, trueNorth: Heading(degrees: 12.5), accuracy: nil)]
        )
        recording.reference = ReferenceStream(
            times: [0, 1],
            orientations: [.identity, .identity],
            isValid: [true, false],
            isEvaluated: [false, true],
            positions: [Vector3(1, 2, 3), Vector3(4, 5, 6)]
        )
        let again = try Self.native(recording)
        #expect(again.name == recording.name && again.declination?.degrees == 3.25)
        #expect(again.magnetometer?.values[0].x.isNaN == true && again.magnetometer?.values[0].y == 0.1)
        #expect(again.magnetometer?.values[1] == Vector3(1e-9, 1e22, 3))
        #expect(again.heading?.values[0].magnetic == nil && again.heading?.values[0].trueNorth?.degrees == 12.5)
        #expect(again.reference?.isValid == [true, false] && again.reference?.isEvaluated == [false, true])
        #expect(again.reference?.positions == [Vector3(1, 2, 3), Vector3(4, 5, 6)])
    }

    private static func moving() -> Recording {
        var recording = Recording(name: "moving")
        recording.epoch = 1_700_000_000
        recording.reference = ReferenceStream(
            times: [0.123456789, 0.5, 1],
            orientations: [.identity, .identity, UnitQuaternion(w: 0, x: 0.6, y: 0, z: 0.8) ?? .identity],
            isValid: [true, false, true],
            positions: [Vector3(1, 2, 3), Vector3(0, 0, 0), Vector3(-4, 5.5, 6)]
        )
        return recording
    }

    @Test func `A missing number with a payload is written as nan`() throws {
        var recording = Recording(name: "payload")
        let nan = -Double(nan: 0x3_ffff_ffff_ffff, signaling: false)
        recording.magnetometer = SensorStream(times: [0.1], values: [Vector3(nan, 1, 2)])
        let folder = try TemporaryFolder()
        try Self.write(recording.nativeFiles(), into: folder)
        let text = try String(contentsOf: folder.url.appendingPathComponent("magnetometer.csv"), encoding: .utf8)
        #expect(text == "t,x,y,z\n0.1,nan,1,2\n")
    }

    @Test func `Poses are written in the formats of TUM and EuRoC`() throws {
        let folder = try TemporaryFolder()
        let recording = Self.moving()
        let tum = try #require(WrittenTrajectory(recording, stream: nil, form: .tum))
        let euroc = try #require(WrittenTrajectory(recording, stream: .reference, form: .euroc))
        try Self.write([tum.file(named: "a.tum"), euroc.file(named: "a.csv")], into: folder)
        #expect(tum.leftOut == ["rows without valid reference": 1] && !tum.isWithoutPositions)
        let text = """
            # time x y z qx qy qz qw
            1700000000.123456789 1.0 2.0 3.0 0.0 0.0 0.0 1.0
            1700000001.000000000 -4.0 5.5 6.0 0.6 0.0 0.8 0.0

            """
        #expect(try String(contentsOf: folder.url.appendingPathComponent("a.tum"), encoding: .utf8) == text)
        let table = """
            #timestamp [ns],p_RS_R_x [m],p_RS_R_y [m],p_RS_R_z [m],q_RS_w [],q_RS_x [],q_RS_y [],q_RS_z []
            1700000000123456789,1.0,2.0,3.0,1.0,0.0,0.0,0.0
            1700000001000000000,-4.0,5.5,6.0,0.0,0.6,0.0,0.8

            """
        #expect(try String(contentsOf: folder.url.appendingPathComponent("a.csv"), encoding: .utf8) == table)
        for name in ["a.tum", "a.csv"] {
            let path = folder.url.appendingPathComponent(name).path
            let read = try TrajectoryReader(format: TrajectoryFormat.detect(path: path)).read(path: path)
            #expect(read.poses == tum.poses, "\(name)")
        }
    }

    @Test func `Without positions the positions are zero and a flag is set`() throws {
        var recording = Recording(name: "still")
        #expect(WrittenTrajectory(recording, stream: nil, form: .tum) == nil)
        recording.attitude = SensorStream(times: [0], values: [.identity])
        let attitude = try #require(WrittenTrajectory(recording, stream: nil, form: .tum))
        #expect(attitude.stream == .attitude && attitude.isWithoutPositions && attitude.poses[0].position == .zero)
        recording.pose = SensorStream(times: [0], values: [Pose(position: Vector3(1, 0, 0), orientation: .identity)])
        let pose = try #require(WrittenTrajectory(recording, stream: nil, form: .tum))
        #expect(pose.stream == .pose && !pose.isWithoutPositions)
        #expect(WrittenTrajectory(recording, stream: .reference, form: .tum) == nil)
    }
}
