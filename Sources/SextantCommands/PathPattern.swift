import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A path, or a pattern of paths as a shell has them: `*`, `?`, `[a-c]`.
enum PathPattern {
    /// What is there of it, in the order of the bytes; relative ones begin at `folder`.
    static func paths(_ pattern: String, in folder: String) -> [String] {
        let whole = pattern.hasPrefix("/") || folder.isEmpty ? pattern : "\(folder)/\(pattern)"
        // A name that holds such characters itself means itself.
        if FileManager.default.fileExists(atPath: whole) { return [whole] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(whole, GLOB_NOSORT, nil, &found) == 0 else { return [] }
        let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
