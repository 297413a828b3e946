import Foundation
import Recordings
import TestSupport
import Testing

/// Cache files that were changed after they were written.
struct CacheDamageTests {
    private let recording: SmallRecording
    private let plain: Recording
    private let folder: TemporaryFolder
    private let watched: WatchedCache
    private let file: String
    private let bytes: [UInt8]

    init() throws {
        recording = try SmallRecording()
        plain = try recording.read()
        folder = try TemporaryFolder()
        watched = WatchedCache(folder.url.path)
        _ = try recording.read(watched.cache)
        _ = watched.news()
        file = try #require(try watched.files().first)
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// Replaces the cache file by `damaged`, reads the recording, and returns whether the damage was detected.
    private func isDetected(_ damaged: [UInt8]) throws -> Bool {
        try Data(damaged).write(to: URL(fileURLWithPath: file))
        let read = try recording.read(watched.cache)
        #expect(RecordingBits.differences(read, plain) == [])
        let news = watched.news()
        guard news.map(\.isDamaged) == [true, false], news[1].isKept else {
            #expect(news.map(\.isRecalled) == [true])
            return false
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(bytes))
        return true
    }

    @Test func `A cache file has the same bytes each time it is written`() throws {
        #expect(try !isDetected(bytes))
        try FileManager.default.removeItem(atPath: file)
        _ = try recording.read(watched.cache)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(bytes))
    }

    @Test func `A truncated file is detected and replaced`() throws {
        let lengths = Set((0..<40).map { $0 * bytes.count / 40 } + [1, 15, 16, 63, 64, 65, 100, bytes.count - 1])
        for length in lengths { #expect(try isDetected(Array(bytes[..<length])), "\(length) of \(bytes.count)") }
        #expect(try isDetected(bytes + [0]))
    }

    @Test func `A changed bit is detected except in the padding of columns`() throws {
        let reader = try CacheFileReader(path: file)
        var filling = Set(0..<bytes.count)
        var place = bytes.count
        for column in reader.header.columns.reversed() {
            place -= CacheFormat.roundedUp(column.bytes)
            filling.subtract(place..<place + column.bytes)
        }
        filling.subtract(0..<place)
        var generator = SeededGenerator(seed: 64)
        let random = (0..<400).map { _ in Int.random(in: 0..<bytes.count, using: &generator) }
        for place in Array(0..<64) + random {
            var damaged = bytes
            damaged[place] ^= 1 << Int.random(in: 0..<8, using: &generator) as UInt8
            #expect(try isDetected(damaged) != filling.contains(place), "\(place)")
        }
    }

    @Test func `A foreign file and the file of another recording are detected`() throws {
        #expect(try isDetected(Array("t,x,y,z\n".utf8)))
        #expect(try isDetected([]))
        #expect(try isDetected(Array(repeating: 0, count: bytes.count)))
        let text = try String(contentsOfFile: "\(recording.path)/pose.csv", encoding: .utf8)
        try recording.write(text.replacing("0,1,2,3", with: "0,3,2,1"), to: "pose.csv")
        _ = try recording.read(watched.cache)
        _ = watched.news()
        let other = try #require(try watched.files().first { $0 != file })
        try recording.write(text, to: "pose.csv")
        #expect(try isDetected(Array(try Data(contentsOf: URL(fileURLWithPath: other)))))
    }

    @Test func `The report of a damaged file has its name and fault`() throws {
        try Data(bytes[..<100]).write(to: URL(fileURLWithPath: file))
        _ = try recording.read(watched.cache)
        let words = try #require(watched.news().first).description
        #expect(
            words == "\(file): found 100 bytes of \(bytes.count), expected an unchanged cache file; "
                + "the recording is read from its files"
        )
    }

    @Test func `A folder in place of a cache file is retained and the recording is read`() throws {
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(RecordingBits.differences(try recording.read(watched.cache), plain) == [])
        let news = watched.news()
        #expect(news.count == 1 && news[0].isRefused)
    }
}
