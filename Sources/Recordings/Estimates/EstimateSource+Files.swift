import Foundation
import SensorModel

extension EstimateSource {
    /// The extensions of the files in a folder of estimates.
    static let extensions = ["csv", "tum", "txt"]

    /// Whether the path is a folder with one file per recording.
    public var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether the path is a file, which can have the estimates of one recording only.
    public var isSingleFile: Bool { FileManager.default.fileExists(atPath: path) && !isFolder }

    /// The file with the estimates of a recording.
    ///
    /// In a folder this is `<recording>.csv`, `.tum` or `.txt`. A `/` in a recording's name may be a `_` in that of the
    /// file.
    ///
    /// - Parameter names: the names of the recording, the preferred one first.
    /// - Throws: ``InputError`` when a folder has no file or several files of the recording.
    public func file(for names: [String]) throws(InputError) -> String {
        guard isFolder else { return path }
        for name in names.flatMap({ [$0, $0.replacing("/", with: "_")] }) where !name.contains("..") {
            let paths = Self.extensions.map { (path as NSString).appendingPathComponent("\(name).\($0)") }
            let found = paths.filter { FileManager.default.fileExists(atPath: $0) }
            guard found.count < 2 else {
                throw InputError(
                    file: path,
                    found: "\(found.count) files of the recording '\(name)'",
                    expected: "one of \(found.map { ($0 as NSString).lastPathComponent }.joined(separator: " and "))",
                    remedy: "remove the others"
                )
            }
            if let file = found.first { return file }
        }
        let name = names.first ?? ""
        let near = NearestName.suggestion(for: "\(name).csv", among: unread(besides: []))
        throw InputError(
            file: path,
            found: "no file of the recording '\(name)'",
            expected: "\(name).csv, .tum or .txt",
            remedy: near.map { "did you mean '\($0)'? rename it" } ?? "add the file, or remove the recording"
        )
    }

    /// The names of the files in a folder of estimates that are not among these paths, sorted; empty for a single file.
    public func unread(besides paths: some Sequence<String>) -> [String] {
        guard isFolder else { return [] }
        let read = Set(paths.map { ($0 as NSString).lastPathComponent })
        let listing = FolderListing(path: path)
        let names = (listing?.names ?? []) + (listing?.undecodable ?? [])
        return names.filter { Self.extensions.contains(($0 as NSString).pathExtension) && !read.contains($0) }.sorted()
    }
}
