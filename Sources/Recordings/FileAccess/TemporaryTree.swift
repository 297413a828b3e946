public import Foundation

/// A folder for files that other code reads by path.
///
/// It is removed with this object and when a signal ends the process. After a kill, the next process that creates such
/// a folder removes it.
public final class TemporaryTree: Sendable {
    /// The folder's location.
    public let url: URL
    private let descriptor: Int32

    /// Creates an empty folder in the folder for temporary files. Only this user can read it.
    ///
    /// - Throws: ``FileFailure`` when the folder cannot be created.
    public init() throws(FileFailure) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("unpacked").path
        let created = try OwnedName.create(beside: path, .tree, for: path) { path in
            mkdir(path, 0o700) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
        }
        url = URL(fileURLWithPath: created.path)
        descriptor = created.descriptor
    }

    deinit {
        UnfinishedFiles.remove(url.path)
        close(descriptor)
    }

    /// Creates a file for writing, and its missing parent folders. The caller closes the descriptor.
    ///
    /// - Throws: ``FileFailure``, also when the file exists.
    public func create(_ name: String) throws(FileFailure) -> Int32 {
        let file = url.appendingPathComponent(name)
        // Holding the lock prevents new files in a tree that is being removed.
        return try UnfinishedFiles.unlessAtEnd { () throws(FileFailure) in
            do {
                let folder = file.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            } catch {
                throw FileFailure(path: file.path, reason: error.localizedDescription)
            }
            let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileFailure(path: file.path, code: errno) }
            return descriptor
        }
    }
}
