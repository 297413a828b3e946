import Foundation

/// The destination of an output path, which determines how the output is written.
enum OutputDestination: Hashable {
    /// The path of a regular file that exists or will be created, after links are followed. A temporary file in the
    /// same folder is written and then renamed to this path.
    case file(String)
    /// A pipe or a character device, which is written directly.
    case stream(String)
    /// An open file descriptor of this process, such as standard output.
    case descriptor(Int32)

    /// The maximum number of links to follow, as in the system.
    private static let maximumLinks = 40

    /// Follows the links of an output path without opening anything.
    ///
    /// - Throws: ``FileFailure`` if the path leads to a folder, a socket or a block device, or links are circular.
    init(_ path: String) throws(FileFailure) {
        var current = path
        for _ in 0...Self.maximumLinks {
            if let descriptor = OwnDescriptor.number(of: current) {
                var status = stat()
                guard fstat(descriptor, &status) == 0 else { throw FileFailure(path: path, code: errno) }
                if FileKind(mode: status.st_mode) == .folder { throw Self.refusal(path, .folder) }
                self = .descriptor(descriptor)
                return
            }
            // The text of a link in /proc is not always a path. Therefore the system must resolve it.
            let kind = FileKind(path: current)
            switch kind {
            case .pipe, .characterDevice:
                self = .stream(current)
                return
            case .folder, .blockDevice, .socket, .other:
                throw Self.refusal(path, kind ?? .other)
            case .regular, nil: break
            }
            guard let target = try Self.target(of: current, for: path) else {
                self = .file(current)
                return
            }
            current = target
        }
        throw FileFailure(path: path, code: ELOOP)
    }

    /// Returns the target of a symbolic link, or `nil` if the path is not a link.
    private static func target(of link: String, for path: String) throws(FileFailure) -> String? {
        var status = stat()
        guard lstat(link, &status) == 0 else {
            // A missing path is not a link. If a folder of the path is missing, this is reported when the file is
            // created.
            if errno == ENOENT { return nil }
            throw FileFailure(path: path, code: errno)
        }
        guard status.st_mode & S_IFMT == S_IFLNK else { return nil }
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(link, &text, text.count)
        guard length >= 0 else { throw FileFailure(path: path, code: errno) }
        let target = String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        let folder = OutputFolder.parent(of: link)
        if target.hasPrefix("/") || folder.isEmpty { return target }
        return folder == "/" ? "/" + target : "\(folder)/\(target)"
    }

    private static func refusal(_ path: String, _ kind: FileKind) -> FileFailure {
        kind == .folder
            ? FileFailure(path: path, code: EISDIR) : FileFailure(path: path, reason: "this is \(kind.words)")
    }
}

/// Paths that name an open descriptor of this process: `/dev/stdout`, `/dev/fd/63`.
public enum OwnDescriptor {
    /// Returns the descriptor that a path names, or `nil` for any other path. Does not follow links.
    public static func number(of path: String) -> Int32? {
        switch path {
        case "/dev/stdin": return STDIN_FILENO
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default: break
        }
        for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }
}
