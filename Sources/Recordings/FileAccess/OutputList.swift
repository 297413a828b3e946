import Foundation

/// A list of the files that Sextant wrote into a folder, stored in the hidden file `.sextant-files` of that folder.
///
/// After a title line, each line contains the checksum, length, group and name of a file:
///
///     9f86d081884c7d65 5120 results/1f0c report.md
///
/// If the length or checksum of a file differs, the file was changed later and is no longer treated as Sextant's own.
struct OutputList {
    /// A file in the list.
    struct Entry: Hashable {
        let content: FileContent
        /// The family (kind) of the files, a slash, and an identifier of the results from which the files were written.
        let group: String
        /// The path of the file, relative to the folder.
        let name: String

        var family: Substring { group.prefix { $0 != "/" } }
    }

    static let fileName = ".sextant-files"
    private static let title = "# The files that Sextant wrote here. It replaces them and no others."
    private static let maximumBytes = 1 << 26

    var entries: [Entry] = []

    /// The content of the file `.sextant-files`.
    var text: [UInt8] {
        var text = Self.title + "\n"
        for entry in entries {
            let (checksum, bytes) = (String(entry.content.checksum, radix: 16), entry.content.bytes)
            text += "\(checksum) \(bytes) \(entry.group) \(entry.name)\n"
        }
        return Array(text.utf8)
    }

    init() {}

    /// Reads the list of Sextant's files from a folder. The result is `nil` if the folder has no valid list.
    init?(in folder: String) {
        // A link or a pipe with the name of the list is not opened.
        let descriptor = open("\(folder)/\(Self.fileName)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let bytes = FileContent.bytes(of: descriptor, limit: Self.maximumBytes) else { return nil }
        var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard !lines.isEmpty, lines.removeFirst() == Self.title else { return nil }
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 3)
            guard words.count == 4, let checksum = UInt64(words[0], radix: 16), let bytes = Int(words[1]) else {
                continue
            }
            let name = String(words[3])
            guard Self.isInside(name) else { continue }
            let content = FileContent(bytes: bytes, checksum: checksum)
            entries.append(Entry(content: content, group: String(words[2]), name: name))
        }
    }

    /// Returns whether a relative path stays inside its folder. Links are not followed.
    private static func isInside(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    }

    /// Returns whether the list contains a file with this name and content.
    func contains(_ name: String, _ content: FileContent) -> Bool {
        entries.contains { $0.name == name && $0.content == content }
    }

    /// Returns whether a file is unchanged since Sextant wrote it. The file is unchanged if the list in its folder
    /// contains the file's current content. For a missing file, the result is `true`.
    ///
    /// While another process replaces the file, the list contains both the old and the new content. If the replacement
    /// ends after the file was read and before the list is read, the list lacks the content that was read. In this
    /// case, the file is read again. The result is `false` only if two consecutive reads return the same content.
    static func isOwn(_ path: String, named name: String, in folder: String) -> Bool {
        var previous: FileContent?
        while let content = FileContent(path: path) {
            if OutputList(in: folder)?.contains(name, content) ?? false { return true }
            if content == previous { return false }
            previous = content
            usleep(pause)
        }
        return true
    }

    /// The time between two reads of the file, in microseconds.
    private static let pause: UInt32 = 20_000
}

/// The length and the checksum of a file.
struct FileContent: Hashable {
    let bytes: Int
    let checksum: UInt64

    init(bytes: Int, checksum: UInt64) { (self.bytes, self.checksum) = (bytes, checksum) }

    init(_ sum: PieceChecksum) { self.init(bytes: sum.count, checksum: sum.value) }

    /// Reads a regular file. The result is `nil` for a link or any other kind of file, or if the file cannot be read.
    /// O(*n*) in the number of bytes.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var sum = PieceChecksum()
        guard Self.read(descriptor, { sum.add($0) }) else { return nil }
        self.init(sum)
    }

    /// Returns the bytes of a regular file, or `nil` for any other kind of file and for a file longer than `limit`
    /// bytes.
    static func bytes(of descriptor: Int32, limit: Int) -> [UInt8]? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size <= limit else { return nil }
        var bytes: [UInt8] = []
        return read(descriptor) { bytes += $0 } ? bytes : nil
    }

    private static let pieceBytes = 1 << 18

    private static func read(_ descriptor: Int32, _ use: (UnsafeRawBufferPointer) -> Void) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, FileKind(mode: status.st_mode) == .regular else { return false }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 32)
        defer { buffer.deallocate() }
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 }
            use(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}
