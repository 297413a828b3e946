import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Zips from `Fixtures/make_layouts.py`. ``ExpectedRecording`` has the content of the valid ones.
struct ArchiveTests {
    private static func path(_ name: String) -> String {
        ExpectedRecording.folder.appendingPathComponent("zip/\(name).zip").path
    }

    @Test func `A zip is read like the recording that it contains`() throws {
        let zip = try RecordingReader().read(path: Self.path("sensor-logger"))
        let folder = ExpectedRecording.folder.appendingPathComponent("sensor-logger/ios-new").path
        let unpacked = try RecordingReader().read(path: folder)
        #expect(zip.name == "sensor-logger" && zip.sha256 == unpacked.sha256)
        #expect(try LayoutDetection(path: Self.path("track")).reason == "the file starts with the element <gpx>")
    }

    @Test(arguments: [
        ("outside", ".zip: the entry '../log.csv' has an unsafe path"),
        ("rooted", ".zip: the entry '/tmp/log.csv' has an unsafe path"),
        ("encrypted", ".zip/log.csv: the entry is encrypted"),
        ("twice", ".zip/log.csv: the zip has two entries with the name 'log.csv'"),
        ("empty", ".zip: the zip has no files"),
        ("damaged", ".zip/log.csv: cannot unpack the entry: CRC error"),
        ("cut", ".zip: cannot read the zip: Not a zip archive"),
    ])
    func `The error for an invalid zip names its fault`(name: String, message: String) {
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: Self.path("bad/\(name)")) }
        #expect(error?.description.contains("bad/" + name + message) == true, "\(String(describing: error))")
    }

    @Test func `The error for a zip without a recording names the file in the zip`() throws {
        let path = Self.path("bad/unknown")
        let error = #expect(throws: InputError.self) { try RecordingReader().read(path: path) }
        #expect(error?.source == path + "/notes.txt")
    }

    @Test(arguments: ["dense", "lying"])
    func `A zip that exceeds the limits is an error, whatever sizes it states`(name: String) {
        var limits = ArchiveLimits()
        limits.ratio = 100
        limits.freeBytes = 1 << 16
        #expect(throws: InputError.self) { try UnpackedArchive(path: Self.path("bad/\(name)"), limits: limits) }
        limits = ArchiveLimits()
        limits.bytes = 1 << 20
        #expect(throws: InputError.self) { try UnpackedArchive(path: Self.path("bad/\(name)"), limits: limits) }
    }

    /// All entries of these zips are stored without compression, so their unpacked size is exactly once their packed
    /// size.
    @Test(arguments: ["phyphox", "track"])
    func `A zip whose ratio equals the maximum is unpacked`(name: String) throws {
        var limits = ArchiveLimits()
        (limits.ratio, limits.freeBytes) = (1, 0)
        #expect(try UnpackedArchive(path: Self.path(name), limits: limits) != nil)
        limits.ratio = 0
        #expect(throws: InputError.self) { try UnpackedArchive(path: Self.path(name), limits: limits) }
    }

    @Test func `A zip with too many entries is an error`() throws {
        var limits = ArchiveLimits()
        limits.entries = 2
        let path = Self.path("sensor-logger")
        let error = #expect(throws: InputError.self) { try UnpackedArchive(path: path, limits: limits) }
        #expect(error?.message.hasSuffix("but at most 2 are allowed") == true)
    }

    @Test func `The unpacked files are removed with the archive`() throws {
        var archive = try UnpackedArchive(path: Self.path("phyphox"))
        let unpacked = try #require(archive?.recordings().first?.path)
        #expect(unpacked.hasSuffix("/walk") && FileManager.default.fileExists(atPath: unpacked + "/Gyroscope.csv"))
        archive = nil
        #expect(!FileManager.default.fileExists(atPath: unpacked))
    }
}
