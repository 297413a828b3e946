import Foundation

/// What a path leads to, symbolic links followed.
public enum FileKind: Sendable, Hashable {
    case regular
    case folder
    /// A FIFO, or a shell's process substitution.
    case pipe
    case characterDevice
    case blockDevice
    case socket
    case other

    /// The kind of what is at a path; nil where nothing is, or nothing can be looked at. Never opens it.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// The kind that a status' mode tells.
    ///
    /// - Parameter mode: `st_mode`, whose integer type differs between systems.
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

    /// The kind in words, with its article.
    public var words: String {
        switch self {
        case .regular: "a file"
        case .folder: "a directory"
        case .pipe: "a pipe"
        case .characterDevice: "a character device"
        case .blockDevice: "a block device"
        case .socket: "a socket"
        case .other: "no file"
        }
    }
}
