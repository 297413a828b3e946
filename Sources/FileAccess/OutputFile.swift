import Foundation

/// A file that is written piece by piece.
///
/// A regular file, also behind a symbolic link, appears whole or not at all: it is written beside its place and renamed
/// when it is finished. A pipe or a character device gets the bytes as they come, and is never replaced. A folder, a
/// socket and a block device are refused.
public final class OutputFile {
    /// The path as it was given: what messages show.
    public let path: String
    private let place: OutputPlace
    /// Where a regular file is until it is finished.
    private let temporary: String?
    private var descriptor: Int32?

    /// Begins a file. Waits where it is a pipe that nobody reads yet.
    ///
    /// - Parameters:
    ///   - path: where the file will be.
    ///   - makesFolder: whether a missing folder is made.
    /// - Throws: ``FileFailure``.
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
            let folder = OutputFolder.parent(of: file)
            if makesFolder { try OutputFolder.make(folder) }
            (temporary, descriptor) = try OwnedName.create(beside: file, .file, for: path) { temporary in
                Self.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
            }
        }
    }

    deinit { abandon() }

    /// Whether the file is written as it comes, and cannot be taken back.
    static func isStream(_ place: OutputPlace) -> Bool { if case .file = place { false } else { true } }

    /// Appends bytes.
    ///
    /// - Throws: ``FileFailure``; nothing is left of a regular file then.
    public func write(_ bytes: [UInt8]) throws(FileFailure) {
        let code = bytes.withUnsafeBytes(writeAll)
        if code != 0 { throw failure(code) }
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FileFailure``; nothing is left of a regular file then.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileFailure) {
        let code = writeAll(bytes)
        if code != 0 { throw failure(code) }
    }

    /// Brings a regular file to the disk and gives it its name; a file that was there is replaced.
    ///
    /// - Throws: ``FileFailure``; nothing is left of a regular file then.
    public func finish() throws(FileFailure) { try Self.finish([self]) }

    /// Finishes several files together: they get their names when the last one is on the disk.
    ///
    /// - Throws: ``FileFailure``. No regular file is new or changed then, unless giving the names was what failed.
    public static func finish(_ files: [OutputFile]) throws(FileFailure) {
        let temporaries = files.compactMap(\.temporary)
        do throws(FileFailure) {
            for file in files { try file.flush() }
            try UnfinishedFiles.finish(temporaries) { () throws(FileFailure) in
                for file in files { try file.rename() }
            }
        } catch {
            for temporary in temporaries { UnfinishedFiles.remove(temporary) }
            throw error
        }
    }

    private func flush() throws(FileFailure) {
        guard let descriptor else { preconditionFailure("a file is finished once") }
        if temporary != nil, fsync(descriptor) != 0 { throw failure(errno) }
        self.descriptor = nil
        if close(descriptor) != 0 { throw FileFailure(path: path, code: errno) }
    }

    /// Only while a signal waits.
    private func rename() throws(FileFailure) {
        guard let temporary, case .file(let file) = place else { return }
        if Foundation.rename(temporary, file) != 0 { throw FileFailure(path: path, code: errno) }
    }

    /// The code of the system's error, or 0.
    private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let descriptor else { preconditionFailure("nothing can be added to a finished file") }
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
