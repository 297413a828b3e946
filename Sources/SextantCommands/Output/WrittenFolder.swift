import FileAccess
import Recordings

/// The folder of a recording whose files appear together; after Ctrl-C none of them exists.
struct WrittenFolder {
    let path: String
    let verbosity: VerbosityOptions

    /// Writes all files, then renames them in order.
    ///
    /// - Returns: The number of rows.
    /// - Throws: `FileFailure` if a file cannot be written.
    func write(_ files: [WrittenFile]) throws -> Int {
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
