import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the command line's two streams are connected to.
enum Terminal {
    static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// Colour on a terminal, unless the user asks for none (https://no-color.org).
    static let wantsColour = outputIsTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty

    /// Columns of the terminal; 80 in a pipe.
    static var width: Int {
        var size = winsize()
        guard outputIsTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// - Throws: ``OutputError`` when standard output takes nothing.
    static func print(_ text: String) throws(OutputError) {
        try write(Array(text.utf8))
    }

    /// - Throws: ``OutputError`` when standard output takes nothing.
    static func write(_ bytes: [UInt8]) throws(OutputError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: bytes)
        } catch {
            throw OutputError(reason: error.localizedDescription)
        }
    }

    /// - Throws: ``OutputError`` when standard output takes nothing.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        var done = 0
        while done < bytes.count {
            let written = Foundation.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw OutputError(reason: String(cString: strerror(errno))) }
            done += written
        }
    }

    /// Where not even standard error takes anything, nobody can be told.
    static func printError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
