import Foundation
import Recordings
import SensorModel

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output, standard error, and the terminal that they may be connected to.
enum Terminal {
    static let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// A Boolean value that indicates whether output is coloured: on a terminal, unless NO_COLOR is set
    /// (https://no-color.org).
    static let wantsColour = outputIsTerminal && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty

    /// The width of the terminal in columns, or 80 in a pipe.
    static var width: Int {
        var size = winsize()
        guard outputIsTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Prints text for people to standard output. Control characters are escaped, and so are lines that a build server
    /// would run as commands.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full.
    static func print(_ text: String) throws(OutputError) {
        try put(Array(OutsideText.lines(text, keepsColour: wantsColour).utf8))
    }

    /// Prints JSON to standard output. Control characters in strings, and texts that a build server would obey, are
    /// escaped.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full.
    static func print(json: some Sequence<UInt8>) throws(OutputError) {
        try put(OutsideText.json(Array(json)))
    }

    /// Writes data, such as rows of CSV, to standard output.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full, or if GitHub Actions would run a line as a
    ///   command.
    static func write(_ bytes: [UInt8]) throws(OutputError) {
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(OutputError) in try write(bytes) }
        }
        try result.get()
    }

    /// Writes data, such as rows of CSV, to standard output. On a terminal, control characters are escaped; in a file
    /// or a pipe, the data are unchanged.
    ///
    /// - Throws: ``OutputError`` if standard output is closed or full, or if GitHub Actions would run a line as a
    ///   command.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        if outputIsTerminal {
            return try put(Array(OutsideText.lines(String(decoding: bytes, as: UTF8.self)).utf8))
        }
        if outputIsLog, OutsideText.hasCommand(bytes.bindMemory(to: UInt8.self)) {
            throw OutputError(
                reason: "GitHub Actions would run a row as a command",
                remedy: "write to a file with --output, or redirect the output to a file"
            )
        }
        try put(bytes)
    }

    /// A Boolean value that indicates whether standard output may be the log of a GitHub Actions job. GitHub Actions
    /// executes commands in the log.
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

    /// Prints text to standard error. Control characters and commands to build servers are escaped. Failures are
    /// ignored, because they cannot be reported.
    static func printError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(OutsideText.lines(text).utf8))
    }

    /// Replaces the current line of the terminal on standard error.
    static func redrawError(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[2K\(line.withoutControlCharacters)".utf8))
    }
}

/// A progress line on standard error that is redrawn in place. A pipe receives no progress line.
struct ProgressLine {
    let isShown: Bool
    private let start = ContinuousClock.now

    init(isQuiet: Bool) {
        isShown = Terminal.errorIsTerminal && !isQuiet
    }

    /// Shows the number of finished items and the estimated remaining time.
    ///
    /// - Parameters:
    ///   - done: The number of finished items, at least 1.
    ///   - total: The number of all items.
    ///   - noun: The noun for the items.
    ///   - name: The name of the last finished item.
    func update(done: Int, of total: Int, _ noun: String, name: String = "") {
        let left = start.duration(to: .now) / done * (total - done)
        let time = done < total ? ", about \(left.components.seconds) s left" : ""
        show("\(done)/\(total) \(noun)\(time)  \(name.suffix(40))")
    }

    /// Clears the line.
    func end() {
        show("")
    }

    /// Replaces the line.
    func show(_ text: String) {
        if isShown { Terminal.redrawError(text) }
    }
}

/// A failure to write to standard output or to a file. Examples are a closed pipe, a full disk, and a path that is not
/// a file.
struct OutputError: Error, CustomStringConvertible {
    /// The cause of the failure, such as the operating system's error message.
    let reason: String
    /// The path of the file, or `nil` for standard output.
    var file: String?
    /// A Boolean value that indicates whether Sextant refuses to replace an existing file. If it is `true`, `reason`
    /// contains a remedy.
    var isRefusal = false
    /// A remedy that replaces the default advice about the path and the disk; `nil` to use the default advice.
    var remedy: String?

    var description: String {
        if let file, isRefusal { return "\(file): \(reason)" }
        if let remedy { return "\(file ?? "standard output"): \(reason); \(remedy)" }
        if let file {
            return "cannot write \(file): \(reason); choose another path, or free disk space"
        }
        return "cannot write to standard output: \(reason); check the disk, or the command that reads the pipe"
    }
}

/// The folder of a written recording. All files appear together at the end; after Ctrl-C, no file exists.
enum WrittenFolder {
    /// Checks that a folder may receive a recording. The folder may contain an older recording by Sextant with the same
    /// streams, but no other files.
    ///
    /// - Throws: `UsageError` with the names of stream files that would remain next to the new recording; `FileFailure`
    ///   for files that Sextant did not write.
    private static func check(_ path: String, receives names: [String]) throws {
        let known = StreamKind.allCases.map { $0.rawValue + ".csv" }
        let strange = known.filter { name in
            !names.contains(name) && FileManager.default.fileExists(atPath: "\(path)/\(name)")
        }
        guard strange.isEmpty else {
            throw UsageError(
                "--output \(path): files of another recording would remain in the folder: "
                    + "\(strange.joined(separator: ", ")); choose another folder, or remove these files"
            )
        }
        if WrittenFile.isOwnRecording(path) {
            for name in names { OutputGate.vouch(for: "\(path)/\(name)") }
        } else {
            try OutputGate.checkFolder(path)
        }
        for name in names { try OutputGate.checkFile("\(path)/\(name)") }
    }

    /// Writes all files under temporary names. When all are complete, renames them to their final names, in order.
    ///
    /// - Returns: the number of rows in all files.
    /// - Throws: `UsageError` if files of another recording would remain in the folder; `FileFailure` if a file cannot
    ///   be written.
    static func write(_ files: [WrittenFile], to path: String, _ verbosity: VerbosityOptions) throws -> Int {
        try check(path, receives: files.map(\.name))
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        let expected = files.map(\.expectedRows).reduce(0, +)
        var written: [OutputFile] = []
        var rows = 0
        for source in files {
            let file = try OutputFile(path: "\(path)/\(source.name)")
            while let piece = source.next() {
                try file.write(piece.bytes)
                rows += piece.rows
                if rows > 0 {
                    progress.update(done: min(rows, expected), of: expected, "samples", name: source.name)
                }
            }
            written.append(file)
        }
        try OutputFile.finish(written)
        for file in written { verbosity.explain("wrote \(file.path)") }
        return rows
    }
}

extension OutputFile {
    /// Writes a whole file.
    static func write(_ bytes: [UInt8], to path: String, makesFolder: Bool = false) throws(FileFailure) {
        let file = try OutputFile(path: path, makesFolder: makesFolder)
        try file.write(bytes)
        try file.finish()
    }
}
