import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Comparison of recordings from the cache with the same recordings from their files.
struct CachedRecordingTests {
    /// The paths of the recordings: fixtures of the tests, those in `Datasets`, and public ones.
    private static let own = ExpectedRecording.all.keys.sorted().map { "Tests/RecordingsTests/Fixtures/\($0)" }
    private static let bundled = ["pan", "compass", "look-up", "pocket", "step-yaw", "walk"].map {
        "Datasets/" + ($0 == "pan" ? $0 : "simulated-\($0)")
    }
    private static let real: [(path: String, layout: String?)] = [
        ("advio/advio-20", nil), ("advio/advio-22", nil), ("imu/fusion-sensor_data.csv", nil),
        ("ios-logger/2021-07-29T12-52-25", nil), ("trajectories/V102.txt", nil),
        ("trajectories/V102_groundtruth.csv", nil), ("trajectories/fr2_desk_ORB.txt", nil),
        ("trajectories/freiburg1_xyz-rgbdslam_drift.txt", nil),
    ]

    /// Reads a recording from its files and from the cache, with different parsers, and expects no difference.
    private static func expectSame(_ path: String, layout: String? = nil) throws -> Recording {
        let folder = try TemporaryFolder()
        let layout = try layout.map(LayoutCatalogue.layout(named:))
        let watched = WatchedCache(folder.url.path)
        var reader = RecordingReader(layout: layout, cache: watched.cache)
        let original = try reader.read(path: path)
        #expect(watched.news().map(\.isKept) == [true])
        reader.reading.parser = .libcsv
        let recalled = try reader.read(path: path)
        #expect(watched.news().map(\.isRecalled) == [true])
        #expect(RecordingBits.differences(recalled, original) == [])
        return original
    }

    @Test(arguments: own + bundled)
    func `A recording from the cache equals the one that was read`(path: String) throws {
        let path = Package.root.appendingPathComponent(path).path
        let original = try Self.expectSame(path)
        #expect(RecordingBits.differences(original, try RecordingReader().read(path: path)) == [])
    }

    @Test(.enabled(if: SharedDatasets.has("advio") && SharedDatasets.has("trajectories")), arguments: real.map(\.path))
    func `A public recording from the cache equals the one that was read`(path: String) throws {
        _ = try Self.expectSame(SharedDatasets.path(path))
    }

    @Test(.enabled(if: SharedDatasets.has("broad")))
    func `Every trial of BROAD from the cache equals the one that was read`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: SharedDatasets.path("broad"))
        let trials = names.filter { $0.hasSuffix(".csv") }
        #expect(!trials.isEmpty)
        for trial in trials {
            _ = try Self.expectSame(SharedDatasets.path("broad/\(trial)"), layout: "broad")
        }
    }

    @Test(.enabled(if: SharedDatasets.has("smartphone-attitude")))
    func `Every walk of smartphone-attitude from the cache equals the one that was read`() throws {
        let root = SharedDatasets.path("smartphone-attitude")
        let walks = try FileManager.default.contentsOfDirectory(atPath: root).filter { !$0.contains(".") }
        #expect(!walks.isEmpty)
        for walk in walks { _ = try Self.expectSame("\(root)/\(walk)") }
    }

    /// A new field of a recording must be stored in the cache or read from the files, and it must be compared here.
    @Test func `The lists of fields in these tests are complete`() throws {
        let labels = Mirror(reflecting: Recording(name: "")).children.compactMap(\.label).sorted()
        #expect(
            labels == [
                "accelerometer", "alternatives", "attitude", "declination", "epoch", "estimators", "evaluated",
                "excluded", "files", "gyroscope", "hasMagneticAttitude", "heading", "isDeclinationModelled",
                "keptLines", "leftOut", "licence", "location", "magneticModel", "magnetometer", "name", "notes",
                "origin", "pose", "reference", "remark", "sampleLines", "sha256", "simulation", "source",
                "uncalibrated", "unscaledQuaternions", "unused",
            ]
        )
        let reference = ReferenceStream(times: [], orientations: [], isValid: [])
        #expect(
            Mirror(reflecting: reference).children.compactMap(\.label)
                == ["times", "orientations", "isValid", "isEvaluated", "positions"]
        )
    }

    /// A change of this digest requires a new `CacheFormat.version`, because caches contain earlier results.
    @Test func `Reading has the same result as when the cache version was set`() throws {
        let fingerprint = Fingerprint()
        for path in Self.own {
            let recording = try RecordingReader().read(path: Package.root.appendingPathComponent(path).path)
            let notes = recording.leftOut.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            let words = [recording.contentDigest, "\(recording.epoch ?? 0)"] + notes
            Array(words.joined(separator: "\n").utf8).withUnsafeBytes(fingerprint.update)
        }
        #expect(CacheFormat.version == 5)
        #expect(fingerprint.hexadecimal == "bb31e6a94fa1dafe4799bf3ba2b9cc406fa892f5030c59b2e8a36e05bd56f6d1")
    }
}
