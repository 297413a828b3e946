import FileAccess
import Foundation

/// A zip's files in a temporary folder, which goes with this object.
final class UnpackedArchive {
    private let path: String
    /// Holds the content in a folder of its own, so that what lies beside that is nobody else's.
    private let temporary: TemporaryTree
    private var content: URL { temporary.url.appendingPathComponent(Self.folder) }
    private static let folder = "content"
    private var names: [String] = []

    /// Nil where the file is no zip.
    ///
    /// `headBytes` says how much of each file is enough; without, whole files are unpacked.
    init?(path: String, headBytes: Int? = nil, limits: ArchiveLimits = ArchiveLimits()) throws(InputError) {
        guard ZipArchive.isZip(path: path) else { return nil }
        self.path = path
        do {
            temporary = try TemporaryTree()
        } catch {
            throw Self.disk(path, error.reason)
        }
        let archive = try ZipArchive(path: path, limits: limits)
        guard !archive.entries.isEmpty else {
            throw InputError(
                file: path,
                found: "a zip without files",
                expected: "a recording",
                remedy: "export it again"
            )
        }
        var left = limits.bytes
        for entry in archive.entries {
            try Self.unpack(entry, of: archive, to: temporary, headBytes: headBytes, limits: limits, left: &left)
            names.append(entry.name)
        }
    }

    private static func unpack(
        _ entry: ZipArchive.Entry,
        of archive: ZipArchive,
        to tree: TemporaryTree,
        headBytes: Int?,
        limits: ArchiveLimits,
        left: inout Int
    ) throws(InputError) {
        let file = try create(entry, of: archive, in: tree)
        defer { try? file.close() }
        var written = 0
        var rest = left
        try archive.read(entry) { bytes throws(InputError) in
            written += bytes.count
            rest -= bytes.count
            guard rest >= 0 else {
                throw ZipArchive.tooMuch(
                    archive.path,
                    "more than \(limits.bytes >> 20) MiB when unpacked",
                    "at most that"
                )
            }
            let most = entry.packedSize.multipliedReportingOverflow(by: UInt64(limits.ratio))
            if written > limits.freeBytes, !most.overflow, UInt64(written) > most.partialValue {
                throw archive.tooDense(entry, limits)
            }
            do {
                try file.write(contentsOf: Data(bytes))
            } catch {
                throw disk(archive.path, error.localizedDescription)
            }
            return written < headBytes ?? .max
        }
        left = rest
    }

    private static func create(
        _ entry: ZipArchive.Entry,
        of archive: ZipArchive,
        in tree: TemporaryTree
    ) throws(InputError) -> FileHandle {
        guard FileKind(path: tree.url.appendingPathComponent("\(folder)/\(entry.name)").path) == nil else {
            throw InputError(
                file: "\(archive.path)/\(entry.name)",
                found: "two entries with this name",
                expected: "one",
                remedy: "unpack the one that you mean, and give the folder"
            )
        }
        do {
            return FileHandle(fileDescriptor: try tree.create("\(folder)/\(entry.name)"), closeOnDealloc: true)
        } catch {
            throw disk(archive.path, error.reason)
        }
    }

    private static func disk(_ path: String, _ reason: String) -> InputError {
        InputError(
            file: path,
            found: "that it cannot be unpacked into \(FileManager.default.temporaryDirectory.path): \(reason)",
            expected: "room for its files",
            remedy: "set TMPDIR to a folder with more room, or unpack it yourself",
            isEnvironment: true
        )
    }

    /// What the recording may be: the folder below which the files lie, or the only file.
    func recordings() throws(InputError) -> [RecordingFolder] {
        var folder: [Substring] = names[0].split(separator: "/").dropLast()
        for name in names.dropFirst() {
            folder = zip(folder, name.split(separator: "/").dropLast()).prefix { $0 == $1 }.map(\.0)
        }
        let paths = [([content.path] + folder.map(String.init)).joined(separator: "/")]
        let files = names.count == 1 ? ["\(content.path)/\(names[0])"] : []
        return try (paths + files).map { place throws(InputError) in
            var recording = try RecordingFolder(path: place)
            recording.givenName = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
            return recording
        }
    }

    /// Does something with the content; errors about it name the zip.
    func naming<Result>(_ body: () throws(InputError) -> Result) throws(InputError) -> Result {
        do {
            return try body()
        } catch {
            var named = error
            // Behind the zip's name stands the file's within it.
            named.file = error.file.replacing(content.path, with: path)
            named.found = error.found.replacing(content.path, with: path)
            throw named
        }
    }
}
