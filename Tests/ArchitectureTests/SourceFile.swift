import Foundation
import TestSupport

/// A Swift source of the package, as text.
struct SourceFile {
    /// The path from the package's root.
    let path: String
    let lines: [Substring]

    /// The name of the folder directly below `Sources` or `Tests`.
    var target: String { String(path.split(separator: "/")[1]) }

    /// The lines with code, without blank lines and comments.
    var code: [(number: Int, text: String)] {
        lines.enumerated().compactMap { index, line in
            let text = line.trimmingCharacters(in: .whitespaces)
            return text.isEmpty || text.hasPrefix("//") ? nil : (index + 1, text)
        }
    }

    /// The imported modules, with their line numbers.
    var imports: [(line: Int, module: String)] {
        code.compactMap { number, text in
            // The regular expression is slow, and few lines contain the word.
            guard text.contains("import ") else { return nil }
            return text.firstMatch(of: Self.importPattern).map { (number, String($0.module)) }
        }
    }

    private static var importPattern: Regex<(Substring, module: Substring)> {
        /^(?:@\w+(?:\(\w+\))? +)*(?:(?:public|package|internal|fileprivate|private) +)?import +(?:(?:struct|class|enum|protocol|typealias|func|var|let) +)?(?<module>\w+)/
    }

    /// Every Swift file below a folder of the package, sorted by path.
    static func all(in folder: String) throws -> [SourceFile] {
        let root = Package.root.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
            .filter { $0.hasSuffix(".swift") }
            .map { path in
                let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                return SourceFile(path: "\(folder)/\(path)", lines: lines)
            }
    }
}
