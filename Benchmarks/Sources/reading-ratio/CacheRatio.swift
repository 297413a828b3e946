import Foundation
import Measuring
import Recordings

/// The time to read a recording from its file, compared with the cache. Both compute the SHA-256 of every byte.
struct CacheRatio {
    let path: String
    let layout: Layout
    let rounds: Int

    private struct Times {
        var read: [Double] = []
        var recalled: [Double] = []
        var hashed: [Double] = []
    }

    /// The lines of the result: the medians, and the median of the rounds' ratios.
    func lines() throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sextant-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = RecordingCache(folder: folder.path, tool: "reading-ratio")
        let plain = RecordingReader(layout: layout)
        let cached = RecordingReader(layout: layout, cache: cache)
        let filling = try ReadingRatio.seconds { _ = try cached.read(path: path) }
        var times = Times()
        // The first round warms the caches up.
        for round in 0...rounds {
            let read = try ReadingRatio.seconds { _ = try plain.read(path: path) }
            let recalled = try ReadingRatio.seconds { _ = try cached.read(path: path) }
            let hashed = try ReadingRatio.seconds { try hash() }
            guard round > 0 else { continue }
            times.read.append(read)
            times.recalled.append(recalled)
            times.hashed.append(hashed)
        }
        let bytes = try Self.size(path)
        let kept = try Self.sizes(below: folder)
        let ratios = zip(times.read, times.recalled).map { $0 / $1 }
        let range = String(format: "%.2f to %.2f", ratios.min() ?? 0, ratios.max() ?? 0)
        let share = String(format: "%.2f", Double(kept) / Double(bytes))
        return [
            "\(bytes) bytes of CSV, \(kept) in the cache: \(share) a byte; medians of \(rounds)",
            Self.line("read from its file", times.read.median),
            Self.line("read from the cache", times.recalled.median),
            Self.line("SHA-256 alone", times.hashed.median),
            Self.line("read and kept, once", filling),
            ReadingRatio.line("file : cache", String(format: "%.2f", ratios.median) + ", from \(range)"),
        ]
    }

    private func hash() throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileNoSuchFile) }
        let fingerprint = Fingerprint()
        while let data = try file.read(upToCount: 1 << 18), !data.isEmpty { data.withUnsafeBytes(fingerprint.update) }
        _ = fingerprint.hexadecimal
    }

    private static func line(_ name: String, _ seconds: Double) -> String {
        ReadingRatio.line(name, String(format: "%.4f s", seconds))
    }

    private static func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    private static func sizes(below folder: URL) throws -> Int {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".columns") }.map { try size("\(folder.path)/\($0)") }.reduce(0, +)
    }
}
