import Foundation

/// The kind of file at a path, after following symbolic links.
public enum FileKind: Sendable, Hashable {
    /// A regular file.
    case regular
    /// A directory.
    case folder
    /// A FIFO or a shell's process substitution.
    case pipe
    /// A character device, such as a terminal or `/dev/null`.
    case characterDevice
    /// A block device.
    case blockDevice
    /// A socket.
    case socket
    /// Any other kind.
    case other

    /// Looks up the kind of a path without opening it; nil when the path does not exist or cannot be examined.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// Reads the kind from a file's status.
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

    /// The kind in words with an article, for messages.
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
