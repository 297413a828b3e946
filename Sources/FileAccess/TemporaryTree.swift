public import Foundation

/// A folder for files that others read by their paths. It goes with this object, with the process that a signal ends,
/// and at the latest when another process makes one after its owner was killed.
public final class TemporaryTree: Sendable {
    public let url: URL
    private let descriptor: Int32

    /// Makes an empty folder, which only this user can read, in the folder for temporary files.
    ///
    /// - Throws: ``FileFailure``.
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

    /// Creates a file, and the folders above it, for writing. The descriptor is the caller's.
    ///
    /// - Throws: ``FileFailure``, also for a file that is there.
    public func create(_ name: String) throws(FileFailure) -> Int32 {
        let file = url.appendingPathComponent(name)
        // Under the lock, so that nothing appears in a tree that is being removed.
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
