/// Standard output took nothing: it is closed, or the disk is full.
struct OutputError: Error, CustomStringConvertible {
    let reason: String

    var description: String {
        "standard output: found no way to write (\(reason)), expected an open file or pipe; check the disk or the reading command"
    }
}
