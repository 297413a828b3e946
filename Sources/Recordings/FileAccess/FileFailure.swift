import Foundation

/// The error for a file that cannot be written.
public struct FileFailure: Error, Sendable, Hashable {
    /// The path as the caller passed it.
    public var path: String
    /// The cause in words, such as the system's "Permission denied".
    public var reason: String
    /// Whether ``OutputGate`` refuses to replace the file. Otherwise the system cannot write it.
    public var isRefusal = false

    /// Creates the error from a path and a cause in words.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Creates the error from a path and the `errno` of a failed system call.
    public init(path: String, code: Int32) {
        self.init(path: path, reason: String(cString: strerror(code)))
    }

    /// Creates the error for a file or folder that must not be replaced.
    ///
    /// - Parameter refusal: what is wrong and what to do, in words.
    public init(path: String, refusal: String) {
        self.init(path: path, reason: refusal)
        isRefusal = true
    }
}
