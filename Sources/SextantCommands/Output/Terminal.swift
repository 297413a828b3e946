import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output and standard error, and the terminal that they may be connected to.
enum Terminal {
    static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// Whether output is coloured: on a terminal, unless NO_COLOR is set (https://no-color.org).
    static let wantsColour = outputIsTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty

    /// The width of the terminal in columns; 80 in a pipe.
    static var width: Int {
        var size = winsize()
        guard outputIsTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Prints text to standard output.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full.
    static func print(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// Writes bytes to standard output.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full.
    static func write(_ bytes: [UInt8]) throws(OutputError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: bytes)
        } catch {
            throw OutputError(reason: error.localizedDescription)
        }
    }

    /// Writes bytes to standard output.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        var done = 0
        while done < bytes.count {
            let written = Foundation.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw OutputError(reason: String(cString: strerror(errno))) }
            done += written
        }
    }

    /// Prints to standard error; ignores failures, which cannot be reported.
    static func printError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
