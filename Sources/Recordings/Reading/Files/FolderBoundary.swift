import Foundation

/// A folder that the names in a data file may not leave, whatever links they pass through.
///
/// Paths on the command line are the user's own and have no boundary.
package struct FolderBoundary {
    /// The folder without links.
    private let root: String

    /// - Parameter folder: the folder, which may be reached through links; empty for the working directory.
    package init(_ folder: String) {
        root = Self.resolved(folder.isEmpty ? "." : folder) ?? folder
    }

    /// Whether a path leads into the folder. A path that does not exist is decided by its words.
    package func contains(_ path: String) -> Bool {
        var known = path
        var rest: [Substring] = []
        // The part that exists has no links left after it is resolved.
        while true {
            if let resolved = Self.resolved(known.isEmpty ? "." : known) {
                return contains(resolved: ([resolved] + rest.map(String.init)).joined(separator: "/"))
            }
            let parts = known.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count > 1, let last = parts.last else { return rest.allSatisfy { $0 != ".." } }
            rest.insert(last, at: 0)
            known = parts.dropLast().joined(separator: "/")
        }
    }

    /// Whether another boundary is this folder or a folder in it.
    func contains(_ other: FolderBoundary) -> Bool { contains(resolved: other.root) }

    private func contains(resolved path: String) -> Bool {
        guard path != root, root != "/" else { return true }
        return path.hasPrefix(root + "/") && !path.dropFirst(root.count).split(separator: "/").contains("..")
    }

    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// The number of folders that a name leaves: 2 for `../../a`, 0 for `a/../b`.
    package static func parents(in name: String) -> Int {
        var depth = 0
        var lowest = 0
        for part in name.split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            lowest = min(lowest, depth)
        }
        return -lowest
    }

    /// The error for a name that leads out of the folder. It says nothing about the file there.
    ///
    /// - Parameters:
    ///   - file: the path of the file in the message.
    ///   - name: the name as the data file has it.
    static func error(_ file: String, name: String, of folder: String) -> InputError {
        InputError(
            file: file,
            found: "'\(name)', which leads out of the folder of \(folder)",
            expected: "a file in that folder",
            remedy: "copy the file there"
        )
    }
}
