import Foundation

/// Connects standard input and output with a socket, so that a running program, such as a Python session, answers samples
/// as a stream program does.
public enum SocketRelay {
    /// The subcommand of `sextant` that runs the relay.
    public static let subcommand = "connect"

    /// A socket that cannot be used.
    public struct Failure: Error, CustomStringConvertible {
        /// The path of the socket and the reason.
        public let description: String
    }

    /// Connects to a socket, sends words as its first line, and relays until standard input ends or the other side
    /// closes the socket.
    ///
    /// - Parameters:
    ///   - path: the path of a Unix socket.
    ///   - words: what the other side needs to know first, without tabs and line breaks.
    /// - Throws: ``Failure`` where the other side cannot be reached or closes the socket before standard input ends.
    public static func run(path: String, words: [String]) throws {
        let socket = try connected(path)
        defer { close(socket) }
        try write(Array((words.joined(separator: "\t") + "\n").utf8)[...], to: socket, path)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var isInputOpen = true
        while true {
            var descriptors = [
                pollfd(fd: isInputOpen ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&descriptors, 2, -1) > 0 else { continue }
            if descriptors[1].revents != 0 {
                let answer = read(from: socket, buffer)
                if answer.isEmpty {
                    guard isInputOpen else { return }
                    throw Failure(description: "\(path): the other side closed the socket")
                }
                try write(answer, to: STDOUT_FILENO, "standard output")
            }
            if descriptors[0].revents != 0 {
                let question = read(from: STDIN_FILENO, buffer)
                if question.isEmpty {
                    isInputOpen = false
                    shutdown(socket, Int32(SHUT_WR))
                } else {
                    try write(question, to: socket, path)
                }
            }
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
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            place.copyBytes(from: bytes)
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

    /// Reads what is there; nothing at the end.
    private static func read(from descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> ArraySlice<UInt8> {
        var count: Int
        repeat {
            count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        } while count < 0 && errno == EINTR
        return Array(buffer[..<max(count, 0)])[...]
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ name: String) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(description: "\(name): \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }
}
