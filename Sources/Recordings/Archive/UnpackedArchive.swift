import Foundation
package import SensorModel

/// The files of a zip, the content of a gzip file, or the tables of a JSON or SQLite file, in a temporary folder. The
/// folder is removed when this object is released.
package final class UnpackedArchive {
    private var path: String
    /// The temporary folder. Its only subfolder contains the content.
    private let temporary: TemporaryTree
    private var content: URL { temporary.url.appendingPathComponent(Self.folder) }
    private static let folder = "content"
    private var names: [String] = []
    /// The numbers of lines that the tables do not contain, each with a description.
    private(set) var leftOut: [String: Int] = [:]
    /// The format of the file in messages, such as "JSON", or `nil` for a zip.
    private(set) var contentWords: String?

    /// Unpacks a zip or gzip file, or exports the tables of a JSON or SQLite file as CSV. Returns `nil` for any other
    /// file.
    ///
    /// - Throws: `InputError` if the file is damaged, its content exceeds the limits, or its format is not supported.
    static func open(path: String, headBytes: Int? = nil) throws(InputError) -> UnpackedArchive? {
        if let error = ForeignExport.error(at: path) { throw error }
        if let zip = try UnpackedArchive(path: path, headBytes: headBytes) { return zip }
        if let gzip = try UnpackedArchive(gzip: path, headBytes: headBytes) {
            // Tables are exported from the whole content.
            guard TableExport(path: gzip.member) != nil else { return gzip }
            return try headBytes == nil ? gzip.exported() : UnpackedArchive(gzip: path)?.exported()
        }
        if let export = TableExport(path: path) { return try UnpackedArchive(tablesOf: path, export) }
        // A folder with a single file is read like that file.
        guard let file = RecordingFolder.onlyFile(of: path) else { return nil }
        if let zip = try UnpackedArchive(path: file, headBytes: headBytes) { return zip }
        return try TableExport(path: file).map { export throws(InputError) in
            try UnpackedArchive(tablesOf: file, export)
        }
    }

    /// Exports the tables of a JSON or SQLite file as CSV.
    ///
    /// - Throws: `InputError` if the file is damaged or has no tables, or if the tables exceed the limits.
    package init(
        tablesOf path: String,
        _ export: TableExport,
        limits: ArchiveLimits = ArchiveLimits()
    ) throws(InputError) {
        self.path = path
        contentWords = export.words
        temporary = try Self.onDisk(path) { try TemporaryTree() }
        let tree = temporary
        try export.forEachTable(of: path, limits: limits) { name, table throws(InputError) in
            let isRest = export == .labelledText && name == LabelledText.otherLines
            let name = "\(name).csv"
            names.append(name)
            var rows = 0
            let file = try Self.create(name, in: tree, for: path)
            defer { try? file.close() }
            try table { bytes throws(InputError) in
                rows += bytes.count { $0 == UInt8(ascii: "\n") }
                try Self.onDisk(path) { try file.write(contentsOf: Data(bytes)) }
            }
            let text = URL(fileURLWithPath: path).lastPathComponent
            if isRest { leftOut["\(text): lines without samples"] = rows - 1 }
        }
    }

    /// Unpacks a zip. The result is `nil` if the file is not a zip, or is a NumPy archive.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - headBytes: the number of bytes after which unpacking of a file may stop, or `nil` to unpack whole files.
    ///   - limits: the limits for the content.
    /// - Throws: `InputError` if the zip is damaged or encrypted, or its content exceeds the limits.
    package init?(path: String, headBytes: Int? = nil, limits: ArchiveLimits = ArchiveLimits()) throws(InputError) {
        guard ZipArchive.isZip(path: path) else { return nil }
        let archive = try ZipArchive(path: path, limits: limits)
        // A NumPy archive is read as one file with matrices.
        guard NumPyArchive(archive) == nil else { return nil }
        self.path = path
        temporary = try Self.onDisk(path) { try TemporaryTree() }
        guard !archive.entries.isEmpty else {
            throw InputError(
                file: path,
                message: "the zip has no files",
                advice: "export the recording again"
            )
        }
        var remaining = limits.bytes
        for entry in archive.entries {
            try Self.unpack(
                entry,
                of: archive,
                to: temporary,
                headBytes: headBytes,
                limits: limits,
                remaining: &remaining
            )
            names.append(entry.name)
        }
    }

    /// Unpacks a gzip file. Returns `nil` for another file.
    ///
    /// - Throws: `InputError` if the file is damaged, contains a tar archive, or its content exceeds the limits.
    init?(gzip path: String, headBytes: Int? = nil, limits: ArchiveLimits = ArchiveLimits()) throws(InputError) {
        guard let gzip = GzipFile(path: path) else { return nil }
        self.path = path
        temporary = try Self.onDisk(path) { try TemporaryTree() }
        let name = URL(fileURLWithPath: path)
        names = [(name.pathExtension == "gz" ? name.deletingPathExtension() : name).lastPathComponent]
        let file = try Self.create(names[0], in: temporary, for: path)
        defer { try? file.close() }
        let packed = try InputFile.size(of: path) ?? 0
        var written = 0
        try gzip.read { bytes throws(InputError) in
            written += bytes.count
            guard written <= limits.bytes, written <= max(limits.freeBytes, packed * limits.ratio) else {
                throw ZipArchive.tooMuch(path, "the gzip file unpacks to more than \(limits.ratio) times its size")
            }
            try Self.onDisk(path) { try file.write(contentsOf: Data(bytes)) }
            return written < headBytes ?? .max
        }
    }

    /// The path of the first unpacked file.
    private var member: String { "\(content.path)/\(names[0])" }

    /// Exports the tables of an unpacked JSON or SQLite file, or of labelled text, as CSV. Returns `nil` for other
    /// content.
    private func exported() throws(InputError) -> UnpackedArchive? {
        try TableExport(path: member).map { export throws(InputError) in
            let tables = try naming { () throws(InputError) in try UnpackedArchive(tablesOf: member, export) }
            tables.path = path
            return tables
        }
    }

    private static func unpack(
        _ entry: ZipArchive.Entry,
        of archive: ZipArchive,
        to tree: TemporaryTree,
        headBytes: Int?,
        limits: ArchiveLimits,
        remaining: inout Int
    ) throws(InputError) {
        guard FileKind(path: tree.url.appendingPathComponent("\(folder)/\(entry.name)").path) == nil else {
            throw InputError(
                file: "\(archive.path)/\(entry.name)",
                message: "the zip has two entries with the name '\(entry.name)'",
                advice: "unpack the entry that you need, and give the folder with the unpacked file"
            )
        }
        let file = try create(entry.name, in: tree, for: archive.path)
        defer { try? file.close() }
        var written = 0
        var left = remaining
        try archive.read(entry) { bytes throws(InputError) in
            written += bytes.count
            left -= bytes.count
            guard left >= 0 else {
                throw ZipArchive.tooMuch(
                    archive.path,
                    "the zip exceeds \(limits.bytes >> 20) MiB when unpacked"
                )
            }
            try archive.checkRatio(of: entry, unpackedBytes: UInt64(written), limits)
            try onDisk(archive.path) { try file.write(contentsOf: Data(bytes)) }
            return written < headBytes ?? .max
        }
        remaining = left
    }

    private static func create(
        _ name: String,
        in tree: TemporaryTree,
        for path: String
    ) throws(InputError) -> FileHandle {
        try onDisk(path) { FileHandle(fileDescriptor: try tree.create("\(folder)/\(name)"), closeOnDealloc: true) }
    }

    /// Calls a closure that writes temporary files, and reports its failure as an error of the packed file.
    private static func onDisk<Result>(_ path: String, _ write: () throws -> Result) throws(InputError) -> Result {
        do {
            return try write()
        } catch {
            let reason = (error as? FileFailure)?.reason ?? error.localizedDescription
            throw InputError(
                file: path,
                message: "cannot unpack into \(FileManager.default.temporaryDirectory.path): \(reason)",
                advice: "set TMPDIR to a folder with more space, or unpack the file yourself",
                isEnvironment: true
            )
        }
    }

    /// Returns the candidates for the recording: the common folder of all unpacked files, followed by the unpacked file
    /// if there is only one.
    package func recordings() throws(InputError) -> [RecordingFolder] {
        var folder: [Substring] = names[0].split(separator: "/").dropLast()
        for name in names.dropFirst() {
            folder = zip(folder, name.split(separator: "/").dropLast()).prefix { $0 == $1 }.map(\.0)
        }
        let paths = [([content.path] + folder.map(String.init)).joined(separator: "/")]
        let files = names.count == 1 ? [member] : []
        let url = URL(fileURLWithPath: path)
        let given = url.pathExtension == "gz" ? url.deletingPathExtension() : url
        return try (paths + files).map { candidate throws(InputError) in
            var recording = try RecordingFolder(path: candidate)
            recording.givenName = given.deletingPathExtension().lastPathComponent
            recording.contentWords = contentWords
            recording.boundary = FolderBoundary(content.path)
            return recording
        }
    }

    /// Runs `body`. In errors that `body` throws, the path of the temporary folder is replaced by the path of the
    /// packed file.
    func naming<Result>(_ body: () throws(InputError) -> Result) throws(InputError) -> Result {
        do {
            return try body()
        } catch {
            var named = error
            // A file inside the packed file is named by both paths, one after the other.
            named.source = error.source?.replacing(content.path, with: path)
            named.message = error.message.replacing(content.path, with: path)
            throw named
        }
    }
}

/// The tables of a JSON or SQLite file, or the files of a zip, in a temporary folder. The folder is removed when this
/// object is released.
package final class ExportedTables {
    /// The path of the folder.
    package let folder: String
    /// A Boolean value that indicates whether the files are tables of a file in another format, and not unpacked files.
    package var areExported: Bool { archive.contentWords != nil }
    /// The numbers of lines that the tables do not contain, each with a description.
    package var leftOut: [String: Int] { archive.leftOut }
    private let archive: UnpackedArchive

    /// Exports the tables of a file. The result is `nil` if the file is not a zip, JSON or SQLite file.
    ///
    /// - Throws: `InputError` if the file is damaged, or its content exceeds the limits.
    package init?(path: String) throws(InputError) {
        guard let archive = try UnpackedArchive.open(path: path) else { return nil }
        self.archive = archive
        folder = try archive.recordings()[0].path
    }
}
