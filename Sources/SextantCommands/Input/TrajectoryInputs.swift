import Foundation
import Recordings
import SensorModel

/// The files of several estimates and of their references.
struct TrajectoryInputs {
    /// A reference with the paths of its estimates, in the order of the estimates' names. A path is `nil` if the file is
    /// missing.
    typealias Run = (reference: String, estimates: [String?])

    /// The names of the estimates.
    let names: [String]
    /// The runs in the order of ``runNames``.
    let runs: [Run]
    /// The names of the runs: the file names that a reference and at least one estimate share. `nil` if the arguments
    /// are single files.
    let runNames: [String]?
    /// The messages about files without a matching reference or estimate.
    let unpaired: [String]
    /// The messages about ignored folder entries: subfolders, and files whose names are not UTF-8.
    let ignored: [String]

    /// Pairs a reference with estimates. All paths must be files, or all must be folders. In folders, files with equal
    /// names are paired.
    ///
    /// - Throws: `UsageError` for a mixture of files and folders, or for a repeated estimate. `InputError` for a folder
    ///   that cannot be read, has two files with the same name, or has no name in common with the reference's folder.
    init(reference: String, estimates: [String]) throws {
        names = try Self.names(estimates)
        let isFolder = Self.isFolder(reference)
        if let other = estimates.first(where: { Self.isFolder($0) != isFolder }) {
            let (kind, otherKind) = isFolder ? ("a folder", "not a folder") : ("not a folder", "a folder")
            throw UsageError(
                "the reference '\(reference)' is \(kind), but the estimate '\(other)' is \(otherKind); "
                    + "name files only, or folders only"
            )
        }
        guard isFolder else {
            runs = [(reference, estimates)]
            (runNames, unpaired, ignored) = (nil, [], [])
            return
        }
        let truth = try Folder(reference)
        let folders = try estimates.map(Folder.init)
        let shared = truth.files.keys.filter { name in folders.contains { $0.files[name] != nil } }.sorted()
        guard !shared.isEmpty else {
            throw InputError(
                file: estimates[0],
                message: "no file in '\(reference)' has the same name as an estimate (extensions are ignored)",
                advice: "rename the files"
            )
        }
        runNames = shared
        runs = shared.map { name in
            (truth.files[name, default: ""], folders.map { $0.files[name] })
        }
        ignored = ([truth] + folders).flatMap(\.ignored)
        unpaired = Self.unpaired(truth, folders)
    }

    private static func unpaired(_ truth: Folder, _ folders: [Folder]) -> [String] {
        let missing = folders.flatMap { folder in
            truth.files.sorted { $0.key < $1.key }.filter { folder.files[$0.key] == nil }
                .map { "\($0.value): no estimate in '\(folder.path)' has this name" }
        }
        let extra = folders.flatMap { folder in
            folder.files.sorted { $0.key < $1.key }.filter { truth.files[$0.key] == nil }
                .map { "\($0.value): no reference in '\(truth.path)' has this name" }
        }
        return missing + extra
    }

    private static func isFolder(_ path: String) -> Bool { FileKind(path: path) == .folder }

    /// Returns the names of the estimates: the file names without folder and extension, or the whole paths if two names
    /// would be equal.
    private static func names(_ paths: [String]) throws(UsageError) -> [String] {
        var seen: Set<String> = []
        for path in paths where !seen.insert(path).inserted {
            throw UsageError("the estimate '\(path)' is given twice; remove one")
        }
        let short = paths.map { path in isFolder(path) ? Self.folderName(path) : Self.stem(path) }
        return Set(short).count == short.count ? short : paths
    }

    private static func folderName(_ path: String) -> String {
        let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        return name.isEmpty ? path : name
    }

    fileprivate static func stem(_ path: String) -> String {
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        return name.isEmpty ? path : name
    }
}

/// The files of a folder by their names without extension. Hidden files are ignored.
private struct Folder {
    let path: String
    let files: [String: String]
    let ignored: [String]

    init(_ path: String) throws {
        self.path = path
        guard let listing = FolderListing(path: path) else {
            throw InputError(
                file: path,
                message: "cannot read the folder",
                advice: "check the folder's permissions"
            )
        }
        var files: [String: String] = [:]
        var ignored = listing.undecodable.map {
            "\(path)/\($0): the name is not UTF-8, so the file is ignored; rename the file"
        }
        for entry in listing.names where !entry.hasPrefix(".") {
            let file = "\(path)/\(entry)"
            if FileKind(path: file) == .folder {
                ignored.append("\(file): subfolders are ignored")
                continue
            }
            let stem = TrajectoryInputs.stem(entry)
            if let other = files[stem] {
                throw InputError(
                    file: file,
                    message: "the names of this file and '\(other)' differ only in the extension",
                    advice: "remove or rename one of the files"
                )
            }
            files[stem] = file
        }
        (self.files, self.ignored) = (files, ignored)
    }
}
