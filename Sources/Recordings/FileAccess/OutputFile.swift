import Foundation

/// A file that is written in pieces.
///
/// A regular file appears complete or not at all, also through a symbolic link. Its content goes to a temporary file in
/// the same folder, which is renamed at the end. A pipe or a character device receives the bytes immediately and is
/// never replaced. Folders, sockets and block devices are refused. ``OutputGate`` decides whether an existing file may be
/// replaced, and when the files of a set appear.
public final class OutputFile {
    /// The path as the caller passed it, for messages.
    public let path: String
    private let place: OutputPlace
    /// The temporary path of a regular file until it is finished.
    private let temporary: String?
    private var descriptor: Int32?
    /// The checksum of the bytes so far; nil for a file that belongs to no set.
    private var sum: PieceChecksum?

    /// Opens a file for writing. Blocks on a pipe until a reader opens it.
    ///
    /// - Parameters:
    ///   - path: path of the finished file.
    ///   - makesFolder: whether to create a missing folder.
    /// - Throws: ``FileFailure`` when the file cannot be created or opened, or must not be replaced.
    public convenience init(path: String, makesFolder: Bool = true) throws(FileFailure) {
        try self.init(path: path, place: try OutputPlace(path), makesFolder: makesFolder)
    }

    init(path: String, place: OutputPlace, makesFolder: Bool) throws(FileFailure) {
        self.path = path
        self.place = place
        switch place {
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

    /// Whether bytes go directly to their destination and cannot be withdrawn.
    static func isStream(_ place: OutputPlace) -> Bool { if case .file = place { false } else { true } }

    /// Appends bytes.
    ///
    /// - Throws: ``FileFailure``. An incomplete regular file is removed.
    public func write(_ bytes: [UInt8]) throws(FileFailure) {
        let code = bytes.withUnsafeBytes(writeAll)
        if code != 0 { throw failure(code) }
    }

    /// Appends bytes from memory that the caller owns.
    ///
    /// - Throws: ``FileFailure``. An incomplete regular file is removed.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
        let code = writeAll(bytes)
        if code != 0 { throw failure(code) }
    }

    /// Flushes a regular file to disk and renames it to its final path, replacing an existing file.
    ///
    /// - Throws: ``FileFailure``. An incomplete regular file is removed.
    public func finish() throws(FileFailure) { try Self.finish([self]) }

    /// Finishes several files together: no file is renamed before all of them are on disk.
    ///
    /// - Throws: ``FileFailure``. No regular file is created or changed, unless a rename itself failed.
    public static func finish(_ files: [OutputFile]) throws(FileFailure) {
        let temporaries = files.compactMap(\.temporary)
        do throws(FileFailure) {
            for file in files {
                try file.flush()
                // The command may have read the file in the meantime.
                if case .file(let place) = file.place { try OutputGate.check(place, for: file.path) }
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

    /// Leaves the file to its set; returns false if it belongs to none.
    private func isKept() -> Bool {
        guard let temporary, let sum, case .file(let file) = place else { return false }
        let content = FileContent(sum)
        return OutputGate.keep(OutputSet.File(temporary: temporary, path: file, named: path, content: content))
    }

    /// Renames the temporary file. Only called while signals are blocked.
    private func rename() throws(FileFailure) {
        guard let temporary, case .file(let file) = place else { return }
        if Foundation.rename(temporary, file) != 0 { throw FileFailure(path: path, code: errno) }
    }

    /// Writes all bytes; returns the system's error code, or 0.
    private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let descriptor else { preconditionFailure("a finished file cannot be written") }
        sum?.add(bytes)
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
    /// Writes all files, or none.
    ///
    /// Regular files are renamed after the last one is on disk. Pipes and devices receive their bytes just before.
    /// Missing folders are created.
    ///
    /// - Throws: ``FileFailure``. No regular file is created or changed, unless a rename itself failed.
    public static func save(_ files: [(path: String, content: [UInt8])]) throws(FileFailure) {
        var places: [OutputPlace] = []
        for file in files { places.append(try OutputPlace(file.path)) }
        var written: [OutputFile] = []
        for isStream in [false, true] {
            for (file, place) in zip(files, places) where OutputFile.isStream(place) == isStream {
                let output = try OutputFile(path: file.path, place: place, makesFolder: true)
                try output.write(file.content)
                written.append(output)
            }
        }
        try OutputFile.finish(written)
    }
}
