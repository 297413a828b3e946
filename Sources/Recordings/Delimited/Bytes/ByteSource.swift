import Foundation
import SensorModel

/// The bytes of a file or pipe, read from start to end.
final class ByteSource {
    /// The path that the caller passed, for messages.
    let name: String
    /// The number of bytes, or `nil` for a pipe whose length is not known in advance.
    let size: Int?
    private let descriptor: Int32
    private let isOwned: Bool
    private let fingerprint: Fingerprint?
    /// The stored bytes of a pipe or device, or `nil` if ``descriptor`` is read directly.
    private let spooled: SpooledInput?
    private var offset = 0

    /// A way to read a pipe or a device, whose bytes can be read from the system only once.
    enum Access {
        /// Reads the bytes once, as they arrive, without storing them. If an earlier ``repeatable`` access has stored
        /// the bytes, reads the stored bytes.
        case once
        /// Stores all bytes until the process ends, so that the input can be read repeatedly.
        case repeatable
        /// Reads the bytes that an earlier ``repeatable`` access has stored. Without stored bytes, a pipe or device is
        /// an error. Used for files in a recording's folder.
        case member
    }

    /// Opens a file or a pipe.
    ///
    /// - Throws: `InputError` if the path leads to a directory or a block device, or cannot be opened.
    init(path: String, fingerprint: Fingerprint?, access: Access = .once) throws(InputError) {
        self.name = path
        self.fingerprint = fingerprint
        var status = stat()
        guard stat(path, &status) == 0 else { throw InputError(opening: path, code: errno) }
        OutputGate.noteInput(status)
        switch FileKind(mode: status.st_mode) {
        case .regular: spooled = nil
        case .folder:
            throw InputError(
                file: path,
                message: "this is a directory, not a file",
                advice: "give a file in the directory, or choose a layout that reads folders"
            )
        case .blockDevice, .other: throw InputError(irregular: FileKind(mode: status.st_mode), path)
        case .pipe, .socket, .characterDevice:
            spooled = try SpooledInput.find(path, status, access)
            if let spooled {
                descriptor = spooled.descriptor
                isOwned = false
                size = spooled.size
                return
            }
        }
        descriptor = try Self.open(path)
        isOwned = true
        size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// Opens a file for reading and returns its descriptor, which the caller closes. Waits until a pipe has a writer.
    static func open(_ path: String) throws(InputError) -> Int32 {
        var descriptor: Int32
        repeat { descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
        // An inherited socket cannot be opened by its path.
        if descriptor < 0, errno == ENXIO, let own = OwnDescriptor.number(of: path) { descriptor = dup(own) }
        guard descriptor >= 0 else { throw InputError(opening: path, code: errno) }
        return descriptor
    }

    /// Creates a source for an open file descriptor that the caller owns, such as standard input.
    init(descriptor: Int32, name: String, fingerprint: Fingerprint?) {
        self.name = name
        self.size = nil
        self.descriptor = descriptor
        self.isOwned = false
        self.fingerprint = fingerprint
        self.spooled = nil
        OutputGate.noteInput(descriptor: descriptor)
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Reads the next bytes into the start of `buffer` and returns their number, or 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        var count: Int
        repeat {
            count =
                spooled == nil
                ? Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                : pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw InputError(opening: name, code: errno) }
        offset += count
        fingerprint?.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }

    /// Reads up to `count` bytes from the start of a file. The bytes of a pipe are stored, so that the pipe can be read
    /// again.
    static func head(of path: String, bytes count: Int) throws(InputError) -> [UInt8] {
        try ByteSource(path: path, fingerprint: nil, access: .repeatable).head(bytes: count)
    }

    /// Reads up to `count` bytes from the current position.
    func head(bytes count: Int) throws(InputError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try read(into: buffer))])
    }

    /// Reads the whole content of a file.
    ///
    /// - Throws: `InputError` if the file cannot be read or has more than `limit` bytes.
    static func contents(
        of path: String,
        fingerprint: Fingerprint? = nil,
        limit: Int = InputFile.maximumDescriptionBytes,
        advice: String = InputFile.advice,
        access: Access = .once
    ) throws(InputError) -> [UInt8] {
        try ByteSource(path: path, fingerprint: fingerprint, access: access).readAll(limit: limit, advice: advice)
    }

    /// Reads all remaining bytes.
    ///
    /// - Throws: `InputError` if more than `limit` bytes remain, or reading fails.
    func readAll(limit: Int, advice: String) throws(InputError) -> [UInt8] {
        var content: [UInt8] = []
        if let size, size <= limit { content.reserveCapacity(size) }
        try forEachPiece { piece throws(InputError) in
            guard piece.count <= limit - content.count, size ?? 0 <= limit else {
                throw InputError(longerThan: limit, name, advice: advice)
            }
            content.append(contentsOf: piece)
        }
        return content
    }

    /// Reads all remaining bytes in pieces, which are valid only during the call of the closure.
    func forEachPiece(
        _ body: (UnsafeMutableRawBufferPointer.SubSequence) throws(InputError) -> Void
    ) throws(InputError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try read(into: buffer), count > 0 { try body(buffer[..<count]) }
    }
}

extension InputError {
    /// Creates the error for a file with more than `limit` bytes.
    init(longerThan limit: Int, _ path: String, advice: String) {
        self.init(file: path, message: "the file exceeds \(limit >> 20) MiB", advice: advice)
    }

    /// Creates the error for a kind of file that cannot be read, such as a socket.
    init(irregular kind: FileKind, _ path: String) {
        self.init(file: path, message: "this is \(kind.words), not a file", advice: "copy the data to a regular file")
    }

    /// Creates the error for a system call on `path` that failed with the `errno` in `code`.
    init(opening path: String, code: Int32) {
        switch code {
        case ENOENT, ENOTDIR:
            self.init(file: path, message: "no such file")
        case EISDIR:
            self.init(file: path, message: "this is a directory, not a file", advice: "give a file in the directory")
        case EACCES, EPERM:
            self.init(
                file: path,
                message: "permission denied",
                advice: "change the permissions, or run as a user who may read the file",
                isEnvironment: true
            )
        default:
            let reason = String(cString: strerror(code))
            self.init(
                file: path,
                message: "cannot read the file: \(reason)",
                advice: "check the disk and the path",
                isEnvironment: true
            )
        }
    }
}
