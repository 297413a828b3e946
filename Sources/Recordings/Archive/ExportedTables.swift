/// The tables of a JSON or SQLite file, or of a zip, as files in a temporary folder that is removed with this object.
package final class ExportedTables {
    /// The path of the folder.
    package let folder: String
    private let archive: UnpackedArchive

    /// Writes the tables of a file; nil for any other file.
    ///
    /// - Throws: ``InputError`` for a damaged file, and for content that exceeds the limits.
    package init?(path: String) throws(InputError) {
        guard let archive = try UnpackedArchive.open(path: path) else { return nil }
        self.archive = archive
        folder = try archive.recordings()[0].path
    }
}
