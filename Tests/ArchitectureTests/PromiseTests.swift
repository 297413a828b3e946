import Foundation
import TestSupport
import Testing

/// The page "What Sextant promises" names the test that holds each sentence.
struct PromiseTests {
    private static let page = "Sources/Evaluation/Evaluation.docc/promises.md"

    /// A row of the page's tables: a promise, the file of its tests, and their names.
    private struct Row {
        let promise: String
        let file: String?
        let tests: [String]
    }

    private static func rows() throws -> [Row] {
        let text = try String(contentsOf: Package.root.appendingPathComponent(page), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 2, cells[0] != "promise", !cells[0].hasPrefix("-") else { return nil }
            let file = cells[1].firstMatch(of: /\]\(\.\.\/\.\.\/\.\.\/(?<path>[^)]+)\)/)
            let names = cells[1].matches(of: /`(?<name>[^`]+)`/).map { String($0.name) }
            return Row(promise: cells[0], file: file.map { String($0.path) }, tests: names)
        }
    }

    @Test func `Every promise has a test, and the test exists`() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 20)
        for row in rows {
            let file = try #require(row.file, "no file of a test: \(row.promise)")
            #expect(!row.tests.isEmpty, "no test: \(row.promise)")
            let source = try String(contentsOf: Package.root.appendingPathComponent(file), encoding: .utf8)
            for test in row.tests {
                #expect(source.contains("func `\(test)`"), "\(file) has no test '\(test)'")
            }
        }
    }
}
