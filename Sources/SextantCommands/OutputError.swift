/// Standard output, or a file, took nothing: it is closed, or the disk is full.
struct OutputError: Error, CustomStringConvertible {
    let reason: String
    /// Nil for standard output.
    var file: String?

    var description: String {
        if let file {
            return "\(file): found no way to write there (\(reason)), expected a file in a directory; "
                + "choose another or make room"
        }
        return "standard output: found no way to write (\(reason)), expected an open file or pipe; "
            + "check the disk or the reading command"
    }
}
