import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Names in the files of a recording do not lead out of its folder.
struct RecordingBoundaryTests {
    /// The first line of a file that is not part of the recording.
    private static let secret = "s3cret,value"
    private static let header = "t,x,y,z\n"

    private let folder: TemporaryFolder
    private let recording: String

    init() throws {
        folder = try TemporaryFolder()
        recording = folder.url.appendingPathComponent("walk").path
        try folder.write(Self.secret + "\n1,2\n", to: "private/secret.csv")
        try folder.write(Self.header + "0,1,2,3\n0.01,1,2,3\n", to: "private/gyroscope.csv")
        try folder.write(Self.header + "0,0,0,9.81\n0.01,0,0,9.81\n", to: "walk/accelerometer.csv")
    }

    private func link(_ name: String, to target: String) throws {
        let path = folder.url.appendingPathComponent(name).path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    private func refusal(of path: String? = nil, layout: Layout? = nil) throws -> String {
        let error = #expect(throws: InputError.self) {
            try RecordingReader(layout: layout).read(path: path ?? recording)
        }
        let text = try #require(error).description
        #expect(!text.contains("s3cret") && !text.contains("value"), "\(text)")
        return text
    }

    @Test(arguments: ["../private/gyroscope.csv", "../private/secret.csv", "sub/../../private/gyroscope.csv"])
    func `The file of a stream in recording yaml does not leave the folder`(name: String) throws {
        try folder.write("name: walk\nstreams:\n  gyroscope: {file: \(name)}\n", to: "walk/recording.yaml")
        #expect(try refusal().contains("'\(name)' is outside the folder of the recording"))
    }

    @Test func `An absolute file of a stream is looked up in the folder`() throws {
        let path = folder.url.appendingPathComponent("private/gyroscope.csv").path
        try folder.write("name: walk\nstreams:\n  gyroscope: {file: \(path)}\n", to: "walk/recording.yaml")
        #expect(try RecordingReader().read(path: recording).gyroscope == nil)
    }

    @Test func `The calibration in recording yaml does not leave the folder`() throws {
        try folder.write("name: walk\ncalibration: ../private/secret.csv\n", to: "walk/recording.yaml")
        #expect(try refusal().contains("is outside the folder of the recording"))
        try link("walk/c.yaml", to: "../private/secret.csv")
        try folder.write("name: walk\ncalibration: c.yaml\n", to: "walk/recording.yaml")
        #expect(try refusal().contains("'c.yaml' is outside the folder of the recording"))
    }

    @Test(arguments: ["../private/gyroscope.csv", "../private/secret.csv"])
    func `A link in a recording does not lead out of it`(target: String) throws {
        try folder.write("name: walk\n", to: "walk/recording.yaml")
        try link("walk/gyroscope.csv", to: target)
        #expect(try refusal().contains("'gyroscope.csv' is outside the folder of the recording"))
    }

    @Test func `Metadata that are a link out of the recording are rejected`() throws {
        try link("walk/recording.yaml", to: "../private/secret.csv")
        #expect(try refusal().contains("'recording.yaml' is outside the folder of the recording"))
    }

    @Test func `A folder that is a link out of the recording is not read`() throws {
        try link("walk/sub", to: "../private")
        try folder.write("name: walk\nstreams:\n  gyroscope: {file: sub/gyroscope.csv}\n", to: "walk/recording.yaml")
        #expect(try refusal().contains("'sub/gyroscope.csv' is outside the folder of the recording"))
        try folder.write("name: walk\nstreams:\n  gyroscope: {file: 'sub/*.csv'}\n", to: "walk/recording.yaml")
        #expect(try RecordingReader().read(path: recording).gyroscope == nil)
    }

