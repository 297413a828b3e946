import Reporting

/// A file that appears whole or not at all, in a directory that is there: Ctrl-C and a termination signal leave nothing
/// of it behind either.
///
/// It stands for the length of a command, as ``InterruptionCleanup`` does.
struct StreamedFile {
    private let cleanup = InterruptionCleanup()
    private let file: WholeFile

    init(path: String) throws(OutputError) {
        let cleanup = cleanup
        file = try Self.asOutput { () throws(ReportError) in try cleanup.begin(path, makesDirectory: false) }
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        try Self.asOutput { () throws(ReportError) in try file.write(bytes) }
    }

    /// Gives the file its name.
    func commit() throws(OutputError) {
        try Self.asOutput { () throws(ReportError) in
            try cleanup.finish { () throws(ReportError) in try file.finish() }
        }
    }

    private static func asOutput<Result>(_ work: () throws(ReportError) -> Result) throws(OutputError) -> Result {
        do {
            return try work()
        } catch .unwritable(let path, let reason) {
            throw OutputError(reason: reason, file: path)
        } catch {
            preconditionFailure("a file being written is at fault for nothing else: \(error)")
        }
    }
}
