import FileAccess

/// Nothing can be written to standard output, or to a file: it is closed, the disk is full, or it is no file.
struct OutputError: Error, CustomStringConvertible {
    let reason: String
    /// Nil for standard output.
    var file: String?

    init(reason: String, file: String? = nil) {
        self.reason = reason
        self.file = file
    }

    init(_ failure: FileFailure) {
        self.init(reason: failure.reason, file: failure.path)
    }

    var description: String {
        if let file {
            return "\(file): found no way to write there (\(reason)), expected a file in a directory; "
                + "choose another or make room"
        }
        return "standard output: found no way to write (\(reason)), expected an open file or pipe; "
            + "check the disk or the reading command"
    }
}
