import Recordings

/// An output file of a command, written in pieces to an existing folder. The file appears when it is complete.
struct StreamedFile {
    private let file: OutputFile

    init(path: String) throws(OutputError) {
        do {
            file = try OutputFile(path: path, makesFolder: false)
        } catch {
            throw OutputError(error)
        }
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        do {
            try file.write(bytes)
        } catch {
            throw OutputError(error)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
        do {
            try file.write(bytes)
        } catch {
            throw OutputError(error)
        }
    }

    /// Completes the file under its final name.
    func commit() throws(OutputError) {
        do {
            try file.finish()
        } catch {
            throw OutputError(error)
        }
    }
}

/// A failure to write to standard output or to a file: it is closed, the disk is full, or the path is not a file.
struct OutputError: Error, CustomStringConvertible {
    /// The system's error message.
    let reason: String
    /// The path of the file; nil for standard output.
    var file: String?
    /// Whether the file must not be replaced; the reason then says what to do.
    var isRefusal = false
    /// What to do, where it is neither the path nor the disk.
    var remedy: String?

    init(reason: String, file: String? = nil) {
        self.reason = reason
        self.file = file
    }

    init(_ failure: FileFailure) {
        self.init(reason: failure.reason, file: failure.path)
        isRefusal = failure.isRefusal
    }

    var description: String {
        if let file, isRefusal { return "\(file): \(reason)" }
        if let remedy { return "\(file ?? "standard output"): \(reason); \(remedy)" }
        if let file {
            return "\(file): cannot be written (\(reason)), expected a file in a directory; "
                + "choose another path, or free disk space"
        }
        return "standard output: cannot be written (\(reason)), expected an open file or pipe; "
            + "check the disk, or the command that reads the pipe"
    }
}
