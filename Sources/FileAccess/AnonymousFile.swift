import Foundation

/// A temporary file without a name: it goes with its descriptor, however the process ends.
public enum AnonymousFile {
    /// A new empty file in the folder for temporary files, open for reading and writing. The descriptor is the caller's.
    ///
    /// - Throws: ``FileFailure``.
    public static func make() throws(FileFailure) -> Int32 {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("input").path
        let created = try OwnedName.create(beside: path, .file, for: path) { path in
            open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        UnfinishedFiles.remove(created.path)
        return created.descriptor
    }
}
