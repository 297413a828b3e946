import Foundation
import TestSupport

/// The citations of a text of the repository: keys such as "Surname & Surname 2001", DOIs and numbers of arXiv.
struct Citations {
    /// The path from the package's root.
    let path: String
    /// The text without comment marks and with joined lines, so that a key can span two lines.
    private let text: String

    /// The citations of every text that a reader sees: sources, pages, reports, recordings and tests.
    static func all() throws -> [Citations] {
        let root = Package.root
        let top = ["README.md", "CONTRIBUTING.md"]
        let below = try ["Sources", "Reports", "Datasets", "Tests"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path).sorted()
                .filter { path in endings.contains { path.hasSuffix($0) } && !data.contains { path.contains($0) } }
                .map { "\(folder)/\($0)" }
        }
        return try (top + below).filter { !exempt.contains($0) }.map { path in
            Citations(path: path, raw: try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
        }
    }

    private static let endings = [".swift", ".md", ".yaml", ".py", ".h"]
    /// Files that contain data of recordings, or the output of other tools.
    private static let data = ["Fixtures/layouts/", "Snapshots/"]
    /// Files that define keys, or contain wrong keys on purpose.
    private static let exempt = [
        "Sources/Evaluation/References/references.yaml", "Tests/ArchitectureTests/ReferenceTests.swift",
        "Tests/ArchitectureTests/Citations.swift",
    ]

    init(path: String, raw: String) {
        self.path = path
        // Tables in Markdown write "\&" instead of "&".
        text = raw.replacing("\\&", with: "&").split(separator: "\n").map { line in
            line.trimmingPrefix(while: { " \t/#*\">".contains($0) })
        }.joined(separator: " ")
    }

    /// All strings in the form of a key: names that begin with capitals, and a year.
    var keys: Set<String> {
        Set(
            text.matches(of: Self.key).map { String($0.0) }.filter { key in
                !Self.notNames.contains { key.hasPrefix($0 + " ") }
            }
        )
    }

    /// DOIs and numbers of arXiv, as the catalogue writes them.
    var locators: Set<String> {
        Set(
            text.matches(of: Self.locator).map { match in
                var name = String(match.0)
                while let last = name.last, ".,:;".contains(last) { name.removeLast() }
                return name
            }
        )
    }

    /// Citations in a form other than a key, such as authors with their year in brackets.
    var otherForms: [String] { text.matches(of: Self.otherForm).map { String($0.0) } }

    func contains(_ pattern: some RegexComponent) -> Bool { text.firstMatch(of: pattern) != nil }

    private static var key: Regex<Substring> {
        /(?:\p{Lu}[\p{L}’'-]+|van der \p{Lu}\p{L}+|Van \p{Lu}\p{L}+)(?: & (?:van der |Van )?\p{Lu}[\p{L}’'-]+| et al\.)? (?:18|19|20)\d\d(?![\d-]|\.\d)/
    }
    private static var locator: Regex<Substring> { /doi:10\.\d{4,5}\/[^\s\]")'`|]+|arXiv:\d{4}\.\d{5}/ }
    private static var otherForm: Regex<Substring> {
        /\p{Lu}\p{L}+(?:(?:, | and | & )\p{Lu}\p{L}+| et al\.,?) \((?:18|19|20)\d\d\)|\p{Lu}\p{L}+(?:, \p{Lu}\p{L}+)+,? (?:18|19|20)\d\d(?![\d-])/
    }

    /// Words before a year that are not authors.
    private static let notNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December", "Since", "RFC",
    ]
}
