public import Foundation

/// A file that is written in pieces.
///
/// A regular file appears either completely or not at all, even if its path is a symbolic link. Its content is written
/// to a temporary file in the same folder, which is renamed at the end. A pipe or a character device receives the bytes
/// immediately and is never replaced. Folders, sockets and block devices are rejected. ``OutputGate`` decides whether
/// an existing file may be replaced, and when files that belong together appear.
public final class OutputFile {
    /// The path that the caller passed, for messages.
    public let path: String
    private let destination: OutputDestination
    /// The temporary path of a regular file, or `nil` for a pipe or a device.
    private let temporary: String?
    private var descriptor: Int32?
    /// The checksum of the bytes written so far, or `nil` for a file outside the folders of ``OutputSet``s.
    private var sum: PieceChecksum?

    /// Opens a file for writing. If the file is a pipe, waits until a reader opens it.
    ///
    /// - Parameters:
    ///   - path: the path of the finished file.
    ///   - makesFolder: whether to create a missing folder.
    /// - Throws: ``FileFailure`` if the file cannot be created or opened, or must not be replaced.
    public convenience init(path: String, makesFolder: Bool = true) throws(FileFailure) {
        try self.init(path: path, destination: try OutputDestination(path), makesFolder: makesFolder)
    }

    init(path: String, destination: OutputDestination, makesFolder: Bool) throws(FileFailure) {
        self.path = path
        self.destination = destination
        switch destination {
        case .descriptor(let number):
            temporary = nil
            descriptor = try Self.checked(dup(number), path)
        case .stream(let stream):
            temporary = nil
            descriptor = try Self.checked(Self.open(stream, O_WRONLY | O_NOCTTY | O_CLOEXEC), path)
        case .file(let file):
            try OutputGate.check(file, for: path)
            if OutputGate.hasSet(for: file) { sum = PieceChecksum() }
            let folder = OutputFolder.parent(of: file)
            if makesFolder { try OutputFolder.make(folder) }
            (temporary, descriptor) = try OwnedName.create(beside: file, .file, for: path) { temporary in
                Self.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
            }
        }
    }

    deinit { abandon() }

    /// Returns whether bytes are written to their destination immediately and irrevocably.
    static func isStream(_ destination: OutputDestination) -> Bool {
        if case .file = destination { false } else { true }
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileFailure`` if writing fails. The incomplete regular file is removed.
    public func write(_ bytes: [UInt8]) throws(FileFailure) {
        let code = bytes.withUnsafeBytes(writeAll)
        if code != 0 { throw failure(code) }
    }

    /// Appends bytes from memory that the caller owns.
    ///
    /// - Throws: ``FileFailure`` if writing fails. The incomplete regular file is removed.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
        let code = writeAll(bytes)
        if code != 0 { throw failure(code) }
    }

    /// Flushes a regular file to disk and renames it to its final path, replacing an existing file.
    ///
    /// - Throws: ``FileFailure`` if the file cannot be completed. The incomplete regular file is removed.
    public func finish() throws(FileFailure) { try Self.finish([self]) }

    /// Completes several files together. No file is renamed before all files are on disk.
    ///
    /// - Throws: ``FileFailure`` if a file cannot be completed. No regular file is then created or changed, unless an
    ///   earlier file was already renamed.
    public static func finish(_ files: [OutputFile]) throws(FileFailure) {
        let temporaries = files.compactMap(\.temporary)
        do throws(FileFailure) {
            for file in files {
                try file.flush()
                // The command may have read this file since the output was opened.
                if case .file(let destination) = file.destination { try OutputGate.check(destination, for: file.path) }
            }
            let single = files.filter { !$0.isKept() }
            guard !single.isEmpty else { return }
            try UnfinishedFiles.finish(single.compactMap(\.temporary)) { () throws(FileFailure) in
                for file in single { try file.rename() }
            }
        } catch {
            for temporary in temporaries { UnfinishedFiles.remove(temporary) }
            throw error
        }
    }

    private func flush() throws(FileFailure) {
        guard let descriptor else { preconditionFailure("a file must be finished only once") }
        if temporary != nil, fsync(descriptor) != 0 { throw failure(errno) }
        self.descriptor = nil
        if close(descriptor) != 0 { throw FileFailure(path: path, code: errno) }
    }

    /// Hands the finished file over to the ``OutputSet`` of its folder, which renames the file later. Returns `false`
    /// if the folder has no ``OutputSet``.
    private func isKept() -> Bool {
        guard let temporary, let sum, case .file(let file) = destination else { return false }
        let content = FileContent(sum)
        return OutputGate.keep(OutputSet.File(temporary: temporary, path: file, named: path, content: content))
    }

