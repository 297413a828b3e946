import Foundation

/// A file that cannot be written, and why.
public struct FileFailure: Error, Sendable, Hashable {
    public var path: String
    /// In words, such as the system's "Permission denied".
    public var reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The failure of a system call on a path.
    public init(path: String, code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }
}