    @Test func `The only file of a folder is rejected if it is a link out of the folder`() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("one"),
            withIntermediateDirectories: true
        )
        try link("one/log.csv", to: "../private/secret.csv")
        #expect(
            try refusal(of: folder.url.appendingPathComponent("one").path).contains("is outside the folder")
        )
    }

    @Test(arguments: ["../private/gyroscope.csv", "../private/*.csv"])
    func `A layout's files and patterns do not leave the folder`(pattern: String) throws {
        let layout = try folder.write(
            """
            layout: mine
            recording: folder
            streams:
              gyroscope:
                file: "\(pattern)"
                time: {column: t, unit: s}
                columns: {x: x, y: y, z: z}
                unit: rad/s

            """,
            to: "mine.yaml"
        )
        let error = #expect(throws: InputError.self) { try LayoutCatalogue.builtIn.layout(named: layout) }
        #expect(error?.description.contains("is outside the folder of the recording") == true)
    }

    @Test func `A layout's calibration does not leave the folder of the layout`() throws {
        for name in ["../private/secret.csv", folder.url.appendingPathComponent("private/secret.csv").path] {
            let text =
                "layout: mine\nrecording: folder\ncalibration: \(name)\nstreams: {gyroscope: {file: g.csv, "
                + "time: {column: t, unit: s}, columns: {x: x, y: y, z: z}, unit: rad/s}}\n"
            let layout = try folder.write(text, to: "layouts/mine.yaml")
            let error = #expect(throws: InputError.self) { try LayoutCatalogue.builtIn.layout(named: layout) }
            #expect(error?.description.contains("is outside the folder of the layout") == true)
        }
    }

    @Test func `Links that stay in the folder are followed, and the folder itself may be a link`() throws {
        try folder.write("name: walk\n", to: "walk/recording.yaml")
        try folder.write(Self.header + "0,1,2,3\n0.01,1,2,3\n", to: "walk/raw/g.csv")
        try link("walk/gyroscope.csv", to: "raw/g.csv")
        try link("alias", to: "walk")
        let alias = folder.url.appendingPathComponent("alias").path
        for path in [recording, alias, alias + "/", alias + "/raw/.."] {
            #expect(try RecordingReader().read(path: path).gyroscope?.count == 2, "\(path)")
        }
    }

    @Test func `A link that is not read is ignored`() throws {
        try folder.write("name: walk\n", to: "walk/recording.yaml")
        try link("walk/notes.md", to: "../private/secret.csv")
        #expect(try RecordingReader().read(path: recording).accelerometer?.count == 2)
    }

    @Test func `A built-in layout may read folders above, but no link there leads higher`() throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "private/index.json")
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("set/one"),
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("set/index.json").path,
            withDestinationPath: "../private/index.json"
        )
        let recording = try RecordingFolder(path: folder.url.appendingPathComponent("set/one").path)
        #expect(throws: InputError.self) { try recording.member("../index.json") }
        try folder.write("{}", to: "set/plain.json")
        #expect(try recording.member("../plain.json").hasSuffix("set/one/../plain.json"))
    }

    @Test(.enabled(if: InstalledProgram.path("zip") != nil, "zip is missing"))
    func `A recording in a zip stays in the zip`() throws {
        try folder.write(Self.header + "0,1,2,3\n0.01,1,2,3\n", to: "gyroscope.csv")
        for name in ["../gyroscope.csv", "../../../../private/gyroscope.csv"] {
            try folder.write("name: walk\nstreams:\n  gyroscope: {file: \(name)}\n", to: "walk/recording.yaml")
            let zip = Process()
            zip.executableURL = URL(fileURLWithPath: try #require(InstalledProgram.path("zip")))
            zip.currentDirectoryURL = folder.url
            zip.arguments = ["-q", "-FS", "-r", "walk.zip", "walk"]
            try zip.run()
            zip.waitUntilExit()
            let text = try refusal(of: folder.url.appendingPathComponent("walk.zip").path)
            #expect(text.contains("is outside the folder of the recording") || text.contains("a folder with"))
        }
    }

    @Test(arguments: [
        ("a.csv", 0), ("a/../b", 0), ("../a", 1), ("../../a", 2), ("a/../../b", 1), ("./../a", 1), ("/a", 0), ("", 0),
    ])
    func `The folders that a name leaves are counted`(name: String, count: Int) {
        #expect(FolderBoundary.parents(in: name) == count)
    }
}
