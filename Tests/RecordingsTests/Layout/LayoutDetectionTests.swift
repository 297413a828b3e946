import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

struct LayoutDetectionTests {
    private static func layouts(_ signatures: String...) throws -> [Layout] {
        try signatures.enumerated().map { number, signature in
            try LayoutTests.layout(
                """
                layout: layout\(number)
                expects: a folder with a.csv
                recording: folder
                detect: [\(signature)]
                streams: {gyroscope: {file: a.csv, columns: {x: x, y: y, z: z}, unit: rad/s, time: {column: t}}}
                """
            )
        }
    }

    @Test(arguments: [
        ("a.csv", "it has a.csv"), ("{file: \"*.CSV\"}", "it has a.csv"),
        ("{file: [a.csv, b.txt]}", "it has a.csv, b.txt"),
        ("{file: \"*.csv\", header: \"t,*\"}", "a.csv starts with the columns t, x, y and 1 more"),
        ("{file: a.csv, header: [\"*,y,*\", \"*x*\"]}", "a.csv starts with the columns t, x, y and 1 more"),
        ("{file: [\"*.txt\", a.csv], numbers: 3}", "b.txt starts with 3 numbers, and it has a.csv"),
    ])
    func `A detection names its evidence`(signature: String, reason: String) throws {
        let folder = try TemporaryFolder(["a.csv": "t;x;y;z\n0;1;2;3\n", "b.txt": "# comment\n1 2 -3e4\n"])
        let detection = try LayoutDetection(path: folder.url.path, among: Self.layouts(signature))
        #expect(detection.layout.name == "layout0" && detection.reason == reason)
    }

    @Test(arguments: [
        "c.csv", "{file: a.csv, header: \"x,*\"}", "{file: b.txt, numbers: 4}", "{file: a.csv, numbers: 4}",
    ])
    func `A layout whose signature does not match is not detected`(signature: String) throws {
        let folder = try TemporaryFolder(["a.csv": "t;x;y;z\n0;1;2;3\n", "b.txt": "1 2 3\n"])
        #expect(throws: InputError.self) { try LayoutDetection(path: folder.url.path, among: Self.layouts(signature)) }
    }

    @Test(arguments: [("0 1 2 3 0.1 0.7 -0.1 0.7", true), ("0 0.5 0.1 0.2 0.3 1.1 9.2 2.9", false)])
    func `Eight numbers are a trajectory only with a unit quaternion`(row: String, isTrajectory: Bool) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("# comment\n\(row)\n", to: "imu.txt")
        let detection = try? LayoutDetection(path: path)
        #expect(detection?.layout.name == (isTrajectory ? "tum-trajectory" : nil))
    }

    @Test func `Two layouts that fit are an error with the evidence for each`() throws {
        let folder = try TemporaryFolder(["a.csv": "t,x,y,z\n"])
        let path = folder.url.path
        let layouts = try Self.layouts("a.csv", "b.csv", "{file: a.csv, header: \"t,*\"}")
        #expect(
            throws: InputError(
                file: path,
                message:
                    "the recording matches 2 layouts: layout0 (it has a.csv); layout2 (a.csv starts with the columns t, x, y and 1 more)",
                advice: "select a layout with --layout"
            )
        ) { try LayoutDetection(path: path, among: layouts) }
    }

    @Test func `An unknown layout is an error with the files found and the nearest layout`() throws {
        let folder = try TemporaryFolder(["a.csv": "t,x,y,z\n", "other": ""])
        let path = folder.url.path
        let error = #expect(throws: InputError.self) { try LayoutDetection(path: path, among: Self.layouts("b.csv")) }
        #expect(
            error?.message
                == "no built-in layout matches a folder with a.csv, other (the nearest layout, layout0, is a folder with a.csv)"
        )
        #expect(error?.hasUnknownLayout == true && error?.advice?.contains("'sextant layout'") == true)
        let missing = #expect(throws: InputError.self) { try RecordingReader().read(path: "/no/such") }
        #expect(missing?.message == "no such file")
    }

    @Test func `The bundled pan recording is detected as native`() throws {
        let path = Package.root.appendingPathComponent("Datasets/pan").path
        let detection = try LayoutDetection(path: path)
        #expect(detection.layout.name == "native" && detection.reason == "it has recording.yaml")
    }

    @Test(.enabled(if: SharedDatasets.has("broad") && SharedDatasets.has("smartphone-attitude")))
    func `Recordings of two public datasets are detected from their files`() throws {
        let broad = SharedDatasets.path("broad/24_disturbed_tapping_A.csv")
        #expect(try LayoutDetection(path: broad).layout.name == "broad")
        let phone = SharedDatasets.path("smartphone-attitude/Thibaud_Nexus5_NoDist_AR")
        #expect(try LayoutDetection(path: phone).layout.name == "smartphone-attitude")
    }
}
