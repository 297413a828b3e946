import CChildProcess
import Foundation

/// Connects standard input and output of this process to a running program, such as a Python session. That program can
/// then answer samples like a program in stream mode.
///
/// The running program receives both file descriptors through a Unix socket, and then reads and writes directly.
public enum SocketRelay {
    /// The subcommand of `sextant` that runs the relay.
    public static let subcommand = "connect"

    /// The error that is thrown if a socket cannot be used.
    public struct Failure: Error, CustomStringConvertible {
        /// The path of the socket, and the reason for the failure.
        public let description: String
    }

    /// Connects to a socket, passes standard input and output to the other program, and waits until that program ends.
    /// A line of words is sent together with the two file descriptors.
    ///
    /// - Parameters:
    ///   - path: path of the Unix socket.
    ///   - words: words of the line, without tabs and line breaks.
    /// - Throws: ``Failure`` if the other program cannot be reached, or if it closes the socket without first sending a
    ///   byte.
    public static func run(path: String, words: [String]) throws {
        let socket = try connected(path)
        defer { close(socket) }
        let line = Array((words.joined(separator: "\t") + "\n").utf8)
        let written = child_process_pass(socket, line, line.count, [STDIN_FILENO, STDOUT_FILENO])
        guard written == line.count else {
            let reason = written < 0 ? String(cString: strerror(Int32(-written))) : "the words are too long"
            throw Failure(description: "\(path): \(reason)")
        }
        // From here on, only the other program uses the file descriptors.
        close(STDIN_FILENO)
        close(STDOUT_FILENO)
        var end: UInt8 = 0
        var count: Int
        repeat {
            count = read(socket, &end, 1)
        } while count < 0 && errno == EINTR
        guard count == 1 else {
            throw Failure(description: "\(path): the other program closed the socket without confirming its end")
        }
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif

    private static func connected(_ path: String) throws -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            guard bytes.count < buffer.count else { return false }
            buffer.copyBytes(from: bytes)
            return true
        }
        guard isShort else { throw Failure(description: "\(path): the path is too long for a socket") }
        let socket = Foundation.socket(AF_UNIX, stream, 0)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard socket >= 0, code == 0 else { throw Failure(description: "\(path): \(String(cString: strerror(errno)))") }
        return socket
    }
}
