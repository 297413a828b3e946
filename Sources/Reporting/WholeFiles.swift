import FileAccess

/// A report's files, written as ``OutputFile`` does, with errors of reports.
enum WholeFiles {
    /// Writes all files, or none. Missing folders are made.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    static func save(_ files: [(path: String, content: [UInt8])]) throws(ReportError) {
        do {
            try OutputFile.save(files)
        } catch {
            throw .unwritable(path: error.path, reason: error.reason)
        }
    }

    /// Whether the directory can be written to, or made in the nearest one that exists.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    static func checkDirectory(_ path: String) throws(ReportError) {
        do {
            try OutputFolder.check(path)
        } catch {
            throw .unwritable(path: error.path, reason: error.reason)
        }
    }
}
