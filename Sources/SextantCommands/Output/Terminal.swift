import Foundation
import SensorModel

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

    /// Prints text for people to standard output, without control characters and commands of build servers.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full.
    static func print(_ text: String) throws(OutputError) {
        try put(Array(OutsideText.lines(text, keepsColour: wantsColour).utf8))
    }

    /// Prints JSON to standard output. Control characters and commands of build servers in its strings have escapes.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full.
    static func print(json: some Sequence<UInt8>) throws(OutputError) {
        try put(OutsideText.json(Array(json)))
    }

    /// Writes data, such as rows of CSV, to standard output, as the function with a buffer does.
    ///
    /// - Throws: ``OutputError``.
    static func write(_ bytes: [UInt8]) throws(OutputError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(OutputError) in try write(bytes) }
        }
        try result.get()
    }

    /// Writes data, such as rows of CSV, to standard output: unchanged to a file or a pipe, and without control characters
    /// to a terminal.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full, and for a line that is a command in the log of a
    ///   build server.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        if outputIsTerminal {
            return try put(Array(OutsideText.lines(String(decoding: bytes, as: UTF8.self)).utf8))
        }
        if outputIsLog, OutsideText.hasCommand(bytes.bindMemory(to: UInt8.self)) {
            var error = OutputError(reason: "found a row that GitHub Actions would run as a command")
            error.remedy = "write to a file with --output, or redirect to one"
            throw error
        }
        try put(bytes)
    }

    /// Whether standard output may be the log of a job of GitHub Actions, which runs commands in it.
    private static let outputIsLog: Bool = {
        var status = stat()
        let isFile = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return !isFile && !ProcessInfo.processInfo.environment["GITHUB_ACTIONS", default: ""].isEmpty
    }()

    private static func put(_ bytes: [UInt8]) throws(OutputError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(OutputError) in try put(bytes) }
        }
        try result.get()
    }

    private static func put(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        var done = 0
        while done < bytes.count {
            let written = Foundation.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw OutputError(reason: String(cString: strerror(errno))) }
            done += written
        }
    }

    /// Prints to standard error, without control characters and commands of build servers. Ignores failures, which cannot
    /// be reported.
    static func printError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(OutsideText.lines(text).utf8))
    }

    /// Replaces the current line of the terminal on standard error.
    static func redrawError(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[2K\(line.withoutControlCharacters)".utf8))
    }
}
