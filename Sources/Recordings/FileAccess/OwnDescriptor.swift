import Foundation

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
