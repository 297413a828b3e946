import Foundation

/// Everything below a folder: the content of files, the targets of links, and the kinds of other entries, by path.
struct FileTree: Equatable {
    private(set) var entries: [String: Data] = [:]

    init(_ folder: URL) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            let file = folder.appendingPathComponent(path).path
            let kind = try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
            switch kind {
            case .typeRegular: entries[path] = try Data(contentsOf: URL(fileURLWithPath: file))
            case .typeSymbolicLink:
                entries[path] = Data("-> \(try FileManager.default.destinationOfSymbolicLink(atPath: file))".utf8)
            default: entries[path] = Data("\(kind?.rawValue ?? "nothing")".utf8)
            }
        }
    }

    /// The sorted names of the visible files in a folder, without the list of Sextant's files.
    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != ".sextant-files" }.sorted()
    }

    /// The sorted paths that appeared, disappeared or changed.
    func changes(to other: FileTree) -> [String] {
        Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
    }
}
