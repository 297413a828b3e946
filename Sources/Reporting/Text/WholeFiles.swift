import Recordings

/// Writes report files through `OutputFile`, with errors of type ``ReportError``.
package enum WholeFiles {
    /// Writes either all files or none, and creates missing folders.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if a file cannot be written, or
    ///   ``ReportError/refused(path:reason:)`` if a file must not be replaced.
    package static func save(_ files: [(path: String, content: [UInt8])]) throws(ReportError) {
        do {
            try OutputFile.save(files)
        } catch {
            throw error.isRefusal
                ? .refused(path: error.path, reason: error.reason) : .unwritable(path: error.path, reason: error.reason)
        }
    }

    /// Checks that the directory can be written to, or created in its nearest existing parent.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the directory cannot be used.
    static func checkDirectory(_ path: String) throws(ReportError) {
        do {
            try OutputFolder.check(path)
        } catch {
            throw .unwritable(path: error.path, reason: error.reason)
        }
    }
}
