import Foundation

/// A temporary file without a name. The system deletes it when its descriptor is closed, also when the process is
/// killed.
public enum AnonymousFile {
    /// Creates an empty file in the folder for temporary files, open for reading and writing. The caller closes the
    /// descriptor.
    ///
    /// - Throws: ``FileFailure`` when the file cannot be created.
    public static func make() throws(FileFailure) -> Int32 {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("input").path
        let created = try OwnedName.create(beside: path, .file, for: path) { path in
            open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        UnfinishedFiles.remove(created.path)
        return created.descriptor
    }
}
