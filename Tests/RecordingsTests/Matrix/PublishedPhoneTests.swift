import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of recordings of Michel et al. 2018 in the authors' folders, compared with the converted ones.
@Suite(
    .enabled(
        if: SharedDatasets.has("published/smartphone-attitude") && SharedDatasets.has("smartphone-attitude")
            && MatrixLibrary.matio.isInstalled
    )
)
struct PublishedPhoneTests {
    @Test(arguments: [
        ("ios", "Thibaud_iPhone4S_NoDist_AR"), ("android", "Thibaud_Nexus5_NoDist_AR"),
        ("android", "Guillaume_Nexus5_Dist_Texting"),
    ])
    func `The authors' folders are read like the converted recording`(system: String, name: String) throws {
        let root = try TemporaryFolder()
        let manager = FileManager.default
        let folder = root.url.appendingPathComponent("\(system)/\(name)")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = SharedDatasets.url("smartphone-attitude/\(name)")
        for file in try manager.contentsOfDirectory(atPath: source.path) where file != "reference.csv" {
            try manager.copyItem(at: source.appendingPathComponent(file), to: folder.appendingPathComponent(file))
        }
        try manager.copyItem(
            at: SharedDatasets.url("published/smartphone-attitude/qualisys"),
            to: root.url.appendingPathComponent("qualisys")
        )
        let published = try RecordingReader().read(path: folder.path)
        let converted = try RecordingReader().read(path: source.path)
        #expect(published.gyroscope?.values == converted.gyroscope?.values)
        #expect(published.declination == converted.declination && published.origin != nil)
        let shift = zip(published.gyroscope?.times ?? [], converted.gyroscope?.times ?? []).map { abs($0 - $1) }.max()
        #expect(try #require(shift) < 1e-6)
        let (own, other) = (try #require(published.reference), try #require(converted.reference))
        #expect(own.isValid == other.isValid)
        let angles = zip(own.orientations, other.orientations).enumerated().filter { own.isValid[$0.offset] }
            .map { $0.element.0.angle(to: $0.element.1).degrees }
        #expect(try #require(angles.max()) < 1e-4)
        #expect(zip(own.times, other.times).allSatisfy { abs($0 - $1) < 1e-6 })
        let positions = zip(own.positions ?? [], other.positions ?? [])
        #expect(positions.allSatisfy { ($0 - $1).length < 1e-6 || !$0.length.isFinite })
    }
}
