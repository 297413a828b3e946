import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of the metadata and the required files of the layout smartphone-attitude.
struct MetadataTests {
    /// Rounding of a few products of components of unit vectors.
    static let rounding = 1e-15

    static let index = """
        {"recordings": [{"name": "walk", "clockOffset": -100.5}, {"name": "other", "clockOffset": 1}],
         "magneticField": {"declination_deg": 90}}
        """

    /// A folder with one sample per stream, and its index.
    static func folder(index: String?, attitude: String = "attitude.txt") throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        if let index { try folder.write(index, to: "index.json") }
        try folder.write("101 0 0 -1\n", to: "walk/accelerometer.txt")
        for name in ["gyroscope", "gyroscope-calibrated", "magnetometer-calibrated"] {
            try folder.write("101 1 2 3\n", to: "walk/\(name).txt")
        }
        try folder.write("101 1 0 0 0\n", to: "walk/\(attitude)")
        try folder.write(
            "t,qw,qx,qy,qz,px,py,pz,valid\n0.5,1,0,0,0,0,0,0,1\n121,1,0,0,0,0,0,0,1\n",
            to: "walk/reference.csv"
        )
        return folder
    }

    static func read(_ folder: TemporaryFolder) throws -> Recording {
        let layout = try LayoutCatalogue.builtIn.layout(named: "smartphone-attitude")
        return try RecordingReader(layout: layout).read(path: folder.url.path + "/walk/")
    }

    static func message(_ folder: TemporaryFolder) throws -> String {
        let error = #expect(throws: InputError.self) { try read(folder) }
        return try #require(error).description.replacing(folder.url.path + "/", with: "")
    }

    @Test func `The clock offset is added to the phone's times and not to the reference's`() throws {
        let recording = try Self.read(Self.folder(index: Self.index))
        #expect(recording.name == "walk")
        #expect(recording.accelerometer?.times == [0.5])
        #expect(recording.accelerometer?.values == [Vector3(0, 0, 9.80665)])
        #expect(recording.attitude?.times == [0.5])
        #expect(recording.reference?.times == [0.5, 121])
        #expect(recording.reference?.isEvaluated == [true, false])
    }

    /// Magnetic north is true east for a declination of 90°. Core Motion's x axis points to it.
    @Test func `An iPhone's attitude to magnetic north is converted to true north`() throws {
        let attitude = try #require(Self.read(Self.folder(index: Self.index)).attitude?.values.first)
        #expect((attitude.rotate(Vector3(1, 0, 0)) - Vector3(1, 0, 0)).length < Self.rounding)
    }

    @Test func `A recording without attitude.txt is read as Android, with the y axis to magnetic north`() throws {
        let folder = try Self.folder(index: Self.index, attitude: "rotation-vector.txt")
        try folder.write("101 0 0 0 1 0.2\n", to: "walk/rotation-vector.txt")
        let recording = try Self.read(folder)
        #expect(recording.accelerometer?.values == [Vector3(0, 0, -1)])
        let attitude = try #require(recording.attitude?.values.first)
        #expect((attitude.rotate(Vector3(0, 1, 0)) - Vector3(1, 0, 0)).length < Self.rounding)
    }

    @Test func `A folder without an attitude file is an error with the expected files`() throws {
        let words = try Self.message(Self.folder(index: Self.index, attitude: "rotation.txt"))
        #expect(
            words == "walk/: the folder does not fit the layout smartphone-attitude, which "
                + "needs attitude.txt or rotation-vector.txt; check the folder, or choose another layout"
        )
    }

    @Test func `A missing index is an error`() throws {
        #expect(
            try Self.message(Self.folder(index: nil))
                == "walk/../index.json: cannot read the metadata of walk: no such file; "
                + "add ../index.json to the recording, or choose another layout"
        )
    }

    @Test func `An index without the recording is an error`() throws {
        #expect(
            try Self.message(Self.folder(index: Self.index.replacing("\"walk\"", with: "\"walks\"")))
                == "walk/../index.json:1:16: no entry of the list 'recordings' has the name 'walk'; "
                + "did you mean 'walks'?"
        )
        #expect(try Self.message(Self.folder(index: "{}")).contains("there is no list 'recordings'"))
        #expect(try Self.message(Self.folder(index: "{\"recordings\": [")).contains("the text is not YAML"))
    }

    @Test func `A missing required file is an error`() throws {
        let folder = try Self.folder(index: Self.index)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("walk/gyroscope.txt"))
        #expect(
            try Self.message(folder)
                == "walk/gyroscope.txt: no such file"
        )
    }
}