    /// Renames the temporary file. Call this method only while signals are blocked.
    private func rename() throws(FileFailure) {
        guard let temporary, case .file(let file) = destination else { return }
        if Foundation.rename(temporary, file) != 0 { throw FileFailure(path: path, code: errno) }
    }

    /// Writes all bytes. Returns the system's error code, or 0.
    private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let descriptor else { preconditionFailure("a finished file cannot be written") }
        sum?.add(bytes)
        return Self.writeBytes(bytes, to: descriptor)
    }

    /// Writes all bytes to a descriptor. Returns the system's error code, or 0.
    static func writeBytes(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var done = 0
        while done < bytes.count {
            let written = Foundation.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if written >= 0 {
                done += written
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private func failure(_ code: Int32) -> FileFailure {
        abandon()
        return FileFailure(path: path, code: code)
    }

    private func abandon() {
        guard let descriptor else { return }
        close(descriptor)
        temporary.map(UnfinishedFiles.remove)
        self.descriptor = nil
    }

    private static func open(_ path: String, _ flags: Int32) -> Int32 {
        var descriptor: Int32
        repeat { descriptor = Foundation.open(path, flags, 0o666) } while descriptor < 0 && errno == EINTR
        return descriptor
    }

    private static func checked(_ descriptor: Int32, _ path: String) throws(FileFailure) -> Int32 {
        guard descriptor >= 0 else { throw FileFailure(path: path, code: errno) }
        return descriptor
    }
}

extension OutputFile {
    /// Writes several files together.
    ///
    /// Regular files are renamed after all of them are on disk. Pipes and devices receive their bytes just before the
    /// renames. Missing folders are created.
    ///
    /// - Throws: ``FileFailure`` if a file cannot be written. If this happens before the first rename, no regular file
    ///   is created or changed. Files that were renamed before the failure remain.
    public static func save(_ files: [(path: String, content: [UInt8])]) throws(FileFailure) {
        var destinations: [OutputDestination] = []
        for file in files { destinations.append(try OutputDestination(file.path)) }
        var written: [OutputFile] = []
        for isStream in [false, true] {
            for (file, destination) in zip(files, destinations) where OutputFile.isStream(destination) == isStream {
                let output = try OutputFile(path: file.path, destination: destination, makesFolder: true)
                try output.write(file.content)
                written.append(output)
            }
        }
        try OutputFile.finish(written)
    }
}

/// An error for a file that cannot be written.
public struct FileFailure: Error, Sendable, Hashable {
    /// The path that the caller passed.
    public var path: String
    /// The cause, such as the system's "Permission denied".
    public var reason: String
    /// A Boolean value that indicates whether ``OutputGate`` refused to replace the file. If `false`, the operating
    /// system could not write the file.
    public var isRefusal = false

    /// Creates the error from a path and a cause as text.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Creates the error from a path and the `errno` of a failed system call.
    public init(path: String, code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }

    /// Creates the error for a file or folder that must not be replaced.
    ///
    /// - Parameters:
    ///   - path: the path of the file or folder.
    ///   - refusal: the problem and its solution, for the message.
    public init(path: String, refusal: String) {
        self.init(path: path, reason: refusal)
        isRefusal = true
    }

    /// Creates the error for a file that was changed after Sextant wrote it.
    init(changed path: String) {
        let refusal = "the file was changed after Sextant wrote it; move the file, or replace the file with --replace"
        self.init(path: path, refusal: refusal)
    }
}

/// The kind of a file, after symbolic links are followed.
public enum FileKind: Sendable, Hashable {
    /// A regular file.
    case regular
    /// A directory.
    case folder
    /// A FIFO, such as a process substitution of a shell.
    case pipe
    /// A character device, such as a terminal or `/dev/null`.
    case characterDevice
    /// A block device.
    case blockDevice
    /// A socket.
    case socket
    /// Any other kind.
    case other

    /// Determines the kind of file at a path without opening it. The result is `nil` if the path does not exist or
    /// cannot be examined.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// Determines the kind from a file's status.
    ///
    /// - Parameter mode: the value of `st_mode`, whose integer type differs between systems.
    public init(mode: some BinaryInteger) {
        switch mode_t(truncatingIfNeeded: mode) & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .folder
        case S_IFIFO: self = .pipe
        case S_IFCHR: self = .characterDevice
        case S_IFBLK: self = .blockDevice
        case S_IFSOCK: self = .socket
        default: self = .other
        }
    }

    /// The kind with an article, for messages.
    public var words: String {
        switch self {
        case .regular: "a file"
        case .folder: "a directory"
        case .pipe: "a pipe"
        case .characterDevice: "a character device"
        case .blockDevice: "a block device"
        case .socket: "a socket"
        case .other: "of unknown type"
        }
    }
}

/// Functions that check and create folders for output files.
public enum OutputFolder {
    /// Checks that files can be written to a folder or, if the folder does not exist, to its nearest existing parent.
    /// Changes nothing.
    ///
    /// - Throws: ``FileFailure`` if the path is not a folder or is not writable.
    public static func check(_ path: String) throws(FileFailure) {
        var existing = path
        while !existing.isEmpty, FileKind(path: existing) == nil { existing = parent(of: existing) }
        if existing.isEmpty { existing = "." }
        guard FileKind(path: existing) == .folder else {
            let kind = FileKind(path: existing) ?? .other
            throw FileFailure(path: path, reason: "\(existing) is \(kind.words)")
        }
        guard access(existing, W_OK) == 0 else { throw FileFailure(path: path, code: errno) }
    }

    /// Creates a folder and its missing parents. If a signal ends the process, new folders that are still empty are
    /// removed.
    ///
    /// - Throws: ``FileFailure`` if a folder cannot be created.
    public static func make(_ path: String) throws(FileFailure) {
        guard !path.isEmpty, path != "/", FileKind(path: path) != .folder else { return }
        try make(parent(of: path))
        try UnfinishedFiles.create(path, .emptyFolder) { () throws(FileFailure) in
            // Another task or process may create the folder at the same time.
            guard mkdir(path, 0o777) != 0, FileKind(path: path) != .folder else { return }
            throw FileFailure(path: path, code: errno)
        }
    }

    /// Returns the path of the folder that contains a path; empty if the path contains no slash.
    public static func parent(of path: String) -> String {
        guard let slash = path.dropLast().lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// A temporary file that other code, such as SQLite, writes by its path. ``finish()`` renames the file. Without this
/// call, the file is removed.
public final class ScratchFile {
    /// The temporary path.
    public let path: String
    private let target: String
    private let others: [String]
    /// A descriptor for reading and writing the file. This object closes the descriptor.
    public let descriptor: Int32

    /// Creates an empty file in the folder of a path.
    ///
    /// - Parameters:
    ///   - target: the path of the finished file.
    ///   - suffixes: the suffixes of additional files next to the temporary file, such as SQLite's `-journal`. These
    ///     files are removed together with the temporary file.
    ///   - followsLinks: whether to follow a symbolic link at `target`. Otherwise, a link is an error.
    /// - Throws: ``FileFailure`` if the file cannot be created. A pipe or a device is also an error, because it cannot
    ///   be renamed.
    public init(for target: String, suffixes: [String] = [], followsLinks: Bool = true) throws(FileFailure) {
        var status = stat()
        if !followsLinks, lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
            throw FileFailure(path: target, reason: "\(target) is a symbolic link")
        }
        guard case .file(let file) = try OutputDestination(target) else {
            throw FileFailure(path: target, reason: "this is \((FileKind(path: target) ?? .other).words)")
        }
        self.target = file
        (path, descriptor) = try OwnedName.create(beside: file, .file, for: target) { path in
            open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        var others: [String] = []
        for suffix in suffixes {
            UnfinishedFiles.create(path + suffix, .file) {}
            others.append(path + suffix)
        }
        self.others = others
    }

    deinit {
        for path in [path] + others { UnfinishedFiles.remove(path) }
        close(descriptor)
    }

    /// Renames the file to its final path, replacing an existing file.
    ///
    /// - Throws: ``FileFailure`` if the rename fails. The temporary file is then removed.
    public func finish() throws(FileFailure) {
        try UnfinishedFiles.finish([path]) { () throws(FileFailure) in
            if rename(path, target) != 0 { throw FileFailure(path: target, code: errno) }
        }
    }
}

/// A temporary folder for files that other code reads by path.
///
/// The folder is removed when this object is released, and when a signal ends the process. If the process is killed,
/// the next process that creates such a folder removes it.
public final class TemporaryTree: Sendable {
    /// The location of the folder.
    public let url: URL
    private let descriptor: Int32

    /// Creates an empty folder among the system's temporary files. Only the current user can read it.
    ///
    /// - Throws: ``FileFailure`` if the folder cannot be created.
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

    /// Creates a file for writing, and its missing parent folders. The caller closes the descriptor.
    ///
    /// - Throws: ``FileFailure`` if the file exists already or cannot be created.
    public func create(_ name: String) throws(FileFailure) -> Int32 {
        let file = url.appendingPathComponent(name)
        // While a folder is being removed, the lock prevents new files in it.
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
