import Foundation

/// The error for a file that cannot be written.
public struct FileFailure: Error, Sendable, Hashable {
    /// The path as the caller passed it.
    public var path: String
    /// The cause in words, such as the system's "Permission denied".
    public var reason: String

    /// Creates the error from a path and a cause in words.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Creates the error from a path and the `errno` of a failed system call.
    public init(path: String, code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }
}
