import Foundation

/// The list of the files that Sextant wrote into a folder, in the hidden file `.sextant-files` of the folder.
///
/// After a title line, each line has the checksum, the length, the set and the name of a file:
///
///     9f86d081884c7d65 5120 results/1f0c report.md
///
/// A file with a different length or checksum was changed later, and is no longer Sextant's own.
struct OutputList {
    /// A file in the list.
    struct Entry: Hashable {
        let checksum: UInt64
        let bytes: Int
        /// The family of the files, a slash, and the results to which they belong.
        let group: String
        /// The path of the file, relative to the folder.
        let name: String

        var family: Substring { group.prefix { $0 != "/" } }
    }

    static let fileName = ".sextant-files"
    private static let title = "# The files that Sextant wrote here. It replaces them and no others."
    private static let maximumBytes = 1 << 26

    var entries: [Entry] = []

    /// The content of the file.
    var text: [UInt8] {
        var text = Self.title + "\n"
        for entry in entries {
            text += "\(String(entry.checksum, radix: 16)) \(entry.bytes) \(entry.group) \(entry.name)\n"
        }
        return Array(text.utf8)
    }

    init() {}

    /// Reads the list of a folder. The result is `nil` if it is missing or is not such a list.
    init?(in folder: String) {
        // If the list is a link or a pipe, it is not opened.
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
            entries.append(Entry(checksum: checksum, bytes: bytes, group: String(words[2]), name: name))
        }
    }

    /// Returns whether a relative path stays in its folder, without regard to links.
    private static func isInside(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    }

    /// Returns whether the list contains the file with its present content.
    func contains(_ name: String, _ content: FileContent) -> Bool {
        entries.contains { $0.name == name && $0.bytes == content.bytes && $0.checksum == content.checksum }
    }

    /// Returns whether the list of a folder contains a file with its present content, or the file does not exist.
    ///
    /// Another process may replace the file and the list between reading one and the other. During the replacement, the
    /// list contains both the older and the newer file. Two equal readings of the file are therefore conclusive.
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

    /// The time between two readings of the file, in microseconds.
    private static let pause: UInt32 = 20_000
}

/// The length and the checksum of a file.
struct FileContent: Hashable {
    let bytes: Int
    let checksum: UInt64

    init(bytes: Int, checksum: UInt64) { (self.bytes, self.checksum) = (bytes, checksum) }

    init(_ sum: PieceChecksum) { self.init(bytes: sum.count, checksum: sum.value) }

    /// Reads a regular file. The result is `nil` for any other kind, for a link, and for a file that cannot be read.
    /// O(*n*) in the bytes.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var sum = PieceChecksum()
        guard Self.read(descriptor, { sum.add($0) }) else { return nil }
        self.init(sum)
    }

    /// Returns the bytes of a regular file, or `nil` for any other kind and for a file that exceeds the limit.
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
