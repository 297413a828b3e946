import Foundation
import TestSupport
import Testing

@testable import Recordings

/// Files of the cache that are not what was written.
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

    /// Puts bytes in the file's place, reads the recording, and says whether they were found damaged and replaced.
    private func isFound(_ damaged: [UInt8]) throws -> Bool {
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

    @Test func `A file is the same whenever it is written`() throws {
        #expect(try !isFound(bytes))
        try FileManager.default.removeItem(atPath: file)
        _ = try recording.read(watched.cache)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(bytes))
    }

    @Test func `A file cut anywhere is found, and replaced`() throws {
        let lengths = Set((0..<40).map { $0 * bytes.count / 40 } + [1, 15, 16, 63, 64, 65, 100, bytes.count - 1])
        for length in lengths { #expect(try isFound(Array(bytes[..<length])), "\(length) of \(bytes.count)") }
        #expect(try isFound(bytes + [0]))
    }

    @Test func `A bit that has turned is found anywhere but in what fills up the columns`() throws {
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
            #expect(try isFound(damaged) != filling.contains(place), "\(place)")
        }
    }

    @Test func `A file that is not the cache's is found, and so is another recording's`() throws {
        #expect(try isFound(Array("t,x,y,z\n".utf8)))
        #expect(try isFound([]))
        #expect(try isFound(Array(repeating: 0, count: bytes.count)))
        let text = try String(contentsOfFile: "\(recording.path)/pose.csv", encoding: .utf8)
        try recording.write(text.replacing("0,1,2,3", with: "0,3,2,1"), to: "pose.csv")
        _ = try recording.read(watched.cache)
        _ = watched.news()
        let other = try #require(try watched.files().first { $0 != file })
        try recording.write(text, to: "pose.csv")
        #expect(try isFound(Array(try Data(contentsOf: URL(fileURLWithPath: other)))))
    }

    @Test func `What is said of a damaged file names it, and what was found`() throws {
        try Data(bytes[..<100]).write(to: URL(fileURLWithPath: file))
        _ = try recording.read(watched.cache)
        let words = try #require(watched.news().first).description
        #expect(
            words == "\(file): found 100 bytes of \(bytes.count), expected an unchanged cache file; "
                + "the recording is read from its files"
        )
    }

    @Test func `A folder in a file's place is left there, and the recording is read`() throws {
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
        #expect(RecordingBits.differences(try recording.read(watched.cache), plain) == [])
        let news = watched.news()
        #expect(news.count == 2 && news[0].isDamaged && news[1].isRefused)
    }
}
