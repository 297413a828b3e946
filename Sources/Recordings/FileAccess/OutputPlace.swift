import Foundation

/// The destination of an output path, which decides how it is written.
enum OutputPlace: Hashable {
    /// A regular file or an unused path, with links already followed. Written next to this path, then renamed.
    case file(String)
    /// A pipe or a character device, which is written directly.
    case stream(String)
    /// An open descriptor of this process.
    case descriptor(Int32)

    /// The number of links that the system follows.
    private static let mostLinks = 40

    /// Follows the links of an output path without opening anything.
    ///
    /// - Throws: ``FileFailure`` for a folder, a socket, a block device, and links in a circle.
    init(_ path: String) throws(FileFailure) {
        var place = path
        for _ in 0...Self.mostLinks {
            if let descriptor = OwnDescriptor.number(of: place) {
                var status = stat()
                guard fstat(descriptor, &status) == 0 else { throw FileFailure(path: path, code: errno) }
                if FileKind(mode: status.st_mode) == .folder { throw Self.refusal(path, .folder) }
                self = .descriptor(descriptor)
                return
            }
            // The text of a link in /proc is not always a path, so the system resolves it.
            let kind = FileKind(path: place)
            switch kind {
            case .pipe, .characterDevice:
                self = .stream(place)
                return
            case .folder, .blockDevice, .socket, .other:
                throw Self.refusal(path, kind ?? .other)
            case .regular, nil: break
            }
            guard let target = try Self.target(of: place, for: path) else {
                self = .file(place)
                return
            }
            place = target
        }
        throw FileFailure(path: path, code: ELOOP)
    }

    /// The target of a symbolic link; nil when the path is not a link.
    private static func target(of link: String, for path: String) throws(FileFailure) -> String? {
        var status = stat()
        guard lstat(link, &status) == 0 else {
            // Creating the file reports other missing parts of the path.
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
            ? FileFailure(path: path, code: EISDIR) : FileFailure(path: path, reason: "it is \(kind.words)")
    }
}

/// Paths that name an open descriptor of this process: `/dev/stdout`, `/dev/fd/63`.
public enum OwnDescriptor {
    /// The descriptor that a path names; nil for every other path. Does not follow links.
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
