import Foundation

/// The bytes of a file or pipe, from first to last.
final class ByteSource {
    /// The path as it was given: what messages show.
    let name: String
    /// How many bytes a regular file has; nil for a pipe.
    let size: Int?
    private let descriptor: Int32
    private let isOwned: Bool
    private let fingerprint: Fingerprint?

    init(path: String, fingerprint: Fingerprint?) throws(InputError) {
        var descriptor: Int32
        repeat { descriptor = open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw InputError(opening: path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw InputError(opening: path, code: code)
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            close(descriptor)
            throw InputError(
                file: path,
                found: "a directory",
                expected: "a file",
                remedy: "give a file inside it, or a layout that reads folders"
            )
        }
        self.name = path
        self.size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
        self.descriptor = descriptor
        self.isOwned = true
        self.fingerprint = fingerprint
    }

    /// Reads from a descriptor that stays the caller's, standard input for example.
    init(descriptor: Int32, name: String, fingerprint: Fingerprint?) {
        self.name = name
        self.size = nil
        self.descriptor = descriptor
        self.isOwned = false
        self.fingerprint = fingerprint
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Fills the front of `buffer` with the next bytes. Returns how many; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        var count: Int
        repeat {
            count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        } while count < 0 && errno == EINTR
        guard count >= 0 else { throw InputError(opening: name, code: errno) }
        fingerprint?.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }

    /// The next bytes, at most so many.
    func head(bytes count: Int) throws(InputError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        return Array(buffer[..<(try read(into: buffer))])
    }

    /// The whole content, for small files such as metadata.
    static func contents(of path: String, fingerprint: Fingerprint?) throws(InputError) -> [UInt8] {
        try ByteSource(path: path, fingerprint: fingerprint).rest()
    }

    /// The whole content of a file that has at most `limit` bytes.
    static func contents(
        of path: String,
        fingerprint: Fingerprint? = nil,
        limit: Int,
        remedy: String
    ) throws(InputError) -> [UInt8] {
        try ByteSource(path: path, fingerprint: fingerprint).rest(limit: limit, remedy: remedy)
    }

    /// All bytes that are left, at most `limit`.
    func rest(limit: Int = .max, remedy: String = "") throws(InputError) -> [UInt8] {
        var content: [UInt8] = []
        if let size, size <= limit { content.reserveCapacity(size) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = try read(into: buffer)
            if count == 0 { return content }
            guard count <= limit - content.count, size ?? 0 <= limit else {
                throw InputError(
                    file: name,
                    found: "more than \(limit >> 20) MiB",
                    expected: "at most that",
                    remedy: remedy
                )
            }
            content.append(contentsOf: buffer[..<count])
        }
    }
}

extension InputError {
    /// The error for a system call on `path` that failed with `code`.
    init(opening path: String, code: Int32) {
        switch code {
        case ENOENT, ENOTDIR:
            self.init(file: path, found: "no such file", expected: "a file to read", remedy: "check the path")
        case EISDIR:
            self.init(file: path, found: "a directory", expected: "a file", remedy: "give a file inside it")
        case EACCES, EPERM:
            self.init(
                file: path,
                found: "no permission to read it",
                expected: "a readable file",
                remedy: "change its permissions, or run as a user who may read it",
                isEnvironment: true
            )
        default:
            self.init(
                file: path,
                found: "the system's error '\(String(cString: strerror(code)))'",
                expected: "a readable file",
                remedy: "check the disk and the path",
                isEnvironment: true
            )
        }
    }
}
