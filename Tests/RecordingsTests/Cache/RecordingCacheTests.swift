import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The keys of recordings in the cache, and its behaviour if the folder cannot be used.
struct RecordingCacheTests {
    private let recording: SmallRecording
    private let folder: TemporaryFolder
    private let watched: WatchedCache

    init() throws {
        recording = try SmallRecording()
        folder = try TemporaryFolder()
        watched = WatchedCache(folder.url.appendingPathComponent("a/cache").path)
    }

    private func read(_ layout: Layout? = nil) throws -> Recording { try recording.read(watched.cache, layout: layout) }

    @Test func `Columns are contiguous numbers in memory`() throws {
        let turn = UnitQuaternion(unchecked: 0.5, -0.5, 0.25, 0.75)
        let poses = [Pose(position: Vector3(1, 2, 3), orientation: turn)]
        let numbers = poses.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
        #expect(numbers == [1, 2, 3, 0.5, -0.5, 0.25, 0.75])
    }

    @Test func `A recording is stored once and read from the cache afterwards`() throws {
        let plain = try recording.read()
        #expect(RecordingBits.differences(try read(), plain) == [])
        #expect(watched.news().map(\.isKept) == [true])
        for _ in 0..<3 { #expect(RecordingBits.differences(try read(), plain) == []) }
        #expect(watched.news().map(\.isRecalled) == [true, true, true])
        #expect(try watched.files().count == 1)
        #expect(plain.leftOut.count == 2 && plain.heading?.times == [0.5, 1.5, 1.5])
    }

    @Test(arguments: [
        ("accelerometer.csv", "0.015625,1.5", "0.015625,2.5"), ("recording.yaml", "declination: 3", "declination: 4"),
        ("heading.csv", "12.5", "13.5"), ("reference.csv", "2,0,1,0,0,4,5,6,1,0", "2,0,1,0,0,4,5,6,1,1"),
    ])
    func `A changed byte changes the key`(file: String, old: String, new: String) throws {
        _ = try read()
        let text = try String(contentsOfFile: "\(recording.path)/\(file)", encoding: .utf8)
        #expect(text.contains(old))
        try recording.write(text.replacing(old, with: new), to: file)
        let changed = try read()
        #expect(watched.news().map(\.isKept) == [true, true])
        #expect(RecordingBits.differences(changed, try recording.read()) == [])
        try recording.write(text, to: file)
        #expect(RecordingBits.differences(try read(), try recording.read()) == [])
        #expect(watched.news().map(\.isRecalled) == [true])
    }

    /// The layout has no headers, so that the digest of all bytes does not change.
    @Test func `A row that moves from one file to the next changes the key`() throws {
        let folder = try MetadataTests.folder(index: MetadataTests.index)
        let reader = RecordingReader(
            layout: try LayoutCatalogue.layout(named: "smartphone-attitude"),
            cache: watched.cache
        )
        let path = folder.url.appendingPathComponent("walk").path
        try folder.write("101 0 0 -1\n102 1 2 3\n", to: "walk/accelerometer.txt")
        try folder.write("103 1 2 3\n", to: "walk/gyroscope.txt")
        let first = try reader.read(path: path)
        try folder.write("101 0 0 -1\n", to: "walk/accelerometer.txt")
        try folder.write("102 1 2 3\n103 1 2 3\n", to: "walk/gyroscope.txt")
        let second = try reader.read(path: path)
        #expect(first.sha256 == second.sha256)
        #expect(first.accelerometer?.count == 2 && second.accelerometer?.count == 1)
    }

    @Test func `An added or removed file changes the key`() throws {
        _ = try read()
        try FileManager.default.removeItem(atPath: "\(recording.path)/pose.csv")
        #expect(try read().pose == nil)
        try recording.write("t,x,y,z\n0,1,2,3\n", to: "barometer.csv")
        #expect(try read().leftOut.keys.contains { $0.hasPrefix("barometer.csv") })
        #expect(RecordingBits.differences(try read(), try recording.read()) == [])
    }

    @Test func `Another layout or tool changes the key`() throws {
        _ = try read()
        var layout = try LayoutCatalogue.layout(named: "native")
        layout.variants[0].streams[0].unitFactor = 2
        let scaled = try read(layout)
        #expect(RecordingBits.differences(scaled, try recording.read(layout: layout)) == [])
        #expect(scaled.accelerometer?.values[1].x == 3)
        #expect(watched.news().map(\.isKept) == [true, true])
        let other = WatchedCache(watched.cache.folder, tool: "another")
        _ = try recording.read(other.cache)
        #expect(other.news().map(\.isKept) == [true])
    }

    @Test func `The entry of a folder in a shared list is part of the key`() throws {
        let folder = try MetadataTests.folder(index: MetadataTests.index)
        let (walk, other) = (folder.url.appendingPathComponent("walk"), folder.url.appendingPathComponent("other"))
        try FileManager.default.copyItem(at: walk, to: other)
        let reader = RecordingReader(
            layout: try LayoutCatalogue.layout(named: "smartphone-attitude"),
            cache: watched.cache
        )
        #expect(try reader.read(path: walk.path).accelerometer?.times == [0.5])
        #expect(try reader.read(path: other.path).accelerometer?.times == [102])
    }

    @Test func `A moved recording has the same key and its new name`() throws {
        let plain = try read()
        let copy = try SmallRecording()
        try FileManager.default.moveItem(atPath: copy.path, toPath: copy.folder.url.path + "/moved")
        let moved = try RecordingReader(cache: watched.cache).read(path: copy.folder.url.path + "/moved")
        #expect(watched.news().map(\.isRecalled) == [false, true])
        #expect(RecordingBits.differences(moved, plain) == [])
    }

    @Test func `An error is the same with a cache and is not stored`() throws {
        try recording.write("t,x,y,z\n0,1,2,3\n1,a,2,3\n", to: "gyroscope.csv")
        let plain = #expect(throws: InputError.self) { try recording.read() }
        for _ in 0..<2 {
            let error = #expect(throws: InputError.self) { try read() }
            #expect(error == plain && error?.line == 3)
        }
        #expect(try watched.news().isEmpty && watched.files().isEmpty)
    }

    @Test func `A folder that cannot be created is reported once and recordings are read`() throws {
        let file = try folder.write("text", to: "file")
        let refused = WatchedCache("\(file)/cache")
        try refused.cache.check()
        let plain = try recording.read()
        for _ in 0..<2 { #expect(RecordingBits.differences(try recording.read(refused.cache), plain) == []) }
        let news = refused.news()
        #expect(news.map(\.isRefused) == [true])
        #expect(news.first?.description.hasPrefix("\(file)/cache: the cache cannot be used (") == true)
    }

    @Test func `A file in place of the cache folder is an error of the environment`() throws {
        let file = try folder.write("text", to: "file")
        let error = #expect(throws: InputError.self) { try WatchedCache(file).cache.check() }
        #expect(error?.isEnvironment == true && error?.file == file)
    }

    @Test func `Concurrent readers leave one complete file and no other`() throws {
        let plain = try recording.read()
        let path = recording.path
        DispatchQueue.concurrentPerform(iterations: 16) { [watched] _ in
            let read = try? RecordingReader(cache: WatchedCache(watched.cache.folder).cache).read(path: path)
            #expect(read.map { RecordingBits.differences($0, plain) } == [])
        }
        let file = try #require(try watched.files().first)
        let parent = URL(fileURLWithPath: file).deletingLastPathComponent().path
        let names = try FileManager.default.contentsOfDirectory(atPath: parent)
        #expect(names.count == 1)
        _ = try read()
        #expect(watched.news().map(\.isRecalled) == [true])
    }
}
