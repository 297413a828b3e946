import Foundation
public import Testing

/// Compares output byte for byte with a file in the folder `Snapshots` next to the test's source.
///
/// `SEXTANT_RECORD_SNAPSHOTS=1` rewrites the files and fails every test that has one. Review the difference, then run
/// the tests again.
public enum Snapshot {
    private static let records = ProcessInfo.processInfo.environment["SEXTANT_RECORD_SNAPSHOTS"] == "1"

    /// Compares text with the snapshot of a name, and reports the first different line.
    public static func expect(
        _ text: String,
        _ name: String,
        testFile: String = #filePath,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent().appendingPathComponent("Snapshots")
        let file = folder.appendingPathComponent(name)
        if records {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("\(name) was recorded; review it and run without recording", sourceLocation: location)
            return
        }
        let expected = try #require(try? Data(contentsOf: file), "\(name) does not exist", sourceLocation: location)
        guard Data(text.utf8) != expected else { return }
        let expectedLines = lines(of: String(decoding: expected, as: UTF8.self))
        let lines = lines(of: text)
        let line =
            zip(lines, expectedLines).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(lines.count, expectedLines.count)
        let found = line < lines.count ? lines[line] : "the end"
        let due = line < expectedLines.count ? expectedLines[line] : "the end"
        Issue.record("\(name):\(line + 1): found\n\(found)\nexpected\n\(due)", sourceLocation: location)
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
