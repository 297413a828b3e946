import Foundation
import TestSupport
import Testing

/// Compares output byte for byte with a file under `Snapshots`.
///
/// `SEXTANT_RECORD_SNAPSHOTS=1` writes the files anew and fails every test that has one: look at the difference, then
/// run again.
enum Snapshot {
    private static let folder = Package.root.appendingPathComponent("Tests/ReportingTests/Snapshots")
    private static let records = ProcessInfo.processInfo.environment["SEXTANT_RECORD_SNAPSHOTS"] == "1"

    static func expect(_ text: String, _ name: String, at location: SourceLocation = #_sourceLocation) throws {
        let file = folder.appendingPathComponent(name)
        if records {
            try Data(text.utf8).write(to: file)
            Issue.record("\(name) was recorded; look at it and run without recording", sourceLocation: location)
            return
        }
        let expected = try #require(try? Data(contentsOf: file), "there is no \(name)", sourceLocation: location)
        guard Data(text.utf8) != expected else { return }
        let expectedLines = String(decoding: expected, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line =
            zip(lines, expectedLines).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(lines.count, expectedLines.count)
        let found = line < lines.count ? lines[line] : "the end"
        let due = line < expectedLines.count ? expectedLines[line] : "the end"
        Issue.record("\(name):\(line + 1): found\n\(found)\nexpected\n\(due)", sourceLocation: location)
    }
}
