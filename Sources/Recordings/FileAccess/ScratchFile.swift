import Foundation

/// A temporary file that another writer, such as SQLite, fills by its path. It is renamed when it is finished, and
/// removed otherwise.
public final class ScratchFile {
    /// The temporary path.
    public let path: String
    private let target: String
    private let others: [String]
    /// A descriptor for reading and writing. This object closes it.
    public let descriptor: Int32

    /// Creates an empty file in the folder of a path.
    ///
    /// - Parameters:
    ///   - target: path of the finished file.
    ///   - suffixes: suffixes of further files that the writer may create.
    ///   - followsLinks: whether the target of a symbolic link is replaced; otherwise a link is refused.
    /// - Throws: ``FileFailure``, also when the target is a pipe or a device, which cannot be written by path.
    public init(for target: String, suffixes: [String] = [], followsLinks: Bool = true) throws(FileFailure) {
        var status = stat()
        if !followsLinks, lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw FileFailure(path: target, reason: "\(target) is a symbolic link")
        }
        guard case .file(let file) = try OutputPlace(target) else {
            throw FileFailure(path: target, reason: "it is \((FileKind(path: target) ?? .other).words)")
        }
        self.target = file
        (path, descriptor) = try OwnedName.create(beside: file, .file, for: target) { path in
            open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        var others: [String] = []
        for suffix in suffixes {
            UnfinishedFiles.create(path + suffix, .file) {}
            others.append(path + suffix)
        }
        self.others = others
    }

    deinit {
        for path in [path] + others { UnfinishedFiles.remove(path) }
        close(descriptor)
    }

    /// Renames the file to its final path, replacing an existing file.
    ///
    /// - Throws: ``FileFailure``. The temporary file is removed.
    public func finish() throws(FileFailure) {
        try UnfinishedFiles.finish([path]) { () throws(FileFailure) in
            if rename(path, target) != 0 { throw FileFailure(path: target, code: errno) }
        }
    }
}
